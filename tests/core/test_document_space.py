"""Principal components of documents, against scikit-learn's, and heights made from them."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.decomposition import PCA

from core.dataset import Dataset
from core.document_space import COMPONENTS, heights_of, known_space_of, space_of
from core.rows import Rows


def documents(count: int, width: int, seed: int = 0, held_out: int = 0) -> Dataset:
    """Few of the words in each document; the first word tells the class."""
    rng = np.random.default_rng(seed)
    table = (rng.random((count, width)) < 0.15) * rng.integers(1, 4, (count, width))
    labels = (table[:, 0] > 0).astype(np.int32)
    names = tuple(f"w{j}" for j in range(width))
    mask = np.zeros(count, np.bool_)
    mask[:held_out] = True
    return Dataset(Rows.from_dense(table), labels, ("a", "b"), names, held_out=mask)


@pytest.mark.parametrize(("count", "width"), [(60, 40), (40, 90), (9, 30), (80, 5)])
def test_components_are_those_of_the_training_documents(count: int, width: int) -> None:
    dataset = documents(count, width, held_out=3)
    space = space_of(dataset)
    table = dataset.rows.dense()
    wanted = PCA(min(COMPONENTS, count - 4, width)).fit(table[dataset.training])
    kept = space.directions.shape[1]
    assert kept == wanted.n_components_
    np.testing.assert_allclose(space.shares, wanted.explained_variance_ratio_, atol=1e-9)
    aligned = np.abs((space.directions.T * wanted.components_).sum(axis=1))
    np.testing.assert_allclose(aligned, 1.0, atol=1e-6)
    np.testing.assert_allclose(np.abs(space.places), np.abs(wanted.transform(table)), atol=1e-6)


def test_the_largest_weight_of_a_component_is_positive() -> None:
    directions = space_of(documents(60, 40)).directions
    largest = np.abs(directions).argmax(axis=0)
    assert (directions[largest, np.arange(directions.shape[1])] > 0).all()


def test_it_is_worked_out_once() -> None:
    dataset = documents(30, 20)
    assert known_space_of(dataset) is None
    space = space_of(dataset)
    assert space_of(dataset) is space
    assert known_space_of(dataset) is space


def test_heights_are_evenly_spread_and_follow_a_component() -> None:
    dataset = documents(50, 30, held_out=10)
    heights = heights_of(dataset)
    assert heights.component is not None
    np.testing.assert_allclose(np.sort(heights.places), (np.arange(50) + 0.5) / 50)
    along = space_of(dataset).places[:, heights.component - 1]
    assert (np.diff(along[np.argsort(heights.places)]) >= 0).all()


def test_the_component_that_tells_the_classes_apart_is_not_the_height() -> None:
    rng = np.random.default_rng(1)
    labels = np.repeat([0, 1], 40).astype(np.int32)
    table = rng.random((80, 20))
    table[:, 0] += 9.0 * labels  # by far the widest direction
    names = tuple(f"w{j}" for j in range(20))
    dataset = Dataset(Rows.from_dense(table), labels, ("a", "b"), names)
    heights = heights_of(dataset)
    assert heights.component != 1
    assert abs(np.corrcoef(heights.places, labels)[0, 1]) < 0.2


def test_documents_that_do_not_differ_are_ranked_by_their_texts() -> None:
    texts = ("pear", "apple", "quince", "fig")
    rows = Rows.from_dense(np.ones((4, 3)))
    labels = np.array([0, 1, 0, 1], np.int32)
    dataset = Dataset(rows, labels, ("a", "b"), ("x", "y", "z"), items=texts)
    heights = heights_of(dataset)
    assert heights.component is None
    assert [texts[i] for i in np.argsort(heights.places)] == sorted(texts)


def test_no_training_document_and_no_word() -> None:
    rows = Rows.from_dense(np.zeros((2, 0)))
    empty = Dataset(rows, np.array([0, 1], np.int32), ("a", "b"), ())
    assert sorted(heights_of(empty).places) == [0.25, 0.75]
    held = Dataset(Rows.from_dense(np.eye(2)), np.array([0, 1], np.int32), ("a", "b"), ("x", "y"),
                   held_out=np.ones(2, np.bool_))  # fmt: skip
    assert sorted(heights_of(held).places) == [0.25, 0.75]
