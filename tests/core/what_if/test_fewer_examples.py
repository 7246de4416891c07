"""Learning from fewer examples, or without one of them, against runs made by hand."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.dataset import Dataset
from core.errors import PlainError
from core.experiment import LearnerChoice, Order, Stopping
from core.learners import find
from core.run import Run
from core.runs import dataset_of
from core.what_if import drop_each, learning_curve
from core.what_if.learning_curve import mixed_in_proportion
from tests.core.what_if.asked import accuracies, by_hand, experiment

# Learning curve


@given(st.lists(st.integers(0, 3), min_size=1, max_size=60), st.integers(0, 5))
@settings(max_examples=60)
def test_every_prefix_keeps_the_proportions(labels: list[int], seed: int) -> None:
    y = np.array(labels, np.int32)
    mixed = mixed_in_proportion(y, np.arange(len(y)), seed)
    assert sorted(mixed.tolist()) == list(range(len(y)))
    for label in set(labels):
        running = np.cumsum(y[mixed] == label)
        due = np.arange(1, len(y) + 1) * labels.count(label) / len(y)
        assert np.abs(running - due).max() <= 1 + len(set(labels)) / 2


def test_a_learning_curve_is_that_of_runs_on_fewer_examples() -> None:
    asked = experiment(n=60, learners=(LearnerChoice("mira"), LearnerChoice("naive-bayes")))
    dataset = dataset_of(asked)
    curve = learning_curve(asked, sizes=[5, 20, 44], repeats=3)
    able, unable = curve.curves
    assert curve.unseen == "held-out"
    assert "below zero" in unable.obstacle
    assert np.isnan(unable.train).all()
    for r in range(3):
        mixed = mixed_in_proportion(dataset.labels, dataset.training, asked.order.seed + r)
        for s, size in enumerate(curve.sizes):
            kept = np.sort(mixed[:size])
            held_out = np.flatnonzero(dataset.held_out_rows)
            chosen = np.concatenate([kept, held_out])
            mask = np.arange(len(chosen)) >= size
            small = Dataset(
                dataset.rows.take(chosen), dataset.labels[chosen], dataset.class_names,
                dataset.feature_names, held_out=mask,
            )  # fmt: skip
            assert (able.train[s, r], able.unseen[s, r]) == accuracies(by_hand(asked, small))
    whole = accuracies(by_hand(asked, dataset))
    assert able.train[-1] == pytest.approx([whole[0]] * 3), "all examples are all examples"
    np.testing.assert_allclose(able.unseen_mean, able.unseen.mean(axis=1))
    np.testing.assert_allclose(able.unseen_deviation, able.unseen.std(axis=1))


def test_without_held_out_examples_the_rest_is_the_test() -> None:
    asked = experiment(n=30, held_out=0.0)
    curve = learning_curve(asked, sizes=[10, 30], repeats=2)
    assert curve.unseen == "the rest"
    assert np.isfinite(curve.curves[0].unseen[0]).all()
    assert np.isnan(curve.curves[0].unseen_mean[1]), "nothing is left"
    assert learning_curve(asked, repeats=1).sizes[-1] == 27
    with pytest.raises(PlainError, match="1 to 30"):
        learning_curve(asked, sizes=[31])


def test_early_stopping_never_looks_at_examples_set_aside() -> None:
    patient = Stopping(passes=30, clean_pass=False, patience=2)
    asked = experiment(n=60, stopping=patient)
    whole = by_hand(asked)
    assert whole.stopped is not None
    assert whole.stopped.kind == "early stopping"
    curve = learning_curve(asked, sizes=[len(dataset_of(asked).training)], repeats=1).curves[0]
    assert (curve.train[0, 0], curve.unseen[0, 0]) == accuracies(whole)


# Dropping


@pytest.mark.parametrize("name", ["perceptron", "support-vector-machine", "gaussian-naive-bayes"])
@pytest.mark.parametrize("readout", ["last", "averaged"])
def test_dropping_is_learning_without_the_example(name: str, readout: str) -> None:
    if readout not in find(name).readouts:
        return
    asked = experiment(name, n=24, order=Order("given"))
    dataset, whole = dataset_of(asked), by_hand(asked)
    dropped = drop_each(asked, 0, readout)
    assert sorted(dropped.rows.tolist()) == dataset.training.tolist()
    assert dropped.weights is not None
    assert (np.diff(dropped.moved) <= 0.0).all()
    np.testing.assert_array_equal(dropped.whole, whole.at(whole.steps).weights(readout))
    before = whole.at(whole.steps).scores(readout=readout).argmax(axis=1)
    for place, row in enumerate(dropped.rows.tolist()):
        kept = np.delete(np.arange(len(dataset)), row)
        small = Dataset(
            dataset.rows.take(kept), dataset.labels[kept], dataset.class_names,
            dataset.feature_names, held_out=dataset.held_out_rows[kept],
        )  # fmt: skip
        run = by_hand(asked, small)
        end = run.at(run.steps)
        np.testing.assert_array_equal(dropped.weights[place], end.weights(readout))
        after = end.scores(dataset.rows, readout).argmax(axis=1)
        assert dropped.changed[place] == np.count_nonzero(after != before)
        if name != "gaussian-naive-bayes":
            check_line(dropped.whole, dropped.weights[place], dropped.angles[place])


def check_line(before: np.ndarray, after: np.ndarray, angle: float) -> None:
    turned = [np.degrees(np.arctan2(w[1, 0], w[0, 0])) for w in (before, after)]
    apart = abs(turned[0] - turned[1])
    assert angle == pytest.approx(min(apart, 360.0 - apart), abs=1e-6)


@pytest.mark.parametrize("kind", ["shuffled", "random"])
def test_the_others_keep_their_order(kind: str) -> None:
    asked = experiment(n=20, order=Order(kind, seed=3))
    whole = by_hand(asked).recording.tape.order.reshape(4, -1)
    seen: list[np.ndarray] = []
    original = Run.at

    def watching(run: Run, t: int) -> object:
        seen.append(run.recording.tape.order.copy())
        return original(run, t)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Run, "at", watching)
        row = int(dataset_of(asked).training[4])
        drop_each(asked, 0, rows=[row])
    without = seen[-1].reshape(4, -1)
    assert without.shape[1] == whole.shape[1] - 1
    for before, after in zip(whole, without, strict=True):
        rest = before[before != row]
        common = min(len(rest), len(after))
        np.testing.assert_array_equal(after[:common], rest[:common])
        assert row not in after


def test_a_duplicate_far_from_the_boundary_does_not_matter() -> None:
    base = experiment("support-vector-machine", n=30, held_out=0.0)
    data = base.data
    far = msgspec.structs.replace(data, xy=(*data.xy, (50.0, 0.0)), labels=(*data.labels, 1))
    asked = msgspec.structs.replace(base, data=far, stopping=Stopping(passes=300, clean_pass=False))
    dropped = drop_each(asked, 0)
    assert dropped.moved[dropped.rows.tolist().index(30)] == pytest.approx(0.0, abs=1e-4)
    assert dropped.moved[0] > 0.01


def test_what_cannot_be_dropped_is_said() -> None:
    with pytest.raises(PlainError, match="vote"):
        drop_each(experiment(), 0, "voted")
    asked = experiment()
    held_out = int(np.flatnonzero(dataset_of(asked).held_out_rows)[0])
    with pytest.raises(PlainError, match="learnt from"):
        drop_each(asked, 0, rows=[held_out])
