"""Written texts read back the same, and no cell is a formula to a spreadsheet."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import PlainError
from core.experiment import TextsData
from core.files.texts import read_texts
from core.files.texts.parse import holds_texts, parse_texts
from core.files.write_texts import texts_text, write_texts

SIGNS = st.sampled_from("=+-@'\"\n\t,;|")
ANY = st.characters(exclude_categories=["Cs", "Cc"])
TEXTS = st.lists(st.text(ANY | SIGNS).map(lambda text: f"{text} word".strip()), min_size=1)


def labelled(texts: tuple[str, ...]) -> TextsData:
    labels = tuple(k % 2 for k in range(len(texts)))
    return TextsData(texts, labels, ("=1+1", "spam, ham"))


@settings(max_examples=100)
@given(TEXTS, st.sampled_from([",", "\t"]))
def test_texts_read_back_the_same(texts: list[str], delimiter: str) -> None:
    data = labelled(("a first text", "a second text", *texts))
    written = texts_text(data, delimiter)
    assert holds_texts(written)
    back = parse_texts(written, "texts.csv")
    assert back.texts == data.texts
    assert back.labels == tuple(data.class_names[k] for k in data.labels)
    assert back.left_out_count == 0


@given(TEXTS)
def test_no_cell_is_a_formula(texts: list[str]) -> None:
    for row in csv.reader(io.StringIO(texts_text(labelled(tuple(texts))), newline="")):
        assert not [cell for cell in row if cell[:1] in ("=", "+", "-", "@")]


def test_the_suffix_decides_on_tabs(tmp_path: Path) -> None:
    data = labelled(("one text", "another text", "- a third, with a comma"))
    for name, sign in (("texts.tsv", "\t"), ("texts.csv", ",")):
        write_texts(tmp_path / name, data)
        assert (tmp_path / name).read_text().startswith(f"label{sign}text\n")
        assert read_texts(tmp_path / name).texts == data.texts


def test_half_a_character_is_replaced_and_like_names_are_refused() -> None:
    assert "half \ufffd" in texts_text(labelled(("half \ud800", "whole")))
    with pytest.raises(PlainError, match="Two classes are called “a”"):
        texts_text(TextsData(("x", "y"), (0, 1), ("a", "a ")))
