"""What the README shows must run, and say what it says."""

import re
import shlex
from pathlib import Path

import pytest

from gui.main import main

README = Path(__file__).parents[1] / "README.md"


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("code", blocks("python"))
def test_library_examples_run(code, capsys):
    exec(compile(code, "README.md", "exec"), {})
    assert capsys.readouterr().out.strip()


def test_the_first_example_prints_what_its_comment_says(capsys):
    exec(compile(blocks("python")[0], "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("8 a whole pass without a mistake\n[-1.  1.  0.]")


def commands() -> list[str]:
    lines = "\n".join(blocks("")).splitlines()
    return [line.removeprefix("./run ") for line in lines if line.startswith("./run ")]


@pytest.mark.parametrize("command", [c for c in commands() if not c.startswith("doctor")])
def test_commands_run(command, tmp_path, monkeypatch, capsys):
    (tmp_path / "points.csv").write_text("x,y,label\n1,2,a\n2,1,b\n3,4,a\n4,2,b\n")
    monkeypatch.chdir(tmp_path)
    assert main(shlex.split(command)) == 0
    assert capsys.readouterr().out.strip()


def test_every_picture_is_there():
    pictures = re.findall(r"!\[.*?\]\((.*?)\)", README.read_text(encoding="utf-8"))
    assert len(pictures) >= 4
    missing = [name for name in pictures if not (README.parent / name).is_file()]
    assert not missing
