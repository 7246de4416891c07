"""The preview of a file of texts: what is found out, corrected, and then read."""

import pytest

from core.errors import PlainError
from core.files.texts.preview import TextsFile, TextWishes

CSV = b"title,kind,text\nA,x,some good words\nB,y,other bad words\nC,x,more of them\n"


def test_what_is_found_out_can_be_corrected() -> None:
    file = TextsFile(CSV, "a.csv")
    found = file.preview()
    assert found.shape is not None
    assert (found.shape.text_column, found.shape.label_column) == (2, 1)
    assert found.titles == ("title", "kind", "text")
    assert found.rows[0] == ("A", "x", "some good words")
    assert found.label_counts == (("x", 2), ("y", 1))
    assert file.read(found).labels == ("x", "y", "x")
    other = file.preview(TextWishes(label_column=0))
    assert file.read(other).labels == ("A", "B", "C")
    whole = file.preview(TextWishes(header=False))
    assert len(file.read(whole)) == 4
    semicolons = file.preview(TextWishes(delimiter=";"))
    assert semicolons.shape is None
    assert "a text and its label" in semicolons.problem
    with pytest.raises(PlainError, match="a text and its label"):
        file.read(semicolons)


def test_an_encoding_is_a_wish_too() -> None:
    file = TextsFile("label,text\nja,grüße an alle\nnein,keine\n".encode("mac-roman"), "a.csv")
    assert file.read(file.preview(TextWishes(encoding="mac-roman"))).texts[0] == "grüße an alle"
    assert "utf-8" in file.preview(TextWishes(encoding="utf-8")).problem
    assert file.preview(TextWishes(encoding="utf-8")).rows == ()


@pytest.mark.parametrize(
    "data",
    [
        b"__label__a some words\n__label__b others\n",
        b'{"text": "some words", "label": "a"}\n{"text": "others", "label": "b"}\n',
    ],
)
def test_forms_without_columns_show_label_and_text(data: bytes) -> None:
    file = TextsFile(data, "a.txt")
    preview = file.preview()
    assert preview.form != "columns"
    assert preview.shape is None
    assert preview.rows == (("a", "some words"), ("b", "others"))
    assert file.read(preview).texts == ("some words", "others")
    assert TextsFile(data[:20], "a.txt").preview().problem


def test_long_cells_are_shown_short_and_markup_as_it_is() -> None:
    data = f"label,text\n<b>a</b>,{'word ' * 500}\nb,<i>other</i>\n".encode()
    preview = TextsFile(data, "a.csv").preview()
    assert len(preview.rows[0][1]) <= 200
    assert preview.rows[0][0] == "<b>a</b>"
    assert preview.rows[1][1] == "<i>other</i>"


def test_progress_of_reading() -> None:
    file = TextsFile(CSV, "a.csv")
    told: list[tuple[int, int]] = []
    file.read(file.preview(), progress=lambda *step: told.append(step))
    assert told[-1] == (len(CSV), len(CSV))
