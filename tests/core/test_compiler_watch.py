"""Whether a loop is being compiled can be asked from another thread."""

from __future__ import annotations

import threading
import time

import numpy as np

from core.kernels.compiler import compiled, compiling


def test_compiling_is_said_while_it_lasts_and_not_after() -> None:
    def total(numbers):  # type: ignore[no-untyped-def]
        result = 0.0
        for k in range(len(numbers)):
            result += numbers[k] * (k % 7)
        return result

    kernel = compiled(total, keep=False)
    assert not compiling()
    thread = threading.Thread(target=kernel, args=(np.ones(3),))
    thread.start()
    seen = False
    while thread.is_alive():
        seen = seen or compiling()
        time.sleep(0.001)
    thread.join()
    assert seen
    assert not compiling()
    kernel(np.ones(5))
    assert not compiling()
