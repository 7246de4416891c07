"""Numbers as people type them, and as fields show them."""

from __future__ import annotations

import re

from core.errors import PlainError

_NUMBER = re.compile(r"[+-]?(\d+[.,]?\d*|[.,]\d+)(e[+-]?\d+)?", re.IGNORECASE | re.ASCII)


def number_typed(text: str, name: str, *, whole: bool = False) -> float | int:
    """The number in a text; point or comma before the decimals, blanks between digits ignored.

    A whole number takes no comma: to one reader “1,000” is a thousand, to another one.
    """
    tidy = "".join(text.split()).replace("−", "-")
    if whole and "," in tidy:
        raise PlainError(f"{name} is a whole number; write it without a comma.")
    if not tidy:
        raise PlainError(f"{name} needs a number.")
    if not _NUMBER.fullmatch(tidy):
        raise PlainError(f"{name} must be a number, not “{_cut(text.strip())}”.")
    if whole and re.fullmatch(r"[+-]?\d+", tidy) and len(tidy) < 20:
        return int(tidy)
    return float(tidy.replace(",", "."))


def number_shown(value: float | int) -> str:
    """The shortest text that stands for exactly this number."""
    if isinstance(value, int):
        return str(value)
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    digits, _, exponent = repr(value).partition("e")
    if not exponent:
        return digits
    if int(exponent) in (-5, -6) and len(digits) == 1:
        return f"{value:.6f}".rstrip("0")
    return f"{digits}e{int(exponent)}"


def _cut(text: str) -> str:
    return text if len(text) <= 24 else text[:23] + "…"
