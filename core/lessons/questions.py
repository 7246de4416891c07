"""Questions of lessons: what is right, worked out by the engine, and how an answer is judged."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from core.boundary import Line, line_of
from core.errors import PlainError
from core.experiment import PointsData
from core.lessons.document import (
    ChoiceQuestion,
    LabelledSpot,
    LineQuestion,
    NumberQuestion,
    PointQuestion,
    Question,
    Spot,
)
from core.lessons.played import Played, step_of

Given: TypeAlias = int | float | tuple[Spot, Spot]

NEARLY = 1e-9


@dataclass(frozen=True)
class Answer:
    """What is right; only what belongs to the question's kind is filled in."""

    sentence: str
    choice: int | None = None  # from 0
    number: float | None = None
    rows: tuple[int, ...] = ()  # of the points, from 0; any of them is right
    line: tuple[Spot, Spot] | None = None  # two places on it
    middle: Spot = (0.0, 0.0)  # of the points, where lines are compared
    parted: tuple[LabelledSpot, ...] = ()  # the points that a line is to part


@dataclass(frozen=True)
class Verdict:
    """Whether an answer was right, and what to say about it."""

    right: bool
    sentence: str


def answer_of(question: Question, played: Played, t: int, learner_index: int = 0) -> Answer:
    """The right answer when step t is shown; the learner is the one shown."""
    if isinstance(question, ChoiceQuestion):
        right = question.choices[question.right]
        return Answer(f"It is “{right}”.", choice=question.right)
    if isinstance(question, NumberQuestion):
        return Answer(f"It is {_number(question)}.", number=question.answer)
    if question.learner is not None:
        learner_index = question.learner - 1
    if isinstance(question, PointQuestion):
        rows = _rows(question, played, t, learner_index)
        return Answer(f"It is {_points_named(rows, played)}.", rows=rows)
    return _line(question, played, learner_index)


def judge(question: Question, given: Given, answer: Answer) -> Verdict:
    """Hold a given answer against the right one.

    `given` is the place of a choice (from 0), a number, a point's row (from 0), or two places on
    the line.
    """
    if isinstance(question, LineQuestion):
        return _judge_line(question, given, answer)
    if isinstance(given, tuple):
        raise PlainError("This question does not ask for a line.")
    if isinstance(question, NumberQuestion):
        assert answer.number is not None
        off = abs(float(given) - answer.number)
        right = off <= question.tolerance + NEARLY
        if right and off <= NEARLY:
            return Verdict(True, f"Right: {_number(question)}.")
        return Verdict(right, f"{'Close enough' if right else 'Not quite'}. {answer.sentence}")
    right = given == answer.choice if isinstance(question, ChoiceQuestion) else given in answer.rows
    return Verdict(right, "Right." if right else f"Not this one. {answer.sentence}")


def _number(question: NumberQuestion) -> str:
    number = f"{question.answer:.10g}".replace("-", "−")
    return f"{number} {question.unit}".strip()


def _rows(question: PointQuestion, played: Played, t: int, learner: int) -> tuple[int, ...]:
    if isinstance(question.answer, int):
        return (question.answer - 1,)
    run = played.run(learner)
    if question.answer == "next visit":
        return tuple(run.at(t + 1).visited.tolist())
    if question.answer == "next mistake":
        later = np.flatnonzero(run.mistake_flags()[t:])
        if not len(later):
            raise PlainError("There is no mistake any more after this step.")
        return tuple(run.at(t + int(later[0]) + 1).visited.tolist())
    training = played.dataset.training
    if question.answer == "most influential":
        from core.what_if import drop_each

        dropped = drop_each(played.experiment, learner, dataset=played.dataset)
        most = dropped.moved >= dropped.moved.max() * (1.0 - 1e-6)
        return tuple(int(row) for row in dropped.rows[most])
    if question.answer == "heaviest":
        from core.boosting import BoostRecording

        if not isinstance(run.recording, BoostRecording):
            raise PlainError("Only boosting weighs its examples.")
        weights = run.recording.example_weights(t)
        heavy = weights >= weights.max() * (1.0 - 1e-6)
        return tuple(int(row) for row in training[heavy])
    scores = run.at(t).scores()[training]
    leads = np.abs(scores[:, 1] - scores[:, 0])
    near = leads <= leads.min() * (1.0 + 1e-6) + NEARLY
    return tuple(int(row) for row in training[near])


