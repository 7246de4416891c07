"""Which examples are held out, or which fold they fall in: stratified by class and seeded."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePath

import numpy as np
from numpy.typing import NDArray

from core.errors import PlainError
from core.rows import Ints

LONGEST_NUMBER = 15  # digits, in a file's name
BLOCK = 10  # examples of a class that are shuffled among themselves


def held_out_mask(labels: Ints, fraction: float, seed: int) -> NDArray[np.bool_]:
    """True where an example is held out; each class gives the same fraction, rounded.

    Of the first m members of a class, about fraction · m are held out for every m, and which ones
    depends on their place alone: a point drawn later leaves all but the last few as they were.
    A class with two or more examples always keeps at least one to learn from.
    """
    if not 0.0 <= fraction < 1.0:
        raise PlainError(f"The held-out fraction must be at least 0 and below 1, not {fraction:g}.")
    mask = np.zeros(len(labels), np.bool_)
    for label in np.unique(labels):
        members = np.flatnonzero(labels == label)
        shuffled = members[_shuffled_in_blocks(len(members), seed, int(label))]
        due = np.floor(fraction * np.arange(len(members) + 1) + 0.5)
        chosen = np.diff(due) > 0
        if chosen.all():
            chosen[0] = False
        mask[shuffled[chosen]] = True
    return mask


def _shuffled_in_blocks(count: int, seed: int, label: int) -> NDArray[np.int64]:
    """0 … count-1 with each block of BLOCK shuffled; a longer count keeps the whole blocks."""
    keys = np.random.default_rng([seed, label]).random(count)  # a longer draw begins the same
    return np.lexsort((keys, np.arange(count) // BLOCK))


def fold_numbers(labels: Ints, folds: int, seed: int) -> Ints:
    """The fold 0 … folds-1 of every example, each class dealt out evenly."""
    if not 2 <= folds <= len(labels):
        raise PlainError(
            f"{len(labels)} examples cannot be dealt into {folds} folds: "
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


def folds_by_name(names: Sequence[str], folds: int) -> Ints:
    """The fold of every text by the first number in its file's name: low numbers come first.

    The range from 0 to the highest number is cut into equal parts, so that cv000 … cv999 in three
    folds are 0–333, 334–666 and 667–999.
    """
    found = [re.search(r"\d+", PurePath(name).name) for name in names]
    without = next((name for name, one in zip(names, found, strict=True) if one is None), None)
    if without is not None:
        raise PlainError(f"The file “{without}” has no number in its name to find its fold by.")
    if not 2 <= folds <= len(names):
        raise PlainError(f"{len(names)} files cannot make {folds} folds: use 2 or more, but fewer.")
    digits = [one.group() for one in found if one is not None]
    if any(len(one) > LONGEST_NUMBER for one in digits):
        raise PlainError("A file has too long a number in its name to find its fold by.")
    numbers = np.array([int(one) for one in digits], np.int64)
    fold = (numbers * folds // (numbers.max(initial=0) + 1)).astype(np.int32)
    empty = np.flatnonzero(np.bincount(fold, minlength=folds) == 0)
    if len(empty):
        raise PlainError(
            f"By the numbers in the file names, fold {empty[0] + 1} of {folds} would be empty."
        )
    return np.asarray(fold)
