"""Pasting texts: what was understood is shown while one types, and Paste puts it in place."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QPushButton
from pytestqt.qtbot import QtBot

from core.experiment import TextsData
from gui.left_out import LeftOutDialog
from gui.paste_dialog import PasteDialog
from gui.theme import Theme
from tests.gui.shell import Shell, top_level

LEFT = Qt.MouseButton.LeftButton
PASTED = "good\tA warm film\nbad\tDull and long\n\tno label\ngood\t<b>Bright</b>\n"


def ok(dialog: PasteDialog) -> QPushButton:
    buttons = dialog.findChild(QDialogButtonBox)
    assert isinstance(buttons, QDialogButtonBox)
    return buttons.button(QDialogButtonBox.StandardButton.Ok)


def pasting(shell: Shell, text: str) -> PasteDialog:
    QGuiApplication.clipboard().setText(text)
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(shell.window, Qt.Key.Key_V, both)
    dialog = top_level(PasteDialog)()
    assert isinstance(dialog, PasteDialog)
    return dialog


def test_the_key_pastes_and_undo_brings_the_points_back(shell: Shell) -> None:
    before = shell.studio.experiment
    dialog = pasting(shell, PASTED)
    assert dialog.box.toPlainText() == PASTED
    assert dialog.said.text() == "3 texts · 2 classes"
    assert dialog.classes.rows() == [("good", "2"), ("bad", "1")]
    QTest.mouseClick(ok(dialog), LEFT)
    data = shell.studio.experiment.data
    assert isinstance(data, TextsData)
    assert data.texts == ("A warm film", "Dull and long", "<b>Bright</b>")
    assert shell.actions.get("undo").text() == "Undo paste texts"
    shell.studio.undo_stack.undo()
    assert shell.studio.experiment == before


def test_what_was_left_out_is_listed(shell: Shell) -> None:
    dialog = pasting(shell, PASTED)
    assert dialog.left_out.text() == "1 left out…"
    QTest.mouseClick(dialog.left_out, LEFT)
    listed = top_level(LeftOutDialog)()
    assert isinstance(listed, LeftOutDialog)
    assert listed.list.rows() == [("line 3", "no label")]
    listed.close()
    dialog.reject()


def test_typing_is_understood_at_once(qtbot: QtBot, application_theme: Theme) -> None:
    dialog = PasteDialog(text="")
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.said.text() == "Nothing yet."
    assert not ok(dialog).isEnabled()
    dialog.box.setFocus()
    QTest.keyClicks(dialog.box, "good,a film of note")
    qtbot.waitUntil(dialog.problem.isVisible, timeout=1000)
    assert dialog.problem.text().startswith("The pasted text: expected")
    QTest.keyClick(dialog.box, Qt.Key.Key_Return)
    QTest.keyClicks(dialog.box, "bad,a waste of time")
    qtbot.waitUntil(lambda: dialog.said.text() == "2 texts · 2 classes", timeout=1000)
    assert not dialog.problem.isVisible()
    QTest.keyClicks(dialog.box, " and love")  # … and accepted before it was read
    dialog.accept()
    assert dialog.data is not None
    assert dialog.data.texts == ("a film of note", "a waste of time and love")


@pytest.mark.parametrize("text", ["\x00\x01", "one line", "a\tone\na\ttwo\n", "x" * 300_000])
def test_what_cannot_be_used_is_a_sentence(
    qtbot: QtBot, application_theme: Theme, text: str
) -> None:
    dialog = PasteDialog(text=text)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(dialog.problem.isVisible, timeout=2000)
    assert dialog.problem.text().endswith(".")
    assert dialog.problem.textFormat() == Qt.TextFormat.PlainText
    assert not ok(dialog).isEnabled()


def test_more_than_the_box_takes_is_read_all_the_same(
    qtbot: QtBot, application_theme: Theme
) -> None:
    text = "\n".join(f"{'ab'[k % 2]}\ttext number {k} {'and so on ' * 3}" for k in range(25_000))
    dialog = PasteDialog(text=text)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.box.isReadOnly()
    qtbot.waitUntil(lambda: ok(dialog).isEnabled(), timeout=5000)
    assert dialog.said.text() == "25,000 texts · 2 classes"
