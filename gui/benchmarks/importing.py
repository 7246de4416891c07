"""What importing the engine costs against importing numpy, each in a fresh process."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import core
from gui.benchmarks.effort import Effort
from gui.benchmarks.measurement import Measurement
from gui.benchmarks.timing import Pairs

SECTION = "time as a part of importing numpy"
TARGET = 1.3
ENGINE = {
    "core": "core alone, whose names load on first use",
    "core, core.run, core.learners, core.experiment, core.measure": "all that a run needs",
}
_TIMED = "import time; start = time.perf_counter(); import {}; print(time.perf_counter() - start)"


def measurements(effort: Effort) -> Iterator[Measurement]:
    with tempfile.TemporaryDirectory() as bytecode:
        for modules, what in ENGINE.items():
            import_seconds(f"numpy, {modules}", bytecode)  # which leaves the bytecode behind
            ours, theirs = [], []
            for _ in range(2 * effort.rounds + 1):
                ours.append(import_seconds(modules, bytecode))
                theirs.append(import_seconds("numpy", bytecode))
            pairs = Pairs(tuple(ours), tuple(theirs))
            times = f"{pairs.our_time * 1e3:.0f} of {pairs.their_time * 1e3:.0f} ms; {modules}"
            yield Measurement(SECTION, what, pairs.ratio, target=TARGET, detail=times)


def import_seconds(modules: str, bytecode: str) -> float:
    """As told by a new interpreter, whose own start does not count; it keeps bytecode there."""
    home = str(Path(core.__file__).parent.parent)
    paths = [home, *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {name: v for name, v in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPATH": os.pathsep.join(paths), "PYTHONPYCACHEPREFIX": bytecode}
    child = subprocess.run(
        [sys.executable, "-c", _TIMED.format(modules)],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    return float(child.stdout)
