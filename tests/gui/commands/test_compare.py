"""`perceptarium compare`, as a person calls it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import core.cross_validation
from core.experiment import Experiment, LearnerChoice, Order, Stopping
from core.files.experiment import save_experiment
from core.generators import make_points
from core.learners import BUILT_IN
from core.runs import points_data
from core.split import fold_numbers
from gui.main import main


def _words(text: str) -> list[str]:
    return text.split()


def _report(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["compare", *arguments, "--json"]) == 0
    seen = capsys.readouterr()
    assert seen.err == ""
    found: dict[str, Any] = json.loads(seen.out)
    return found


def _complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["compare", *arguments]) == 2
    seen = capsys.readouterr()
    assert seen.out == ""
    return seen.err.removeprefix("perceptarium: ").rstrip()


def test_the_numbers_are_those_of_the_folds(capsys: pytest.CaptureFixture[str]) -> None:
    """Against a perceptron written out by hand, with every fold left out once."""
    report = _report(
        capsys, "overlap", "--learners", "perceptron", "--folds", "4", "--seed", "3",
        "--order", "given", "--passes", "2",
    )  # fmt: skip
    points = make_points("overlap", seed=3)
    folds = fold_numbers(points.labels, 4, 3)
    x = np.column_stack([points.xy, np.ones(200)])
    signs = np.where(points.labels == 1, 1.0, -1.0)
    accuracies = []
    for fold in range(4):
        weights = np.zeros(3)
        for row in [*np.flatnonzero(folds != fold)] * 2:
            if signs[row] * (weights @ x[row]) <= 0.0:
                weights += signs[row] * x[row]
        accuracies.append(((x @ weights > 0) == (signs > 0))[folds == fold].mean())
    (result,) = report["learners"]
    assert result["held_out"]["mean"] == pytest.approx(np.mean(accuracies))
    assert result["held_out"]["deviation"] == pytest.approx(np.std(accuracies, ddof=1))
    assert result["seconds"]["mean"] > 0.0
    assert result["problem"] is None
    assert (report["data"], report["examples"], report["folds"], report["seed"]) == (
        "overlap",
        200,
        4,
        3,
    )


def test_readouts_and_parameters_go_to_whom_they_are_meant(
    capsys: pytest.CaptureFixture[str],
) -> None:
    report = _report(
        capsys, "moons", "--n", "40", "--folds", "2", "--learners",
        "mira, mira:averaged, averaged-perceptron, perceptron",
        "--set", "mira.C=0.5", "--set", "mira:averaged.C=0.25",
        "--set", "averaged-perceptron.learning_rate=0.5",
    )  # fmt: skip
    told = [
        (one["learner"], one["readout"], next(iter(one["parameters"].values())))
        for one in report["learners"]
    ]
    assert told == [
        ("mira", "last", 0.5),
        ("mira", "averaged", 0.25),
        ("perceptron", "averaged", 0.5),
        ("perceptron", "last", 1.0),
    ]


def test_what_cannot_run_is_told_in_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(_words("compare moons --n 40 --learners naive-bayes,mira --set mira.C=0.1")) == 0
    heading, _, titles, counting, mira = capsys.readouterr().out.splitlines()
    assert heading == "moons in 5 folds: 40 examples, 2 features, 2 classes"
    assert " ".join(titles.split()) == "learner readout held out, % train, % time, ms"
    assert counting.split()[:3] == ["naive-bayes", "Naive", "Bayes"]
    assert "below zero" in counting
    assert mira.startswith("  mira (C=0.1)   last ")
    assert mira.count("±") == 3
    assert len(mira) == len(titles)


def test_what_cannot_run_is_null_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    (result,) = _report(capsys, "moons", "--n", "40", "--learners", "naive-bayes")["learners"]
    assert "below zero" in result["problem"]
    assert result["held_out"] is result["train"] is result["seconds"] is None


def test_all_learners_are_compared_when_none_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    report = _report(capsys, "blobs", "--n", "30", "--folds", "2", "--passes", "2")
    assert [one["learner"] for one in report["learners"]] == [one.name for one in BUILT_IN]


def test_an_experiment_file_names_the_learners(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "saved.perceptarium"
    learners = (LearnerChoice("mira", {"C": 0.01}, "averaged"), LearnerChoice("pegasos"))
    data = points_data(make_points("overlap", n=40))
    stopping = Stopping(passes=2, patience=1)
    save_experiment(
        path, Experiment(data=data, learners=learners, order=Order("given"), stopping=stopping)
    )
    report = _report(capsys, str(path), "--folds", "3", "--set", "pegasos.lam=0.1")
    mira, pegasos = report["learners"]
    assert (mira["readout"], mira["parameters"]["C"]) == ("averaged", 0.01)
    assert pegasos["parameters"]["lam"] == 0.1


def test_divergence_is_noted(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "huge.csv"
    rows = "".join(f"{sign}1e308,1,{label}\n" for sign, label in [("", "a"), ("-", "b")] * 4)
    path.write_text("x,y,label\n" + rows)
    assert main(["compare", str(path), "--folds", "2", "--learners", "mira"]) == 0
    assert capsys.readouterr().out.endswith("  mira diverged in 2 of 2 folds.\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--set C=1", "Say whose parameter “C” is, such as --set mira.C=1."),
        ("--learners mira --set mirra.C=1", "“mirra” is not compared; the learners are: mira."),
        ("--learners mira --set mira.D=1", "There is no parameter “D” here"),
        ("--learners mira --set mira.C", "--set takes name=value, such as mira.C=0.1"),
        ("--learners mira,mria", "did you mean “mira”?"),
        ("--learners mira:best", "“mira” is read as last or averaged or voted, not “best”."),
        ("--learners mira:", "not “”"),
        ("--learners ,", "--learners takes names with commas between them"),
        ("--folds 1", "use at least 2 folds"),
        ("--folds 1000", "200 examples cannot be dealt into 1000 folds"),
        ("--passes 0", "The number of passes"),
    ],
)
def test_what_a_person_can_mend_is_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: str, words: str
) -> None:
    assert words in _complaint(capsys, "moons", *arguments.split())


def test_an_interruption_is_clean(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(core.cross_validation, "run_of", interrupted)
    assert main(["compare", "moons"]) == 130
    assert capsys.readouterr() == ("", "")
