"""What all questions have in common: progress, cancelling, sameness, speed, plain refusals."""

from __future__ import annotations

import time

import msgspec
import numpy as np
import pytest

from core.errors import PlainError
from core.experiment import Stopping
from core.what_if import Cancelled, drop_each, learning_curve, orders, sweep
from tests.core.what_if.asked import experiment

QUESTIONS = {
    "orders": lambda asked, **watch: orders(asked, 0, 12, **watch),
    "sweep": lambda asked, **watch: sweep(asked, 0, "learning_rate", 12, **watch),
    "learning curve": lambda asked, **watch: learning_curve(asked, repeats=3, **watch),
    "drop each": lambda asked, **watch: drop_each(asked, 0, **watch),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_progress_is_told_and_cancelling_ends_it(question: str) -> None:
    told: list[tuple[int, int]] = []
    QUESTIONS[question](experiment(), progress=lambda *now: told.append(now))
    total = told[0][1]
    assert told == [(k, total) for k in range(1, total + 1)]
    asked_times = [0]

    def enough() -> bool:
        asked_times[0] += 1
        return asked_times[0] > 5

    with pytest.raises(Cancelled):
        QUESTIONS[question](experiment(), cancelled=enough)
    assert asked_times[0] == 6


@pytest.mark.parametrize("question", QUESTIONS)
def test_long_runs_are_interrupted_between_stretches(question: str) -> None:
    """Whoever cancels is heard within a run, not only between runs."""
    asked = experiment(n=3000, stopping=Stopping(passes=200, clean_pass=False))
    count = [0]

    def after_three() -> bool:
        count[0] += 1
        return count[0] > 3

    made: list[int] = []
    with pytest.raises(Cancelled):
        QUESTIONS[question](asked, cancelled=after_three, progress=lambda d, _: made.append(d))
    assert made == [], "the first run alone takes more than three stretches"


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_same_question_has_the_same_answer(question: str) -> None:
    first, second = (QUESTIONS[question](experiment(n=30)) for _ in range(2))
    assert msgspec.json.encode(_plain(first)) == msgspec.json.encode(_plain(second))


def _plain(value: object) -> object:
    if isinstance(value, np.ndarray):
        return [str(x) for x in value.ravel()]
    if isinstance(value, tuple | list):
        return [_plain(x) for x in value]
    if hasattr(value, "__dataclass_fields__"):
        return {name: _plain(getattr(value, name)) for name in value.__dataclass_fields__}
    return str(value)


@pytest.mark.parametrize("question", QUESTIONS)
def test_no_data_and_no_such_learner_are_said(question: str) -> None:
    with pytest.raises(PlainError, match="nothing to learn from"):
        QUESTIONS[question](experiment(n=0))
    if question != "learning curve":
        with pytest.raises(PlainError, match="no learner 1"):
            QUESTIONS[question](experiment(learners=()))


@pytest.mark.parametrize("question", QUESTIONS)
def test_each_takes_less_than_a_second_at_200_points(question: str) -> None:
    asked = experiment(n=200, stopping=Stopping(passes=20, clean_pass=False))
    QUESTIONS[question](experiment(n=20))  # compiled
    start = time.process_time()
    if question == "orders":
        orders(asked, 0)
    else:
        QUESTIONS[question](asked)
    assert time.process_time() - start < 1.0
