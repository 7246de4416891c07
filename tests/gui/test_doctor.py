"""The doctor sees what is wrong and never faints."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

import core.cache
from gui.commands import doctor
from gui.main import main

ROOT = Path(__file__).resolve().parents[2]


def _report(capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, str]]:
    """The exit code and, for each line, its mark and text by name."""
    code = main(["doctor", "--quick"])
    lines = capsys.readouterr().out.splitlines()
    return code, {line[2:22].strip(): line[0] + line[23:] for line in lines[1:-1]}


def test_a_healthy_machine(capsys: pytest.CaptureFixture[str]) -> None:
    code, report = _report(capsys)
    assert code == 0, report
    assert report["numpy"] == "+" + metadata.version("numpy")
    assert report["display"].startswith("+")
    assert sys.executable in report["Python"]


def test_a_missing_package(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(doctor.PACKAGES, "no-such-package", "no_such_package")
    code, report = _report(capsys)
    assert code == 1
    assert report["no-such-package"] == "!missing"


def test_no_display(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "nonsense")
    code, report = _report(capsys)
    if sys.platform == "linux":
        assert code == 1
        assert report["display"].startswith("!QT_QPA_PLATFORM")


def test_a_cache_that_cannot_be_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(core.cache, "cache_folder", lambda: tmp_path / "file" / "kernels")
    code, report = _report(capsys)
    assert code == 1
    assert "cannot be written" in report["kernel cache"]


def test_an_examination_that_fails_is_a_finding(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def faint() -> tuple[str, bool | None]:
        raise RuntimeError("dizzy")

    monkeypatch.setitem(doctor._EXAMINATIONS, "system", faint)
    code, report = _report(capsys)
    assert code == 1
    assert "RuntimeError: dizzy" in report["system"]
    assert "numpy" in report, "the others are still examined"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("raise ImportError('libEGL.so.1: no such file')", "libEGL.so.1: no such file"),
        ("import os, sys; print('half loaded', file=sys.stderr); os.abort()", "half loaded"),
    ],
)
def test_a_qt_that_breaks_is_reported(source: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "PySide6").mkdir()
    (tmp_path / "PySide6" / "__init__.py").write_text(source)
    code = """
import sys
from gui.commands import doctor
from gui.main import main
for name in set(doctor.PACKAGES) - {"PySide6-Essentials"}:
    del doctor.PACKAGES[name]
sys.exit(main(["doctor"]))
"""
    variables = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)]),
        "PYTHONIOENCODING": "utf-8",
    }
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=variables,
    )
    assert done.returncode == 1
    assert done.stderr == ""
    broken = [line for line in done.stdout.splitlines() if line.startswith("!")]
    assert [line[2:].split()[0] for line in broken] == ["PySide6-Essentials", "Qt"]
    assert all(words in line for line in broken)


def test_it_tells_what_it_takes() -> None:
    parser = argparse.ArgumentParser()
    doctor.add_arguments(parser)
    assert parser.parse_args([]).quick is False
