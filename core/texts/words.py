"""From a text to its words.

A word is a run of letters, digits and underscores, with the apostrophes inside it: “don't” is one
word, “well-made” are two, and ’ is the same as '. Marks of punctuation are no words unless they are
asked for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.experiment import TextFeatures
from core.texts.spans import Piece, folded, origins
from core.texts.word_lists import word_list

_LETTERS = r"[\w\u0300-\u036f]+"  # accents may be signs of their own
WORD = rf"{_LETTERS}(?:'{_LETTERS})*"
MARK = r"--+|\.\.+|[^\w\s\u0300-\u036f]"
_WORDS = re.compile(WORD)
_WORDS_AND_MARKS = re.compile(f"{WORD}|{MARK}")
_WITH_HYPHENS = re.compile(rf"{_LETTERS}(?:['-]{_LETTERS})*|{MARK}")

# A hyphen or an apostrophe does not end what a negation reaches.
ENDS = frozenset('.,:;!?()[]{}"“”„«»…–—') | {"--", ".."}
NOT = "NOT_"
PARTS = ("@first", "@middle", "@last")


class Words:
    """The words of a text as the choice wants them: marked, and without those on the stop list."""

    def __init__(self, choice: TextFeatures) -> None:
        self._choice = choice
        looks_at_marks = choice.negation or choice.punctuation
        self._pattern = _WORDS_AND_MARKS if looks_at_marks else _WORDS
        self._plain = not (looks_at_marks or choice.position or choice.stop_list)
        self._stop_list = word_list("stop_words") if choice.stop_list else frozenset()

    def __call__(self, text: str) -> list[str]:
        """The words that count, in order."""
        found = self._pattern.findall(folded(text, self._choice.lowercase))
        if self._plain:
            return found
        return [name for name in self._named(found) if name is not None]

    def pieces(self, text: str) -> list[Piece]:
        """All words, counting or not, and where they are."""
        places = origins(text, self._choice.lowercase)
        found = list(self._pattern.finditer(folded(text, self._choice.lowercase)))
        spans = [(places[one.start()], places[one.end() - 1] + 1) for one in found]
        names = self._named([one.group() for one in found])
        return [Piece(*span, name) for span, name in zip(spans, names, strict=True)]

    def _named(self, found: Sequence[str]) -> Sequence[str | None]:
        """What each word or mark found counts as, if it counts."""
        if self._plain:
            return found
        choice = self._choice
        names: list[str | None] = list(found)
        if choice.negation:
            names = _negated(found)
        if choice.negation and not choice.punctuation:
            names = [
                name if is_word(word) else None for word, name in zip(found, names, strict=True)
            ]
        if choice.position:
            names = _placed(names)
        for k, word in enumerate(found):
            if word.lower() in self._stop_list:
                names[k] = None
        return names


def words_and_marks(text: str) -> list[Piece]:
    """Small words, hyphens inside them kept, and marks of punctuation: as cues are looked for."""
    places = origins(text, True)
    return [
        Piece(places[one.start()], places[one.end() - 1] + 1, one.group())
        for one in _WITH_HYPHENS.finditer(folded(text, True))
    ]


def is_word(piece: str) -> bool:
    """And not a mark of punctuation."""
    return piece[0].isalnum() or piece[0] == "_" or "\u0300" <= piece[0] <= "\u036f"


def is_negation(word: str) -> bool:
    word = word.lower()
    return word in word_list("negations") or word.endswith("n't")


def _negated(found: Sequence[str]) -> list[str | None]:
    """NOT_ on every word after a negation, up to the next mark of punctuation."""
    names: list[str | None] = []
    reached = False
    for piece in found:
        if piece in ENDS or piece[:2] in ENDS:
            reached = False
        names.append(NOT + piece if reached and is_word(piece) else piece)
        reached = reached or is_negation(piece)
    return names


def _placed(names: Sequence[str | None]) -> list[str | None]:
    """Each word with the part of the text it is in: first quarter, middle half, last quarter."""
    length = sum(name is not None for name in names)
    placed: list[str | None] = []
    place = 0
    for name in names:
        if name is None:
            placed.append(None)
            continue
        part = 0 if 4 * place < length else 2 if 4 * place >= 3 * length else 1
        placed.append(name + PARTS[part])
        place += 1
    return placed
