"""What every kind of recorded training offers, whatever it records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.rows import Floats, Rows
from core.tape import Tape


@dataclass(frozen=True)
class Update:
    """One visited example and how it moved the weights: W[h] += coefficients[h] · x."""

    row: int
    gold: int
    wrong: int  # the best-scored other label
    scores: tuple[float, ...]  # of every label, before the step
    margin: float
    squared_norm: float  # ‖f(x, gold) − f(x, wrong)‖²
    size: float  # the largest coefficient, as a length
    coefficients: tuple[float, ...]  # per head
    mistake: bool
    past: float  # the step sizes this example had before
    pasts: tuple[float, ...] = ()  # the same for each head, where they differ

    @property
    def signed_size(self) -> float:
        """The step size of a two-class update: negative when it turns away from the example."""
        return self.coefficients[0] * (1.0 if self.gold == 1 else -1.0)


@dataclass(frozen=True)
class Step:
    """Everything about one step, exact."""

    number: int  # 1 for the first
    shrink: float
    updates: tuple[Update, ...]
    before: Floats  # the weights [width, heads] before the step
    after: Floats
    facts: dict[str, float] = field(default_factory=dict)  # what only some learners know


@dataclass(frozen=True)
class Stretch:
    """Several moments of a run at once, for curves."""

    steps: NDArray[np.int64]  # [s]
    norms: Floats  # [s], ‖w‖; nan where a vote has no weights
    scores: Floats  # [s, n, classes]


class Recording(Protocol):
    """A training that can be extended, and looked at after any number of its steps."""

    steps: int
    diverged: bool

    @property
    def feature_names(self) -> tuple[str, ...]:
        """What each weight belongs to; "bias" last when there is one."""
        ...

    @property
    def per_pass(self) -> int:
        """Steps in one pass."""
        ...

    @property
    def most_steps(self) -> int:
        """Where it ends, however many passes are asked for."""
        ...

    @property
    def ending(self) -> str:
        """Why it ends there, in a few words."""
        ...

    def advance(self, count: int) -> int:
        """Take up to this many steps; returns how many were taken."""
        ...

    def weights(self, t: int, readout: str) -> Floats:
        """The weights [width, heads] after t steps, bias last when there is one."""
        ...

    def scores(self, rows: Rows, t: int, readout: str) -> Floats:
        """Scores [n, classes] of any rows (features without bias) after t steps."""
        ...

    def along(self, rows: Rows, steps: NDArray[np.int64], readout: str) -> Iterator[Stretch]:
        """Norms and scores of these rows after each of these ascending numbers of steps."""
        ...

    def step(self, t: int) -> Step:
        """The t-th step, exactly."""
        ...

    def own_rows(self, rows: Rows) -> Rows | None:
        """Rows (features without bias) as the weights see them; None if scores are no such sum."""
        ...

    def rate(self, t: int) -> float:
        """The learning rate of step t; 1 for learners without one."""
        ...

    def visited(self, t: int) -> NDArray[np.int32]:
        """The rows that step t visited."""
        ...

    @property
    def tape(self) -> Tape | None:
        """Every visit; None for learners that always look at all examples."""
        ...

    def mistakes(self, start: int, end: int) -> NDArray[np.bool_]:
        """For steps start+1 … end: was there a mistake?"""
        ...

    def changes(self, start: int, end: int) -> NDArray[np.bool_]:
        """For steps start+1 … end: did the weights move along an example?"""
        ...


def label_scores(scores: Floats) -> Floats:
    """Scores […, classes] from scores […, heads]: one head h stands for the two labels ∓h/2."""
    if scores.shape[-1] == 1:
        return np.asarray(scores * np.array([-0.5, 0.5]))
    return scores


def moments_at_once(width: int, heads: int) -> int:
    """How many sets of weights to hold in memory together."""
    return int(np.clip(4_000_000 // max(width * heads, 1), 1, 512))
