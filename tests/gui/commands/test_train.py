"""`perceptarium train`, as a person calls it."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.experiment import Experiment, LearnerChoice, Order, Split, Stopping
from core.files.experiment import save_experiment
from core.generators import make_points
from core.run import Run
from core.runs import points_data, runs_of
from gui.commands import progress_bar
from gui.main import main

KEYS = "learner, parameters, readout, steps, updates, mistakes, stopped, train, held_out"
MEASURES = ["accuracy", "zero_one", "hinge", "log"]

FOUR_POINTS = "x,y,label\n1,2,plus\n2,1,minus\n3,4,plus\n4,2,minus\n"


@pytest.fixture
def four_points(tmp_path: Path) -> str:
    path = tmp_path / "four.csv"
    path.write_text(FOUR_POINTS)
    return str(path)


def _words(text: str) -> list[str]:
    return text.split()


def _no_constant(text: str) -> None:
    raise AssertionError(f"{text} is not JSON")


def _report(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["train", *arguments, "--json"]) == 0
    seen = capsys.readouterr()
    assert seen.err == ""
    found: dict[str, Any] = json.loads(seen.out, parse_constant=_no_constant)
    return found


def test_the_worked_perceptron(capsys: pytest.CaptureFixture[str], four_points: str) -> None:
    report = _report(capsys, four_points, "--order", "given", "--stop-when-clean")
    assert ", ".join(report) == KEYS
    assert list(report["train"]) == MEASURES
    assert report["learner"] == "perceptron"
    assert report["parameters"] == {"learning_rate": 1.0, "ties": "a tie is a mistake"}
    assert report["readout"] == "last"
    assert (report["steps"], report["updates"], report["mistakes"]) == (8, 2, 2)
    assert report["stopped"] == "a whole pass without a mistake"
    # w = (-1, 1, 0): all margins are 1 or 2
    assert report["train"] == pytest.approx(
        {
            "accuracy": 1.0,
            "zero_one": 0.0,
            "hinge": 0.0,
            "log": (3 * np.log(1 + np.exp(-1)) + np.log(1 + np.exp(-2))) / 4,
        }
    )
    assert report["held_out"] is None


def test_by_default_it_makes_exactly_the_passes_asked_for(
    capsys: pytest.CaptureFixture[str], four_points: str
) -> None:
    assert _report(capsys, four_points)["steps"] == 80
    report = _report(capsys, four_points, "--passes", "3", "--batch", "3")
    assert (report["steps"], report["stopped"]) == (6, "3 passes done")


def test_the_whole_command(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = _words(
        "moons --learner mira --set C=0.1 --passes 10 --order shuffled --seed 4 --held-out 0.25 "
        "--readout averaged"
    )
    report = _report(capsys, *arguments)
    assert report == _report(capsys, *arguments), "the same seed, the same report"
    data = points_data(make_points("moons", seed=4))
    choice = LearnerChoice("mira", {"C": 0.1}, "averaged")
    (run,) = runs_of(
        Experiment(
            data=data,
            learners=(choice,),
            order=Order("shuffled", seed=4),
            split=Split(0.25, seed=4),
            stopping=Stopping(passes=10, clean_pass=False),
        )
    )
    assert isinstance(run, Run)
    run.play()
    assert report["steps"] == run.steps == 1500
    assert report["mistakes"] == run.mistakes()
    held_out = run.dataset.held_out_rows
    weights = run.weights(run.steps, "averaged")
    gap = run.dataset.rows.dense() @ weights[:2] + weights[2]
    margins = np.where(run.dataset.labels == 1, gap, -gap)
    for part, chosen in (("train", ~held_out), ("held_out", held_out)):
        assert report[part]["accuracy"] == pytest.approx((margins[chosen] > 0).mean())
        assert report[part]["hinge"] == pytest.approx(np.maximum(0, 1 - margins[chosen]).mean())
    assert report != _report(capsys, *arguments, "--seed", "5")


@pytest.mark.parametrize(
    "learner",
    [
        "perceptron", "mira", "logistic-regression", "pegasos", "support-vector-machine",
        "gaussian-naive-bayes", "adaboost", "averaged-perceptron", "voted-perceptron",
    ],
)  # fmt: skip
def test_every_learner_learns_what_can_be_separated(
    capsys: pytest.CaptureFixture[str], learner: str
) -> None:
    report = _report(capsys, "blobs", "--n", "60", "--learner", learner, "--held-out", "0.2")
    assert report["train"]["accuracy"] == 1.0
    assert report["held_out"]["accuracy"] == 1.0


def test_a_menu_name_is_a_learner_and_a_readout(capsys: pytest.CaptureFixture[str]) -> None:
    named = _report(capsys, "overlap", "--learner", "averaged-perceptron")
    spelt = _report(capsys, "overlap", "--learner", "perceptron", "--readout", "averaged")
    assert named == spelt
    assert (named["learner"], named["readout"]) == ("perceptron", "averaged")


def test_the_report_can_be_read(capsys: pytest.CaptureFixture[str], four_points: str) -> None:
    assert main(["train", four_points, "--order", "given", "--stop-when-clean"]) == 0
    assert (
        capsys.readouterr().out
        == """\
Perceptron on four.csv: 4 examples, 2 features, 2 classes

  parameters   learning_rate = 1, ties = a tie is a mistake
  readout      last
  order        given
  bias         on

  steps      8
  updates    2
  mistakes   2
  stopped    a whole pass without a mistake

                    train
  accuracy        100.0 %
  zero-one loss    0.0000
  hinge loss       0.0000
  log loss         0.2667
