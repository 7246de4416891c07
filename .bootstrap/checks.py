"""Every check of `./test`, one after another; a failure does not stop the others."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

# Beyond this, starting the workers costs more than they save.
MOST_WORKERS = 8


def run_all(root: str | Path, python: str | Path, arguments: list[str]) -> int:
    """Run the checks, pytest last with the given arguments; 0 when all of them passed."""
    quick = quick_checks(str(python))
    failed = [name for name, command in quick.items() if not _passes(name, command, root)]
    if not _pytest_passes(root, str(python), arguments):
        failed.append("pytest")
    if failed:
        # Only then: else pytest's own summary is the last line.
        print(f"FAILED: {', '.join(failed)}", flush=True)
    return 1 if failed else 0


def quick_checks(python: str) -> dict[str, list[str]]:
    """The checks that only read the sources."""
    lint_imports = "from importlinter.cli import lint_imports_command as main; main()"
    return {
        "ruff check": [python, "-m", "ruff", "check", "."],
        "ruff format": [python, "-m", "ruff", "format", "--check", "."],
        "mypy --strict": [python, "-m", "mypy", "core", "gui", "assets", ".bootstrap"],
        "import-linter": [python, "-c", lint_imports],
    }


def _passes(name: str, command: list[str], root: str | Path) -> bool:
    begun = time.monotonic()
    done = subprocess.run(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    passed = done.returncode == 0
    if not passed:
        sys.stdout.write(done.stdout.decode("utf-8", "replace"))
    verdict = "ok  " if passed else "FAIL"
    print(f"{verdict} {name:<14} {time.monotonic() - begun:5.1f} s", flush=True)
    return passed


def _pytest_passes(root: str | Path, python: str, arguments: list[str]) -> bool:
    workers = min(os.cpu_count() or 1, MOST_WORKERS)
    command = [python, "-m", "pytest", "-n", str(workers), *arguments]
    print(f"     pytest {' '.join(arguments)}", flush=True)
    try:
        return subprocess.call(command, cwd=root) == 0
    except KeyboardInterrupt:
        return False
