"""A progress bar on standard error, for a person at a terminal only; it leaves nothing behind."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import TextIO

INTERVAL = 0.1  # seconds between two pictures
WIDEST = 40


class ProgressBar:
    """Use as a context: the bar goes away at its end, however that comes."""

    def __init__(
        self,
        title: str,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._title, self._clock = title, clock
        self._stream = sys.stderr if stream is None else stream
        self.visible = self._stream.isatty()
        self._full, self._empty = _signs(self._stream)
        self._next = clock() + INTERVAL  # what is over at once shows no bar
        self._drawn = 0

    def show(self, done: int, total: int) -> None:
        """Draw how much is done, unless that was just drawn."""
        now = self._clock()
        if not self.visible or now < self._next:
            return
        self._next = now + INTERVAL
        share = min(done / total, 1.0) if total > 0 else 0.0
        room = shutil.get_terminal_size().columns - len(self._title) - 8
        width = max(0, min(WIDEST, room))
        full = round(share * width)
        bar = self._full * full + self._empty * (width - full)
        text = f"{self._title} {bar} {100 * share:3.0f} %"
        self._write("\r" + text)
        self._drawn = len(text)

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._drawn:
            self._write("\r" + " " * self._drawn + "\r")

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


def _signs(stream: TextIO) -> tuple[str, str]:
    try:
        "█░".encode(stream.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return "#", "."
    return "█", "░"
