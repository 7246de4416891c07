"""Whole states kept every so many steps, so that any moment is one of them plus a short replay."""

from __future__ import annotations

from bisect import bisect_right
from typing import Generic, TypeVar

Frame = TypeVar("Frame")

SHORTEST_INTERVAL = 4096
LARGE_FRAME = 100_000  # bytes; copying one takes as long as thousands of steps,
LARGE_FRAME_INTERVAL = 16_384  # so they come less often
MOST_BYTES = 40_000_000


class Keyframes(Generic[Frame]):
    """Frames at multiples of an interval that doubles when the memory for them would run out.

    One thread may look a frame up while another adds one: the pairs are never changed in place.
    """

    def __init__(self, first: Frame, frame_bytes: int, pace: int = 1) -> None:
        """`pace`: how many times as far apart large frames may be, because steps are quick."""
        self._pairs: tuple[tuple[int, Frame], ...] = ((0, first),)
        self._frame_bytes = frame_bytes
        self._most = max(2, MOST_BYTES // max(frame_bytes, 1))
        large = frame_bytes >= LARGE_FRAME
        self.interval = pace * LARGE_FRAME_INTERVAL if large else SHORTEST_INTERVAL

    def until_next(self, place: int) -> int:
        """How many steps from here to the next place that wants a frame."""
        return self.interval - place % self.interval

    def wants(self, place: int) -> bool:
        return place % self.interval == 0 and place > self._pairs[-1][0]

    def add(self, place: int, frame: Frame) -> None:
        pairs = (*self._pairs, (place, frame))
        if len(pairs) > self._most:
            self.interval *= 2
            pairs = tuple(pair for pair in pairs if pair[0] % self.interval == 0)
        self._pairs = pairs

    def before(self, place: int) -> tuple[int, Frame]:
        """The last frame at or before this place, with its own place."""
        pairs = self._pairs
        return pairs[bisect_right(pairs, place, key=lambda pair: pair[0]) - 1]

    @property
    def bytes(self) -> int:
        return self._frame_bytes * len(self._pairs)
