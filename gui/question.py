"""A question that takes a while: asked beside the window, newest wins, with progress and cancel."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from core.errors import PlainError
from gui.beside import start_beside
from gui.closing import wait_for

TELL_SECONDS = 0.05  # between two tellings of progress
LONGEST_WAIT = 10.0  # seconds for a thread to notice that it is no longer wanted

Progress = Callable[[int, int], None]
Asked = Callable[[], bool]
Work = Callable[[Progress, Asked], Any]


class Question(QObject):
    """Keeps the last answer until there is another, a problem, or it is dropped."""

    changed = Signal()
    _told = Signal(object, str, object)  # the piece of work; "progress", "answer", "problem"; what

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.answer: Any = None
        self.problem = ""
        self.progress: tuple[int, int] | None = None  # while it is being worked out
        self._work: Work | None = None
        self._wanted: threading.Event | None = None  # of the newest; set when it is not any more
        self._threads: list[threading.Thread] = []
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._begin)
        self._told.connect(self._take, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        return self.progress is not None

    def ask(self, work: Work, wait: int = 0) -> None:
        """Begin after so many milliseconds, unless something else is asked until then."""
        self._give_up()
        self._work = work
        self.progress, self.problem = (0, 0), ""
        self._soon.start(wait)
        self.changed.emit()

    def cancel(self) -> None:
        """Stop working; the last answer stays."""
        self._give_up()
        self.progress = None
        self.changed.emit()

    def drop(self) -> None:
        """Forget question and answer."""
        self._give_up()
        self.answer, self.problem, self.progress = None, "", None
        self.changed.emit()

    def close(self) -> None:
        """End for good, and wait until nothing runs."""
        self._give_up()
        for thread in self._threads:
            wait_for(thread, LONGEST_WAIT)

    def _give_up(self) -> None:
        self._soon.stop()
        if self._wanted is not None:
            self._wanted.set()
            self._wanted = None

    def _begin(self) -> None:
        assert self._work is not None
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        self._wanted = threading.Event()
        run = partial(self._run, self._work, self._wanted)
        self._threads.append(start_beside(run, "question"))

    def _run(self, work: Work, unwanted: threading.Event) -> None:
        from core.what_if import Cancelled

        told = time.perf_counter()

        def progress(done: int, total: int) -> None:
            nonlocal told
            now = time.perf_counter()
            if now - told >= TELL_SECONDS:
                told = now
                self._tell(unwanted, "progress", (done, total))

        try:
            self._tell(unwanted, "answer", work(progress, unwanted.is_set))
        except Cancelled:
            pass
        except PlainError as error:
            self._tell(unwanted, "problem", str(error))
        except Exception as error:  # told like any other, rather than lost in a thread
            logging.getLogger("perceptarium").error("In a question:", exc_info=error)
            sentence = f"This went wrong unexpectedly ({type(error).__name__}: {error})."
            self._tell(unwanted, "problem", sentence)

    def _tell(self, unwanted: threading.Event, kind: str, what: object) -> None:
        with contextlib.suppress(RuntimeError):  # the window may be gone by now
            self._told.emit(unwanted, kind, what)

    def _take(self, unwanted: threading.Event, kind: str, what: Any) -> None:
        if unwanted is not self._wanted:
            return
        if kind == "progress":
            self.progress = what
        else:
            self.progress = None
            self.answer = what if kind == "answer" else None
            self.problem = what if kind == "problem" else ""
        self.changed.emit()
