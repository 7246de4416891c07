"""Labelled texts in the text of one file: which of the formats it is, and its texts."""

from __future__ import annotations

from typing import Literal, TypeAlias

from core.files.text import decode_text
from core.files.texts.columns import parse_columns
from core.files.texts.fasttext import is_fasttext, parse_fasttext
from core.files.texts.json_lines import find_keys, parse_json_texts
from core.files.texts.model import LabelledTexts
from core.files.texts.recognise import is_text_table
from core.files.texts.shape import TextShape
from core.files.watch import UNWATCHED, Watch
from core.files.wording import complaint

Form: TypeAlias = Literal["columns", "json lines", "fasttext"]


def form_of(text: str) -> Form:
    """How the texts would be read if there are any."""
    if text[:10_000].lstrip().startswith("{"):
        return "json lines"
    return "fasttext" if is_fasttext(text) else "columns"


def holds_texts(text: str) -> bool:
    """Whether these are labelled texts, as opposed to labelled numbers or nothing we know."""
    form = form_of(text)
    if form == "json lines":
        return find_keys(text) is not None
    return form == "fasttext" or is_text_table(text)


def parse_texts(
    text: str, name: str, shape: TextShape | None = None, watch: Watch = UNWATCHED
) -> LabelledTexts:
    """The labelled texts; rows that cannot be used are left out and listed."""
    if not text or text.isspace():
        raise complaint(name, "expected texts with labels, found nothing.")
    form = form_of(text) if shape is None else "columns"
    if form == "json lines":
        return parse_json_texts(text, name, watch=watch)
    if form == "fasttext":
        return parse_fasttext(text, name, watch)
    return parse_columns(text, name, shape, watch)


def parse_texts_bytes(
    data: bytes,
    name: str,
    shape: TextShape | None = None,
    encoding: str | None = None,
    watch: Watch = UNWATCHED,
) -> LabelledTexts:
    """The same from the bytes of a file."""
    text, _ = decode_text(data, name, encoding, watch.part(0.0, 0.3))
    return parse_texts(text, name, shape, watch.part(0.3, 1.0))
