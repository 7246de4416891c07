"""Threads beside the window, which are never the last to let go of something of Qt's.

A thread holds on to what it works for: a callback, and by it a dialog. If that was closed
meanwhile, the thread's end would drop the last reference and destroy the dialog right there, which
Qt does not survive. So another reference is kept here, until the window's own thread has seen the
end of the other.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from functools import cache

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal

Work = Callable[[], None]


class _Errands(QObject):
    """What is under way."""

    ended = Signal(object)  # its thread

    def __init__(self, parent: QObject | None) -> None:
        super().__init__(parent)
        self.under_way: dict[threading.Thread, Work] = {}
        self.ended.connect(self._let_go, Qt.ConnectionType.QueuedConnection)

    def run(self) -> None:
        thread = threading.current_thread()
        try:
            self.under_way[thread]()
        finally:
            with contextlib.suppress(RuntimeError):  # the application may be gone by now
                self.ended.emit(thread)

    def _let_go(self, thread: threading.Thread) -> None:
        thread.join()  # it has only to leave its function
        del self.under_way[thread]


@cache
def _errands() -> _Errands:
    return _Errands(QCoreApplication.instance())


def start_beside(work: Work, name: str) -> threading.Thread:
    """Do this work in a thread of that name; to be called from the window's own thread."""
    errands = _errands()
    thread = threading.Thread(target=errands.run, name=name, daemon=True)
    errands.under_way[thread] = work
    thread.start()
    return thread


def is_under_way(name: str) -> bool:
    """Whether a thread of that name is at work."""
    return any(thread.name == name for thread in _errands().under_way)
