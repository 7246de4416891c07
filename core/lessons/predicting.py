"""Predict mode: questions about the next step of any run, answered by the run itself."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from core.boundary import line_of
from core.lessons.document import ChoiceQuestion

if TYPE_CHECKING:
    from core.run import Run

PredictionKind: TypeAlias = Literal["mistake", "class", "turn"]
KINDS: tuple[PredictionKind, ...] = ("mistake", "class", "turn")

MOST_CLASSES = 8  # to choose from
STILL = 1e-9  # of a turn, relative; below it the line keeps its direction
NO_CLASS = "none, it is a tie"
YES_OR_NO = ("a mistake", "no mistake")
TURNS = ("anticlockwise", "clockwise", "it does not turn")


@dataclass(frozen=True)
class Prediction:
    """A question about the step after t, and the example that this step visits."""

    kind: PredictionKind
    t: int
    row: int
    question: ChoiceQuestion


def predict(run: Run, t: int, kind: PredictionKind) -> Prediction | None:
    """What to ask before step t + 1, which is recorded if need be; None where it makes no sense.

    A step that looks at all examples, or at several, visits none that one could point at; a line
    turns only where there is one, before the step and after it.
    """
    if run.steps <= t:
        run.advance(t + 1 - run.steps)
    if run.steps <= t:
        return None
    visited = run.at(t + 1).visited
    if len(visited) != 1:
        return None
    row = int(visited[0])
    found = {"mistake": _mistake, "class": _class, "turn": _turn}[kind](run, t, row)
    return None if found is None else Prediction(kind, t, row, found)


def next_mistake(run: Run, t: int) -> int | None:
    """The step before the next mistake, t or later, in what is recorded; None if there is none."""
    later = np.flatnonzero(run.recording.mistakes(min(t, run.steps), run.steps))
    return t + int(later[0]) if len(later) else None


def _mistake(run: Run, t: int, row: int) -> ChoiceQuestion:
    wrong = bool(run.recording.mistakes(t, t + 1)[0])
    return ChoiceQuestion(
        text="The ringed example comes next. Will it be a mistake?",
        choices=YES_OR_NO,
        answer=1 if wrong else 2,
        explain=f"{_scored(run, t, row)} It is {_name(run, row)}.",
        play_to=t + 1,
    )


def _class(run: Run, t: int, row: int) -> ChoiceQuestion | None:
    if run.dataset.classes > MOST_CLASSES:
        return None
    return ChoiceQuestion(
        text="The ringed example comes next. To which class do the weights give it now?",
        choices=(*run.dataset.class_names, NO_CLASS),
        answer=_winner(run, t, row) + 1,
        explain=f"{_scored(run, t, row)} It is {_name(run, row)}.",
        play_to=t + 1,
    )


def _turn(run: Run, t: int, row: int) -> ChoiceQuestion | None:
    before, after = _direction(run, t), _direction(run, t + 1)
    if before is None or after is None:
        return None
    across = before[0] * after[1] - before[1] * after[0]
    turned = math.degrees(math.atan2(across, before[0] * after[0] + before[1] * after[1]))
    still = abs(turned) <= STILL
    return ChoiceQuestion(
        text="The ringed example comes next. Which way will the line turn?",
        choices=TURNS,
        answer=3 if still else 1 if turned > 0.0 else 2,
        explain="The line keeps its direction." if still else f"It turns by {abs(turned):.3g}°.",
        play_to=t + 1,
    )


def _direction(run: Run, t: int) -> tuple[float, float] | None:
    if run.dataset.classes != 2 or run.dataset.rows.width != 2 or run.dataset.reading is not None:
        return None
    weights = run.at(t).weights()
    if weights.shape != (2 + run.bias, 1):
        return None
    line = line_of(weights[:, 0])
    return None if line is None else line.normal


def _winner(run: Run, t: int, row: int) -> int:
    """The class of the highest score; the place after the last one for a tie."""
    scores = run.at(t).scores(run.dataset.rows.take([row]))[0]
    best = np.flatnonzero(scores == scores.max())
    return int(best[0]) if len(best) == 1 else len(scores)


def _scored(run: Run, t: int, row: int) -> str:
    place, names = _winner(run, t, row), run.dataset.class_names
    return f"The weights say {names[place]}." if place < len(names) else "The scores tie."


def _name(run: Run, row: int) -> str:
    return run.dataset.class_names[int(run.dataset.labels[row])]
