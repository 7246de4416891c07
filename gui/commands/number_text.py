"""How numbers look in a report; what is not a finite number is a dash."""

from __future__ import annotations

import math

DASH = "–"


def whole(number: int) -> str:
    return f"{number:,}"


def counted(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def percent(share: float | None) -> str:
    return DASH if share is None or not math.isfinite(share) else f"{100.0 * share:.1f} %"


def decimal(number: float | None) -> str:
    """Four decimals, or four significant digits where those would not do."""
    if number is None or not math.isfinite(number):
        return DASH
    if number == 0.0 or 0.001 <= abs(number) < 1e6:
        return f"{number:.4f}"
    return f"{number:.3e}"


def setting(value: float | int | bool | str) -> str:
    """A parameter's value as one would type it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:g}" if isinstance(value, float) else str(value)


def finite(number: float) -> float | None:
    """For JSON, which knows no other numbers."""
    return number if math.isfinite(number) else None
