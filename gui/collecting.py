"""Memory, looked after when nobody waits: collecting garbage, and giving back what is free."""

from __future__ import annotations

import ctypes
import gc
import sys

from PySide6.QtCore import QObject, QTimer

from gui.studio import Studio

EVERY = 1_000  # milliseconds
AT_REST = 1_000  # milliseconds after the last results


class Collecting(QObject):
    """Collects Python's garbage in this thread and no other, until the studio is closed.

    Left to itself, Python collects in whichever thread happens to ask for memory. A widget among
    the garbage would then be destroyed in a thread of the worker, which Qt does not survive; and a
    frame would be held up by tens of milliseconds. Here, only what is young is looked through while
    the studio plays, once a second: it is little and takes no time. When all is computed and
    nothing moves, everything is, and what computing has freed goes back to the system.
    """

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio
        self._often = QTimer(self)
        self._often.setInterval(EVERY)
        self._often.timeout.connect(self._collect)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(AT_REST)
        self._rest.timeout.connect(self._tidy)
        studio.results_changed.connect(self._rest.start)
        studio.closed.connect(self._end)
        self._was_on = gc.isenabled()
        gc.disable()
        self._often.start()

    def _collect(self) -> None:
        gc.collect(0 if self._studio.playing else 1)

    def _end(self) -> None:
        """There are no other threads any more."""
        self._often.stop()
        self._rest.stop()
        if self._was_on:
            gc.enable()

    def _tidy(self) -> None:
        if self._studio.playing:
            self._rest.start()
        elif self._studio.results.done:
            gc.collect()
            give_back()


def give_back() -> bool:
    """Return free memory to the system, which C's library keeps otherwise; a millisecond or two.

    False where there was none, or the library cannot.
    """
    if not sys.platform.startswith("linux"):
        return False
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # the GNU one has it
    return trim is not None and bool(trim(0))
