"""`perceptarium render`, as a person calls it."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtGui import QImage
from PySide6.QtSvg import QSvgRenderer

from core.files.experiment import save_experiment
from core.share import share_code
from gui.main import main
from tests.gui.export.scenes import four_points

FOUR_POINTS = "x,y,label\n1,2,plus\n2,1,minus\n3,4,plus\n4,2,minus\n"


@pytest.fixture(autouse=True)
def _here(qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "four.csv").write_text(FOUR_POINTS)
    monkeypatch.chdir(tmp_path)


def render(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What is said, when all went well."""
    code = main(["render", *arguments])
    seen = capsys.readouterr()
    assert (code, seen.err) == (0, "")
    return seen.out


def test_pictures_of_the_size_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    said = render(capsys, "four.csv", "-o", "a.png", "--size", "300x200", "--scale", "2")
    assert said == "Written: a.png\n"
    image = QImage("a.png")
    assert (image.width(), image.height()) == (600, 400)
    render(capsys, "four.csv", "-o", "a.svg", "--size", "300x200", "--theme", "dark")
    assert QSvgRenderer("a.svg").isValid()
    render(capsys, "four.csv", "-o", "a.pdf", "--view", "losses")
    assert Path("a.pdf").read_bytes().startswith(b"%PDF")


def test_the_step_changes_the_picture(capsys: pytest.CaptureFixture[str]) -> None:
    for step in ("1", "2", "2"):
        render(capsys, "four.csv", "-o", f"{step}.png", "--steps", step, "--order", "given")
    assert QImage("1.png") != QImage("2.png")


def test_an_animation_of_a_span(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--steps", "0:6", "--size", "320x240", "--fps", "10", "--captions")
    render(capsys, "four.csv", "-o", "a.gif", "--learner", "mira", *arguments)
    with Image.open("a.gif") as film:
        assert film.size == (320, 240)
        assert getattr(film, "n_frames", 1) == 7
        assert film.info["duration"] == 100


def test_tables_programs_and_pages(capsys: pytest.CaptureFixture[str]) -> None:
    given = ("four.csv", "--order", "given", "--stop-when-clean")
    render(capsys, *given, "-o", "w.csv")
    with open("w.csv", newline="") as file:
        assert list(csv.reader(file))[1:] == [["x", "-1.0"], ["y", "1.0"], ["bias", "0.0"]]
    render(capsys, *given, "-o", "s.json", "--what", "steps", "--steps", "2:3")
    assert [one["step"] for one in json.loads(Path("s.json").read_text())] == [2, 3]
    render(capsys, *given, "-o", "p.py")
    compile(Path("p.py").read_text(), "p.py", "exec")
    render(capsys, *given, "-o", "p.html", "--steps", "0:4")
    assert "<html" in Path("p.html").read_text(encoding="utf-8")[:400]


def test_an_experiment_file_and_a_share_code_bring_their_learners(
    capsys: pytest.CaptureFixture[str],
) -> None:
    save_experiment("mine.perceptarium", four_points())
    render(capsys, "mine.perceptarium", "-o", "a.csv", "--what", "curves")
    render(capsys, share_code(four_points()), "-o", "b.csv", "--what", "curves")
    assert Path("a.csv").read_text() == Path("b.csv").read_text()
    with open("a.csv", newline="") as file:
        assert {row["learner"] for row in csv.DictReader(file)} == {"Perceptron", "MIRA"}


def test_settings_go_to_the_learner_they_name(capsys: pytest.CaptureFixture[str]) -> None:
    both = ("--learner", "perceptron", "--learner", "mira")
    render(capsys, "four.csv", *both, "--set", "mira.C=0.01", "-o", "a.py")
    assert "0.01" in Path("a.py").read_text()
    assert main(["render", "four.csv", *both, "--set", "C=0.01", "-o", "b.py"]) == 2
    assert "LEARNER.NAME=VALUE" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("four.csv", "-o", "a.bmp"), "no ending that tells what to write"),
        (("four.csv", "-o", "four.csv"), "would overwrite DATA"),
        (("four.csv", "-o", "no/a.png"), "there is no folder"),
        (("four.csv", "-o", "a.png", "--size", "big"), "such as 1280x720"),
        (("four.csv", "-o", "a.png", "--size", "9x9"), "from 64 to 8000"),
        (("four.csv", "-o", "a.png", "--steps", "x"), "40 or 0:120"),
        (("four.csv", "-o", "a.png", "--steps", "4:2"), "an earlier step to a later one"),
        (("four.csv", "-o", "a.png", "--view", "poems"), "There is no view “poems”"),
        (("four.csv", "-o", "a.gif", "--fps", "1000"), "--fps is from 0.5 to 50"),
        (("four.csv", "-o", "a.png", "--learner", "oracle"), "“oracle”"),
        (("nothing.csv", "-o", "a.png"), "There is no file"),
        (("PTM1nonsense", "-o", "a.png"), "not a share code"),
    ],
)
def test_what_a_user_can_mend_is_one_sentence(
    arguments: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["render", *arguments]) == 2
    seen = capsys.readouterr()
    assert sentence in seen.err
    assert seen.err.count("\n") == 1
    assert sorted(os.listdir()) in (["four.csv"], ["four.csv", "settings"])


def test_it_needs_no_display(tmp_path: Path) -> None:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    root = str(Path(__file__).parents[3])
    environment["PYTHONPATH"] = root
    done = subprocess.run(
        [sys.executable, "-m", "gui.main", "render", "four.csv", "-o", "a.png"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "Written: a.png\n"), done.stderr
    assert QImage(str(tmp_path / "a.png")).width() == 1280
