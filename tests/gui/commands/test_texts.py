"""`train`, `compare` and `predict` on texts, as a person calls them."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import Any

import pytest
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB

from core.experiment import Experiment, LearnerChoice, TextsData
from core.files.experiment import save_experiment
from core.samples import samples
from gui.commands import pang2002
from gui.main import main

REVIEWS = os.environ.get("PERCEPTARIUM_REVIEWS", "")
LINES = (
    ("good", "a good and funny film"),
    ("good", "good fun, well made"),
    ("good", "funny and well acted"),
    ("bad", "a bad and dull film"),
    ("bad", "dull, not good at all"),
    ("bad", "badly made and bad acting"),
)


@pytest.fixture
def reviews(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "some.csv"
    path.write_text("label,text\n" + "".join(f'{label},"{text}"\n' for label, text in LINES))
    return path


def _folder(path: Path) -> Path:
    """A folder per class; file numbers 0 … 8 in each."""
    for label in ("bad", "good"):
        own = [text for one, text in LINES if one == label]
        (path / label).mkdir(parents=True)
        for k in range(9):
            (path / label / f"cv{k}_x.txt").write_text(f"{own[k % 3]} number{k}\n")
    return path


def _json(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main([*arguments, "--json"]) == 0
    seen = capsys.readouterr()
    assert seen.err == ""
    return json.loads(seen.out)


def _complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(list(arguments)) == 2
    return capsys.readouterr().err.removeprefix("perceptarium: ").rstrip()


def test_training_tells_rates_and_words(capsys: pytest.CaptureFixture[str], reviews: Path) -> None:
    arguments = ["train", "some.csv", "--learner", "naive-bayes", "--negation", "--min-count", "2"]
    report = _json(capsys, *arguments)
    assert report["classes"]["bad"]["recall"] == 1.0
    words = {name: [word for word, _ in own] for name, own in report["heaviest"].items()}
    assert "dull" in words["bad"]
    assert "funny" in words["good"]
    assert main(arguments) == 0
    told = capsys.readouterr().out
    for word in ("precision", "recall", "F1", "Heaviest features for each class", "dull "):
        assert word in told


def test_a_model_is_saved_and_predicts(
    capsys: pytest.CaptureFixture[str], reviews: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = ["--learner", "naive-bayes", "--save-model", "model.json"]
    assert main(["train", "some.csv", *options]) == 0
    assert capsys.readouterr().out.endswith("Written: model.json\n")

    found = _json(capsys, "predict", "model.json", "dull acting, unheard")
    counts = CountVectorizer(token_pattern=r"\w+(?:'\w+)*", binary=True)
    labels, texts = zip(*LINES, strict=True)
    theirs = MultinomialNB().fit(counts.fit_transform(texts), labels)
    chances = theirs.predict_proba(counts.transform(["dull acting, unheard"]))[0]
    assert found["label"] == "bad"
    assert found["probabilities"]["bad"] == pytest.approx(chances[0])
    assert found["unknown"] == ["unheard"]
    assert {one["feature"] for one in found["contributions"]} == {"dull", "acting"}

    assert main(["predict", "model.json", "dull unheard"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("bad (")
    assert "unknown: unheard" in told

    monkeypatch.setattr("sys.stdin", io.StringIO("good fun\n\ndull\n"))
    assert main(["predict", "model.json"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.split("\t")[0] == "good"
    assert second.split("\t")[::3] == ["bad", "dull"]


def test_an_experiment_predicts(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data = TextsData(tuple(t for _, t in LINES), (1, 1, 1, 0, 0, 0), ("bad", "good"))
    path = tmp_path / "saved.perceptarium"
    learners = (LearnerChoice("perceptron", readout="averaged"),)
    save_experiment(path, Experiment(data=data, learners=learners))
    found = _json(capsys, "predict", str(path), "dull")
    assert (found["label"], found["probabilities"]) == ("bad", None)


def test_several_values_and_the_words_of_every_learner(
    capsys: pytest.CaptureFixture[str], reviews: Path
) -> None:
    arguments = [
        "compare", "some.csv", "--learners", "naive-bayes,mira", "--values", "counts,tf-idf",
        "--folds", "3",
    ]  # fmt: skip
    report = _json(capsys, *arguments)
    pairs = [(one["learner"], one["values"]) for one in report["learners"]]
    assert pairs == [
        ("naive-bayes", "counts"),
        ("mira", "counts"),
        ("naive-bayes", "tf-idf"),
        ("mira", "tf-idf"),
    ]
    for one in report["learners"]:
        assert set(one["classes"]) == {"bad", "good"}
        assert one["heaviest"]["bad"]
    assert main(arguments) == 0
    told = capsys.readouterr().out
    assert told.startswith("some.csv in 3 folds: 6 texts, 2 classes")
    assert told.count("Heaviest for each class") == 4


def test_folds_by_name_leave_their_words_unknown(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Against scikit-learn, with the vocabulary of the other folds."""
    folder = _folder(tmp_path / "films")
    report = _json(
        capsys, "compare", str(folder), "--learners", "naive-bayes", "--values", "counts",
        "--folds", "3", "--fold-by-name",
    )  # fmt: skip
    files = sorted(folder.glob("*/*.txt"))
    texts, labels = [file.read_text() for file in files], [file.parent.name for file in files]
    accuracies = []
    for fold in range(3):
        out = [int(file.name[2]) // 3 == fold for file in files]
        training = [k for k, left in enumerate(out) if not left]
        counts = CountVectorizer(token_pattern=r"\w+(?:'\w+)*")
        theirs = MultinomialNB().fit(
            counts.fit_transform([texts[k] for k in training]), [labels[k] for k in training]
        )
        tested = [k for k, left in enumerate(out) if left]
        accuracies.append(
            theirs.score(counts.transform([texts[k] for k in tested]), [labels[k] for k in tested])
        )
        features = len(counts.vocabulary_)
    (one,) = report["learners"]
    assert one["held_out"]["mean"] == pytest.approx(sum(accuracies) / 3)
    assert one["features"] == features


def test_bundled_texts_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    sample = samples()[0]
    assert main(["train", sample.name, "--learner", "naive-bayes"]) == 0
    assert f"on {sample.name}: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("train some.csv --features unigrams,trigrams", "must follow each other"),
        ("train some.csv --features cues,bigrams", "The cues stand alone"),
        ("train some.csv --features quadratic", "no features “quadratic” of texts"),
        ("train some.csv --values often", "--values takes presence, counts, tf-idf, not “often”"),
        ("train some.csv --values counts,presence", "--values takes one kind here"),
        ("train some.csv --min-count 9", "No word is in at least 9 texts; lower the minimum."),
        ("train some.csv --min-count 0", "must be from 1 to"),
        ("train some.csv --gamma 2", "random-fourier alone"),
        ("train some.csv --learner adaboost --save-model m.json", "has no weight for each word"),
        ("train moons --negation", "--negation is for texts, and “moons” holds none."),
        ("train moons --values counts", "--values is for texts"),
        ("train moons --save-model m.json", "--save-model is for texts"),
        ("train moons --features bigrams", "no features “bigrams” for “moons”"),
        ("train nothing-there", "bundled texts are: "),
        ("compare some.csv --fold-by-name", "--fold-by-name is for texts in files"),
        ("compare moons --preset pang2002", "--preset pang2002 is for texts"),
        ("predict nothing.json", "There is no file “nothing.json”."),
        ("predict some.csv x", "neither a saved model nor an experiment with texts"),
        ("bench --reviews .", "--reviews is for --text."),
    ],
)
def test_refusals(
    capsys: pytest.CaptureFixture[str], reviews: Path, arguments: str, words: str
) -> None:
    assert words in _complaint(capsys, *arguments.split())


