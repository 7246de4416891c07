"""Closing: how long anyone may wait for threads to end."""

from __future__ import annotations

import threading
import time

BUDGET = 0.5  # seconds for all of them together, once the program is about to end

_deadline: float | None = None


def hurry() -> None:
    """The program ends: from now on waiting is short, since nothing that runs is of use any more.

    A thread may be compiling, which takes seconds and cannot be broken off.
    """
    global _deadline
    _deadline = time.monotonic() + BUDGET


def wait_for(thread: threading.Thread, longest: float | None = None) -> None:
    """Until it has ended, or for so many seconds, or until it is time to go."""
    if _deadline is not None:
        left = max(_deadline - time.monotonic(), 0.0)
        longest = left if longest is None else min(left, longest)
    thread.join(timeout=longest)


def still_running() -> list[str]:
    """The names of threads that have not ended, the main one aside."""
    others = (one for one in threading.enumerate() if one is not threading.main_thread())
    return [thread.name for thread in others]
