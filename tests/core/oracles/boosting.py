"""AdaBoost with stumps by trying every stump there is; SAMME for more than two classes."""

from __future__ import annotations

import math
from itertools import product

import numpy as np

from tests.core.oracles.joint import Vector


def every_split(examples: Vector) -> list[list[bool]]:
    """Every way in which a threshold on one feature, or none at all, parts the examples."""
    splits = [[False] * len(examples)]
    for column in examples.T:
        for low in sorted(set(column))[:-1]:
            splits.append([bool(value > low) for value in column])
    return splits


def least_error(examples: Vector, labels: list[int], classes: int, shares: Vector) -> float:
    """The weighted error of the best stump."""
    errors = []
    for split in every_split(examples):
        for low, high in product(range(classes), repeat=2):
            answers = [high if above else low for above in split]
            errors.append(
                math.fsum(s for s, a, y in zip(shares, answers, labels, strict=True) if a != y)
            )
    return min(errors)


def say(error: float, classes: int) -> float:
    return 0.5 * (math.log((1 - error) / error) + math.log(classes - 1))


def reweighed(shares: Vector, missed: Vector, alpha: float) -> Vector:
    """Up by e^α where the stump errs, down by e^−α where it does not, then sum to one."""
    grown = shares * np.exp(np.where(missed, alpha, -alpha))
    return grown / math.fsum(grown)
