"""Does the cost grow as the work does? Time against nonzeros, and against steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from gui.benchmarks.data import Problem, text_like
from gui.benchmarks.effort import Effort
from gui.benchmarks.measurement import Measurement
from gui.benchmarks.ours import recorded
from gui.benchmarks.timing import interleaved

SECTION = "growth of time, as a part of the growth of the work"
LEARNER = "mira"
CLASSES = 4
FEWER_DOCUMENTS = 4  # so that even the longest documents all fit into the processor's cache


def measurements(effort: Effort) -> Iterator[Measurement]:
    documents = max(effort.documents // FEWER_DOCUMENTS, 1)
    lengths = [effort.words // 4, effort.words // 2, effort.words, effort.words * 2]
    problems = [
        text_like(documents, effort.vocabulary, words, CLASSES, effort.text_passes)
        for words in lengths
    ]
    for longer in problems[1:]:
        yield _compared("nonzeros", problems[0], longer, effort)
    base = problems[2]
    for factor in (2, 4):
        longer = replace(base, passes=factor * base.passes)
        yield _compared("steps", base, longer, effort)


def work(problem: Problem, of: str) -> float:
    """Steps, or nonzeros a step."""
    return problem.steps if of == "steps" else problem.dataset.rows.nonzeros / len(problem.dataset)


def _compared(of: str, base: Problem, longer: Problem, effort: Effort) -> Measurement:
    pairs = interleaved(
        recorded(longer, LEARNER), recorded(base, LEARNER), effort.rounds, effort.seconds
    )
    more = work(longer, of) / work(base, of)
    name = f"{LEARNER}: {more:.1f} × as many {of}"
    detail = f"{work(base, of):,.0f} to {work(longer, of):,.0f}: {pairs.ratio:.2f} × the time"
    return Measurement(SECTION, name, float(np.divide(pairs.ratio, more)), detail=detail)
