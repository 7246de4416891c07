"""fastText's format: `__label__x some text`, one text per line."""

from __future__ import annotations

import re

from core.files.text import lines_of
from core.files.texts.model import NO_LABEL, Gathering, LabelledTexts
from core.files.watch import UNWATCHED, Watch

_PREFIX = "__label__"
_LABEL = re.compile(r"(?<!\S)__label__(\S*)")
_USUAL = re.compile(r"__label__(\S+)\s+(.*)")
_START = re.compile(r"\s*__label__\S")


def is_fasttext(text: str) -> bool:
    """Whether the first line that is not blank begins with a label."""
    return _START.match(text) is not None


def parse_fasttext(text: str, name: str, watch: Watch = UNWATCHED) -> LabelledTexts:
    """The labelled texts; a text with several labels cannot be used, as classes exclude each
    other here."""
    gathered = Gathering(name, f"the words that begin with {_PREFIX}")
    for number, line in enumerate(lines_of(text, watch), 1):
        if not line or line.isspace():
            continue
        usual = _USUAL.match(line)
        if usual is not None and _PREFIX not in usual[2]:
            gathered.add(usual[2], usual[1], number)
            continue
        labels = _LABEL.findall(line)
        if len(labels) > 1:
            gathered.leave_out(number, "several labels")
        elif labels:
            gathered.add(_LABEL.sub("", line), labels[0], number)
        else:
            gathered.leave_out(number, NO_LABEL)
    return gathered.result()
