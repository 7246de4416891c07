"""What `perceptarium train` refuses, and what it does not load."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.experiment import Experiment
from core.files.experiment import save_experiment
from gui.main import main

ROOT = Path(__file__).resolve().parents[3]


def _complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["train", *arguments]) == 2
    seen = capsys.readouterr()
    assert seen.out == ""
    assert seen.err.count("\n") == 1
    return seen.err.removeprefix("perceptarium: ").rstrip()


def test_an_experiment_without_points_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "empty.perceptarium"
    save_experiment(path, Experiment())
    sentence = _complaint(capsys, str(path))
    assert sentence == "There is nothing to learn from: “empty.perceptarium” holds no examples."


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--learner mria", "did you mean “mira”?"),
        ("--set D=1", "There is no parameter “D” here; there are: learning_rate, ties."),
        ("--set learning_rate", "--set takes name=value, such as C=0.1, not “learning_rate”."),
        ("--set learning_rate=big", "learning_rate must be a number, not “big”."),
        ("--set learning_rate=1000", "learning_rate must be between 0.001 and 100, not 1000."),
        ("--learner adaboost --readout voted", "“adaboost” is read as last, not “voted”."),
        ("--learner naive-bayes", "values below zero"),
        (
            "--learner averaged-perceptron --readout voted",
            "“averaged-perceptron” means perceptron read as averaged: "
            "for another readout use the name perceptron.",
        ),
        ("--passes 0", "The number of passes must be a whole number from 1"),
        ("--batch 0", "The number of examples in a step must be"),
        ("--seed -1", "seed must be a whole number from 0"),
        ("--held-out 1", "The held-out fraction must be at least 0 and below 1, not 1."),
        ("--held-out nan", "The held-out fraction"),
        ("--tolerance -1", "The tolerance must not be negative"),
        ("--patience 3", "--patience looks at held-out examples: ask for some with --held-out."),
        ("--n 0", "n must be a whole number from 1"),
        ("--classes 3", "The toy data “moons” have 2 classes, not 3."),
        ("--noise 2", "noise must be between 0 and 1, not 2."),
        ("--balance 1", "balance must be above 0 and below 1, not 1."),
        ("--gamma 2", "--components and --gamma are for --features random-fourier alone."),
        ("--features random-fourier --components 0", "components must be a whole number from 1"),
        ("--readout voted --weights w.csv", "A vote of many weight vectors has no weights"),
        ("--weights no/such/w.csv", "--weights cannot be written: there is no folder “no/such”."),
        ("--trace .", "--trace takes the name of a file, and “.” is a folder."),
        ("--weights w.csv --trace ./w.csv", "--trace would overwrite --weights"),
    ],
)
def test_what_a_person_can_mend_is_one_sentence(
    capsys: pytest.CaptureFixture[str],
    arguments: str,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    words = words.replace("no/such", str(Path("no/such")))
    assert words in _complaint(capsys, "moons", *arguments.split())
    assert list(tmp_path.iterdir()) == []


def test_the_data_are_not_overwritten(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    path.write_text("x,y,label\n1,2,a\n2,1,b\n")
    assert "would overwrite DATA" in _complaint(capsys, str(path), "--weights", str(path))
    assert path.read_text() == "x,y,label\n1,2,a\n2,1,b\n"


def test_features_that_are_no_points_have_no_map(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "words.libsvm"
    path.write_text("ham 1:1\nspam 3:1\n")
    sentence = _complaint(capsys, str(path), "--features", "quadratic")
    assert sentence.startswith("Feature maps are for points, and “words.libsvm” has features")


def _child(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    variables = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=variables,
    )


def test_no_window_is_loaded_and_no_bar_is_drawn_into_a_pipe() -> None:
    code = """
import sys
from gui.main import main
code = main(sys.argv[1:])
loaded = {name.partition(".")[0] for name in sys.modules}
print(*sorted(loaded & {"PySide6", "shiboken6", "pyqtgraph", "sklearn"}), file=sys.stderr)
sys.exit(code)
"""
    done = _child(code, "train", "moons", "--passes", "3", "--json")
    assert done.returncode == 0
    assert done.stderr.strip() == ""
    assert json.loads(done.stdout)["steps"] == 600


@pytest.mark.parametrize("command", ["train", "compare", "learners"])
def test_help_loads_nothing_heavy(command: str) -> None:
    code = """
import sys
from gui.main import main
try:
    main([sys.argv[1], "--help"])
finally:
    loaded = {name.partition(".")[0] for name in sys.modules}
    print(*sorted(loaded & {"PySide6", "numba", "sklearn", "scipy"}), file=sys.stderr)
"""
    done = _child(code, command)
    assert done.returncode == 0
    assert done.stderr.strip() == ""
    assert f"perceptarium {command}" in done.stdout
