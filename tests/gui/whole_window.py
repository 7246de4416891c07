"""The whole window for tests: shown, its stage raised, its runs computed."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.main_window import MainWindow
from gui.settings import Settings
from gui.stage.first_sight import FirstSight
from gui.theme import Theme


@contextmanager
def whole_window(theme: Theme, qtbot: QtBot, settings: Path) -> Iterator[MainWindow]:
    window = MainWindow(theme, Settings(settings))
    window.resize(1100, 760)
    window.show()
    qtbot.waitExposed(window)
    qtbot.waitUntil(lambda: not isinstance(window.stage, FirstSight))
    computed(window, qtbot)
    try:
        yield window
    finally:
        window.studio.undo_stack.setClean()
        window.close()
        window.deleteLater()
        for thread in threading.enumerate():
            if thread.name in ("computer", "reading"):
                thread.join()
        QApplication.processEvents()


def computed(window: MainWindow, qtbot: QtBot) -> None:
    studio = window.studio
    qtbot.waitUntil(
        lambda: studio.results.done and studio.results.experiment is studio.experiment,
        timeout=30_000,
    )
