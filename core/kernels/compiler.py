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

from core.cache import one_at_a_time, use_cache_folder
from core.kernels import late_runtime

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
    late_runtime.put_off()
    _watch_compilations()
    return numba


_under_way: list[object] = []  # compilations, one inside the other


def compiling() -> bool:
    """Is a loop being compiled at this moment? That takes seconds, and happens once."""
    return bool(_under_way)


def _watch_compilations() -> None:
    from numba.core.event import Listener, register

    class Watch(Listener):  # type: ignore[misc]
        def on_start(self, event: object) -> None:
            _under_way.append(event)

        def on_end(self, event: object) -> None:
            _under_way.pop()

    register("numba:compile", Watch())


def compiled(function: Function, keep: bool = True) -> Function:
    """Machine code for a loop over arrays; it runs without holding the interpreter's lock.

    `keep` it on disk for the next start only when all that it calls belongs to `core`, whose
    sources name the cache folder: other code may change without that being noticed.
    """
    use_cache_folder()
    numba = _numba()

    compile_it = numba.njit(cache=keep, nogil=True, error_model="numpy", _nrt=False)
    result: Function = compile_it(function)
    if keep:
        _save_one_at_a_time(result)
    return result


def _save_one_at_a_time(dispatcher: Any) -> None:
    """numba reads the list of what is kept, picks a free name and writes, without a lock.

    Two processes that start together could give one name to the code of two rules, and every
    later start would run the wrong one.
    """
    kept: Any = getattr(dispatcher, "_cache", None)
    save = getattr(kept, "save_overload", None)
    if save is None:
        return

    def save_alone(signature: Any, data: Any) -> None:
        with one_at_a_time():
            save(signature, data)

    kept.save_overload = save_alone


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
