"""score(x, y) = w · f(x, y), written out with whole joint feature vectors.

Two classes: f(x, ±1) = ±x/2. More: f(x, y) is x in block y and zero elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]

CLOSE = 1e-9


class TooCloseError(Exception):
    """Rounding could decide either way from here on, so there is nothing left to compare."""


@dataclass(frozen=True)
class Visited:
    """What an oracle saw of one example, before the step."""

    margin: float
    mistake: bool
    wrong: int


@dataclass(frozen=True)
class Stepped:
    """The joint weight vector after a step, the examples that were in it, and see `settled`."""

    w: Vector
    visits: tuple[Visited, ...]
    history: Vector


Oracle = Iterator[Stepped]


def f(x: Vector, y: int, classes: int) -> Vector:
    if classes == 2:
        return x / 2 if y == 1 else -x / 2
    blocks = np.zeros((classes, len(x)))
    blocks[y] = x
    return blocks.ravel()


def weights_for(x: Vector, classes: int) -> Vector:
    return np.zeros(len(f(x, 0, classes)))


def score(w: Vector, x: Vector, y: int, classes: int) -> float:
    return math.fsum(w * f(x, y, classes))


def best_wrong(
    w: Vector, x: Vector, y: int, classes: int, exact: bool = False, history: Vector | None = None
) -> int:
    """The highest-scored label that is not y; the lowest index among equals."""
    others = [k for k in range(classes) if k != y]
    scores = [score(w, x, k, classes) for k in others]
    best = others[scores.index(max(scores))]
    for k in others:
        if k != best and not exact:
            settled(w, x, best, k, classes, history)
    return best


def margin_of(w: Vector, x: Vector, y: int, wrong: int, classes: int) -> float:
    return score(w, x, y, classes) - score(w, x, wrong, classes)


def settled(
    w: Vector, x: Vector, one: int, other: int, classes: int, history: Vector | None = None
) -> None:
    """Make sure that which of two labels scores higher does not hang on rounding.

    A tie is sure when both have had the same weights all along: `history` is w with other step
    lengths, in which nothing cancels by chance; without it w itself is believed.
    """
    gap = margin_of(w, x, one, other, classes)
    if abs(gap) > CLOSE * max(1.0, float(np.abs(w).max(initial=0.0))):
        return
    past = w if history is None else history
    if classes == 2:
        same = not (past * x).any()
    else:
        heads = past.reshape(classes, -1)
        same = bool(((heads[one] == heads[other]) | (x == 0.0)).all())
    if not same:
        raise TooCloseError


def away_from(value: float, threshold: float) -> float:
    """The value, when it does not hang on rounding which side of the threshold it is on."""
    if abs(value - threshold) < CLOSE:
        raise TooCloseError
    return value


def seen(w: Vector, x: Vector, y: int, classes: int, history: Vector | None = None) -> Visited:
    """An example under the convention that a tie is a mistake."""
    wrong = best_wrong(w, x, y, classes, history=history)
    settled(w, x, y, wrong, classes, history)
    margin = margin_of(w, x, y, wrong, classes)
    return Visited(margin, margin <= 0.0, wrong)
