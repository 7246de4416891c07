"""Data that no one would call good: every learner gives a defined answer, or says why it cannot."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from core.dataset import Dataset
from core.errors import PlainError
from core.experiment import Order, Stopping
from core.learners import BUILT_IN, find
from core.learners.declaration import Learner
from core.rows import Rows
from core.run import Run

HUGE, TINY = 1e308, 1e-310
EVERY = pytest.mark.parametrize("learner", BUILT_IN, ids=lambda learner: learner.name)


def dataset(table: object, labels: object, classes: int) -> Dataset:
    rows = Rows.from_dense(np.asarray(table, float).reshape(-1, 2))
    chosen = np.asarray(labels, np.int32)
    return Dataset(rows, chosen, tuple("ABCDE"[:classes]), ("x", "y"))


def bad_data(classes: int) -> dict[str, Dataset]:
    labels = np.arange(6) % classes
    plain = np.array([[1.0, 2.0], [2.0, 1.0], [3.0, 4.0], [4.0, 2.0], [0.5, 0.5], [3.0, 1.0]])
    constant = plain.copy()
    constant[:, 1] = 7.0
    one_huge = plain.copy()
    one_huge[5] = [HUGE, HUGE]
    mixed = plain.copy()
    mixed[2:4] = [[1e200, TINY], [TINY, 1e-200]]
    late = dataset(one_huge, labels, classes)
    return {
        "no points": dataset([], [], classes),
        "one point": dataset([[1.0, 2.0]], [1], classes),
        "one class": dataset(plain, np.ones(6), classes),
        "opposite labels on one point": dataset(np.ones((6, 2)), labels, classes),
        "constant feature": dataset(constant, labels, classes),
        "zero vectors": dataset(np.zeros((6, 2)), labels, classes),
        "some zero vectors": dataset(plain * (np.arange(6) % 2)[:, None], labels, classes),
        "all huge": dataset(np.full((6, 2), HUGE), labels, classes),
        "huge of both signs": dataset(HUGE * (-1.0) ** np.arange(12), labels, classes),
        "one huge": late,
        "one huge, held out": late.holding_out(np.arange(6) == 5),
        "large": dataset(plain * 1e150, labels, classes),
        "tiny": dataset(np.full((6, 2), TINY), labels, classes),
        "tiny of both signs": dataset(TINY * (-1.0) ** np.arange(12), labels, classes),
        "small": dataset(plain * 1e-155, labels, classes),
        "huge and tiny": dataset(mixed, labels, classes),
        "everything held out": dataset(plain, labels, classes).holding_out(np.ones(6, bool)),
    }


CASES = list(bad_data(2))


def stands(data: Dataset, learner: Learner, bias: bool, batch: int = 1, **given: object) -> None:
    """Finite at every step and in every readout, or a plain sentence."""
    try:
        run = Run(data, learner, given, order=Order("given", batch=batch), bias=bias)
    except PlainError:
        return
    run.play()
    assert run.stopped is not None
    if run.stopped.kind == "diverged":
        assert run.stopped.sentence == f"diverged at step {run.steps + 1}"
    for t in {0, 1, 2, 3, 5, run.steps // 2, run.steps - 1, run.steps}:
        if 0 <= t <= run.steps:
            looks_sound(run, t)
    tape = getattr(run.recording, "tape", None)
    if tape is not None:
        assert not np.isnan(tape.margins).any()


def looks_sound(run: Run, t: int) -> None:
    moment = run.at(t)
    for readout in run.learner.readouts:
        assert np.isfinite(moment.scores(readout=readout)).all(), (t, readout)
        if readout != "voted":
            assert np.isfinite(moment.weights(readout)).all(), (t, readout)
    if moment.step is not None:
        assert np.isfinite(moment.step.shrink)
        for update in moment.step.updates:
            assert np.isfinite([update.margin, *update.scores, *update.coefficients]).all()


@EVERY
@pytest.mark.parametrize("case", CASES)
def test_bad_data(case: str, learner: Learner) -> None:
    for classes in (2, 4):
        data = bad_data(classes)[case]
        for bias in (True, False):
            stands(data, learner, bias)
    stands(bad_data(4)[case], learner, bias=True, batch=4)


@pytest.mark.parametrize("variant", ["hard", "PA-I", "PA-II", "prediction-only"])
@pytest.mark.parametrize("case", CASES)
def test_bad_data_for_mira(case: str, variant: str) -> None:
    for classes in (2, 4):
        stands(bad_data(classes)[case], find("mira"), bias=False, variant=variant, C=10000.0)


@pytest.mark.parametrize("case", CASES)
def test_bad_data_for_pegasos_with_projection(case: str) -> None:
    for classes in (2, 4):
        stands(bad_data(classes)[case], find("pegasos"), bias=True, projection=True, lam=1e-6)


WILD = [0.0, 1.0, -1.0, HUGE, -HUGE, TINY, -TINY, 1e160, -1e153, 1e-160, 5e-324, 2.0**500]


@EVERY
@settings(max_examples=40)
@given(
    table=arrays(np.float64, (4, 2), elements=st.sampled_from(WILD)),
    labels=st.lists(st.integers(0, 2), min_size=4, max_size=4),
    classes=st.sampled_from([2, 3]),
    bias=st.booleans(),
)
def test_wild_numbers(
    learner: Learner, table: np.ndarray, labels: list[int], classes: int, bias: bool
) -> None:
    stands(dataset(table, np.minimum(labels, classes - 1), classes), learner, bias)


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize(("rate", "l2"), [(2.5, 1.0), (100.0, 1.0)])
def test_a_diverging_learning_rate_is_reported(rate: float, l2: float, classes: int) -> None:
    """ηλ > 2 turns the weights round and makes them longer at every step."""
    rng = np.random.default_rng(0)
    data = dataset(rng.normal(size=(20, 2)), rng.integers(0, classes, 20), classes)
    stopping = Stopping(passes=1000, clean_pass=False)
    given = {"learning_rate": rate, "l2": l2}
    run = Run(data, find("logistic-regression"), given, stopping=stopping).play()
    assert run.stopped is not None
    assert run.stopped.kind == "diverged"
    assert run.stopped.sentence == f"diverged at step {run.steps + 1}"
    assert run.advance(1) == 0
    for t in range(run.steps + 1):
        assert np.isfinite(run.weights(t)).all()
        assert np.isfinite(run.weights(t, "averaged")).all()
    looks_sound(run, run.steps)


def test_a_step_too_large_for_a_number_is_not_taken() -> None:
    data = dataset([[1.0, 2.0], [1.0, 3.0], [1e200, 0.0], [1.0, 1.0]], [1, 0, 0, 1], 2)
    run = Run(data, find("perceptron"), order=Order("given")).play()
    assert run.stopped is not None
    assert run.stopped.sentence == "diverged at step 3"
    assert run.steps == 2
    assert run.weights(2).tolist() == [0.0, -1.0, 0.0]


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_what_is_no_number_never_gets_in(value: float) -> None:
    with pytest.raises(PlainError, match="not a finite number"):
        Rows.from_dense([[1.0, value]])
    with pytest.raises(PlainError, match="not a finite number"):
        Dataset.from_dictionaries([{"x": value}, {"x": 1.0}], ["a", "b"])
    with pytest.raises(PlainError, match="not a finite number"):
        Dataset.from_table([[value], [1.0]], ["a", "b"])


@EVERY
def test_no_features_at_all(learner: Learner) -> None:
    data = Dataset.from_dictionaries([{}, {}, {}], ["a", "b", "a"])
    for bias in (True, False):
        stands(data, learner, bias)
