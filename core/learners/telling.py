"""What a learner's file needs to put one of its steps into words and worked formulas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.parameters import Value
from core.recording import Step, Update


@dataclass(frozen=True)
class NumberStyle:
    """How numbers are shown: a fixed count of decimals, and a point or a comma."""

    digits: int = 3
    comma: bool = False

    def __call__(self, number: float) -> str:
        """Rounded half to even on the exact binary value, with a real minus sign and no “−0”."""
        number = number + 0.0  # makes 0 of −0
        size = abs(number)
        if size != 0.0 and (size >= 1e7 or size < 0.5 * 10.0**-self.digits):
            text = f"{number:.{self.digits}e}"
        else:
            text = f"{number:.{self.digits}f}"
        return (text.replace(".", ",") if self.comma else text).replace("-", "−")


@dataclass(frozen=True)
class Occasion:
    """A step, or one visit of a step, with all that its telling may use."""

    step: Step
    update: Update | None  # None where a step visits no single example
    parameters: Mapping[str, Value]
    class_names: tuple[str, ...]
    show: NumberStyle
    rate: float = 1.0

    @property
    def visit(self) -> Update:
        assert self.update is not None
        return self.update

    @property
    def gold(self) -> str:
        return self.class_names[self.visit.gold]

    @property
    def wrong(self) -> str:
        return self.class_names[self.visit.wrong]

    def number(self, name: str) -> float:
        """The value of a numeric parameter."""
        return float(self.parameters[name])

    @property
    def outcome(self) -> str:
        """How the prediction went, as the beginning of a sentence."""
        margin = self.visit.margin
        if margin < 0.0:
            return f"{self.gold} was scored as {self.wrong} by {self.show(-margin)}"
        if margin == 0.0:
            return f"{self.gold} and {self.wrong} scored the same"
        return f"{self.gold} was scored right by {self.show(margin)}"


@dataclass(frozen=True)
class Telling:
    """One visit told: the formula with its numbers (TeX), a sentence, what capped the step."""

    worked: str
    sentence: str
    cap: str | None = None
