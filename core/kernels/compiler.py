"""How plain functions become machine code: numba, loaded on first use, results kept on disk.

Facts that shaped this, all measured:

- Reference counting makes a compiled helper that takes arrays cost ten times the loop around it.
  Kernels here allocate nothing, so it is switched off (`_nrt`), and helpers are written out in the
  loop that calls them: no cost is left, and families and rules can be composed from small parts.
- A closure over a *plain* function marked jitable is found in the disk cache by the next process;
  a closure over a compiled function is not.
- Signed indices cost a wrap-around test for every element, a third of the time, so rows reach the
  kernels as unsigned integers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from core.cache import use_cache_folder

Kernel = Callable[..., Any]
Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function, keep: bool = True) -> Function:
    """Machine code for a loop over arrays; it runs without holding the interpreter's lock.

    `keep` it on disk for the next start only when all that it calls belongs to `core`, whose
    sources name the cache folder: other code may change without that being noticed.
    """
    use_cache_folder()
    import numba

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
