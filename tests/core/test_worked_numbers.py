"""The numbers that a person gets with pencil and paper."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from core.boosting import BoostRecording
from core.counting import CountRecording
from core.dataset import Dataset
from core.experiment import Order
from core.learners import find
from core.measure import margin_losses, predictions, probabilities
from core.points import Points
from core.recording import label_scores
from core.rows import Rows
from core.run import Run
from core.theory import separability

GIVEN = Order("given")
SIGNS = ("−", "+")


def exactly(numbers: object) -> object:
    return pytest.approx(np.asarray(numbers, float), rel=1e-12, abs=1e-15)


def table(rows: list[list[float]], labels: list[int], names: tuple[str, ...] = SIGNS) -> Dataset:
    columns = tuple(f"x{j}" for j in range(len(rows[0])))
    return Dataset(Rows.from_dense(rows), np.array(labels, np.int32), names, columns)


# Points P


@pytest.fixture
def points() -> Dataset:
    xy = np.array([[1.0, 2.0], [2.0, 1.0], [3.0, 4.0], [4.0, 2.0]])
    return Dataset.from_points(Points(xy, np.array([1, 0, 1, 0], np.int32), SIGNS))


@pytest.fixture
def run_on_points(points: Dataset) -> Run:
    return Run(points, find("perceptron"), order=GIVEN).play()


def test_perceptron_takes_two_mistakes_and_eight_steps(run_on_points: Run) -> None:
    run = run_on_points
    assert run.weights(0).tolist() == [0, 0, 0]
    assert run.weights(1).tolist() == [1, 2, 1]
    for t in range(2, 9):
        assert run.weights(t).tolist() == [-1, 1, 0]
    assert run.steps == 8
    assert (run.mistakes(), run.updates()) == (2, 2)
    assert run.mistake_flags().tolist() == [True, True, *[False] * 6]
    assert run.stopped is not None
    assert run.stopped.kind == "clean pass"


def test_perceptron_averages_all_eight(run_on_points: Run) -> None:
    assert run_on_points.weights(8, "averaged").tolist() == [-6 / 8, 9 / 8, 1 / 8]


def test_one_point_seen_by_the_three_readouts(run_on_points: Run) -> None:
    here = Rows.from_dense([[2.0, 1.5]])
    end = run_on_points.at(8)
    named = {
        readout: SIGNS[predictions(end.scores(here, readout))[0]]
        for readout in ("last", "averaged", "voted")
    }
    assert named == {"last": "−", "averaged": "+", "voted": "−"}
    # One vote for the first weight vector, seven for the second.
    assert end.scores(here, "voted").tolist() == [[7 / 8, 1 / 8]]


def test_mistake_bound(points: Dataset, run_on_points: Run) -> None:
    theory = separability(points.rows, points.labels, points.classes)
    assert theory.separable
    assert theory.margin is not None
    assert theory.radius**2 == pytest.approx(26)
    assert theory.margin**2 == pytest.approx(1 / 2)
    assert theory.bound == pytest.approx(52)
    assert run_on_points.mistakes() <= 52


# OR


def test_or_with_a_rate_of_one_half() -> None:
    """Output 1 iff dot ≥ 0: a tie goes to the label that comes first, here “1”."""
    inputs = [[0, 0, -1], [0, 1, -1], [1, 0, -1], [1, 1, -1]]
    data = table(inputs, [1, 0, 0, 0], names=("1", "0"))
    run = Run(
        data, find("perceptron"), {"learning_rate": 0.5, "ties": "first label wins"},
        order=GIVEN, bias=False,
    ).play()  # fmt: skip
    # Class 0 is the positive one of our weight vector, so the textbook's is its opposite.
    path = [(-run.weights(t)).tolist() for t in range(run.steps + 1)]
    moves = [after for before, after in pairwise(path) if after != before]
    assert moves == [[0, 0, 0.5], [0, 0.5, 0], [0, 0.5, 0.5], [0.5, 0.5, 0], [0.5, 0.5, 0.5]]
    assert run.stopped is not None
    assert (run.stopped.kind, run.steps) == ("clean pass", 16)
    assert run.mistake_flags()[-4:].tolist() == [False] * 4
    assert run.mistake_flags()[8:12].any()


# MIRA

FIRST = ([3.0, 2.0], 1)


def mira_margin(C: float, variant: str) -> float:
    run = Run(table([FIRST[0]], [FIRST[1]]), find("mira"), {"C": C, "variant": variant})
    run.advance(1)
    below, above = run.at(1).scores()[0]
    return float(above - below)


def test_mira_reaches_a_margin_of_one() -> None:
    run = Run(table([FIRST[0]], [FIRST[1]]), find("mira"), order=GIVEN)
    run.advance(1)
    assert run.weights(1) == exactly([3 / 14, 2 / 14, 1 / 14])
    assert mira_margin(1.0, "PA-I") == pytest.approx(1)
    assert mira_margin(1.0, "hard") == pytest.approx(1)


def test_mira_is_held_back_by_C() -> None:
    assert mira_margin(0.05, "PA-I") == pytest.approx(0.7)
    assert mira_margin(1.0, "PA-II") == pytest.approx(0.9655, abs=5e-5)


def test_mira_forgets_the_first_example_over_the_second() -> None:
    run = Run(table([FIRST[0], [1.0, 2.0]], [1, 0]), find("mira"), order=GIVEN)
    run.advance(2)
    step = run.at(2).step
    assert step is not None
    assert step.updates[0].size == pytest.approx(11 / 42)
    assert run.weights(2) == exactly(np.array([-2, -16, -8]) / 42)
    below, above = run.at(2).scores()[0]
    assert above - below == pytest.approx(-1.095, abs=5e-4)


# Logistic regression


def test_logistic_scoring() -> None:
    weights = np.array([[2.5], [-5], [-1.2], [0.5], [2], [0.7], [0.1]])
    row = Rows.from_dense([[3, 2, 1, 3, 0, 4.15]]).with_column_of_ones()
    scores = row.dot(weights)
    assert scores[0, 0] == pytest.approx(0.805)
    assert probabilities(label_scores(scores))[0, 1] == pytest.approx(0.691, abs=5e-4)
    losses = margin_losses("log", np.array([scores[0, 0], -scores[0, 0]]))
    assert losses == pytest.approx([0.370, 1.175], abs=5e-4)


def test_logistic_step() -> None:
    data = table([FIRST[0]], [FIRST[1]])
    run = Run(data, find("logistic-regression"), {"learning_rate": 0.1}, order=GIVEN)
    run.advance(1)
    assert run.weights(1) == exactly([0.15, 0.1, 0.05])


# Naive Bayes

NEGATIVE = (
    "just plain boring",
    "entirely predictable and lacks energy",
    "no surprises and very few laughs",
)
POSITIVE = ("very powerful", "the most fun film of the summer")
SENTENCES = (*NEGATIVE, *POSITIVE)


def bag(text: str) -> dict[str, float]:
    words = text.split()
    return {word: float(words.count(word)) for word in words}


@pytest.fixture
def reviews() -> Run:
    data = Dataset.from_dictionaries(
        [bag(text) for text in SENTENCES], ["neg", "neg", "neg", "pos", "pos"]
    )
    return Run(data, find("naive-bayes"), order=GIVEN).play()


def test_naive_bayes_counts_the_words(reviews: Run) -> None:
    recording = reviews.recording
    assert isinstance(recording, CountRecording)
    counts = recording.counts(5)
    assert reviews.dataset.rows.width == 20
    assert counts[:20].sum(axis=0).tolist() == [14, 9]
    assert counts[20].tolist() == [3, 2]


def test_naive_bayes_on_an_unseen_sentence(reviews: Run) -> None:
    recording = reviews.recording
    assert isinstance(recording, CountRecording)
    names = reviews.dataset.feature_names
    known = {word: n for word, n in bag("predictable with no fun").items() if word in names}
    assert sorted(known) == ["fun", "no", "predictable"]
    dense = np.zeros((1, 20))
    for word, count in known.items():
        dense[0, names.index(word)] = count
    sentence = Rows.from_dense(dense)
    joint = np.exp(sentence.with_column_of_ones().dot(recording.theta(5)))[0]
    assert joint == exactly([3 / 49130, 4 / 121945])
    assert joint == pytest.approx([6.106e-5, 3.280e-5], rel=5e-4)
    scores = reviews.at(5).scores(sentence)
    assert probabilities(scores)[0, 0] == pytest.approx(0.6505, abs=5e-5)


def test_two_traffic_lights() -> None:
    """Broken: both red. Working: exactly one is. Naive Bayes takes the lights for independent."""
    both = {"first red": 1.0, "second red": 1.0}
    first = {"first red": 1.0, "second green": 1.0}
    second = {"first green": 1.0, "second red": 1.0}
    data = Dataset.from_dictionaries(
        [both, *[first] * 3, *[second] * 3], ["broken", *["working"] * 6]
    )
    run = Run(data, find("naive-bayes"), {"alpha": 1e-9}, order=GIVEN).play()
    recording = run.recording
    assert isinstance(recording, CountRecording)
    seen = data.rows.take([0])
    joint = np.exp(seen.with_column_of_ones().dot(recording.theta(7)))[0]
    # One token in two is about either light, which halves each light's own probability.
    assert 4 * joint == pytest.approx([4 / 28, 6 / 28])
    assert probabilities(run.at(7).scores(seen))[0] == pytest.approx([0.4, 0.6])


# AdaBoost


def test_adaboost_gives_the_mistakes_half_of_the_weight() -> None:
    data = table([[1.0]] * 100, [1] * 80 + [0] * 20)
    run = Run(data, find("adaboost")).play()
    recording = run.recording
    assert isinstance(recording, BoostRecording)
    rule = recording.stumps[0]
    assert rule.error == pytest.approx(0.2)
    assert rule.alpha == pytest.approx(0.5 * math.log(4))
    weights = recording.example_weights(1)
    assert weights[:80] == pytest.approx(np.full(80, 1 / 160))
    assert weights[80:] == pytest.approx(np.full(20, 1 / 40))
    assert weights[:80].sum() == pytest.approx(0.5)
    assert run.steps == 1
    assert run.stopped is not None
    assert run.stopped.sentence == "no stump is better than guessing any more"
