from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import PlainError
from core.split import fold_numbers, held_out_mask

LABELS = st.lists(st.integers(0, 4), max_size=60).map(lambda found: np.array(found, np.int32))


@given(LABELS, st.floats(0.0, 0.99), st.integers(0, 99))
def test_every_class_gives_its_share(labels: np.ndarray, fraction: float, seed: int) -> None:
    mask = held_out_mask(labels, fraction, seed)
    for label in set(labels.tolist()):
        members = mask[labels == label]
        assert not members.all()  # something is left to learn from
        if members.sum() < len(members) - 1:
            assert abs(members.sum() - fraction * len(members)) <= 0.5 + 1e-9


@given(LABELS, st.integers(0, 99))
def test_a_split_follows_from_its_seed(labels: np.ndarray, seed: int) -> None:
    one, same = held_out_mask(labels, 0.4, seed), held_out_mask(labels, 0.4, seed)
    assert one.tolist() == same.tolist()


def test_another_seed_is_another_split() -> None:
    labels = np.zeros(40, np.int32)
    assert held_out_mask(labels, 0.5, 0).tolist() != held_out_mask(labels, 0.5, 1).tolist()


@pytest.mark.parametrize("fraction", [-0.1, 1.0, 1.5, float("nan")])
def test_a_fraction_out_of_range(fraction: float) -> None:
    with pytest.raises(PlainError, match="held-out fraction"):
        held_out_mask(np.zeros(3, np.int32), fraction, 0)


@given(LABELS, st.integers(2, 6), st.integers(0, 9))
def test_folds_are_even_in_every_class(labels: np.ndarray, folds: int, seed: int) -> None:
    if folds > len(labels):
        with pytest.raises(PlainError, match="no more than there are examples"):
            fold_numbers(labels, folds, seed)
        return
    numbers = fold_numbers(labels, folds, seed)
    assert set(numbers.tolist()) == set(range(folds))
    sizes = np.bincount(numbers, minlength=folds)
    assert sizes.max() - sizes.min() <= 1
    for label in set(labels.tolist()):
        of_class = np.bincount(numbers[labels == label], minlength=folds)
        assert of_class.max() - of_class.min() <= 1
