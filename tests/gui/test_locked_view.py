"""The locked view: only what the experiment shows is there, and points stay as they are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from core.experiment import PARTS
from gui.lock_dialog import LockDialog
from gui.locked_parts import FOR_STUDENTS, GROUPS, withheld
from gui.main_window import MainWindow
from gui.settings import Settings
from gui.stage.plane_view import PlaneView
from gui.stage.stage import Stage
from gui.theme import Theme
from tests.gui.shell import answering
from tests.gui.text_studio import text_experiment
from tests.gui.whole_window import computed, whole_window

Key, Button = Qt.Key, QMessageBox.StandardButton
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


@pytest.fixture
def window(application_theme: Theme, qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with whole_window(application_theme, qtbot, tmp_path / "settings.ini") as window:
        yield window


def press(window: MainWindow, key: Key, keys: Qt.KeyboardModifier | None = None) -> None:
    QTest.keyClick(window, key, keys or Qt.KeyboardModifier.NoModifier)
    QApplication.processEvents()


def lock(window: MainWindow, qtbot: QtBot, *parts: str) -> None:
    experiment = window.studio.experiment
    window.studio.open_document(replace(experiment, shown=parts), None)
    computed(window, qtbot)
    QApplication.processEvents()


def homes(window: MainWindow) -> dict[str, QWidget]:
    """Where the parts of a window can be seen, but for the pages on the right."""
    assert isinstance(window.stage, Stage)
    return {
        "menu": window.menuBar(), "tools": window.header.tools[0],
        "classes": window.header.chips, "data": window.data, "views": window.stage.strip,
        "transport": window.transport.buttons["play"], "timeline": window.transport.timeline,
        "curves": window.curves, "step": window.step, "status": window.statusBar(),
    }  # fmt: skip


def plane(window: MainWindow) -> PlaneView:
    return next(view for view in window.findChildren(PlaneView) if view.isVisible())


def pixel(window: MainWindow, point: int) -> QPoint:
    view = plane(window)
    x, y = view.frame.to_pixels(view.placed.xy[[point]])[0].tolist()
    return QPoint(round(x), round(y))


def test_the_dialog_offers_every_part_once() -> None:
    offered = [part for group in GROUPS.values() for part, *_ in group]
    assert sorted(offered) == sorted(PARTS)
    assert set(FOR_STUDENTS) <= set(PARTS)


def there(window: MainWindow) -> set[str]:
    """The parts that can be seen."""
    tabs = {tab.id for tab in window.side.strip.tabs} if window.side.isVisible() else set()
    return tabs | {part for part, home in homes(window).items() if home.isVisible()}


def test_a_part_is_there_when_it_is_shown_and_only_then(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(1500, 900)
    everything = set(PARTS) - {"words"}  # these are points
    assert there(window) == everything
    for part in sorted(everything):
        lock(window, qtbot, *(other for other in PARTS if other != part))
        assert there(window) == everything - {part}
    lock(window, qtbot, *PARTS)
    assert there(window) == everything


def test_a_lone_page_has_no_tabs_and_none_no_panel(window: MainWindow, qtbot: QtBot) -> None:
    lock(window, qtbot, "theory")
    assert window.side.current == "theory"
    assert not window.side.strip.isVisible()
    lock(window, qtbot, "step")
    assert not window.side.isVisible()
    assert window.lower_row.isVisible()
    lock(window, qtbot)
    assert not window.lower_row.isVisible()
    assert plane(window).height() > 0.8 * window.height()


def test_words_are_a_part_of_texts(window: MainWindow, qtbot: QtBot) -> None:
    window.studio.open_document(text_experiment(), None)
    lock(window, qtbot, "learners")
    assert window.side.current == "learners"
    lock(window, qtbot, "words")
    assert window.side.current == "words"


def test_without_tools_the_pointer_selects_and_changes_nothing(
    window: MainWindow, qtbot: QtBot
) -> None:
    press(window, Key.Key_S)  # with the spray in hand, and it stays there
    lock(window, qtbot, "step")
    before, place = window.studio.experiment.data, plane(window).viewport()
    QTest.mouseClick(place, LEFT, pos=QPoint(5, 5))
    QTest.mouseClick(place, RIGHT, pos=pixel(window, 3))
    for key in (Key.Key_Delete, Key.Key_Y, Key.Key_A, Key.Key_C):
        press(window, key)
    QTest.mousePress(place, LEFT, pos=pixel(window, 3))
    QTest.mouseMove(place, pixel(window, 3) + QPoint(40, 40))
    QTest.mouseRelease(place, LEFT, pos=pixel(window, 3) + QPoint(40, 40))
    assert window.studio.selection == {3}
    QTest.keyClick(plane(window), Key.Key_Delete)
    assert window.studio.experiment.data is before
    QTest.mouseClick(place, LEFT, pos=QPoint(5, 5))
    assert not window.studio.selection
    window.studio.open_document(replace(window.studio.experiment, shown=None), None)
    assert window.studio.hand.tool == "spray"
    QTest.mouseClick(place, LEFT, pos=QPoint(40, 40))
    assert window.studio.experiment.data != before


def test_hidden_controls_have_no_keys_and_get_them_back(window: MainWindow, qtbot: QtBot) -> None:
    lock(window, qtbot, "timeline")
    away = withheld(window.studio.experiment)
    assert {"play", "draw", "view-2", "data-panel", "lower-panels"} <= away
    for key in (Key.Key_Right, Key.Key_F6, Key.Key_F7, Key.Key_F8, Key.Key_N):
        press(window, key)
    press(window, Key.Key_2, Qt.KeyboardModifier.AltModifier)
    assert window.studio.t == 0
    assert window.studio.looks.view == ""
    assert not window.data.isVisible()
    assert not window.lower_row.isVisible()
    assert window.actions_.get("save").isEnabled()
    assert window.actions_.get("present").isEnabled()
    window.studio.open_document(replace(window.studio.experiment, shown=None), None)
    computed(window, qtbot)
    press(window, Key.Key_Right)
    assert window.studio.t == 1
    assert all(window.actions_.get(id).isEnabled() for id in ("draw", "data-panel", "view-2"))


def test_locking_with_the_dialog_and_unlocking_with_the_padlock(
    window: MainWindow, qtbot: QtBot
) -> None:
    assert not window.header.padlock.isVisible()

    press(window, Key.Key_L, CTRL | SHIFT)
    dialog = window.findChild(LockDialog)
    assert isinstance(dialog, LockDialog)
    assert dialog.chosen() == tuple(part for part in PARTS if part in FOR_STUDENTS)
    qtbot.mouseClick(dialog.switches["learners"], LEFT)
    qtbot.mouseClick(dialog.switches["status"], LEFT)
    buttons = dialog.findChild(QDialogButtonBox)
    assert isinstance(buttons, QDialogButtonBox)
    buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    QApplication.processEvents()
    chosen = window.studio.experiment.shown
    assert chosen == ("learners", "views", "transport", "timeline", "curves", "step")
    assert window.studio.modified
    padlock = window.header.padlock
    assert padlock.isVisible()
    assert "nlock" in padlock.toolTip()
    with answering(Button.Cancel) as asked:
        qtbot.mouseClick(padlock, LEFT)
    assert asked
    assert window.studio.experiment.shown == chosen
    with answering(Button.Yes):
        qtbot.mouseClick(padlock, LEFT)
    assert window.studio.experiment.shown is None
    assert window.menuBar().isVisible()
    assert not padlock.isVisible()


def test_what_a_person_has_folded_stays_folded(window: MainWindow, qtbot: QtBot) -> None:
    press(window, Key.Key_F6)
    lock(window, qtbot, "step")
    window.studio.open_document(replace(window.studio.experiment, shown=None), None)
    assert not window.data.isVisible()
    assert window.side.isVisible()


def test_presenting_a_locked_view_and_unlocking_meanwhile(window: MainWindow, qtbot: QtBot) -> None:
    lock(window, qtbot, "step", "transport", "timeline")
    press(window, Key.Key_F11)
    press(window, Key.Key_Escape)
    assert not window.data.isVisible()
    assert window.step.isVisible()
    press(window, Key.Key_F11)
    window.studio.open_document(replace(window.studio.experiment, shown=None), None)
    assert not window.menuBar().isVisible()
    press(window, Key.Key_Escape)
    assert window.menuBar().isVisible()
    assert window.data.isVisible()
    assert window.curves.isVisible()


def test_a_locked_file_does_not_fold_panels_for_good(
    application_theme: Theme, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "kept.ini"
    with whole_window(application_theme, qtbot, path) as window:
        lock(window, qtbot, "step")
    assert Settings(path)._texts("window/hidden") == []
    with whole_window(application_theme, qtbot, path) as again:
        assert again.data.isVisible()
