"""From an experiment with texts to its runs, and the bundled samples."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from core.errors import PlainError
from core.experiment import Experiment, LearnerChoice, Split, TextFeatures, TextsData
from core.explain import explain_score
from core.files.experiment_checks import check_experiment
from core.run import Run
from core.runs import dataset_of, runs_of
from core.samples import samples
from core.split import folds_by_name, held_out_mask

TEXTS = TextsData(
    tuple(f"word{k} shared {'good' if k % 2 else 'bad'}" for k in range(20)),
    tuple(k % 2 for k in range(20)),
    ("no", "yes"),
)


def test_words_of_held_out_texts_are_unknown() -> None:
    dataset = dataset_of(Experiment(data=TEXTS, split=Split(0.3, 5)))
    assert (dataset.held_out == held_out_mask(dataset.labels, 0.3, 5)).all()
    held_out = np.flatnonzero(dataset.held_out_rows)
    assert len(held_out) == 6
    for k in range(20):
        assert (f"word{k}" in dataset.feature_names) == (k not in held_out)
    assert dataset.items == TEXTS.texts
    assert dataset.reading is not None
    assert (dataset.reading.rows(TEXTS.texts).dense() == dataset.rows.dense()).all()


def test_nothing_left_is_one_plain_sentence() -> None:
    features = TextFeatures(least_documents=30)
    with pytest.raises(PlainError, match="No word is in at least 30 texts; lower the minimum"):
        dataset_of(Experiment(data=TEXTS, text_features=features))


def test_a_typed_sentence_can_be_explained() -> None:
    (run,) = runs_of(Experiment(data=TEXTS, learners=(LearnerChoice("naive-bayes"),)))
    assert isinstance(run, Run)
    run.play()
    assert run.dataset.reading is not None
    told = explain_score(run.at(run.steps), run.dataset.reading.rows(["good, unheard"]))
    assert run.dataset.class_names[told.predicted] == "yes"
    assert {one.feature for one in told.contributions} == {"good", "bias"}


def test_every_sample_learns() -> None:
    found = samples()
    assert len(found) >= 7
    assert len({sample.name for sample in found}) == len(found)
    for sample in found:
        experiment = sample.experiment()
        check_experiment(experiment)
        assert sample.title
        assert sample.watch
        dataset = dataset_of(experiment)
        assert len(dataset) == len(experiment.data.labels)
        assert set(dataset.labels.tolist()) == set(range(dataset.classes))


def test_the_textbook_sample_gives_the_textbook_number() -> None:
    (sample,) = (one for one in samples() if one.name == "textbook-reviews")
    experiment = replace(sample.experiment(), learners=(LearnerChoice("naive-bayes"),))
    (run,) = runs_of(experiment)
    assert isinstance(run, Run)
    run.play()
    assert run.dataset.reading is not None
    assert run.dataset.rows.width == 20
    told = explain_score(run.at(run.steps), run.dataset.reading.rows(["predictable with no fun"]))
    assert told.probabilities is not None
    negative = experiment.data.class_names.index("negative")
    assert told.probabilities[negative] == pytest.approx(0.6505, abs=5e-5)


def test_folds_by_name() -> None:
    names = [f"pos/cv{k:03}_{7 * k}.txt" for k in range(1000)]
    expected = [0] * 334 + [1] * 333 + [2] * 333
    assert folds_by_name(names, 3).tolist() == expected
    with pytest.raises(PlainError, match=r"“pos/x.txt” has no number"):
        folds_by_name([*names, "pos/x.txt"], 3)
    with pytest.raises(PlainError, match="fold 1 of 2 would be empty"):
        folds_by_name(["a8", "a9"], 2)
    with pytest.raises(PlainError, match="cannot make 1 folds"):
        folds_by_name(names, 1)
