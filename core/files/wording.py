"""How names from files are tidied, and how readers say what is wrong and where."""

from __future__ import annotations

import re

from core.errors import PlainError
from core.files.limits import LONGEST_NAME

# Control characters, half characters and the byte-order mark: nothing a name can be read by.
_UNREADABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufeff]")


def tidy(name: str) -> str:
    """One line of readable text: white space runs become one space, the ends have none."""
    if name.isalnum():
        return name
    return " ".join(_UNREADABLE.sub("", " ".join(name.split())).split())


def shown(text: str, longest: int = 40) -> str:
    """The text as quoted in a sentence: tidy and short."""
    text = tidy(text[: 4 * longest])
    return text if len(text) <= longest else text[: longest - 1] + "…"


class TooMuchError(PlainError):
    """More than is read unasked; somebody may say to load it anyway."""


def complaint(name: str, what: str, line: int | None = None) -> PlainError:
    """The error “name, line 7: what”."""
    place = "" if line is None else f", line {line}"
    return PlainError(f"{shown(name, 80)}{place}: {what}")


def too_much(name: str, what: str) -> TooMuchError:
    """The same for what is only too large."""
    return TooMuchError(str(complaint(name, what)))


def found(text: str) -> str:
    """What stood where something else was expected."""
    return f"found “{shown(text)}”" if text.strip() else "found nothing"


def checked_label(text: str, name: str, line: int | None) -> str:
    """The tidy label; empty or overlong ones are refused."""
    label = tidy(text)
    if not label:
        raise complaint(name, "expected a label, found none.", line)
    if len(label) > LONGEST_NAME:
        raise complaint(
            name, f"expected a label of at most {LONGEST_NAME} characters, {found(label)}.", line
        )
    return label
