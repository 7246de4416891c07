"""Numbers as they are typed and shown."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import PlainError
from gui.typed_numbers import number_shown, number_typed


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_what_is_shown_can_be_typed_back_exactly(number: float) -> None:
    assert number_typed(number_shown(number), "C") == number


@given(st.integers(0, 2**31 - 1))
def test_whole_numbers_too(number: int) -> None:
    typed = number_typed(number_shown(number), "n", whole=True)
    assert (type(typed), typed) == (int, number)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0.0001", 0.0001),
        ("0,0001", 0.0001),
        (" 1 000,5 ", 1000.5),
        (".5", 0.5),
        ("5.", 5.0),
        ("−3", -3.0),
        ("1e-9", 1e-9),
        ("2E3", 2000.0),
    ],
)
def test_people_write_numbers_in_several_ways(text: str, number: float) -> None:
    assert number_typed(text, "C") == number


@pytest.mark.parametrize("text", ["", "  ", "abc", "1,000.5", "1.2.3", "1_000", "nan", "inf", "٣"])
def test_what_is_no_number_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(PlainError, match=r"^C .*\.$"):
        number_typed(text, "C")


def test_a_thousand_is_never_read_as_one() -> None:
    with pytest.raises(PlainError, match="without a comma"):
        number_typed("1,000", "Points", whole=True)
    assert number_typed("10 000", "Points", whole=True) == 10_000


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1.0, "1"),
        (0.35, "0.35"),
        (0.0001, "0.0001"),
        (1e-6, "0.000001"),
        (1e-9, "1e-9"),
        (90, "90"),
    ],
)
def test_numbers_are_shown_briefly(number: float, text: str) -> None:
    assert number_shown(number) == text


def test_a_number_too_large_to_be_one_is_left_to_the_range_check() -> None:
    assert math.isinf(number_typed("1e999", "C"))
