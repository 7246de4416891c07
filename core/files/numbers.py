"""Numbers as files write them: plain decimal notation, finite, no thousands separators."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from core.files.limits import LONGEST_NUMBER

_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


def parse_number(text: str, decimal: str = ".") -> float | None:
    """The finite number that the whole text is, or None."""
    text = text.strip()
    if decimal == ",":
        if "." in text:
            return None
        text = text.replace(",", ".")
    if len(text) > LONGEST_NUMBER or _NUMBER.fullmatch(text) is None:
        return None
    number = float(text)
    return number if math.isfinite(number) else None


def parse_numbers(cells: Sequence[str], decimal: str = ".") -> list[float] | None:
    """All the cells as finite numbers, or None when one is not; far faster than one by one."""
    joined = "\n".join(cells)
    # float() alone would also take 1_000, other scripts' digits, nan and inf.
    if not joined.isascii() or "_" in joined or len(joined) > LONGEST_NUMBER * len(cells):
        return None
    if decimal == ",":
        if "." in joined:
            return None
        cells = joined.replace(",", ".").split("\n")
    try:
        numbers = [float(cell) for cell in cells]
    except ValueError:
        return None
    total = sum(numbers)
    if not math.isfinite(total) and not all(map(math.isfinite, numbers)):
        return None
    return numbers


def why_no_number(text: str, decimal: str) -> str:
    """A hint for what is nearly a number; empty when there is nothing to add."""
    other = "," if decimal == "." else "."
    lowered = text.strip().lstrip("+-").lower()
    if lowered in ("nan", "inf", "infinity"):
        return " (only finite numbers are accepted)"
    if parse_number(text, other) is not None or re.fullmatch(r"[0-9][0-9.,']*", lowered):
        return f" (the decimal sign is “{decimal}”, thousands separators are not accepted)"
    if _NUMBER.fullmatch(lowered[:LONGEST_NUMBER]):
        return " (only finite numbers are accepted)"
    return ""
