"""numba's memory management waits until something asks for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import core

LOADED = """
import numpy as np
from core.kernels.bordering import squared_norms
from core.rows import Rows
from numba.core import cpu
print(squared_norms(Rows.from_dense(np.array([[3.0, 4.0]])))[0])
print(cpu.rtsys._runtime._library is None)
"""
ALLOCATING = """
import numpy as np
from core.kernels.compiler import _numba
numba = _numba()
print(numba.njit(lambda n: (np.ones(n) + np.arange(n)).sum())(4))
"""


def printed(code: str) -> list[str]:
    home = str(Path(core.__file__).parent.parent)
    child = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=home
    )
    return child.stdout.split()


def test_a_kernel_from_the_cache_does_without() -> None:
    assert printed(LOADED)[0] == "25.0"  # compiled now, unless it has been before
    assert printed(LOADED) == ["25.0", "True"]


def test_code_that_allocates_has_it() -> None:
    assert printed(ALLOCATING) == ["10.0"]
