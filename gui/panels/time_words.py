"""How steps, passes and counts are written."""

from __future__ import annotations

from dataclasses import dataclass

from core.learners.declaration import Boosting
from gui.computer import Results

THIN_SPACE = "\u202f"  # narrow, and never the place of a line break


@dataclass(frozen=True)
class Unit:
    """What time is counted in along an axis: passes, rounds, or single steps."""

    one: str
    many: str
    steps: int  # in one of them

    def place(self, t: int) -> str:
        """In which of them step t lies; empty where that would only repeat the step."""
        if self.one != "pass":
            return ""
        return f"pass {grouped(max(-(-t // self.steps), 1))}"


STEPS = Unit("step", "steps", 1)


def unit_of(results: Results) -> Unit:
    """Passes if anything learns in passes, rounds if all there is boosts."""
    if results.steps_per_pass:
        return Unit("pass", "passes", results.steps_per_pass)
    runs = [learner.run for learner in results.learners if learner.run is not None]
    if runs and all(isinstance(run.learner.method, Boosting) for run in runs):
        return Unit("round", "rounds", 1)
    return STEPS


def grouped(count: int) -> str:
    """1 284 rather than 1,284: a space is a decimal sign in no country."""
    return f"{count:,}".replace(",", THIN_SPACE)


def share(part: float) -> str:
    """A fraction as a percentage."""
    return f"{100.0 * part:.1f}{THIN_SPACE}%"
