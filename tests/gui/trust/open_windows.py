"""The whole window for a test, with whatever is to be open in it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.experiment import Experiment
from gui.main_window import MainWindow
from gui.settings import Settings
from gui.stage.stage import Stage
from gui.stage.views import views_for
from gui.theme import Theme

SIZE = (1280, 800)


@contextmanager
def opened_window(theme: Theme, qtbot: QtBot, folder: Path) -> Iterator[MainWindow]:
    """The window, its first experiment computed; closed at the end whatever is in it."""
    window = MainWindow(theme, Settings(folder / "settings.ini"))
    window.resize(*SIZE)
    window.show()
    qtbot.waitExposed(window)
    qtbot.waitUntil(lambda: isinstance(window.stage, Stage))
    settle(window, qtbot)
    try:
        yield window
    finally:
        window.studio.undo_stack.setClean()  # nothing is asked at the end
        window.close()
        window.deleteLater()
        for thread in threading.enumerate():
            if thread.name == "computer":
                thread.join()  # it may be compiling, which cannot be broken off
        QApplication.processEvents()


def settle(window: MainWindow, qtbot: QtBot) -> None:
    """Until all is computed and told."""
    qtbot.waitUntil(lambda: window.studio.results.done, timeout=60_000)
    QApplication.processEvents()


def put(window: MainWindow, qtbot: QtBot, experiment: Experiment) -> None:
    window.studio.undo_stack.setClean()
    window.studio.open_document(experiment, None)
    settle(window, qtbot)


def look_at_every_view(window: MainWindow, qtbot: QtBot) -> Iterator[str]:
    """Its name, once each view of these data is shown, at the end of the run."""
    window.studio.seek(window.studio.length)
    for view in views_for(window.studio.experiment.data):
        window.studio.look(view=view.id)
        settle(window, qtbot)
        yield view.id
