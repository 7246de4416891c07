"""A model in a file predicts what the run predicted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.errors import PlainError
from core.experiment import Experiment, LearnerChoice, TextFeatures, TextsData
from core.model import Model
from core.run import Run
from core.runs import runs_of

TEXTS = ("good fun ☺", "bad plot", "good “plot” good", "dull bad", "odd thing", "odd odd fun")
THREE = TextsData(TEXTS, (1, 0, 1, 0, 2, 2), ("bad", "good", "odd"))
TWO = TextsData(TEXTS[:4], (1, 0, 1, 0), ("bad", "good"))
CHOICES = [
    TextFeatures(),
    TextFeatures(longest=2, values="tf-idf", unit_length=True, negation=True),
    TextFeatures(unit="characters", longest=3, values="counts"),
    TextFeatures(unit="cues"),
    TextFeatures(buckets=11, values="counts"),
]
NEW = ["good odd plot", "nothing known", ""]


def _run(data: TextsData, features: TextFeatures, learner: str, bias: bool = True) -> Run:
    experiment = Experiment(
        data=data, text_features=features, learners=(LearnerChoice(learner),), bias=bias
    )
    (run,) = runs_of(experiment)
    assert isinstance(run, Run)
    return run.play()


@pytest.mark.parametrize("features", CHOICES, ids=lambda one: f"{one.unit} {one.values}")
@pytest.mark.parametrize("data", [TWO, THREE], ids=["two classes", "three"])
@pytest.mark.parametrize("learner", ["mira", "naive-bayes"])
def test_saved_and_loaded(
    tmp_path: Path, data: TextsData, features: TextFeatures, learner: str
) -> None:
    run = _run(data, features, learner, bias=features.unit != "characters")
    readout = "averaged" if learner == "mira" else "last"
    moment = run.at(run.steps)
    Model.of(moment, readout).save(tmp_path / "model.json")
    model = Model.load(tmp_path / "model.json")
    assert run.dataset.reading is not None
    for texts in (TEXTS, NEW):
        expected = moment.scores(run.dataset.reading.rows(texts), readout)
        assert model.scores(texts) == pytest.approx(expected)
        assert model.predict(texts) == [data.class_names[k] for k in expected.argmax(axis=1)]
        for text, row in zip(texts, model.scores(texts), strict=True):
            parts = [own for _, own in model.contributions(text)]
            gaps = [sum(own[1] - own[0] for own in parts), row[1] - row[0]]
            assert gaps[0] == pytest.approx(gaps[1])
    assert (model.probabilities(TEXTS) is None) == (learner == "mira")


@pytest.mark.parametrize("learner", ["adaboost", "gaussian-naive-bayes"])
def test_what_is_no_weighted_sum_of_words_is_refused(learner: str) -> None:
    run = _run(TWO, TextFeatures(), learner)
    with pytest.raises(PlainError, match="has no weight for each word"):
        Model.of(run.at(run.steps))


def test_a_vote_is_refused() -> None:
    run = _run(TWO, TextFeatures(), "perceptron")
    with pytest.raises(PlainError, match="read as a vote"):
        Model.of(run.at(run.steps), "voted")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "other"}, "expected a model of Perceptarium"),
        ({"version": 2}, "there is no version 2"),
        ({"weights": [[1.0]]}, "do not fit"),
        ({"bias": [1.0, 2.0]}, "do not fit"),
        ({"class_names": ["a"]}, "do not fit"),
        ({"reading": {"choice": {}, "grams": ["x", "x"]}}, "no saved reading"),
        ({"code": "x"}, "unknown field"),
        ({"bias": ["1"]}, "a number"),
    ],
)
def test_a_file_is_checked(change: dict[str, object], words: str) -> None:
    run = _run(TWO, TextFeatures(), "mira")
    written = json.loads(Model.of(run.at(run.steps)).encode()) | change
    with pytest.raises(PlainError, match=words) as error:
        Model.decode(json.dumps(written).encode(), "model.json")
    assert str(error.value).startswith("model.json")


@pytest.mark.parametrize("data", [b"", b"[1]", b"{", b'{"format": NaN}', b"\xff\xfe"])
def test_rubbish_is_one_sentence(data: bytes) -> None:
    with pytest.raises(PlainError):
        Model.decode(data, "rubbish.json")
