"""numba's memory management, made only when something has to be compiled.

numba compiles it at every start, which takes 150 ms and 20 MB. Kernels here allocate nothing, so
those that are found in the cache on disk never ask for it.
"""

from __future__ import annotations

from typing import Any


class LateRuntime:
    """Stands in for `numba.core.runtime.rtsys` where numba starts and uses it."""

    def __init__(self, runtime: Any, functions: Any) -> None:
        """`functions`: the module whose `compile_nrt_functions` takes the time."""
        self._runtime, self._functions = runtime, functions
        self._context: Any = None

    def initialize(self, context: Any) -> None:
        """Make its symbols known, as numba does; the library waits."""
        if self._context is None:
            self._context = context
            make = self._functions.compile_nrt_functions
            self._functions.compile_nrt_functions = lambda _: None
            try:
                self._runtime.initialize(context)
            finally:
                self._functions.compile_nrt_functions = make

    @property
    def library(self) -> Any:
        """What code that may allocate is linked with; asked for whenever something is compiled."""
        if self._runtime._library is None:
            self._runtime._library = self._functions.compile_nrt_functions(self._context)
        return self._runtime._library

    def __getattr__(self, name: str) -> Any:
        return getattr(self._runtime, name)


def put_off() -> None:
    """Before the first kernel is loaded. Does nothing where numba is not as it is known here."""
    from numba.core import codegen, cpu
    from numba.core.runtime import nrt, nrtdynmod

    known = (
        getattr(cpu, "rtsys", None) is nrt.rtsys
        and getattr(codegen, "rtsys", None) is nrt.rtsys
        and getattr(nrt, "nrtdynmod", None) is nrtdynmod
        and getattr(nrt.rtsys, "_init", None) is False
        and hasattr(nrtdynmod, "compile_nrt_functions")
    )
    if known:
        cpu.rtsys = codegen.rtsys = LateRuntime(nrt.rtsys, nrtdynmod)