"""
    )


def test_held_out_examples_have_a_column(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "moons", "--held-out", "0.25", "--batch", "10"]) == 0
    shown = capsys.readouterr().out
    assert "150 examples, 50 held out, 2 features" in shown
    assert "shuffled, seed 0, 10 examples a step" in shown
    lines = shown.splitlines()
    accuracy = next(line for line in lines if line.startswith("  accuracy"))
    heading = next(line for line in lines if line.endswith("held out"))
    assert len(accuracy) == len(heading), "columns end below their headings"
    assert accuracy.count("%") == 2


def test_features_of_points(capsys: pytest.CaptureFixture[str]) -> None:
    plain = _report(capsys, "circles", "--passes", "50")
    quadratic = _report(capsys, "circles", "--passes", "50", "--features", "quadratic")
    waves = _words("--features random-fourier --components 80 --gamma 1")
    fourier = _report(capsys, "circles", "--passes", "50", *waves)
    assert plain["train"]["accuracy"] < 0.8
    assert quadratic["train"]["accuracy"] > 0.95
    assert fourier["train"]["accuracy"] > 0.95


def test_without_bias_there_is_one_weight_less(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "weights.csv"
    assert main(["train", "moons", "--no-bias", "--weights", str(out)]) == 0
    assert [line.split(",")[0] for line in out.read_text().splitlines()] == ["feature", "x", "y"]
    assert capsys.readouterr().out.endswith(f"\nWritten: {out}\n")


def test_tables_are_written(
    capsys: pytest.CaptureFixture[str], four_points: str, tmp_path: Path
) -> None:
    weights, trace = tmp_path / "weights.csv", tmp_path / "trace.tsv"
    files = ["--weights", str(weights), "--trace", str(trace)]
    report = _report(capsys, four_points, "--order", "given", "--passes", "2", *files)
    assert weights.read_text() == "feature,plus\nx,-1.0\ny,1.0\nbias,0.0\n"
    with trace.open() as file:
        lines = list(csv.DictReader(file, delimiter="\t"))
    assert len(lines) == report["steps"]
    assert sum(int(line["mistake"]) for line in lines) == report["mistakes"]
    assert [line["row"] for line in lines[:4]] == ["0", "1", "2", "3"]
    assert [float(line["margin"]) for line in lines[:3]] == [0.0, -5.0, 1.0]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "four.csv",
        "trace.tsv",
        "weights.csv",
    ]


def test_sparse_data_are_trained_without_an_experiment(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "words.libsvm"
    path.write_text("ham 1:1 70000:2\nspam 3:1\nham 1:2\nspam 3:1 70000:1\n")
    report = _report(capsys, str(path), "--learner", "naive-bayes")
    assert (report["steps"], report["train"]["accuracy"]) == (4, 1.0)


def test_an_experiment_file_says_what_no_option_says(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "saved.perceptarium"
    saved = Experiment(
        data=points_data(make_points("overlap", n=40, seed=2)),
        learners=(LearnerChoice("mira", {"C": 0.01}, "averaged"), LearnerChoice("perceptron")),
        order=Order("given"),
        split=Split(0.25, seed=9),
        stopping=Stopping(passes=4, clean_pass=False),
    )
    save_experiment(path, saved)
    run = runs_of(saved)[0]
    assert isinstance(run, Run)
    run.play()
    report = _report(capsys, str(path))
    assert (report["learner"], report["readout"]) == ("mira", "averaged")
    assert report["parameters"] == {"C": 0.01, "variant": "PA-I"}
    assert (report["steps"], report["updates"]) == (run.steps, run.updates())
    changed = _report(capsys, str(path), "--passes", "5", "--set", "variant=hard")
    assert changed["steps"] == 5 * 30
    assert changed["parameters"] == {"C": 0.01, "variant": "hard"}
    other = _report(capsys, str(path), "--learner", "pegasos")
    assert other["parameters"] == {"lam": 0.01, "projection": False}


def test_divergence_is_reported_in_strict_json(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "huge.csv"
    path.write_text("x,y,label\n1e300,1,a\n-1e300,2,b\n1e300,3,b\n")
    arguments = ("--learner", "logistic-regression", "--set", "learning_rate=100")
    report = _report(capsys, str(path), *arguments)
    assert report["stopped"].startswith("diverged at step ")
    assert main(["train", str(path), *arguments]) == 0
    assert "nan" not in capsys.readouterr().out


def test_measures_beyond_all_numbers_stay_numbers(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "far.csv"
    # The first point makes w = 1e150; the last one's score is then beyond all numbers.
    path.write_text("x,y,label\n1e150,0,b\n1,0,a\n1e200,0,a\n")
    report = _report(capsys, str(path), "--order", "given", "--passes", "1", "--no-bias")
    assert report["stopped"] == "diverged at step 3"
    assert 1e200 < report["train"]["hinge"] < 1e301
    assert report["train"]["zero_one"] == pytest.approx(2 / 3)


def test_patience_stops_early(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = _words("blobs --held-out 0.25 --patience 2 --passes 50")
    report = _report(capsys, *arguments)
    assert report["stopped"].startswith("no better on held-out examples for 2 passes")
    assert report["steps"] < 50 * 150


def test_tolerance_stops_early(capsys: pytest.CaptureFixture[str]) -> None:
    report = _report(capsys, "blobs", "--tolerance", "0.001", "--passes", "50")
    assert report["stopped"] == "the weights moved by less than 0.001 in a pass"


def test_a_person_at_a_terminal_sees_a_bar_and_the_same_report(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["train", "overlap", "--passes", "7", "--json"]
    assert main(arguments) == 0
    plain = capsys.readouterr().out
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(progress_bar, "INTERVAL", 0.0)
    assert main(arguments) == 0
    out, bar = capsys.readouterr()
    assert out == plain
    assert "\rPerceptron " in bar
    assert "100 %" in bar
    assert bar.endswith(" \r")
