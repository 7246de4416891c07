"""The worker: the newest experiment wins, and what it hands out is what the engine says."""

import numpy as np
import pytest
from msgspec.structs import replace

from core.experiment import LearnerChoice, PointsData, TextFeatures, TextsData
from core.runs import runs_of
from gui.beginning import first_experiment
from gui.computer import Computer


@pytest.fixture
def computer(qapp):
    computer = Computer()
    yield computer
    computer.stop()


def results_for(qtbot, computer, experiment):
    """Wait for the finished results of exactly this experiment."""
    arrived = []
    computer.arrived.connect(arrived.append)
    computer.compute(experiment)
    qtbot.waitUntil(
        lambda: any(r.done and r.experiment is experiment for r in arrived), timeout=20_000
    )
    computer.arrived.disconnect(arrived.append)
    return next(r for r in arrived if r.done and r.experiment is experiment)


def test_results_are_those_of_the_engine(qtbot, computer):
    experiment = first_experiment()
    results = results_for(qtbot, computer, experiment)
    for found, expected in zip(results.learners, runs_of(experiment), strict=True):
        expected.play()
        assert found.steps == expected.steps
        assert found.stopped == expected.stopped.sentence
        assert (found.run.weights(found.steps) == expected.weights(expected.steps)).all()
        assert (found.mistakes == np.flatnonzero(expected.mistake_flags()) + 1).all()
        assert set(found.curves) == set(found.choice.readouts)
    assert results.steps == max(learner.steps for learner in results.learners)


def test_only_the_newest_of_many_is_finished(qtbot, computer):
    arrived = []
    computer.arrived.connect(arrived.append)
    first = first_experiment()
    many = [replace(first, order=replace(first.order, seed=k)) for k in range(50)]
    for experiment in many:
        computer.compute(experiment)
    qtbot.waitUntil(
        lambda: any(r.done and r.experiment is many[-1] for r in arrived), timeout=20_000
    )
    assert len(arrived) < len(many)


def test_another_readout_does_not_train_again(qtbot, computer):
    experiment = first_experiment()
    before = results_for(qtbot, computer, experiment)
    averaged = LearnerChoice("perceptron", readout="averaged")
    after = results_for(
        qtbot, computer, replace(experiment, learners=(averaged, experiment.learners[1]))
    )
    assert after.learners[0].run is before.learners[0].run
    assert set(after.learners[0].curves) == {"averaged"}


def test_a_learner_that_cannot_run_says_so_and_the_others_go_on(qtbot, computer):
    learners = (LearnerChoice("naive-bayes"), LearnerChoice("mira"))
    results = results_for(qtbot, computer, replace(first_experiment(), learners=learners))
    assert "below zero" in results.learners[0].obstacle
    assert results.learners[1].steps > 0


@pytest.mark.parametrize("data", [PointsData(), PointsData(((1.0, 2.0),), (0,))])
def test_hardly_any_data_is_no_problem(qtbot, computer, data):
    results = results_for(qtbot, computer, replace(first_experiment(), data=data))
    assert results.problem is None
    assert all(learner.stopped for learner in results.learners)


def test_impossible_features_are_told(qtbot, computer):
    far = PointsData(((1e200, 1.0), (0.0, 1.0)), (0, 1))
    experiment = first_experiment()
    cubic = replace(experiment, data=far, features=replace(experiment.features, name="cubic"))
    results = results_for(qtbot, computer, cubic)
    assert results.problem
    assert results.dataset is None


def test_texts_are_read_once_while_only_the_training_changes(qtbot, computer):
    texts = TextsData(("good fun", "bad plot", "good", "bad"), (1, 0, 1, 0), ("bad", "good"))
    experiment = replace(first_experiment(), data=texts)
    before = results_for(qtbot, computer, experiment)
    assert before.dataset.feature_names == ("bad", "fun", "good", "plot")
    other_order = replace(experiment, order=replace(experiment.order, seed=7))
    after = results_for(qtbot, computer, other_order)
    assert after.dataset is before.dataset
    assert after.learners[0].run is not before.learners[0].run
    bigrams = replace(other_order, text_features=TextFeatures(shortest=2, longest=2))
    others = results_for(qtbot, computer, bigrams)
    assert others.dataset.feature_names == ("bad plot", "good fun")


def test_features_that_leave_nothing_are_told(qtbot, computer):
    texts = TextsData(("good", "bad"), (1, 0), ("bad", "good"))
    rare = TextFeatures(least_documents=2)
    results = results_for(
        qtbot, computer, replace(first_experiment(), data=texts, text_features=rare)
    )
    assert results.problem == "No word is in at least 2 texts; lower the minimum."
