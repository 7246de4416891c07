"""How somebody watches a long reading: told how far it is, and able to stop it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

Progress: TypeAlias = Callable[[int, int], None]  # done, of how much in all
Asked: TypeAlias = Callable[[], bool]

_SELDOM = 0.02  # seconds between two reports


class ReadingCancelled(Exception):
    """Somebody no longer wants what was being read."""


@dataclass
class _Clock:
    last: float = 0.0


@dataclass(frozen=True)
class Watch:
    """Reports progress in bytes of `size`, of which this watch covers the part from `start`
    to `end` (fractions), and asks whether to go on."""

    progress: Progress | None = None
    cancelled: Asked | None = None
    size: int = 0
    start: float = 0.0
    end: float = 1.0
    _clock: _Clock = field(default_factory=_Clock)

    def part(self, start: float, end: float) -> Watch:
        """A watch for one of several stages, given as fractions of this one."""
        width = self.end - self.start
        inner = (self.start + width * start, self.start + width * end)
        return Watch(self.progress, self.cancelled, self.size, *inner, self._clock)

    def at(self, done: int, total: int) -> None:
        """So much of this stage is done; raises ReadingCancelled when it is to stop."""
        if self.cancelled is not None and self.cancelled():
            raise ReadingCancelled
        if self.progress is None:
            return
        now = time.monotonic()
        if now - self._clock.last >= _SELDOM:
            self._clock.last = now
            fraction = min(done / total, 1.0) if total > 0 else 1.0
            self.progress(
                int(self.size * (self.start + (self.end - self.start) * fraction)), self.size
            )

    def finish(self) -> None:
        """All of it is done."""
        if self.progress is not None:
            self.progress(self.size, self.size)


UNWATCHED = Watch()
