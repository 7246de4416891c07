"""The one kind of error that a person can cause: a plain sentence, shown as it is."""

from __future__ import annotations

import re

LONGEST = 390  # characters of a sentence
LONGEST_QUOTED = 80  # characters of what stands between quotation marks

_QUOTED = re.compile("“([^“”]*)”")
# Controls, halves of characters, byte-order marks, and marks that turn the writing around.
_UNREADABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff]"
)


class PlainError(ValueError):
    """Something the user can mend; the message is one sentence that says what and how.

    Names in it may come from any file, so they are made to stay on one line, short and in order.
    """

    def __init__(self, sentence: str) -> None:
        super().__init__(_one_line(sentence))


def _one_line(sentence: str) -> str:
    if len(sentence) <= LONGEST_QUOTED and sentence.isprintable():
        return sentence
    line = _readable(_QUOTED.sub(_shortened, sentence))
    return line if len(line) <= LONGEST else line[: LONGEST - 2] + "…."


def _shortened(quoted: re.Match[str]) -> str:
    inner = _readable(quoted[1])
    if len(inner) > LONGEST_QUOTED:
        inner = inner[: LONGEST_QUOTED - 1] + "…"
    return f"“{inner}”"


def _readable(text: str) -> str:
    return " ".join(_UNREADABLE.sub("", " ".join(text.split())).split())
