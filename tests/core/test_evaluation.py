"""Rates and calibration against scikit-learn and plain counting."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import confusion_matrix, precision_recall_fscore_support

from core.dataset import Dataset
from core.errors import PlainError
from core.evaluation import PARTS, calibration, evaluate, items_in, rows_of
from core.experiment import Stopping
from core.learners import find
from core.run import Moment, Run


def moment_of(name: str, classes: int = 3, n: int = 120, held_out: float = 0.25) -> Moment:
    rng = np.random.default_rng(classes)
    labels = np.arange(n) % classes
    table = rng.normal(size=(n, 2)) + 0.8 * np.stack([labels, -labels], axis=1)
    names = [f"class {k}" for k in range(classes)]
    dataset = Dataset.from_table(table, [names[k] for k in labels], class_names=names)
    stopping = Stopping(passes=3, clean_pass=False)
    run = Run(dataset.split(held_out), find(name), stopping=stopping).play()
    return run.at(run.steps)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", ["perceptron", "adaboost", "gaussian-naive-bayes"])
@pytest.mark.parametrize("classes", [2, 3, 4])
def test_rates_are_those_of_scikit_learn(name: str, classes: int, part: str) -> None:
    moment = moment_of(name, classes)
    for readout in moment.run.learner.readouts:
        found = evaluate(moment, readout, part)
        assert found is not None
        rows = rows_of(moment, part)
        gold = moment.run.dataset.labels[rows]
        predicted = moment.scores(readout=readout)[rows].argmax(axis=1)
        numbers = list(range(classes))
        expected = confusion_matrix(gold, predicted, labels=numbers)
        np.testing.assert_array_equal(found.confusion.counts, expected)
        rates = precision_recall_fscore_support(gold, predicted, labels=numbers, zero_division=0)
        for k, own in enumerate(found.classes):
            assert own.name == f"class {k}"
            shown = (own.precision, own.recall, own.f1, own.examples)
            assert shown == pytest.approx([column[k] for column in rates])
            assert own.predicted == (predicted == k).sum()
        macro = precision_recall_fscore_support(
            gold, predicted, labels=numbers, average="macro", zero_division=0
        )
        assert found.macro == pytest.approx(macro[:3])
        assert found.micro == found.accuracy == pytest.approx((gold == predicted).mean())
        assert found.examples == len(rows)


@pytest.mark.parametrize("part", PARTS)
def test_the_cells_hold_every_item_once(part: str) -> None:
    moment = moment_of("perceptron")
    found = evaluate(moment, "averaged", part)
    assert found is not None
    items: list[int] = []
    for gold in range(3):
        for predicted in range(3):
            cell = items_in(moment, gold, predicted, part, "averaged").tolist()
            assert len(cell) == found.confusion.counts[gold, predicted]
            items += cell
    assert sorted(items) == rows_of(moment, part).tolist()


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", ["logistic-regression", "gaussian-naive-bayes"])
@pytest.mark.parametrize(("classes", "label"), [(2, None), (2, 0), (3, None), (3, 2)])
def test_calibration_by_plain_counting(
    name: str, classes: int, label: int | None, part: str
) -> None:
    moment = moment_of(name, classes)
    found = calibration(moment, part=part, bins=5, label=label)
    assert found is not None
    assert found.label == (1 if classes == 2 and label is None else label)
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(5)]
    total = 0.0
    for row in rows_of(moment, part):
        scores = moment.scores()[row]
        raised = np.exp(scores - scores.max())
        shares = raised / raised.sum()
        whose = int(shares.argmax()) if found.label is None else found.label
        p, true = float(shares[whose]), bool(moment.run.dataset.labels[row] == whose)
        bins[min(int(p * 5), 4)].append((p, true))
    for k, members in enumerate(bins):
        assert found.counts[k] == len(members)
        if not members:
            assert np.isnan(found.predicted[k])
            assert np.isnan(found.observed[k])
            continue
        promised = sum(p for p, _ in members) / len(members)
        observed = sum(true for _, true in members) / len(members)
        assert (found.predicted[k], found.observed[k]) == pytest.approx((promised, observed))
        total += len(members) * abs(promised - observed)
    assert found.error == pytest.approx(total / len(rows_of(moment, part)))


def test_naive_bayes_on_repeated_evidence_promises_too_much() -> None:
    """The same measurement eight times over counts eight times: surer than it has reason to be."""
    rng = np.random.default_rng(0)
    labels = np.arange(400) % 2
    once = rng.normal(size=(400, 1)) + labels[:, None]
    errors = []
    for copies in (1, 8):
        dataset = Dataset.from_table(np.repeat(once, copies, axis=1), labels)
        run = Run(dataset, find("gaussian-naive-bayes")).play()
        found = calibration(run.at(run.steps))
        assert found is not None
        errors.append(found.error)
    assert errors[0] < 0.05 < 0.15 < errors[1]


def test_what_cannot_be_evaluated_is_said() -> None:
    moment = moment_of("perceptron", held_out=0.0)
    assert evaluate(moment, part="held-out") is None
    assert len(items_in(moment, 0, 0, "held-out")) == 0
    with pytest.raises(PlainError, match="scores, not probabilities"):
        calibration(moment)
    likely = moment_of("logistic-regression", held_out=0.0)
    assert calibration(likely, part="held-out") is None
    with pytest.raises(PlainError, match="one bin"):
        calibration(likely, bins=0)
