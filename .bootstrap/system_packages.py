"""What must come from the system: libraries for Qt, and Python's own installer on Debian."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys

from gui import system_libraries as system


class SetupError(Exception):
    """The set-up cannot go on; one sentence that says what to do."""


def provide(*, tests: bool, installer: bool) -> None:
    """See that the libraries are there, and with `installer` that `.venv` can be made.

    As root they are installed; otherwise the exact line is told. Missing libraries end the set-up
    only for `tests`: commands without a window work, and the window explains itself.
    """
    libraries = system.missing((*system.FOR_QT, *system.FOR_X))
    extra = _missing_installer() if installer else []
    if not libraries and not extra:
        return
    family = system.package_family()
    if family == "apt" and os.geteuid() == 0:
        _apt_install([*extra, *system.packages(libraries, "apt")])
        libraries = system.missing(libraries)
        extra = _missing_installer() if installer else []
    if extra or (libraries and tests):
        raise SetupError(needed(libraries, extra, family))
    if libraries:
        print(f"perceptarium: {system.sentence(libraries, family)}", file=sys.stderr)


def needed(libraries: list[system.Library], extra: list[str], family: str | None) -> str:
    """Everything that is missing, in one sentence with one line to type."""
    if not extra:
        return system.sentence(libraries, family)
    line = system.install_line(libraries, family, *extra) if family == "apt" else None
    if line is None:
        return "this Python has no “venv” or no “ensurepip” module; please install them."
    return f"this Python cannot make a virtual environment yet; install with: {line}"


def _missing_installer() -> list[str]:
    """The Debian package with `venv` and `ensurepip`, when this Python is without them."""
    importlib.invalidate_caches()
    if all(importlib.util.find_spec(name) for name in ("venv", "ensurepip")):
        return []
    return [f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"]


def _apt_install(packages: list[str]) -> None:
    print(f"  installing from the system: {' '.join(packages)}", file=sys.stderr, flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
    for command in (["apt-get", "update", "-qq"], install):
        done = subprocess.run(command, env=quiet, capture_output=True, text=True, errors="replace")
        if done.returncode:
            # What is still missing is told by the caller; here only why.
            print(f"  {(done.stderr or done.stdout).strip()}", file=sys.stderr)
