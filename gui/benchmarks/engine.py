"""All questions about the engine, in the order in which the table shows them."""

from __future__ import annotations

from collections.abc import Iterator

from gui.benchmarks import (
    growth,
    importing,
    plain_loops,
    river_peers,
    scikit_learn,
    seeking,
    taping,
)
from gui.benchmarks.effort import Effort
from gui.benchmarks.measurement import Measurement
from gui.benchmarks.timing import fair_conditions

PARTS = (scikit_learn, plain_loops, river_peers, taping, seeking, importing, growth)


def measurements(effort: Effort) -> Iterator[Measurement]:
    with fair_conditions():
        for part in PARTS:
            yield from part.measurements(effort)
