"""Where in a text the pieces lie that features are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Mark:
    """A word of a text, as the characters start … end, and the features it takes part in.

    None at all: the word is unknown, or on the stop list.
    """

    start: int
    end: int
    features: tuple[int, ...] = ()


@dataclass(frozen=True)
class Piece:
    """A word (or a character, or a mark) as it counts; without a name where it does not count."""

    start: int
    end: int
    name: str | None


def folded(text: str, lowercase: bool) -> str:
    """The text as words are looked for in it: one kind of apostrophe, small letters if wanted."""
    text = text.replace("’", "'")
    return text.lower() if lowercase else text


def origins(text: str, lowercase: bool) -> Sequence[int]:
    """For every character of the folded text, where in the text it comes from.

    Some capital letters, such as İ, become two small ones; none vanishes.
    """
    if not lowercase or len(text.lower()) == len(text):
        return range(len(text))
    return [place for place, sign in enumerate(text) for _ in sign.lower()]
