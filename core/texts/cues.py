"""Six features of sentiment made by hand, as in Jurafsky & Martin's textbook.

The length counts words and marks of punctuation, as the book does; an empty text counts as one.
Whether a word is praise or blame, our own short lists say.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from core.rows import Rows
from core.texts.spans import Mark
from core.texts.word_lists import word_list
from core.texts.words import words_and_marks

CUES = (
    "positive words",
    "negative words",
    "“no” (1 if there)",
    "first and second persons",
    "“!” (1 if there)",
    "ln of length",
)
POSITIVE, NEGATIVE, NO, PERSONS, EXCLAMATION, LENGTH = range(6)


def cues(text: str) -> list[float]:
    """The six values of a text."""
    pieces = [piece.name or "" for piece in words_and_marks(text)]
    found = [_cue(piece) for piece in pieces]
    return [
        found.count(POSITIVE),
        found.count(NEGATIVE),
        min(found.count(NO), 1),
        found.count(PERSONS),
        min(found.count(EXCLAMATION), 1),
        math.log(max(len(pieces), 1)),
    ]


def cue_rows(texts: Sequence[str]) -> Rows:
    return Rows.from_dense(np.array([cues(text) for text in texts]).reshape(-1, len(CUES)))


def cue_marks(text: str) -> tuple[Mark, ...]:
    """Which word is which cue; the length is no word's."""
    found = []
    for piece in words_and_marks(text):
        cue = _cue(piece.name or "")
        found.append(Mark(piece.start, piece.end, () if cue is None else (cue,)))
    return tuple(found)


def _cue(piece: str) -> int | None:
    if piece == "no":
        return NO
    if piece == "!":
        return EXCLAMATION
    if piece.partition("'")[0] in word_list("persons"):  # also in “I'm” and “you'll”
        return PERSONS
    if piece in word_list("positive"):
        return POSITIVE
    return NEGATIVE if piece in word_list("negative") else None
