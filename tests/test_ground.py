"""The ground: the lock file, the packages, and the wall between core and gui."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import assets
import gui
from gui import main as command

ROOT = Path(__file__).resolve().parent.parent


class TestLock:
    """The lock file installs the same everywhere and names no place."""

    text = (ROOT / "requirements.lock").read_text("utf-8")

    def test_it_names_no_host_and_no_folder(self) -> None:
        assert not re.findall(
            r"://|^-|^\s+--(?!hash=)| @ |/(?:home|opt|root|tmp|usr)/", self.text, re.M
        )

    def test_every_package_is_pinned_and_has_hashes(self) -> None:
        entries = re.split(r"\n(?=[A-Za-z])", self.text.strip())
        assert len(entries) > 30
        for entry in entries:
            assert re.match(r"[\w.\[\]-]+==[\w.]+( ;.*)? \\\n", entry), entry[:80]
            assert "--hash=sha256:" in entry

    def test_everything_asked_for_is_in_it(self) -> None:
        locked = {name.lower() for name in re.findall(r"^([\w.-]+)==", self.text, re.M)}
        assert required() | development() <= locked


def project() -> dict[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def _names(requirements: list[str]) -> set[str]:
    return {re.split(r"[^\w.-]", text)[0].lower() for text in requirements}


def required() -> set[str]:
    return _names(project()["project"]["dependencies"])


def development() -> set[str]:
    return _names(project()["dependency-groups"]["dev"])


def test_the_doctor_looks_at_every_package_that_is_required() -> None:
    from gui.commands import doctor

    # What only an older Python needs is not missed by a newer one.
    everywhere = [one for one in project()["project"]["dependencies"] if ";" not in one]
    assert {name.lower() for name in doctor.PACKAGES} == _names(everywhere)


def test_assets_are_found_from_anywhere() -> None:
    assert assets.path() == ROOT / "assets"
    assert assets.path("__init__.py").is_file()


def test_the_version_is_told() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "gui.main", "--version"], capture_output=True, text=True, cwd=ROOT
    )
    assert done.stdout == f"perceptarium {gui.__version__}\n"


IMPORT_CORE = """
import importlib, pkgutil, sys
import core
for room in pkgutil.iter_modules(core.__path__, "core."):
    if room.name != sys.argv[1]:
        folder = getattr(importlib.import_module(room.name), "__path__", [])
        for module in pkgutil.walk_packages(folder, room.name + "."):
            importlib.import_module(module.name)
print(*{name.split(".")[0] for name in sys.modules})
"""


def _loaded_after(code: str, *arguments: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].split())


def test_core_imports_no_window() -> None:
    loaded = _loaded_after(IMPORT_CORE, "")
    assert "core" in loaded
    assert not loaded & {"gui", "PySide6", "shiboken6", "pyqtgraph"}


def test_core_imports_what_is_slow_only_when_it_is_used() -> None:
    # The scikit-learn face cannot but load scikit-learn.
    loaded = _loaded_after(IMPORT_CORE, "core.estimators")
    assert not loaded & {"numba", "scipy", "sklearn", "contourpy"}


def test_headless_commands_import_no_window() -> None:
    code = """
import sys
from gui.main import COMMANDS, main
for name in COMMANDS:
    try:
        main([name, "--help"])
    except SystemExit as end:
        assert end.code == 0, name
print(*{name.split(".")[0] for name in sys.modules})
"""
    assert not _loaded_after(code) & {"PySide6", "shiboken6", "pyqtgraph", "numba", "sklearn"}


def test_every_command_is_listed() -> None:
    files = (ROOT / "gui" / "commands").glob("[!_]*.py")
    commands = {file.stem for file in files if "\nSUMMARY = " in file.read_text("utf-8")}
    assert commands == set(command.COMMANDS)
