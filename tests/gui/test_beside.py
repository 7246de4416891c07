"""Threads beside the window: what they work for is let go of in the window's own thread."""

from __future__ import annotations

import threading
import weakref

from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from gui.beside import start_beside


class Page(QLabel):
    """Notes in which thread it goes."""

    def __init__(self, gone: list[str]) -> None:
        super().__init__()
        weakref.finalize(self, lambda: gone.append(threading.current_thread().name))


def test_a_widget_that_only_the_thread_knows_goes_in_the_windows_thread(
    qapp: QApplication, qtbot: QtBot
) -> None:
    gone: list[str] = []
    go_on, page = threading.Event(), Page(gone)

    def work(page: Page = page) -> None:
        go_on.wait()
        page.objectName()

    thread = start_beside(work, "beside")
    del work, page
    go_on.set()
    thread.join()
    assert gone == []
    qtbot.waitUntil(lambda: bool(gone))
    assert gone == [threading.current_thread().name]
