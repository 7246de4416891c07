"""Which examples are held out, or which fold they fall in: stratified by class and seeded."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.errors import PlainError
from core.rows import Ints


def held_out_mask(labels: Ints, fraction: float, seed: int) -> NDArray[np.bool_]:
    """True where an example is held out; each class gives the same fraction, rounded.

    A class with two or more examples always keeps at least one to learn from.
    """
    if not 0.0 <= fraction < 1.0:
        raise PlainError(f"The held-out fraction must be at least 0 and below 1, not {fraction:g}.")
    mask = np.zeros(len(labels), np.bool_)
    rng = np.random.default_rng(seed)
    for label in np.unique(labels):
        members = rng.permutation(np.flatnonzero(labels == label))
        count = min(round(fraction * len(members)), max(len(members) - 1, 0))
        mask[members[:count]] = True
    return mask


def fold_numbers(labels: Ints, folds: int, seed: int) -> Ints:
    """The fold 0 … folds-1 of every example, each class dealt out evenly."""
    if not 2 <= folds <= len(labels):
        raise PlainError(
            f"{folds} folds cannot be made of {len(labels)} examples: "
            "use at least 2 folds and no more than there are examples."
        )
    numbers = np.empty(len(labels), np.int32)
    rng = np.random.default_rng(seed)
    dealt = 0
    for label in np.unique(labels):
        members = rng.permutation(np.flatnonzero(labels == label))
        numbers[members] = (dealt + np.arange(len(members))) % folds
        dealt += len(members)
    return numbers
