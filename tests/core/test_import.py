"""What a fresh process loads: `core` stays light, and never knows a window."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from pathlib import Path

import core

HEAVY = ("numba", "scipy", "sklearn", "contourpy", "PySide6", "shiboken6", "pyqtgraph", "gui")
# The scikit-learn face is made of scikit-learn's classes.
EXEMPT = ("core.estimators",)
ROOT = Path(core.__file__).parent.parent


def modules() -> list[str]:
    found = [module.name for module in pkgutil.walk_packages(core.__path__, "core.")]
    return ["core", *(name for name in found if not name.startswith(EXEMPT))]


def loaded_by(code: str) -> set[str]:
    script = f"{code}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return {name.partition(".")[0] for name in done.stdout.split()}


def test_all_of_core_is_light() -> None:
    assert len(modules()) > 20
    imports = "\n".join(f"import {name}" for name in modules())
    assert not loaded_by(imports) & set(HEAVY)


def test_a_run_needs_no_window() -> None:
    code = """
from core.dataset import Dataset
from core.learners import find
from core.run import Run
data = Dataset.from_table([[1.0, 2.0], [2.0, 1.0]], ["a", "b"])
assert Run(data, find("perceptron")).play().steps > 0
"""
    loaded = loaded_by(code)
    assert "numba" in loaded
    assert not loaded & {"PySide6", "shiboken6", "pyqtgraph", "gui", "sklearn"}
