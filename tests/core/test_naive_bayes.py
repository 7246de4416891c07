from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import keyframes
from core.counting import CountRecording
from core.dataset import Dataset
from core.errors import PlainError
from core.experiment import Order
from core.learners import find
from core.measure import probabilities
from core.rows import Rows
from core.run import Run


def counted(
    table: object, labels: object, classes: int = 2, name: str = "naive-bayes", bias: bool = True,
    held_out: object = None, **parameters: object,
) -> tuple[Run, CountRecording]:  # fmt: skip
    rows = Rows.from_dense(table)  # type: ignore[arg-type]
    columns = tuple(f"x{j}" for j in range(rows.width))
    mask = None if held_out is None else np.asarray(held_out)
    data = Dataset(rows, np.asarray(labels), tuple("ABCD"[:classes]), columns, held_out=mask)
    run = Run(data, find(name), parameters, order=Order("given"), bias=bias)
    assert isinstance(run.recording, CountRecording)
    return run, run.recording


def test_ends_after_one_pass() -> None:
    run, _ = counted([[1.0], [2.0], [0.0]], [0, 1, 0])
    run.play()
    assert (run.steps, run.advance(5)) == (3, 0)
    assert run.stopped is not None
    assert run.stopped.sentence == "every example has been counted once"


@settings(max_examples=20)
@given(
    name=st.sampled_from(["naive-bayes", "gaussian-naive-bayes"]),
    classes=st.sampled_from([2, 4]),
    seed=st.integers(0, 999),
)
def test_the_tape_does_not_depend_on_how_it_is_stepped(name: str, classes: int, seed: int) -> None:
    """Fractions, as of tf-idf, whose sums depend on the order they are added up in."""
    rng = np.random.default_rng(seed)
    table = rng.random((150, 6)) * (rng.random((150, 6)) < 0.6)
    labels = rng.integers(0, classes, 150)
    table[50:100], labels[50:100] = table[:50], (labels[:50] + 1) % classes  # almost ties
    tapes = []
    for chunk in (1, 7, 150):
        run, recording = counted(table, labels, classes, name)
        while run.stopped is None:
            run.advance(chunk)
        tape = recording.tape
        tapes.append((tape.margins.tobytes(), tape.mistakes(0, 150).tobytes()))
    assert tapes[0] == tapes[1] == tapes[2]


def test_looking_back_over_keyframes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyframes, "SHORTEST_INTERVAL", 4)
    monkeypatch.setattr(keyframes, "MOST_BYTES", 300)
    rng = np.random.default_rng(0)
    run, recording = counted(rng.random((60, 3)), rng.integers(0, 2, 60))
    seen = [recording.counts(0).tobytes()]
    while run.advance(1):
        seen.append(recording.counts(run.steps).tobytes())
    assert [recording.counts(t).tobytes() for t in range(61)] == seen
    assert [recording.counts(t).tobytes() for t in reversed(range(61))] == seen[::-1]


def test_words_of_held_out_texts_alone_are_dropped() -> None:
    """They neither count in V nor in a score."""
    table = [[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [3.0, 0.0, 9.0]]
    run, recording = counted(table, [0, 1, 0], held_out=[False, False, True])
    run.play()
    theta = recording.theta(2)
    assert theta[2].tolist() == [0.0, 0.0]
    assert theta[0].tolist() == pytest.approx([math.log(2 / 3), math.log(1 / 4)])
    assert theta[1].tolist() == pytest.approx([math.log(1 / 3), math.log(3 / 4)])


def test_a_class_not_seen_yet_counts_as_half_an_example() -> None:
    run, recording = counted([[1.0], [1.0], [1.0], [1.0]], [0, 0, 0, 1])
    run.advance(3)
    assert recording.theta(3)[-1].tolist() == pytest.approx([0.0, math.log(0.5 / 3)])


@pytest.mark.parametrize("name", ["naive-bayes", "gaussian-naive-bayes"])
def test_without_bias_there_is_no_prior(name: str) -> None:
    table, labels = [[1.0, 2.0], [1.0, 2.0], [1.0, 2.0]], [0, 0, 1]
    run, _ = counted(table, labels, name=name, bias=False)
    assert probabilities(run.play().at(3).scores()) == pytest.approx(
        np.array([[0.5, 0.5]] * 3), abs=0.2
    )
    with_prior, _ = counted(table, labels, name=name)
    assert probabilities(with_prior.play().at(3).scores())[0, 0] > 0.6


def test_bell_curves_far_from_zero() -> None:
    """Sums of squares keep enough digits where the distance is ten thousand times the spread."""
    rng = np.random.default_rng(3)
    table = rng.normal(size=(60, 2)) + np.repeat([[0.0], [3.0]], 30, axis=0)
    labels = np.repeat([0, 1], 30)
    near, _ = counted(table, labels, name="gaussian-naive-bayes")
    far, _ = counted(table + 1e4, labels, name="gaussian-naive-bayes")
    one, other = near.play().at(60).scores(), far.play().at(60).scores()
    np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-4)


def test_negative_counts_are_refused() -> None:
    with pytest.raises(PlainError, match="use Gaussian naive Bayes"):
        counted([[-1.0], [1.0]], [0, 1])


@pytest.mark.parametrize("name", ["naive-bayes", "gaussian-naive-bayes"])
def test_numbers_too_large_are_refused(name: str) -> None:
    with pytest.raises(PlainError, match="too large"):
        counted([[1e308], [1.0]], [0, 1], name=name)


@pytest.mark.parametrize("size", [1e-310, 1e-160, 1e-150, 1e-100, 2.0**200, 2.0**330])
@pytest.mark.parametrize("spread", [0.0, 1.0])
def test_bell_curves_of_any_size(size: float, spread: float) -> None:
    table = size * (1.0 + spread * np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [3.0, 0.0]]))
    run, recording = counted(table, [0, 0, 1, 1], name="gaussian-naive-bayes", smoothing=1e-12)
    run.play()
    for t in range(5):
        assert np.isfinite(recording.theta(t)).all()
        assert np.isfinite(run.at(t).scores()).all()
