"""The `perceptarium` command: what goes where, and how it ends."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from core.errors import PlainError
from gui import preflight
from gui.main import COMMANDS, main


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A headless command in the place of `train`; tests give it a `run`."""
    module = ModuleType("gui.commands.train")
    module.SUMMARY = "Stand in."  # type: ignore[attr-defined]
    module.add_arguments = lambda parser: parser.add_argument("--number", type=int)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "gui.commands.train", module)
    return module


def _raising(error: BaseException) -> object:
    def run(arguments: argparse.Namespace) -> int:
        raise error

    return run


def test_a_command_gets_its_arguments_and_gives_the_exit_code(stand_in: ModuleType) -> None:
    stand_in.run = lambda arguments: arguments.number  # type: ignore[attr-defined]
    assert main(["train", "--number", "7"]) == 7


def test_a_plain_error_is_one_sentence(
    stand_in: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    stand_in.run = _raising(PlainError("There is no data."))  # type: ignore[attr-defined]
    assert main(["train"]) == 2
    assert capsys.readouterr().err == "perceptarium: There is no data.\n"


def test_a_file_that_cannot_be_written_is_one_sentence(
    stand_in: ModuleType, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    missing = tmp_path / "no" / "weights.csv"
    stand_in.run = lambda arguments: missing.write_text("")  # type: ignore[attr-defined]
    assert main(["train"]) == 2
    assert str(missing) in capsys.readouterr().err


def test_a_defect_is_not_hidden(stand_in: ModuleType) -> None:
    stand_in.run = _raising(ZeroDivisionError())  # type: ignore[attr-defined]
    with pytest.raises(ZeroDivisionError):
        main(["train"])


def test_an_interruption_is_quiet(stand_in: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    stand_in.run = _raising(KeyboardInterrupt())  # type: ignore[attr-defined]
    assert main(["train"]) == 130
    assert capsys.readouterr().err == ""


def test_a_reader_that_leaves_is_no_error() -> None:
    code = """
import sys, types
from gui.main import main
train = types.ModuleType("gui.commands.train")
train.SUMMARY, train.add_arguments = "", lambda parser: None
train.run = lambda arguments: [print("x" * 1000) for _ in range(1000)] and 0
sys.modules["gui.commands.train"] = train
sys.exit(main(["train"]))
"""
    child = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.readline()
    child.stdout.close()
    words = child.stderr.read()
    child.stderr.close()
    assert (child.wait(), words) == (141, b"")


def test_a_terminal_without_the_signs_shows_others() -> None:
    code = "from gui.main import main; main(['no × such ≤ file'])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        env={"PYTHONIOENCODING": "ascii:strict", "PATH": "", "PYTHONPATH": str(Path.cwd())},
    )
    assert done.stderr.startswith(b"perceptarium: There is no file ")
    assert b"Traceback" not in done.stderr


def test_the_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    assert end.value.code == 0
    shown = capsys.readouterr().out
    for name, summary in COMMANDS.items():
        assert f"{name} " in shown
        assert summary in shown


def test_a_mistyped_command_is_recognised(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trian"]) == 2
    assert "did you mean the command “train”?" in capsys.readouterr().err


def test_the_window_opens_with_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    opened: list[Path | None] = []
    app = ModuleType("gui.app")

    def open_window(file: Path | None, code: str) -> int:
        opened.append(file)
        return 5

    app.open_window = open_window  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "gui.app", app)
    monkeypatch.setattr(preflight, "check", lambda: None)
    file = tmp_path / "points.csv"
    file.touch()
    assert main([str(file)]) == 5
    assert main([]) == 5
    assert opened == [file, None]
