"""Words, negation and position, against expectations written by hand."""

from __future__ import annotations

import pytest

from core.experiment import TextFeatures
from core.texts.words import Words


def _words(text: str, **choice: object) -> list[str]:
    return Words(TextFeatures(**choice))(text)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Don't panic, it's fine!", ["don't", "panic", "it's", "fine"]),
        ("Don’t", ["don't"]),
        ("'quoted' dogs' rock'n'roll", ["quoted", "dogs", "rock'n'roll"]),
        ("a well-made I", ["a", "well", "made", "i"]),
        ("snake_case 3.5 x2", ["snake_case", "3", "5", "x2"]),
        ("cafe\u0301 Ünï", ["cafe\u0301", "ünï"]),
        ("İstanbul", ["i\u0307stanbul"]),
        ("... !? --", []),
        ("", []),
    ],
)
def test_what_a_word_is(text: str, words: list[str]) -> None:
    assert _words(text) == words


def test_capitals_stay_when_asked() -> None:
    assert _words("Not GOOD", lowercase=False) == ["Not", "GOOD"]


def test_punctuation_marks_are_words_when_asked() -> None:
    found = _words("well... no -- really?!", punctuation=True)
    assert found == ["well", "...", "no", "--", "really", "?", "!"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I do not like it, but fine", "i do not NOT_like NOT_it but fine"),
        ("didn't work. Great", "didn't NOT_work great"),
        ("not well-made -- but fun", "not NOT_well NOT_made but fun"),
        ("never (ever) again", "never ever again"),
        ("no one's fault; ok", "no NOT_one's NOT_fault ok"),
        ("nothing", "nothing"),
        ("cannot not stop…ok", "cannot NOT_not NOT_stop ok"),
        ("not good.... ok", "not NOT_good ok"),
        ("knot another", "knot another"),
    ],
)
def test_a_negation_reaches_to_the_next_punctuation(text: str, words: str) -> None:
    assert _words(text, negation=True) == words.split()


def test_a_negation_in_capitals_counts() -> None:
    assert _words("NOT Good, Bad", negation=True, lowercase=False) == ["NOT", "NOT_Good", "Bad"]


def test_negation_leaves_punctuation_unmarked_when_that_is_kept() -> None:
    found = _words("not a b - c, d", negation=True, punctuation=True)
    assert found == ["not", "NOT_a", "NOT_b", "-", "NOT_c", ",", "d"]


@pytest.mark.parametrize(
    ("length", "parts"),
    [(1, "f"), (2, "fm"), (3, "fmm"), (4, "fmml"), (5, "ffmml"), (8, "ffmmmmll")],
)
def test_quarters(length: int, parts: str) -> None:
    """The first quarter of the words, the middle half, the last quarter."""
    names = {"f": "@first", "m": "@middle", "l": "@last"}
    found = _words(" ".join("w" * length), position=True)
    assert found == ["w" + names[part] for part in parts]


def test_marks_go_together() -> None:
    found = _words("not a b c", negation=True, position=True)
    assert found == ["not@first", "NOT_a@middle", "NOT_b@middle", "NOT_c@last"]


def test_the_stop_list_knows_marked_words_and_spares_negations() -> None:
    assert _words("The film is not the best", stop_list=True) == ["film", "not", "best"]
    found = _words("It is not the best", stop_list=True, negation=True, position=True)
    assert found == ["not@middle", "NOT_best@last"]
