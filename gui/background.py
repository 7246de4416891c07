"""Work beside the window: one piece at a time, and only the newest is waited for."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from core.errors import PlainError
from core.files.watch import Asked, Progress, ReadingCancelled
from gui.beside import start_beside
from gui.closing import wait_for

Work = Callable[[], Any]
WatchedWork = Callable[[Progress, Asked], Any]

READING = "reading"  # the name of the threads


class _Piece:
    """One piece of work, and what is to become of it."""

    def __init__(
        self,
        then: Callable[[Any], object],
        failed: Callable[[str], object],
        advanced: Callable[[float], object],
    ) -> None:
        self.then, self.failed, self.advanced = then, failed, advanced
        self.unwanted = threading.Event()


class Background(QObject):
    """Does a piece of work in a thread and brings its result back into this one."""

    _finished = Signal(object, object, object)  # the piece, its result, its error
    _advanced = Signal(object, float)  # the piece, how much of it is done

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wanted: _Piece | None = None
        self._threads: list[threading.Thread] = []  # those at work, the newest last
        self._finished.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._advanced.connect(self._tell, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        return self._wanted is not None

    def begin(
        self,
        work: Work,
        then: Callable[[Any], object],
        failed: Callable[[str], object],
    ) -> None:
        """Start; what was under way before is no longer waited for."""
        self.begin_watched(lambda progress, cancelled: work(), then, failed)

    def begin_watched(
        self,
        work: WatchedWork,
        then: Callable[[Any], object],
        failed: Callable[[str], object],
        advanced: Callable[[float], object] = lambda fraction: None,
        after: int = 0,
    ) -> None:
        """The same for work that says how far it is, and asks whether it is still wanted.

        It may begin only after some milliseconds: while the window paints something new, it would
        have to wait for the interpreter hundreds of times, whenever Qt calls back.
        """
        self.drop()
        self._wanted = piece = _Piece(then, failed, advanced)
        if after:
            QTimer.singleShot(after, self, lambda: self._start(piece, work))
        else:
            self._start(piece, work)

    def _start(self, piece: _Piece, work: WatchedWork) -> None:
        if piece is self._wanted:
            thread = start_beside(lambda: self._work(piece, work), READING)
            self._threads = [*(one for one in self._threads if one.is_alive()), thread]

    def drop(self) -> None:
        """Wait for nothing any more; work that asks will stop."""
        if self._wanted is not None:
            self._wanted.unwanted.set()
            self._wanted = None

    def finish(self) -> None:
        """Wait for nothing any more, and until nothing is worked on; for short work only."""
        self.drop()
        for thread in self._threads:
            wait_for(thread)

    def _work(self, piece: _Piece, work: WatchedWork) -> None:
        result: object = None
        error = ""

        def advance(done: int, total: int) -> None:
            with contextlib.suppress(RuntimeError):  # the window may be gone by now
                self._advanced.emit(piece, done / max(total, 1))

        try:
            result = work(advance, piece.unwanted.is_set)
        except ReadingCancelled:
            return
        except PlainError as problem:
            error = str(problem)
        except Exception as problem:  # told like any other, rather than lost in a thread
            logging.getLogger("perceptarium").error("Beside the window:", exc_info=problem)
            error = f"This went wrong unexpectedly ({type(problem).__name__}: {problem})."
        with contextlib.suppress(RuntimeError):
            self._finished.emit(piece, result, error)

    def _tell(self, piece: _Piece, fraction: float) -> None:
        if piece is self._wanted:
            piece.advanced(fraction)

    def _deliver(self, piece: _Piece, result: object, error: str) -> None:
        if piece is not self._wanted:
            return
        self._wanted = None
        piece.failed(error) if error else piece.then(result)
