"""How plain functions become machine code: numba, loaded on first use, results kept on disk.

Facts that shaped this, all measured:

- Reference counting makes a compiled helper that takes arrays cost ten times the loop around it.
  Kernels here allocate nothing, so it is switched off (`_nrt`), and helpers are written out in the
  loop that calls them: no cost is left, and families and rules can be composed from small parts.
- A closure over a *plain* function marked jitable is found in the disk cache by the next process;
  a closure over a compiled function is not.
- Where functions are written out, numba takes writes to an array that was unpacked from a tuple
  (`_, marks = tape`) for dead code; writes to `tape[MARKS]` are kept.
- Signed indices cost a wrap-around test for every element, a third of the time, so rows reach the
  kernels as unsigned integers.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from core.cache import use_cache_folder

Kernel = Callable[..., Any]
Function = TypeVar("Function", bound=Callable[..., Any])


@cache
def _numba() -> Any:
    """numba, kept from loading scipy's linear algebra, which no kernel calls: 14 MB and 60 ms."""
    blas = "scipy.linalg.cython_blas"
    hidden = blas not in sys.modules
    if hidden:
        sys.modules[blas] = None  # type: ignore[assignment]  # as if it were not installed
    try:
        import numba
        import numba.np.arraymath  # looks for it once
    finally:
        if hidden:
            del sys.modules[blas]
    return numba


def compiled(function: Function, keep: bool = True) -> Function:
    """Machine code for a loop over arrays; it runs without holding the interpreter's lock.

    `keep` it on disk for the next start only when all that it calls belongs to `core`, whose
    sources name the cache folder: other code may change without that being noticed.
    """
    use_cache_folder()
    numba = _numba()

    compile_it = numba.njit(cache=keep, nogil=True, error_model="numpy", _nrt=False)
    result: Function = compile_it(function)
    return result


def callable_in_kernels(function: Function) -> Function:
    """Let a plain function of numbers be called from a compiled loop."""
    use_cache_folder()
    from numba.extending import register_jitable

    result: Function = register_jitable(function)
    return result


def written_out_in_kernels(function: Function) -> Function:
    """Let a plain function of arrays be written out where a compiled loop calls it."""
    use_cache_folder()
    from numba.extending import register_jitable

    result: Function = register_jitable(inline="always")(function)
    return result
