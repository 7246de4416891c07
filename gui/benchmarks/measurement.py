"""One line of a benchmark: what was measured, in which unit, and what it should be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Unit: TypeAlias = Literal["of", "times", "ms", "MB", "bytes", "count"]
Verdict: TypeAlias = Literal["ok", "MISSED", "missing", ""]

_FORMS = {
    "of": "{:.3f}",
    "times": "{:.0f}×",
    "ms": "{:.2f} ms",
    "MB": "{:.1f} MB",
    "bytes": "{:.0f} B",
    "count": "{:,.0f}",
}


@dataclass(frozen=True)
class Measurement:
    """A number with its target; `value` is None where the peer to compare with is not installed.

    Units: "of" is a part of the other's time (smaller is faster), "times" says how many times
    faster.
    """

    section: str
    name: str
    value: float | None
    unit: Unit = "of"
    target: float | None = None
    at_least: bool = False
    detail: str = ""

    @property
    def verdict(self) -> Verdict:
        """Empty where there is no target."""
        if self.value is None:
            return "missing"
        if self.target is None:
            return ""
        met = self.value >= self.target if self.at_least else self.value <= self.target
        return "ok" if met else "MISSED"

    @property
    def measured(self) -> str:
        return "missing" if self.value is None else _FORMS[self.unit].format(self.value)

    @property
    def wanted(self) -> str:
        if self.target is None:
            return ""
        return f"{'≥' if self.at_least else '≤'} {_FORMS[self.unit].format(self.target)}"
