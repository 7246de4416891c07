"""Numbers and tables as a report shows them."""

from __future__ import annotations

import math

import pytest

from gui.commands.number_text import counted, decimal, finite, percent, setting, whole
from gui.commands.text_table import text_table


def test_numbers() -> None:
    assert whole(1234567) == "1,234,567"
    assert counted(1, "example", "examples") == "1 example"
    assert counted(1000, "example", "examples") == "1,000 examples"
    assert percent(0.12345) == "12.3 %"
    assert decimal(0.0) == "0.0000"
    assert decimal(12.34567) == "12.3457"
    assert decimal(0.0000123) == "1.230e-05"
    assert decimal(1.5e300) == "1.500e+300"


@pytest.mark.parametrize("nothing", [None, math.nan, math.inf])
def test_what_is_no_number_is_a_dash(nothing: float | None) -> None:
    assert percent(nothing) == decimal(nothing) == "–"


def test_json_knows_finite_numbers_only() -> None:
    assert finite(1.5) == 1.5
    assert finite(math.nan) is finite(-math.inf) is None


def test_settings_look_as_one_would_type_them() -> None:
    assert [setting(value) for value in (True, False, 0.0001, 50, "PA-I")] == [
        "on",
        "off",
        "0.0001",
        "50",
        "PA-I",
    ]


def test_columns_stand_below_each_other() -> None:
    rows = [["name", "count"], ["a", "1"], ["語", "12,345"], ["é", "7"]]
    assert text_table(rows, "lr").split("\n") == [
        "  name    count",
        "  a           1",
        "  語     12,345",
        "  é           7",
    ]


def test_a_short_row_takes_no_room() -> None:
    rows = [["name", "a", "b"], ["mira", "1", "22"], ["a longer name", "a sentence of some length"]]
    lines = text_table(rows, "lrr", indent="").split("\n")
    assert lines == [
        "name            a    b",
        "mira            1   22",
        "a longer name   a sentence of some length",
    ]
