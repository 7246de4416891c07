"""One run, read as its last weights, as their average and as their vote."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.dataset import Dataset
from core.errors import PlainError
from core.experiment import Order, Stopping
from core.learners import BUILT_IN, find
from core.learners.declaration import Learner
from core.learners.rule import Numbers, Rule, Turn, Visit
from core.online import OnlineRecording
from core.parameters import Real
from core.rows import Rows
from core.run import Run

ONLINE = [learner.name for learner in BUILT_IN if learner.online]


def noise(classes: int, examples: int = 20, width: int = 3, seed: int = 0) -> Dataset:
    rng = np.random.default_rng(seed)
    table = rng.normal(size=(examples, width)) * (rng.random((examples, width)) < 0.7)
    names = tuple(f"x{j}" for j in range(width))
    labels = rng.integers(0, classes, examples)
    return Dataset(Rows.from_dense(table), labels, tuple("ABCDE"[:classes]), names)


def played(
    data: Dataset, learner: str | Learner, passes: int = 5, batch: int = 1, **parameters: object
) -> Run:
    chosen = find(learner) if isinstance(learner, str) else learner
    stopping = Stopping(passes=passes, clean_pass=False)
    return Run(data, chosen, parameters, order=Order(batch=batch), stopping=stopping).play()


def naive_means(run: Run) -> list[np.ndarray]:
    total, means = 0.0, []
    for t in range(1, run.steps + 1):
        total = total + run.weights(t)
        means.append(total / t)
    return means


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize(
    ("rate", "l2"), [(0.5, 1.0), (0.1, 0.5), (1.5, 1.0), (1.0, 1.0), (2.0, 0.9)]
)
def test_an_average_survives_any_shrinking(rate: float, l2: float, classes: int) -> None:
    """So strong a pull that the common scale of the weights is folded in many times over."""
    run = played(noise(classes), "logistic-regression", 30, learning_rate=rate, l2=l2)
    for t, mean in enumerate(naive_means(run), 1):
        np.testing.assert_allclose(run.weights(t, "averaged"), mean, rtol=1e-8, atol=1e-10)


@pytest.mark.parametrize("projection", [False, True])
def test_an_average_over_many_steps_of_pegasos(projection: bool) -> None:
    run = played(noise(2), "pegasos", 300, lam=0.05, projection=projection)
    mean = naive_means(run)[-1]
    np.testing.assert_allclose(run.weights(run.steps, "averaged"), mean, rtol=1e-8, atol=1e-9)


@settings(max_examples=30)
@given(
    learner=st.sampled_from(ONLINE),
    classes=st.sampled_from([2, 3, 5]),
    batch=st.sampled_from([1, 1, 4]),
    seed=st.integers(0, 999),
    readout=st.sampled_from(["last", "averaged"]),
    data=st.data(),
)
def test_many_moments_at_once_are_the_single_ones(
    learner: str, classes: int, batch: int, seed: int, readout: str, data: st.DataObject
) -> None:
    run = played(noise(classes, seed=seed), learner, batch=batch)
    recording = run.recording
    assert isinstance(recording, OnlineRecording)
    chosen = data.draw(st.sets(st.integers(0, run.steps), min_size=1))
    steps = np.array(sorted(chosen))
    single = [run.at(int(t)).weights(readout) for t in steps]
    assert recording.weights_along(steps, readout).tobytes() == np.array(single).tobytes()
    for feature in range(run.dataset.rows.width + 1):
        path = recording.trajectory(feature, steps, readout)
        assert path.tolist() == [weights[feature].tolist() for weights in single]


def test_before_the_first_step_nothing_has_been_said() -> None:
    run = Run(noise(3), find("perceptron"))
    for readout in ("last", "averaged", "voted"):
        assert not run.at(0).scores(readout=readout).any()


def test_votes_are_shares_of_the_steps() -> None:
    run = played(noise(4), "mira")
    shares = run.at(run.steps).scores(readout="voted")
    assert (shares >= 0.0).all()
    assert (shares.sum(axis=1) <= 1.0 + 1e-12).all()


# A rule of another package that shrinks and votes: all weights vote as they are, shrunk.


def shrinking_step(visit: Visit, parameters: Numbers) -> float:
    return 1.0 if visit.mistake else 0.0


def by_factor(turn: Turn, parameters: Numbers) -> float:
    (factor,) = parameters
    return factor


FADING = replace(
    find("perceptron"),
    name="fading-perceptron",
    parameters=(Real("factor", "Factor", 0.5, -1.0, 1.0, "What is left of the weights."),),
    method=Rule(shrinking_step, shrink=by_factor),
)


@pytest.mark.parametrize("factor", [0.5, 0.0, -0.5])
@pytest.mark.parametrize("classes", [2, 3])
def test_shrinking_weights_vote_as_they_are(factor: float, classes: int) -> None:
    run = played(noise(classes), FADING, 3, factor=factor)
    votes = np.zeros((len(run.dataset), classes))
    for t in range(1, run.steps + 1):
        scores = run.at(t).scores()
        for i, row in enumerate(scores):
            if (row == row.max()).sum() == 1:
                votes[i, row.argmax()] += 1
    np.testing.assert_allclose(run.at(run.steps).scores(readout="voted"), votes / run.steps)


@pytest.mark.parametrize("learner", BUILT_IN, ids=lambda learner: learner.name)
def test_a_readout_that_a_learner_does_not_have(learner: Learner) -> None:
    run = Run(Dataset(Rows.from_dense([[1.0]]), np.array([0]), ("A", "B"), ("x",)), learner)
    with pytest.raises(PlainError, match="is read as"):
        run.at(0).scores(readout="best of three")
    with pytest.raises(PlainError):
        run.at(0).weights("voted")