def _points_named(rows: tuple[int, ...], played: Played) -> str:
    data = played.experiment.data
    assert isinstance(data, PointsData)
    names = [
        f"the {data.class_names[data.labels[row]]} at "
        f"({_coordinate(data.xy[row][0])}, {_coordinate(data.xy[row][1])})"
        for row in rows[:3]
    ]
    more = " or another" if len(rows) > 3 else ""
    return " or ".join(names) + more


def _coordinate(number: float) -> str:
    return f"{number:.4g}".replace("-", "−")


def _line(question: LineQuestion, played: Played, learner: int) -> Answer:
    data = played.experiment.data
    assert isinstance(data, PointsData)
    middle = np.array(data.xy).reshape(-1, 2).mean(axis=0) if data.xy else np.zeros(2)
    where = (float(middle[0]), float(middle[1]))
    if question.step is None:
        own = tuple(
            (x, y, data.class_names[k]) for (x, y), k in zip(data.xy, data.labels, strict=True)
        )
        return Answer(
            "The line must have each class on a side of its own.",
            middle=where,
            parted=question.points or own,
        )
    run = played.run(learner)
    weights = run.weights(step_of(question.step, played, learner), question.readout)
    line = line_of(weights) if weights.ndim == 1 and len(weights) in (2, 3) else None
    if line is None:
        raise PlainError("There is no straight boundary at that step.")
    return Answer(
        "The boundary is the line now shown.", line=_two_places(line, where), middle=where
    )


def _two_places(line: Line, near: Spot) -> tuple[Spot, Spot]:
    """The foot of the perpendicular from a place, and a place one unit along the line."""
    (a, b), c = line.normal, line.offset
    length = math.hypot(a, b)
    a, b, c = a / length, b / length, c / length
    off = a * near[0] + b * near[1] + c
    foot = (near[0] - off * a, near[1] - off * b)
    return foot, (foot[0] - b, foot[1] + a)


def _judge_line(question: LineQuestion, given: Given, answer: Answer) -> Verdict:
    if not isinstance(given, tuple):
        raise PlainError("This question asks for a line.")
    (x0, y0), (x1, y1) = given
    length = math.hypot(x1 - x0, y1 - y0)
    if not 0.0 < length < math.inf:
        return Verdict(False, "A line needs two places to go through.")
    normal = ((y0 - y1) / length, (x1 - x0) / length)
    if answer.line is None:
        return _judge_sides(normal, (x0, y0), answer.parted)
    (u0, v0), (u1, v1) = answer.line
    along = abs(normal[0] * (u1 - u0) + normal[1] * (v1 - v0)) / math.hypot(u1 - u0, v1 - v0)
    degrees = math.degrees(math.asin(min(along, 1.0)))
    apart = abs(normal[0] * (u0 - x0) + normal[1] * (v0 - y0))
    right = degrees <= question.degrees and (question.near is None or apart <= question.near)
    off = f"{degrees:.0f}° off"
    if degrees <= question.degrees and not right:
        off = "turned well, but too far away"
    return Verdict(right, f"Well placed, {off}." if right else f"Not quite: {off}.")


def _judge_sides(normal: Spot, place: Spot, parted: tuple[LabelledSpot, ...]) -> Verdict:
    first = parted[0][2] if parted else ""
    # Positive where the point and its class agree, if the first class is the one ahead.
    agreed = [
        (normal[0] * (x - place[0]) + normal[1] * (y - place[1])) * (1 if label == first else -1)
        for x, y, label in parted
    ]
    wrong = min(sum(side <= 0.0 for side in agreed), sum(side >= 0.0 for side in agreed))
    if not wrong:
        return Verdict(True, "Right: each class has a side of its own.")
    points = "one point is" if wrong == 1 else f"{wrong} points are"
    return Verdict(False, f"Not quite: {points} on the wrong side.")
