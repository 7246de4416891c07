"""Runs of n words or n characters: the features that a text is counted in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.experiment import TextFeatures
from core.texts.spans import Piece, folded, origins
from core.texts.words import Words

LONGEST = 5
SHOWN_SPACE = "␣"
_CHARACTERS = re.compile(r"\s+|.", re.DOTALL)
_SPACES = re.compile(r"\s+")


class WordGrams:
    """Runs of words, with one space between them."""

    def __init__(self, choice: TextFeatures) -> None:
        self._lengths = range(choice.shortest, choice.longest + 1)
        self._words = Words(choice)
        self._single = choice.longest == 1

    def __call__(self, text: str) -> list[str]:
        words = self._words(text)
        return words if self._single else list(_runs(words, self._lengths, " "))

    def pieces(self, text: str) -> list[Piece]:
        return self._words.pieces(text)

    def placed(self, names: Sequence[str]) -> Iterator[tuple[range, str]]:
        """Every run of these words: which of them, and its name."""
        return _placed_runs(names, self._lengths, " ")

    def shown(self, gram: str) -> str:
        return gram


class CharacterGrams:
    """Runs of characters anywhere in the text; white space of any length is one space.

    Negation, position, stop list and punctuation are about words, and do not matter here.
    """

    def __init__(self, choice: TextFeatures) -> None:
        self._lengths = range(choice.shortest, choice.longest + 1)
        self._lowercase = choice.lowercase

    def __call__(self, text: str) -> list[str]:
        text = _SPACES.sub(" ", folded(text, self._lowercase))
        return [text[k : k + n] for n in self._lengths for k in range(len(text) - n + 1)]

    def pieces(self, text: str) -> list[Piece]:
        places = origins(text, self._lowercase)
        return [
            Piece(places[one.start()], places[one.end() - 1] + 1, _SPACES.sub(" ", one.group()))
            for one in _CHARACTERS.finditer(folded(text, self._lowercase))
        ]

    def placed(self, names: Sequence[str]) -> Iterator[tuple[range, str]]:
        return _placed_runs(names, self._lengths, "")

    def shown(self, gram: str) -> str:
        """With spaces that can be seen."""
        return gram.replace(" ", SHOWN_SPACE)


def grams_of(choice: TextFeatures) -> WordGrams | CharacterGrams:
    return CharacterGrams(choice) if choice.unit == "characters" else WordGrams(choice)


def _runs(words: Sequence[str], lengths: range, between: str) -> Iterator[str]:
    for n in lengths:
        if n == 1:
            yield from words
        else:
            yield from map(between.join, zip(*(words[k:] for k in range(n)), strict=False))


def _placed_runs(names: Sequence[str], lengths: range, between: str) -> Iterator[tuple[range, str]]:
    for n in lengths:
        for k in range(len(names) - n + 1):
            yield range(k, k + n), between.join(names[k : k + n])