@pytest.mark.parametrize("learner", ["adaboost", "gaussian-naive-bayes"])
def test_what_cannot_be_saved_is_told_before_the_training(
    capsys: pytest.CaptureFixture[str], reviews: Path, learner: str
) -> None:
    arguments = ["train", "some.csv", "--learner", learner, "--save-model", "m.json"]
    assert main(arguments) == 2
    seen = capsys.readouterr()
    assert seen.out == ""
    assert "cannot be saved" in seen.err
    assert not Path("m.json").exists()


def test_the_table_of_2002_on_a_few_texts(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pang2002, "PASSES", 2)
    easy = [pang2002.Row(row.title, type(row.features)(), row.published) for row in pang2002.ROWS]
    monkeypatch.setattr(pang2002, "ROWS", easy)
    folder = _folder(tmp_path / "films")
    assert main(["compare", "--preset", "pang2002", str(folder)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 + 1 + 6
    assert lines[3].split()[-1] == "72.8"
    report = _json(capsys, "compare", "--preset", "pang2002", str(folder))
    assert len(report["rows"]) == 6


@pytest.mark.thorough
@pytest.mark.skipif(
    not Path(REVIEWS).is_dir() or not REVIEWS, reason="no film reviews (PERCEPTARIUM_REVIEWS)"
)
def test_the_table_of_2002_agrees_with_scikit_learn(capsys: pytest.CaptureFixture[str]) -> None:
    """Cells of scikit-learn on the same folds of the 2,000 reviews, within one point."""
    cells = [
        (80.3, 83.7, 79.3),
        (82.8, 84.8, 85.3),
        (84.5, 86.4, 86.4),
        (83.3, 81.8, 81.8),
        (82.4, 82.5, 83.5),
    ]
    report = _json(capsys, "compare", "--preset", "pang2002", REVIEWS)
    for row, expected in zip(report["rows"], cells, strict=False):
        assert [100 * v for v in row["held_out"].values()] == pytest.approx(expected, abs=1.0)
