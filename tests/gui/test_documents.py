"""Documents: saved, opened, dropped; nothing is lost unasked, and failures change nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QProgressDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

import gui.reading
from core.experiment import Experiment, PointsData, TableData
from core.files import read_any
from core.files.experiment import load_experiment, save_experiment
from core.files.tables import Table
from gui.choose_columns import ChooseColumns
from gui.import_dialog import ImportDialog
from tests.gui.shell import Button, Shell, answering, choosing, messages, top_level

TABLE = "width;height;kind\n1,5;2,5;A\n3,5;1,5;B\n2,0;0,5;A\n"


def change(shell: Shell) -> None:
    """Something that would be lost."""
    experiment = shell.studio.experiment
    shell.studio.edit(replace(experiment, bias=not experiment.bias), "Switch bias")
    assert shell.studio.modified


def dialog_of(kind: type[QWidget]) -> QWidget:
    found = top_level(kind)()
    assert found is not None
    return found


def accept(kind: type[QWidget]) -> None:
    buttons = dialog_of(kind).findChild(QDialogButtonBox)
    assert isinstance(buttons, QDialogButtonBox)
    ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
    QTest.mouseClick(ok, Qt.MouseButton.LeftButton)


def complaint() -> str:
    """The one sentence on show, which is then put away."""
    (box,) = messages()
    text = box.text()
    assert box.textFormat() == Qt.TextFormat.PlainText
    box.button(Button.Ok).click()
    assert messages() == []
    return text


def mime(*paths: Path | str) -> QMimeData:
    data = QMimeData()
    urls = [QUrl.fromLocalFile(str(p)) if isinstance(p, Path) else QUrl(p) for p in paths]
    data.setUrls(urls)
    return data


# Save


def test_save_change_reopen(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    shell.studio.start()
    qtbot.waitUntil(lambda: shell.studio.results.done, timeout=20_000)
    shell.studio.seek(17)
    change(shell)
    kept = shell.studio.experiment
    path = tmp_path / "mine.perceptarium"
    choosing(monkeypatch, path)
    QTest.keyClick(shell.window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert not shell.studio.modified
    assert shell.studio.path == path
    assert load_experiment(path) == replace(kept, position=17)

    change(shell)
    with answering(Button.Discard):
        QTest.keyClick(shell.window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    assert shell.studio.experiment == replace(kept, position=17)
    assert shell.studio.t == 17
    assert not shell.studio.modified


def test_saving_again_asks_for_no_name(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.perceptarium"
    asked = choosing(monkeypatch, path)
    assert shell.documents.save()
    change(shell)
    assert shell.documents.save()
    assert len(asked) == 1
    assert load_experiment(path).bias is False
    assert shell.documents.save_as()
    assert asked[1] == str(path)


def test_a_name_without_suffix_gets_it(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choosing(monkeypatch, tmp_path / "lesson 1.2")
    assert shell.documents.save_as()
    assert shell.studio.path == tmp_path / "lesson 1.2.perceptarium"
    assert shell.studio.path.exists()


@pytest.mark.parametrize(("answer", "replaced"), [(Button.Yes, True), (Button.Cancel, False)])
def test_a_file_behind_the_added_suffix_is_not_overwritten_unasked(
    shell: Shell,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    answer: Button,
    replaced: bool,
) -> None:
    there = tmp_path / "old.perceptarium"
    there.write_text("precious")
    choosing(monkeypatch, tmp_path / "old")
    with answering(answer) as asked:
        assert shell.documents.save_as() is replaced
    assert asked == ["There is already a file “old.perceptarium”. Replace it?"]
    assert (there.read_text() != "precious") is replaced


def test_cancelling_the_name_saves_nothing(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choosing(monkeypatch, None)
    change(shell)
    assert not shell.documents.save()
    assert shell.studio.modified
    assert shell.studio.path is None


def test_a_failing_save_keeps_the_old_file_and_says_so(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.perceptarium"
    choosing(monkeypatch, path)
    assert shell.documents.save()
    before = path.read_bytes()
    change(shell)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert not shell.documents.save()
    assert "No space left on device" in complaint()
    assert path.read_bytes() == before
    assert shell.studio.modified
    assert [p.name for p in tmp_path.iterdir() if p.suffix == ".tmp"] == []


def test_saving_into_a_folder_that_is_gone(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choosing(monkeypatch, tmp_path / "gone" / "mine.perceptarium")
    assert not shell.documents.save()
    assert "mine.perceptarium" in complaint()
    assert shell.studio.path is None


# Unsaved changes


def test_nothing_changed_nothing_asked(shell: Shell) -> None:
    assert shell.documents.may_close()
    shell.documents.new()
    assert messages() == []
    assert shell.studio.points is not None
    assert shell.studio.points.xy == ()


@pytest.mark.parametrize(
    ("answer", "closes", "saved"),
    [(Button.Cancel, False, False), (Button.Discard, True, False), (Button.Save, True, True)],
)
def test_closing_asks_about_unsaved_changes(
    shell: Shell,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    answer: Button,
    closes: bool,
    saved: bool,
) -> None:
    path = tmp_path / "mine.perceptarium"
    choosing(monkeypatch, path)
    change(shell)
    with answering(answer) as asked:
        assert shell.documents.may_close() is closes
    assert asked == ["Save the changes to “Untitled”?"]
    assert path.exists() is saved


def test_save_that_is_cancelled_does_not_close(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    choosing(monkeypatch, None)
    change(shell)
    with answering(Button.Save):
        assert not shell.documents.may_close()


@pytest.mark.parametrize("answer", [Button.Cancel, Button.Discard])
def test_new_asks_too(shell: Shell, answer: Button) -> None:
    change(shell)
    before = shell.studio.experiment
    with answering(answer):
        shell.documents.new()
    assert (shell.studio.experiment == before) is (answer == Button.Cancel)


# Open


def test_opening_asks_only_when_there_is_something_to_open(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(shell)
    before = shell.studio.experiment
    choosing(monkeypatch, None)
    shell.documents.open()
    assert messages() == []
    path = tmp_path / "other.perceptarium"
    save_experiment(path, Experiment(data=PointsData(((1.0, 2.0),), (0,))))
    with answering(Button.Cancel) as asked:
        shell.documents.open(path)
    assert len(asked) == 1
    assert shell.studio.experiment == before
    assert shell.studio.modified


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("broken.perceptarium", "{", "broken.perceptarium"),
        ("other.perceptarium", '{"format": "else", "version": 1}', "expected an experiment"),
        ("picture.png", "x", "expected a file of one of these kinds"),
        ("bad.jsonl", "[]", "bad.jsonl"),
    ],
)
def test_a_file_that_cannot_be_read_changes_nothing(
    shell: Shell, tmp_path: Path, name: str, content: str, said: str
) -> None:
    change(shell)
    before = shell.studio.experiment
    path = tmp_path / name
    path.write_text(content)
    shell.documents.open(path)
    assert said in complaint()
    assert shell.studio.experiment == before
    assert shell.settings.recent == ()


def test_a_second_complaint_takes_the_place_of_the_first(shell: Shell, tmp_path: Path) -> None:
    shell.documents.open(tmp_path / "<b>one</b>.csv")
    shell.documents.open(tmp_path / "two.csv")
    assert complaint().startswith("two.csv: cannot be read")


def test_a_table_opens_through_the_import_dialog(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "flowers.csv"
    path.write_text(TABLE)
    learners = shell.studio.experiment.learners
    shell.documents.open(path)
    accept(ImportDialog)
    assert shell.studio.points is not None
    assert shell.studio.points.xy == ((1.5, 2.5), (3.5, 1.5), (2.0, 0.5))
    assert shell.studio.points.axis_names == ("width", "height")
    assert shell.studio.experiment.learners == learners
    assert shell.studio.path is None  # saving must not overwrite the table
    assert shell.settings.recent == (path,)


def test_a_rejected_import_changes_nothing(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "flowers.csv"
    path.write_text(TABLE)
    before = shell.studio.experiment
    shell.documents.open(path)
    QTest.keyClick(dialog_of(ImportDialog), Qt.Key.Key_Escape)
    assert shell.studio.experiment == before
    assert shell.settings.recent == ()


def test_importing_into_the_experiment_can_be_undone(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "flowers.csv"
    path.write_text(TABLE)
    choosing(monkeypatch, path)
    before = shell.studio.experiment
    QTest.keyClick(shell.window, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    accept(ImportDialog)
    assert shell.studio.experiment.data != before.data
    assert shell.actions.get("undo").text() == "Undo import flowers.csv"
    shell.studio.undo_stack.undo()
    assert shell.studio.experiment == before


def test_json_lines_of_three_fields_ask_for_columns(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    lines = [f'{{"label": "{"ab"[k % 2]}", "x": {k}, "y": {k * k}, "z": 1}}' for k in range(6)]
    path.write_text("\n".join(lines))
    shell.documents.open(path)
    dialog = dialog_of(ChooseColumns)
    assert isinstance(dialog, ChooseColumns)
    dialog.choice.every.click()
    accept(ChooseColumns)
    data = shell.studio.experiment.data
    assert isinstance(data, TableData)
    assert data.column_names == ("x", "y", "z")


def test_libsvm_of_two_features_goes_straight_to_the_plane(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "some.libsvm"
    path.write_text("+1 1:1.5 2:2\n-1 1:3\n")
    shell.documents.open(path)
    if top_level(ChooseColumns)() is not None:
        accept(ChooseColumns)
    assert shell.studio.points is not None
    assert set(shell.studio.points.xy) == {(1.5, 2.0), (3.0, 0.0)}


# Recent and drop


def test_recent_files_open_from_the_menu(shell: Shell, tmp_path: Path) -> None:
    first, second = tmp_path / "one & two.perceptarium", tmp_path / "three.perceptarium"
    save_experiment(first, Experiment(bias=False))
    save_experiment(second, Experiment())
    shell.documents.open(first)
    shell.documents.open(second)
    menu = shell.actions.menu("Recent files")
    menu.aboutToShow.emit()
    assert [a.text() for a in menu.actions()] == ["three.perceptarium", "one && two.perceptarium"]
    menu.actions()[1].trigger()
    assert shell.studio.path == first
    assert shell.studio.experiment.bias is False
    assert shell.settings.recent[0] == first


def test_a_recent_file_that_is_gone_is_forgotten(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "gone.perceptarium"
    shell.settings.add_recent(path)
    shell.documents.open(path)
    assert "cannot be read" in complaint()
    assert shell.settings.recent == ()


def test_dropped_files_open(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "dropped.perceptarium"
    save_experiment(path, Experiment(bias=False))
    shell.documents.drop(mime(path))
    assert shell.studio.path == path


def test_what_cannot_be_dropped_is_said(shell: Shell, tmp_path: Path, qtbot: QtBot) -> None:
    before = shell.studio.experiment
    shell.documents.drop(mime(tmp_path / "a.csv", tmp_path / "b.csv"))
    assert "One file at a time" in complaint()
    shell.documents.drop(mime("https://example.org/x.csv"))
    assert "files of this computer" in complaint()
    (tmp_path / "folder.csv").mkdir()
    shell.documents.drop(mime(tmp_path / "folder.csv"))
    qtbot.waitUntil(lambda: messages() != [])  # a folder is read beside the window
    assert "expected one sub-folder with texts for each class" in complaint()
    assert shell.studio.experiment == before


# Large files


def large_experiment(path: Path) -> Experiment:
    xy = tuple((k / 7.0, -k / 3.0) for k in range(30_000))
    experiment = Experiment(data=PointsData(xy, tuple(k % 2 for k in range(30_000))))
    save_experiment(path, experiment)
    assert path.stat().st_size > 1_000_000
    return experiment


def test_a_large_file_is_read_beside_the_window(shell: Shell, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "large.perceptarium"
    experiment = large_experiment(path)
    before = shell.studio.experiment
    shell.documents.open(path)
    assert shell.studio.experiment == before  # not yet
    qtbot.waitUntil(lambda: shell.studio.path == path, timeout=10_000)
    assert shell.studio.experiment == experiment


def test_cancel_of_a_large_file_changes_nothing(
    shell: Shell, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gui.reading, "PATIENCE", 0)
    path = tmp_path / "large.perceptarium"
    large_experiment(path)
    before = shell.studio.experiment
    shell.documents.open(path)
    progress = shell.window.findChildren(QProgressDialog)[0]
    progress.findChildren(QPushButton)[0].click()
    qtbot.wait(900)  # the reading ends meanwhile, and nobody listens
    assert shell.studio.experiment == before
    assert not shell.window.findChildren(QProgressDialog)


# Export


def test_exported_points_read_back_the_same(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choosing(monkeypatch, tmp_path / "points")
    shell.documents.export_data()
    table = read_any(tmp_path / "points.csv")
    assert isinstance(table, Table)
    points = table.to_data()
    assert isinstance(points, PointsData)
    assert shell.studio.points is not None
    assert points.xy == shell.studio.points.xy
    assert points.labels == shell.studio.points.labels


def test_there_must_be_points_to_export(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = choosing(monkeypatch, None)
    shell.documents.new()
    shell.documents.export_data()
    assert complaint() == "There are no points to export yet."
    assert asked == []
