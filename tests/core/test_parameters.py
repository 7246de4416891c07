from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import PlainError
from core.learners import BUILT_IN
from core.parameters import Choice, Real, Switch, Whole, encode, settle

RATE = Real("rate", "η", 0.1, 0.001, 10.0, "How fast.", log=True)
ROUNDS = Whole("rounds", "Rounds", 5, 1, 100, "How many.")
WAY = Choice("way", "Way", "PA-I", ("hard", "PA-I", "PA-II", "1/√t"), "Which.")
FLAG = Switch("flag", "Flag", False, "Whether.")
ALL = (RATE, ROUNDS, WAY, FLAG)


@given(st.floats(0.001, 10.0))
def test_numbers_in_range_pass_as_they_are(number: float) -> None:
    assert RATE.check(number) == number
    assert RATE.check(repr(number)) == number


@pytest.mark.parametrize("value", [0.0, 10.5, -1, "much", None, "", float("nan"), "inf", [1]])
def test_other_numbers_are_refused(value: object) -> None:
    with pytest.raises(PlainError, match="rate must be"):
        RATE.check(value)


@pytest.mark.parametrize(("value", "number"), [(1, 1), ("7", 7), (100.0, 100)])
def test_whole_numbers(value: object, number: int) -> None:
    assert ROUNDS.check(value) == number
    assert type(ROUNDS.check(value)) is int


@pytest.mark.parametrize("value", [0, 101, 2.5, "x", float("inf")])
def test_what_is_no_whole_number_in_range(value: object) -> None:
    with pytest.raises(PlainError, match="rounds must be"):
        ROUNDS.check(value)


@pytest.mark.parametrize(
    ("typed", "option"),
    [("pa-i", "PA-I"), ("PA I", "PA-I"), ("paii", "PA-II"), ("1/sqrt t", "1/√t"), ("HARD", "hard")],
)
def test_options_as_people_type_them(typed: str, option: str) -> None:
    assert WAY.check(typed) == option


def test_an_unknown_option_lists_the_known() -> None:
    with pytest.raises(PlainError, match=r"hard, PA-I, PA-II, 1/√t, not “soft”"):
        WAY.check("soft")


@pytest.mark.parametrize("value", ["on", "TRUE", " yes ", "1", True, 1])
def test_switched_on(value: object) -> None:
    assert FLAG.check(value) is True


@pytest.mark.parametrize("value", ["off", "False", "no", "0", False, 0])
def test_switched_off(value: object) -> None:
    assert FLAG.check(value) is False


@pytest.mark.parametrize("value", ["maybe", 2, None])
def test_neither_on_nor_off(value: object) -> None:
    with pytest.raises(PlainError, match="flag must be on or off"):
        FLAG.check(value)


def test_settling_fills_in_defaults_and_knows_its_names() -> None:
    assert settle(ALL, {"rate": "2", "flag": "on"}) == {
        "rate": 2.0, "rounds": 5, "way": "PA-I", "flag": True,
    }  # fmt: skip
    with pytest.raises(PlainError, match="no parameter “speed”"):
        settle(ALL, {"speed": 1})


def test_rules_see_numbers_in_declared_order() -> None:
    assert encode(ALL, settle(ALL, {"way": "PA-II"})) == (0.1, 5.0, 2.0, 0.0)


def test_every_learner_settles_its_own_defaults() -> None:
    for learner in BUILT_IN:
        settled = settle(learner.parameters, {})
        assert settled == {p.name: p.default for p in learner.parameters}
        assert all(isinstance(number, float) for number in encode(learner.parameters, settled))
        assert all(p.range for p in learner.parameters)
