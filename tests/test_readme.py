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
def test_library_examples_run(code, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "README.md", "exec"), {})
    assert capsys.readouterr().out.strip()


def test_the_first_example_prints_what_its_comment_says(capsys):
    exec(compile(blocks("python")[0], "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("8 a whole pass without a mistake\n[-1.  1.  0.]")


def test_the_model_of_texts_knows_good_from_bad(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(compile(blocks("python")[2], "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("['fine', 'poor']")
    assert (tmp_path / "model.json").stat().st_size > 0


def command_blocks() -> list[list[str]]:
    """The commands of each block, which may build on each other."""
    found = []
    for block in blocks(""):
        lines = [line for line in block.splitlines() if line.startswith("./run ")]
        found.append([line.removeprefix("./run ") for line in lines])
    return [lines for lines in found if lines]


@pytest.mark.parametrize("commands", command_blocks(), ids=lambda lines: lines[0].split()[0])
def test_commands_run(commands, tmp_path, monkeypatch, capsys):
    (tmp_path / "points.csv").write_text("x,y,label\n1,2,a\n2,1,b\n3,4,a\n4,2,b\n")
    monkeypatch.chdir(tmp_path)
    for command in commands:
        if command == "doctor":  # what it finds depends on the computer
            continue
        words = shlex.split(command)
        assert main(words) == 0, command
        assert capsys.readouterr().out.strip(), command
        if "-o" in words:
            assert (tmp_path / words[-1]).stat().st_size > 0, command


def test_every_command_is_shown():
    from gui.main import COMMANDS

    shown = {line.split()[0] for lines in command_blocks() for line in lines} | {"bench"}
    assert shown == set(COMMANDS)


def test_pictures_and_links_lead_somewhere():
    text = README.read_text(encoding="utf-8")
    pictures = re.findall(r"!\[(.*?)\]\((.*?)\)", text)
    assert len(pictures) >= 7
    assert all(said for said, _ in pictures), "a picture that cannot be seen must be told"
    links = re.findall(r"\]\((?!https?:)(.*?)\)", text)
    assert [name for name in links if not (README.parent / name).is_file()] == []


def test_no_picture_travels_for_nothing():
    kept = {path.name for path in (README.parent / "assets" / "pictures").iterdir()}
    shown = re.findall(r"assets/pictures/([\w.-]+)", README.read_text(encoding="utf-8"))
    assert kept == set(shown)


def test_the_readme_and_the_guide_are_one_text():
    from gui.readme import with_guide

    text = README.read_text(encoding="utf-8")
    assert text.count("<!-- guide: ") >= 5
    assert text == with_guide(text), "run: python -m gui.readme"
