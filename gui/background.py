"""Work beside the window: one piece at a time, and only the newest is waited for."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from core.errors import PlainError


class Background(QObject):
    """Does a piece of work in a thread and brings its result back into this one."""

    _finished = Signal(object, object, object)  # the piece, its result, its error

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wanted: object = None
        self._then: Callable[[Any], object] = lambda _: None
        self._failed: Callable[[str], object] = lambda _: None
        self._finished.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        return self._wanted is not None

    def begin(
        self,
        work: Callable[[], Any],
        then: Callable[[Any], object],
        failed: Callable[[str], object],
    ) -> None:
        """Start; what was under way before is no longer waited for."""
        piece = object()
        self._wanted, self._then, self._failed = piece, then, failed
        threading.Thread(target=self._work, args=(piece, work), name="reading", daemon=True).start()

    def drop(self) -> None:
        """Wait for nothing any more."""
        self._wanted = None

    def _work(self, piece: object, work: Callable[[], Any]) -> None:
        result: object = None
        error = ""
        try:
            result = work()
        except PlainError as problem:
            error = str(problem)
        except Exception as problem:  # told like any other, rather than lost in a thread
            error = f"This went wrong unexpectedly ({type(problem).__name__}: {problem})."
        with contextlib.suppress(RuntimeError):  # the window may be gone by now
            self._finished.emit(piece, result, error)

    def _deliver(self, piece: object, result: object, error: str) -> None:
        if piece is not self._wanted:
            return
        self._wanted = None
        self._failed(error) if error else self._then(result)
