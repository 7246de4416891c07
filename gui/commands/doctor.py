"""`perceptarium doctor`: what a teacher pastes into a mail when the program does not start."""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib import metadata
from typing import NamedTuple

from core.errors import PlainError
from gui import __version__, preflight
from gui import system_libraries as system

SUMMARY = "Say what is installed and what is missing; exit code 1 when something needs attention."

# Distribution and the module it brings.
PACKAGES = {
    "numpy": "numpy",
    "numba": "numba",
    "scipy": "scipy",
    "scikit-learn": "sklearn",
    "msgspec": "msgspec",
    "contourpy": "contourpy",
    "PySide6-Essentials": "PySide6.QtWidgets",
    "pyqtgraph": "pyqtgraph",
    "ziamath": "ziamath",
    "pillow": "PIL",
}

# A package can be there and still not load, or end the process: only a child may try.
_IMPORT_ONE = "import importlib, sys; importlib.import_module(sys.argv[1])"
_START_QT = "from PySide6.QtWidgets import QApplication; print(QApplication([]).platformName())"
_PATIENCE = 60.0


class Finding(NamedTuple):
    """One line of the report; `well` is None where there is nothing to judge."""

    name: str
    text: str
    well: bool | None = None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--quick", action="store_true", help="only look, do not load the packages")


def run(arguments: argparse.Namespace) -> int:
    print(f"Perceptarium {__version__}")
    wrong = 0
    for finding in findings(load=not arguments.quick):
        mark = {None: " ", True: "+", False: "!"}[finding.well]
        print(f"{mark} {finding.name:<20} {finding.text}", flush=True)
        wrong += finding.well is False
    print("All is well." if not wrong else f"Lines that need attention (marked !): {wrong}.")
    return 1 if wrong else 0


def findings(*, load: bool) -> Iterator[Finding]:
    """Everything worth knowing, one at a time; an examination that fails is itself a finding."""
    for name, examine in _EXAMINATIONS.items():
        yield _survive(name, examine)
    for distribution, module in PACKAGES.items():
        yield _survive(distribution, lambda d=distribution, m=module: _package(d, m, load))  # type: ignore[misc]
    if load:
        yield _survive("Qt starts", _qt_starts)


def _survive(name: str, examine: Callable[[], tuple[str, bool | None]]) -> Finding:
    try:
        return Finding(name, *examine())
    except Exception as error:  # a doctor who faints helps nobody
        return Finding(name, f"cannot be examined: {type(error).__name__}: {error}", False)


def _python() -> tuple[str, bool | None]:
    bits = 64 if sys.maxsize > 2**32 else 32
    text = f"{platform.python_version()} ({platform.python_implementation()}, {bits} bit)"
    return f"{text}, {sys.executable}", sys.version_info >= (3, 10)


def _operating_system() -> tuple[str, bool | None]:
    text = f"{platform.system()} {platform.release()} {platform.machine()}"
    if sys.platform == "linux":
        text += f", {platform.freedesktop_os_release().get('PRETTY_NAME', 'unknown distribution')}"
    return text, None


def _processors() -> tuple[str, bool | None]:
    return str(os.cpu_count()), None


def _settings() -> tuple[str, bool | None]:
    """The variables of the environment that change how the window opens."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "QT_QPA_PLATFORM", "NUMBA_CACHE_DIR")
    given = [f"{name}={os.environ[name]}" for name in names if name in os.environ]
    return ", ".join(given) or "nothing special", None


def _libraries() -> tuple[str, bool | None]:
    if sys.platform != "linux":
        return "nothing needed on this system", None
    lacking = system.missing((*system.FOR_QT, *system.FOR_X))
    if lacking:
        return system.sentence(lacking, system.package_family()), False
    return "all there", True


def _display() -> tuple[str, bool | None]:
    try:
        preflight.check()
    except PlainError as error:
        return str(error), False
    return "a window can be opened", True


def _cache() -> tuple[str, bool | None]:
    from core.cache import cache_folder

    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"kernel")
            file.seek(0)
            intact = file.read() == b"kernel"
    except OSError as error:
        return f"{folder} cannot be written ({error.strerror})", False
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    return f"{folder}, {len(sizes)} files, {sum(sizes) / 1e6:.1f} MB", intact


def _package(distribution: str, module: str, load: bool) -> tuple[str, bool | None]:
    try:
        version = metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return "missing", False
    complaint = _child_complaint(_IMPORT_ONE, module) if load else None
    return (f"{version}, does not load: {complaint}", False) if complaint else (version, True)


def _qt_starts() -> tuple[str, bool | None]:
    """Start Qt in a child: on the display if there is one, else without drawing anywhere."""
    environment = dict(os.environ)
    try:
        preflight.check()
    except PlainError:
        environment["QT_QPA_PLATFORM"] = "offscreen"
    complaint = _child_complaint(_START_QT, environment=environment)
    if complaint:
        return f"no: {complaint}", False
    return f"yes, on {environment.get('QT_QPA_PLATFORM', 'the display')}", True


def _child_complaint(
    code: str, *arguments: str, environment: dict[str, str] | None = None
) -> str | None:
    """Run code in a fresh Python and return its last words if it failed."""
    try:
        child = subprocess.run(
            [sys.executable, "-c", code, *arguments],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_PATIENCE,
            env=environment,
        )
    except subprocess.TimeoutExpired:
        return f"no answer within {_PATIENCE:.0f} s"
    if child.returncode == 0:
        return None
    lines = [line for line in child.stderr.splitlines() if line.strip()]
    return f"{lines[-1].strip() if lines else 'no message'} (exit code {child.returncode})"


_EXAMINATIONS: dict[str, Callable[[], tuple[str, bool | None]]] = {
    "Python": _python,
    "system": _operating_system,
    "processors": _processors,
    "settings": _settings,
    "system libraries": _libraries,
    "display": _display,
    "kernel cache": _cache,
}
