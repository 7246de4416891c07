"""A comparison of learners, for a person or for a program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from core.cross_validation import Fit, Spread
from core.experiment import LearnerChoice
from core.learners import find
from core.parameters import settle
from gui.commands.number_text import counted, setting
from gui.commands.text_table import text_table

if TYPE_CHECKING:
    from core.dataset import Dataset


@dataclass(frozen=True)
class Result:
    """A learner's fits, one per fold, or why there are none."""

    choice: LearnerChoice
    fits: tuple[Fit, ...]
    problem: str | None = None

    @property
    def train(self) -> Spread:
        return Spread.of([fit.train for fit in self.fits])

    @property
    def held_out(self) -> Spread:
        return Spread.of([fit.held_out for fit in self.fits])

    @property
    def seconds(self) -> Spread:
        return Spread.of([fit.seconds for fit in self.fits])

    @property
    def diverged(self) -> int:
        return sum(fit.diverged for fit in self.fits)

    @property
    def title(self) -> str:
        """The name, with the parameters that were set."""
        given = self.choice.parameters.items()
        text = ", ".join(f"{name}={setting(value)}" for name, value in given)
        return f"{self.choice.name} ({text})" if text else self.choice.name


def as_json(
    results: Sequence[Result], title: str, examples: Dataset, folds: int, seed: int
) -> dict[str, Any]:
    return {
        "data": title,
        "examples": len(examples),
        "folds": folds,
        "seed": seed,
        "learners": [_result_json(result) for result in results],
    }


def _result_json(result: Result) -> dict[str, Any]:
    choice, well = result.choice, result.problem is None
    return {
        "learner": choice.name,
        "parameters": settle(find(choice.name).parameters, choice.parameters),
        "readout": choice.readout,
        "train": asdict(result.train) if well else None,
        "held_out": asdict(result.held_out) if well else None,
        "seconds": asdict(result.seconds) if well else None,
        "diverged": result.diverged if well else None,
        "problem": result.problem,
    }


def as_text(results: Sequence[Result], title: str, examples: Dataset, folds: int) -> str:
    size = ", ".join(
        (
            counted(len(examples), "example", "examples"),
            counted(examples.rows.width, "feature", "features"),
            f"{examples.classes} classes",
        )
    )
    unit, factor = _time_unit(results)
    rows = [["learner", "readout", "held out, %", "train, %", f"time, {unit}"]]
    rows += [_row(result, factor) for result in results]
    notes = [
        f"  {result.title} diverged in {result.diverged} of {folds} folds."
        for result in results
        if result.diverged
    ]
    blocks = [f"{title} in {folds} folds: {size}", text_table(rows, "llrrr"), "\n".join(notes)]
    return "\n\n".join(block for block in blocks if block)


def _row(result: Result, factor: float) -> list[str]:
    if result.problem is not None:
        return [result.title, result.problem]
    spreads = (result.held_out, 100.0, 1), (result.train, 100.0, 1), (result.seconds, factor, 2)
    numbers = [_spread(spread, scale, decimals) for spread, scale, decimals in spreads]
    return [result.title, result.choice.readout, *numbers]


def _spread(spread: Spread, scale: float, decimals: int) -> str:
    # Fixed width for the deviation, so that the signs ± stand below each other.
    deviation = f"{scale * spread.deviation:.{decimals}f}"
    return f"{scale * spread.mean:.{decimals}f} ± {deviation:>{decimals + 3}}"


def _time_unit(results: Sequence[Result]) -> tuple[str, float]:
    longest = max((result.seconds.mean for result in results if result.fits), default=0.0)
    return ("s", 1.0) if longest >= 1.0 else ("ms", 1000.0)
