"""The light Markdown of lessons."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.lessons.markup import Block, Span, blocks, formulas, plain


def test_paragraphs_and_lists() -> None:
    found = blocks("One\nline.\n\n- first\n  goes on\n- second\n\n1. step\n2) next\n")
    assert [(block.kind, block.spans[0].text) for block in found] == [
        ("paragraph", "One line."),
        ("bullet", "first goes on"),
        ("bullet", "second"),
        ("number", "step"),
        ("number", "next"),
    ]


def test_spans() -> None:
    (block,) = blocks(r"A *b* **c d** `*e*` $w_1 * x * y$ 2 * 3 * 4")
    assert block.spans == (
        Span("text", "A "),
        Span("emphasis", "b"),
        Span("text", " "),
        Span("strong", "c d"),
        Span("text", " "),
        Span("code", "*e*"),
        Span("text", " "),
        Span("formula", "w_1 * x * y"),
        Span("text", " 2 * 3 * 4"),
    )


def test_a_formula_of_its_own() -> None:
    text = "See\n\n$a = b$\n\nand $c$."
    assert [block.display for block in blocks(text)] == [False, True, False]
    assert formulas(text) == ("a = b", "c")


def test_what_is_no_markup_stays() -> None:
    assert blocks("5 * 3, a_b, -2") == (Block("paragraph", (Span("text", "5 * 3, a_b, -2"),)),)
    assert plain("a *b* `c`") == "a b c"


@given(st.text(st.sampled_from("ab *`$-1.\n\\"), max_size=40))
def test_no_letter_is_lost(text: str) -> None:
    shown = plain(text)
    for letter in "ab\\":
        assert shown.count(letter) == text.count(letter)
