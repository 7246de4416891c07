"""Answers worked out by the engine, and how given ones are judged."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import PlainError
from core.experiment import Experiment, LearnerChoice, Order, PointsData, Stopping
from core.lessons import (
    ChoiceQuestion,
    Claim,
    LineQuestion,
    NumberQuestion,
    Played,
    PointQuestion,
    Question,
    answer_of,
    check_claim,
    judge,
)
from core.lessons.document import Look

# (1,2)+ (2,1)− (3,4)+ (4,2)−: after two mistakes the boundary is y = x.
FOUR = Experiment(
    PointsData(((1.0, 2.0), (2.0, 1.0), (3.0, 4.0), (4.0, 2.0)), (1, 0, 1, 0)),
    learners=(LearnerChoice("perceptron"), LearnerChoice("adaboost", {"rounds": 3})),
    order=Order("given"),
    stopping=Stopping(passes=5),
)
PLAYED = Played(FOUR)
ASKED: dict[str, Any] = {"text": "?", "explain": "!"}


def right(question: Question, given: Any, t: int = 0) -> bool:
    return judge(question, given, answer_of(question, PLAYED, t)).right


def test_choices() -> None:
    question = ChoiceQuestion(**ASKED, choices=("a", "b", "c"), answer=2)
    assert [right(question, k) for k in range(3)] == [False, True, False]
    verdict = judge(question, 0, answer_of(question, PLAYED, 0))
    assert verdict.sentence == "Not this one. It is “b”."


def test_numbers_within_a_tolerance() -> None:
    question = NumberQuestion(**ASKED, answer=-2.5, tolerance=0.5, unit="degrees")
    assert [right(question, x) for x in (-3.01, -3.0, -2.5, -2.0, 2.5, math.nan)] == [
        False, True, True, True, False, False,
    ]  # fmt: skip
    answer = answer_of(question, PLAYED, 0)
    assert judge(question, -2.5, answer).sentence == "Right: −2.5 degrees."
    assert judge(question, -2.6, answer).sentence == "Close enough. It is −2.5 degrees."
    assert judge(question, 7, answer).sentence == "Not quite. It is −2.5 degrees."


@pytest.mark.parametrize(
    ("wanted", "t", "rows"),
    [
        ("next visit", 0, (0,)),
        ("next visit", 3, (3,)),
        ("next visit", 4, (0,)),
        ("next mistake", 0, (0,)),
        ("next mistake", 1, (1,)),
        ("nearest", 2, (0, 1, 2)),  # their scores are 1, −1, 1 and −2
        (4, 0, (3,)),
    ],
)
def test_points(wanted: Any, t: int, rows: tuple[int, ...]) -> None:
    question = PointQuestion(**ASKED, answer=wanted)
    assert answer_of(question, PLAYED, t).rows == rows
    assert [right(question, row, t) for row in range(4)] == [row in rows for row in range(4)]


def test_a_point_is_named_by_its_place() -> None:
    question = PointQuestion(**ASKED, answer="next visit")
    assert answer_of(question, PLAYED, 1).sentence == "It is the A at (2, 1)."


def test_no_mistake_is_left() -> None:
    with pytest.raises(PlainError, match="no mistake any more"):
        answer_of(PointQuestion(**ASKED, answer="next mistake"), PLAYED, 2)


def test_what_weighs_most_in_boosting() -> None:
    question = PointQuestion(**ASKED, answer="heaviest", learner=2)
    # “A if x > 1.5” errs on (3, 4) alone, which then holds half of all weight.
    rule = check_claim(Claim(kind="rule", learner=2, step=1, is_="A if x > 1.5, else B"), PLAYED)
    assert rule.true, rule.sentence
    assert answer_of(question, PLAYED, 1).rows == (2,)
    assert answer_of(question, PLAYED, 0).rows == (0, 1, 2, 3)


def test_the_most_influential_point() -> None:
    xy = ((0.0, 0.0), (2.0, 2.0), (-3.0, -3.0), (9.0, 9.0))
    learner = LearnerChoice("support-vector-machine", {"C": 100.0})
    experiment = Experiment(
        PointsData(xy, (0, 1, 0, 1)), learners=(learner,), stopping=Stopping(passes=500)
    )
    question = PointQuestion(**ASKED, answer="most influential")
    assert answer_of(question, Played(experiment), 0).rows == (1,)


class TestLines:
    parting = LineQuestion(**ASKED)
    boundary = LineQuestion(**ASKED, step="end", degrees=10.0, near=0.5)

    def test_between_the_classes(self) -> None:
        assert right(self.parting, ((0.0, 0.0), (5.0, 5.0)))
        assert right(self.parting, ((5.0, 5.0), (0.0, 0.0)))  # from either end
        verdict = judge(self.parting, ((0.0, 1.5), (5.0, 1.5)), answer_of(self.parting, PLAYED, 0))
        assert verdict.sentence == "Not quite: one point is on the wrong side."

    def test_a_point_on_the_line_is_on_no_side(self) -> None:
        assert not right(self.parting, ((1.0, 2.0), (4.0, 4.4)))

    def test_only_the_points_given_count(self) -> None:
        question = LineQuestion(**ASKED, points=((0.0, 5.0, "up"), (0.0, -5.0, "down")))
        assert right(question, ((-1.0, 0.0), (1.0, 0.0)))
        assert not right(question, ((0.5, -1.0), (0.5, 1.0)))

    @given(st.floats(-60.0, 60.0), st.floats(-2.0, 2.0))
    def test_where_the_boundary_is(self, degrees: float, aside: float) -> None:
        """A line turned and moved away from y = x, at the middle of the points."""
        if abs(abs(degrees) - 10.0) < 1e-6 or abs(abs(aside) - 0.5) < 1e-6:
            return
        middle = (2.5 - 0.125, 2.25 + 0.125)  # its foot on y = x
        angle = math.radians(45.0 + degrees)
        direction = math.cos(angle), math.sin(angle)
        start = middle[0] - aside * direction[1], middle[1] + aside * direction[0]
        end = start[0] + 3.0 * direction[0], start[1] + 3.0 * direction[1]
        expected = abs(degrees) < 10.0 and abs(aside) < 0.5
        assert right(self.boundary, (start, end)) == expected

    def test_no_line_at_all(self) -> None:
        for question in (self.parting, self.boundary):
            assert not right(question, ((1.0, 1.0), (1.0, 1.0)))
            assert not right(question, ((math.nan, 1.0), (1.0, 1.0)))

    def test_there_is_no_boundary_at_the_start(self) -> None:
        with pytest.raises(PlainError, match="no straight boundary"):
            answer_of(LineQuestion(**ASKED, step=0), PLAYED, 0)


class TestClaims:
    @pytest.mark.parametrize(
        "claim",
        [
            Claim(kind="weights", step=1, is_=(1.0, 2.0, 1.0)),
            Claim(kind="weights", readout="averaged", is_=(-0.75, 1.125, 0.125)),
            Claim(kind="bound", is_=52),
            Claim(kind="prediction", point=(2.0, 1.5), readout="averaged", is_="B"),
            Claim(kind="prediction", point=(2.0, 1.5), readout="voted", is_="A"),
            Claim(kind="mistakes", pass_=1, is_=2),
            Claim(kind="mistakes", pass_=2, is_=0),
            Claim(kind="mistakes", less_than=Look(kind="bound")),
            Claim(kind="stopped", is_="clean pass"),
            Claim(kind="angle", step=2, to=Look(step=1), is_=71.565, within=0.01),
            Claim(kind="turn", pass_=2, is_=0),
            Claim(kind="correct", step=1, is_=2, at_least=2, at_most=2),
            Claim(kind="best margin", is_=0.707),
        ],
    )
    def test_true_ones(self, claim: Claim) -> None:
        checked = check_claim(claim, PLAYED)
        assert checked.true, checked.sentence
        assert "as claimed" in checked.sentence

    @pytest.mark.parametrize(
        "claim",
        [
            Claim(kind="weights", step=1, is_=(1.0, 2.0)),
            Claim(kind="weights", step=1, is_=(1.0, 2.0, 1.1)),
            Claim(kind="mistakes", is_=2, above=2),
            Claim(kind="mistakes", more_than=Look(step=2)),
            Claim(kind="separable", is_=False),
            Claim(kind="separable", is_=1),
            Claim(kind="best margin", is_=0.708),
            Claim(kind="stopped", is_="passes"),
        ],
    )
    def test_false_ones(self, claim: Claim) -> None:
        checked = check_claim(claim, PLAYED)
        assert not checked.true, checked.sentence
        assert "not as claimed" in checked.sentence

    @pytest.mark.parametrize(
        "claim",
        [
            Claim(kind="probability", point=1, is_=0.5),
            Claim(kind="score", is_=1),
            Claim(kind="weight", feature="z", is_=1),
            Claim(kind="say", is_=1),
            Claim(kind="angle", is_=1),
            Claim(kind="prediction", point=1, above=1),
            Claim(kind="score", text="words", is_=1),
            Claim(kind="mistake", step=0, is_=True),
            Claim(kind="distance", step=0, is_=1),
        ],
    )
    def test_what_cannot_be_measured_is_said(self, claim: Claim) -> None:
        with pytest.raises(PlainError):
            check_claim(claim, PLAYED)
