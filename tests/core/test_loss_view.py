"""Beads are on their curve, and the losses are those of the definition."""

from __future__ import annotations

import math

import numpy as np
import pytest

from core.dataset import Dataset
from core.errors import PlainError
from core.experiment import Order, Stopping
from core.learners import BUILT_IN, find
from core.learners.declaration import Learner
from core.loss_view import beads, curve
from core.measure import LOSSES
from core.run import Moment, Run

DEFINITIONS = {
    "zero-one": lambda m: 1.0 if m <= 0 else 0.0,
    "perceptron": lambda m: max(0.0, -m),
    "hinge": lambda m: max(0.0, 1.0 - m),
    "log": lambda m: math.log(1.0 + math.exp(-m)),
    "exp": lambda m: math.exp(-m),
}


def moment_of(name: str, classes: int, held_out: float = 0.3) -> Moment:
    rng = np.random.default_rng(classes)
    labels = np.arange(40) % classes
    table = np.abs(rng.normal(size=(40, 2)) + 0.5 * labels[:, None])
    dataset = Dataset.from_table(table, labels).split(held_out)
    stopping = Stopping(passes=3, clean_pass=False)
    run = Run(dataset, find(name), order=Order("shuffled"), stopping=stopping).play()
    return run.at(run.steps - 1)


@pytest.mark.parametrize("loss", LOSSES)
def test_curves_are_the_definitions(loss: str) -> None:
    found = curve(loss, -2.5, 3.0, 111)
    assert (np.diff(found.margins) >= 0.0).all()
    assert (found.margins[0], found.margins[-1]) == (-2.5, 3.0)
    assert found.upper is None
    for margin, height in zip(found.margins, found.losses, strict=True):
        if margin != 0.0:
            assert height == pytest.approx(DEFINITIONS[loss](margin))


def test_the_zero_one_loss_jumps_at_zero() -> None:
    found = curve("zero-one", -1.0, 2.0, 12)
    at_zero = found.losses[found.margins == 0.0]
    assert at_zero.tolist() == [1.0, 0.0]
    assert (np.diff(found.losses) <= 0.0).all()


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("learner", BUILT_IN, ids=lambda learner: learner.name)
def test_every_example_is_a_bead(learner: Learner, classes: int) -> None:
    moment = moment_of(learner.name, classes)
    for readout in learner.readouts:
        for loss in (None, *LOSSES):
            found = beads(moment, readout, loss)
            assert found.loss == (loss or learner.loss)
            scores, labels = moment.scores(readout=readout), moment.run.dataset.labels
            for i, (margin, height) in enumerate(zip(found.margins, found.losses, strict=True)):
                others = [s for k, s in enumerate(scores[i]) if k != labels[i]]
                assert margin == pytest.approx(scores[i, labels[i]] - max(others))
                if found.note:
                    least = math.log1p(math.exp(-margin))
                    most = math.log1p((classes - 1) * math.exp(-margin))
                    assert least - 1e-9 <= height <= most + 1e-9
                elif margin:
                    assert height == pytest.approx(DEFINITIONS[found.loss](margin))
            train = ~found.held_out
            assert found.mean_train == pytest.approx(
                (found.margins[train].mean(), found.losses[train].mean())
            )
            assert found.mean_held_out is not None
            assert bool(found.note) == (classes == 3 and found.loss == "log")
            np.testing.assert_array_equal(found.visited, moment.visited)


def test_the_band_of_the_log_loss_holds_one_and_all_rivals() -> None:
    found = curve("log", -3.0, 3.0, classes=4)
    assert found.upper is not None
    for margin, low, high in zip(found.margins, found.losses, found.upper, strict=True):
        one, three = math.exp(-margin), 3 * math.exp(-margin)
        assert (low, high) == pytest.approx((math.log1p(one), math.log1p(three)))


def test_nothing_held_out_has_no_mean_and_an_unknown_loss_is_refused() -> None:
    moment = moment_of("perceptron", 2, held_out=0.0)
    assert beads(moment).mean_held_out is None
    with pytest.raises(PlainError, match="no loss “squared”"):
        beads(moment, loss="squared")
