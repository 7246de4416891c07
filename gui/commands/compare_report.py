"""A comparison of learners, for a person or for a program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from core.cross_validation import Fit, Spread
from core.dataset import Dataset
from core.experiment import LearnerChoice
from core.learners import find
from core.measure import Confusion
from core.parameters import settle
from gui.commands.number_text import counted, setting
from gui.commands.text_report import rates_json, words_json, words_text
from gui.commands.text_table import text_table

if TYPE_CHECKING:
    from core.examples import Examples


@dataclass(frozen=True)
class Result:
    """A learner's fits, one per fold, or why there are none."""

    choice: LearnerChoice
    fits: tuple[Fit, ...]
    problem: str | None = None
    values: str | None = None  # of texts: what a feature counts as

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
    def confusion(self) -> Confusion:
        """Of all examples, each when it was held out."""
        return Confusion(np.sum([fit.confusion.counts for fit in self.fits], axis=0))

    @property
    def title(self) -> str:
        """The name, with the parameters that were set."""
        given = self.choice.parameters.items()
        text = ", ".join(f"{name}={setting(value)}" for name, value in given)
        return f"{self.choice.name} ({text})" if text else self.choice.name


def as_json(
    results: Sequence[Result], title: str, examples: Examples, folds: int, seed: int
) -> dict[str, Any]:
    return {
        "data": title,
        "examples": len(examples),
        "folds": folds,
        "seed": seed,
        "learners": [_result_json(result, examples.class_names) for result in results],
    }


def _result_json(result: Result, class_names: Sequence[str]) -> dict[str, Any]:
    choice, well = result.choice, result.problem is None
    of_texts: dict[str, Any] = {}
    if result.values is not None:
        of_texts = {
            "values": result.values,
            "features": result.fits[-1].features if well else None,
            "heaviest": words_json(result.fits[-1].words, class_names) if well else None,
        }
    return {
        "learner": choice.name,
        "parameters": settle(find(choice.name).parameters, choice.parameters),
        "readout": choice.readout,
        "train": asdict(result.train) if well else None,
        "held_out": asdict(result.held_out) if well else None,
        "classes": rates_json(result.confusion, class_names) if well else None,
        "seconds": asdict(result.seconds) if well else None,
        "diverged": result.diverged if well else None,
        "problem": result.problem,
        **of_texts,
    }


def as_text(results: Sequence[Result], title: str, examples: Examples, folds: int) -> str:
    texts = any(result.values is not None for result in results)
    unit, factor = _time_unit(results)
    rates = ["precision, %", "recall, %", "F1, %"] if texts else []
    titles = ["learner", *(["values"] if texts else []), "readout", "held out, %", *rates]
    rows = [[*titles, "train, %", f"time, {unit}"]]
    rows += [_row(result, factor) for result in results]
    notes = [
        f"  {result.title} diverged in {result.diverged} of {folds} folds."
        for result in results
        if result.diverged
    ]
    sides = "lll" + "r" * 6 if texts else "llrrr"
    blocks = [
        f"{title} in {folds} folds: {_size(examples, texts)}",
        text_table(rows, sides),
        "\n".join(notes),
        *(_words(result, examples.class_names) for result in results),
    ]
    return "\n\n".join(block for block in blocks if block)


def _size(examples: Examples, texts: bool) -> str:
    kind = ("text", "texts") if texts else ("example", "examples")
    parts = [counted(len(examples), *kind)]
    if isinstance(examples, Dataset):
        parts.append(counted(examples.rows.width, "feature", "features"))
    return ", ".join([*parts, f"{len(examples.class_names)} classes"])


def _words(result: Result, class_names: Sequence[str]) -> str:
    """What the last fold's training found to weigh most."""
    if result.values is None or not result.fits:
        return ""
    last = result.fits[-1]
    words = words_text(last.words, class_names)
    what = f"{result.title}, {result.values}"
    features = counted(last.features, "feature", "features")
    return f"Heaviest for each class, {what} (last fold, {features}):\n{words}" if words else ""


def _row(result: Result, factor: float) -> list[str]:
    values = [] if result.values is None else [result.values]
    if result.problem is not None:
        return [result.title, *values, result.problem]
    rates = [f"{100.0 * rate:.1f}" for rate in result.confusion.macro] if values else []
    return [
        result.title,
        *values,
        result.choice.readout,
        _spread(result.held_out, 100.0, 1),
        *rates,
        _spread(result.train, 100.0, 1),
        _spread(result.seconds, factor, 2),
    ]


def _spread(spread: Spread, scale: float, decimals: int) -> str:
    # Fixed width for the deviation, so that the signs ± stand below each other.
    deviation = f"{scale * spread.deviation:.{decimals}f}"
    return f"{scale * spread.mean:.{decimals}f} ± {deviation:>{decimals + 3}}"


def _time_unit(results: Sequence[Result]) -> tuple[str, float]:
    longest = max((result.seconds.mean for result in results if result.fits), default=0.0)
    return ("s", 1.0) if longest >= 1.0 else ("ms", 1000.0)
