"""A whole window whose runs are computed, for playing lessons in."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.beginning import first_experiment
from gui.lessons.predicting import Wishes
from gui.looks import Looks
from gui.main_window import MainWindow
from gui.settings import Settings
from gui.stage.first_sight import FirstSight
from gui.theme import Theme, load_fonts
from gui.what_if import Wish
from tests.gui.lessons.classroom import settle


@pytest.fixture(scope="module")
def shared_window(
    qapp: QApplication, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[MainWindow]:
    """One for all tests of a module: to build it takes longer than most of them."""
    if qapp.style().name() != "fusion":
        qapp.setStyle("Fusion")
        qapp.setFont(load_fonts())
    theme = Theme("light")
    theme.use("light")
    window = MainWindow(theme, Settings(tmp_path_factory.mktemp("lessons") / "settings.ini"))
    window.show()
    while isinstance(window.stage, FirstSight):
        qapp.processEvents()
    yield window
    window.studio.undo_stack.setClean()
    window.close()
    window.deleteLater()
    for thread in threading.enumerate():
        if thread.name == "computer":
            thread.join()
    qapp.processEvents()


@pytest.fixture
def window(shared_window: MainWindow, qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """As if just opened, with nothing remembered."""
    window, studio = shared_window, shared_window.studio
    window.predicting.stop()
    window.predicting.wishes = Wishes()
    window.lessons.release()
    window.settings = Settings(tmp_path / "settings.ini")
    studio.look(**vars(Looks()))
    studio.take_up(label=0, tool="draw")
    studio.what_if.ask(Wish())
    studio.activate(0)
    studio.open_document(first_experiment(), None)
    settle(window, qtbot)
    return window


@pytest.fixture
def window_to_close(
    application_theme: Theme, qtbot: QtBot, tmp_path: Path, qapp: QApplication
) -> MainWindow:
    window = MainWindow(application_theme, Settings(tmp_path / "settings.ini"))
    window.show()
    qtbot.waitUntil(lambda: not isinstance(window.stage, FirstSight))
    settle(window, qtbot)
    return window
