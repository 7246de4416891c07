"""Curves along a run: every sample equals the measure at that moment."""

import numpy as np
import pytest

from core.curves import MOST_SAMPLES, Curves
from core.dataset import Dataset
from core.experiment import Order, Stopping
from core.generators import make_points
from core.learners import BUILT_IN, find
from core.measure import LOSSES, losses, margins
from core.run import Run


def run_of(name, n=60, passes=10, classes=2, held_out=0.25):
    dataset = Dataset.from_points(make_points("overlap", n=n, classes=classes)).split(held_out)
    stopping = Stopping(passes=passes, clean_pass=False)
    return Run(dataset, find(name), order=Order("shuffled", 1), stopping=stopping)


CASES = [
    (learner.name, readout, classes)
    for learner in BUILT_IN
    for readout in learner.readouts
    for classes in (2, 3)
    if learner.name != "naive-bayes"  # these points have values below zero
]


@pytest.mark.parametrize(("name", "readout", "classes"), CASES)
def test_each_sample_is_the_measure_at_its_step(name, readout, classes):
    run = run_of(name, classes=classes).play()
    curves = Curves(run, readout).extend()
    held_out = run.dataset.held_out_rows
    for k in (0, len(curves.steps) // 2, len(curves.steps) - 1):
        scores = run.at(int(curves.steps[k])).scores(readout=readout)
        for chosen, found in ((~held_out, curves.train), (held_out, curves.held_out)):
            some, labels = scores[chosen], run.dataset.labels[chosen]
            for loss in LOSSES:
                expected = losses(loss, some, labels).mean()
                assert found[loss][k] == pytest.approx(expected, abs=1e-9)
            wrong = (some.argmax(axis=1) != labels).mean()
            assert found["error"][k] == pytest.approx(wrong)
            assert found["margin"][k] == pytest.approx(margins(some, labels).min(), abs=1e-9)
        if readout != "voted":
            norm = np.linalg.norm(run.at(int(curves.steps[k])).weights(readout))
            assert curves.norms[k] == pytest.approx(norm, abs=1e-9)


def test_extended_bit_by_bit_equals_sampled_at_the_end():
    stepped, played = run_of("perceptron", passes=30), run_of("perceptron", passes=30).play()
    curves = Curves(stepped, "averaged")
    while stepped.stopped is None:
        stepped.advance(37)
        growing = curves.extend()
        assert growing.steps[-1] == stepped.steps
    at_once = Curves(played, "averaged").extend()
    assert (growing.steps == at_once.steps).all()
    assert growing.train["hinge"] == pytest.approx(at_once.train["hinge"], abs=1e-12)


def test_a_long_run_is_thinned_and_keeps_both_ends():
    run = run_of("mira", n=100, passes=60).play()
    curves = Curves(run).extend()
    assert len(curves.steps) <= MOST_SAMPLES + 1
    assert curves.steps[0] == 0
    assert curves.steps[-1] == run.steps
    assert (np.diff(curves.steps) > 0).all()


def test_without_held_out_examples_there_is_no_held_out_curve():
    assert Curves(run_of("mira", held_out=0.0).play()).extend().held_out is None


def test_nothing_learnt_yet_is_one_sample():
    curves = Curves(run_of("perceptron")).extend()
    assert curves.steps.tolist() == [0]
    assert curves.train["hinge"].tolist() == [1.0]
