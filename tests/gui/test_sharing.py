"""Share codes and pictures on the clipboard, by their keys."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QClipboard, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox

from core.share import read_code, share_code
from gui.beginning import empty_experiment, first_experiment
from gui.main import main
from gui.sharing import CodeDialog
from tests.gui.shell import Button, Shell, answering, messages, top_level

Key = Qt.Key
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def clipboard(qapp: object) -> Iterator[QClipboard]:
    board = QGuiApplication.clipboard()
    board.clear()
    yield board
    board.clear()


def another() -> str:
    return share_code(replace(empty_experiment(), bias=False, position=0))


def test_copied_and_pasted_again_it_is_the_same(shell: Shell, clipboard: QClipboard) -> None:
    said: list[str] = []
    shell.studio.said.connect(said.append)
    QTest.keyClick(shell.window, Key.Key_K, CTRL | SHIFT)
    assert read_code(clipboard.text()) == first_experiment()
    assert "share code" in said[-1]
    shell.studio.open_document(empty_experiment(), None)
    QTest.keyClick(shell.window, Key.Key_V, CTRL)
    assert shell.studio.experiment == first_experiment()


def test_unsaved_changes_are_asked_about(shell: Shell, clipboard: QClipboard) -> None:
    changed = replace(shell.studio.experiment, bias=False)
    shell.studio.edit(changed, "Switch bias")
    clipboard.setText(another())
    with answering(Button.Cancel) as asked:
        QTest.keyClick(shell.window, Key.Key_V, CTRL)
    assert len(asked) == 1
    assert shell.studio.experiment == changed
    with answering(Button.Discard):
        shell.actions.get("paste").trigger()
    assert shell.studio.experiment == read_code(another())


def test_in_a_field_the_code_is_only_text(shell: Shell, clipboard: QClipboard) -> None:
    clipboard.setText(another())
    shell.field.setFocus()
    QTest.keyClick(shell.field, Key.Key_V, CTRL)
    assert shell.field.text() == another()
    assert shell.studio.experiment == first_experiment()


def test_other_text_is_not_a_code(shell: Shell, clipboard: QClipboard) -> None:
    said: list[str] = []
    shell.studio.said.connect(said.append)
    clipboard.setText("hello")
    QTest.keyClick(shell.window, Key.Key_V, CTRL)
    assert "no share code" in said[-1]
    assert not messages()


def test_a_damaged_code_is_one_sentence(shell: Shell, clipboard: QClipboard) -> None:
    clipboard.setText(another()[:-6] + "AAAAAA")
    QTest.keyClick(shell.window, Key.Key_V, CTRL)
    (box,) = messages()
    assert box.text() == "This is not a share code of Perceptarium, or it was not copied whole."
    box.close()
    assert shell.studio.experiment == first_experiment()


def test_the_dialog_takes_the_code_from_the_clipboard(shell: Shell, clipboard: QClipboard) -> None:
    code = another()
    clipboard.setText(f"  {code[:20]}\n{code[20:]}  ")  # broken by a chat
    QTest.keyClick(shell.window, Key.Key_J, CTRL | SHIFT)
    dialog = top_level(CodeDialog)()
    assert isinstance(dialog, CodeDialog)
    dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    assert shell.studio.experiment == read_code(code)


def test_without_a_code_the_dialog_waits_for_one(shell: Shell, clipboard: QClipboard) -> None:
    clipboard.setText("hello")
    QTest.keyClick(shell.window, Key.Key_J, CTRL | SHIFT)
    dialog = top_level(CodeDialog)()
    assert isinstance(dialog, CodeDialog)
    button = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    assert not button.isEnabled()
    QTest.keyClicks(dialog.box, "PTM9abc")
    button.click()
    (box,) = messages()
    assert "newer version" in box.text()
    box.close()


def test_on_the_command_line_a_damaged_code_is_one_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["PTM1nonsense"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_code_on_the_command_line_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    import gui.app
    from gui import preflight

    opened: list[object] = []
    monkeypatch.setattr(preflight, "check", lambda: None)
    monkeypatch.setattr(gui.app, "open_window", lambda file, code: opened.append((file, code)) or 0)
    assert main([another()]) == 0
    assert opened == [(None, another())]
