"""The steps that a page tells of, each in a plain sentence."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.explain import StepTold, VisitTold, explain_step
from core.learners.declaration import Boosting
from core.run import Run

TIE = "counts as a mistake"  # said once is enough


def shown_steps(runs: Sequence[Run], first: int, last: int, most: int) -> NDArray[np.int64]:
    """The numbers of the steps to show, ascending: all of them, or at most about so many.

    Of a stretch of steps of which one is shown, it is the last with a mistake of any learner.
    """
    if last - first < most:
        return np.arange(first, last + 1)
    mistaken = np.zeros(last + 1, np.bool_)
    for run in runs:
        flags = run.mistake_flags(last)
        mistaken[1 : len(flags) + 1] |= flags
    stretch = -(-(last - first) // (most - 1))
    shown = [first]
    for start in range(first + 1, last + 1, stretch):
        end = min(start + stretch, last + 1)
        wrong = np.flatnonzero(mistaken[start:end])
        shown.append(start + int(wrong[-1]) if len(wrong) else end - 1)
    ends = [run.steps for run in runs if first <= run.steps <= last]
    return np.unique([*shown, *ends, last])


def step_sentences(run: Run, t: int, noun: str) -> str:
    """What step t was, for somebody who sees only this."""
    told = explain_step(run.at(t), most_changes=1)
    if told is None:
        return _start(run, noun)
    visit = _most_telling(told)
    tie = "" if TIE in visit.sentence else visit.tie
    one = f"{visit.sentence} {tie}".strip()
    return one if len(told.visits) == 1 else f"{told.sentence} One of them: {one}"


def _most_telling(told: StepTold) -> VisitTold:
    """Of several examples in a step, the first that was got wrong."""
    return next((visit for visit in told.visits if visit.mistake), told.visits[0])


def _start(run: Run, noun: str) -> str:
    if isinstance(run.learner.method, Boosting):
        return "Nothing has been learnt yet. The first round picks the best stump."
    if run.steps == 0:
        return "Nothing has been learnt yet."
    visited = run.at(1).visited
    if len(visited) != 1:
        return f"Nothing has been learnt yet. The first step takes {len(visited)} {noun}s at once."
    row = int(visited[0])
    name = run.dataset.class_names[int(run.dataset.labels[row])]
    return f"Nothing has been learnt yet. The first step visits {noun} {row + 1}, which is {name}."
