"""How somebody watches a long computation: told how far it is, and able to stop it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from core.run import Run

Progress: TypeAlias = Callable[[int, int], None]  # done, of how many
Asked: TypeAlias = Callable[[], bool]

# Multiplications between two looks at whether to stop: about two milliseconds.
WORK_AT_ONCE = 1_000_000


class Cancelled(Exception):
    """Somebody no longer wants to know."""


def unheard(done: int, total: int) -> None:
    """Progress that nobody follows."""


def never() -> bool:
    return False


@dataclass
class Watch:
    """Counts what is done, tells it, and asks whether to go on."""

    total: int
    progress: Progress = unheard
    cancelled: Asked = never
    done: int = 0

    def one_more(self) -> None:
        self.done += 1
        self.progress(self.done, self.total)
        self.go_on()

    def go_on(self) -> None:
        if self.cancelled():
            raise Cancelled

    def play(self, run: Run) -> Run:
        """Run to the end, looking up every now and then."""
        stretch = steps_at_once(run)
        while run.stopped is None:
            run.advance(stretch)
            self.go_on()
        return run


def steps_at_once(run: Run) -> int:
    """How many steps a run makes in a couple of milliseconds, roughly."""
    dataset = run.dataset
    per_pass = (dataset.rows.nonzeros + len(dataset)) * dataset.classes
    per_step = per_pass // max(run.steps_per_pass, 1) + 1
    return max(WORK_AT_ONCE // per_step, 1)
