"""The sentence of an error stays one readable line, whatever names a file puts into it."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import LONGEST, PlainError
from core.files.wording import complaint
from core.parameters import Real


@given(st.text(), st.text(max_size=10))
def test_any_name_in_a_sentence(name: str, other: str) -> None:
    error = PlainError(f"There is no “{name}” here; there are: a, b, {other}.")
    text = str(error)
    assert "\n" not in text
    assert len(text) <= LONGEST
    assert not any(0xD800 <= ord(c) <= 0xDFFF or 0x202A <= ord(c) <= 0x202E for c in text)
    assert str(pickle.loads(pickle.dumps(error))) == text


def test_long_names_are_shortened_and_the_rest_stays() -> None:
    text = str(PlainError(f"There is no learner “{'x' * 10_000}” here; there are: a, b."))
    assert text.startswith("There is no learner “xxx")
    assert text.endswith("x…” here; there are: a, b.")
    assert str(PlainError("Row 3 of the data has 2 numbers, not 3.")).endswith("not 3.")
    assert str(complaint("a\nb\u202e.csv", "expected “a”, found “b”.", 7)) == (
        "a b.csv, line 7: expected “a”, found “b”."
    )


def test_numbers_too_large_to_be_numbers_are_refused_in_a_sentence() -> None:
    parameter = Real("C", "C", 1.0, 0.0, 10.0, "")
    for value in (10**400, 10**5_000, float("inf"), float("nan"), "x" * 9_999):
        with pytest.raises(PlainError) as caught:
            parameter.check(value)
        assert len(str(caught.value)) < 200
