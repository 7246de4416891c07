"""What a learner declares about its parameters; the only place that knows ranges."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from core.errors import PlainError

Value: TypeAlias = float | int | bool | str


@dataclass(frozen=True)
class Real:
    """A number in a range; `log` asks for a logarithmic slider."""

    name: str
    title: str
    default: float
    low: float
    high: float
    help: str
    log: bool = False
    decimals: int = 4

    def check(self, value: object) -> float:
        number = _number(self.name, value)
        if not self.low <= number <= self.high:
            raise PlainError(
                f"{self.name} must be between {self.low:g} and {self.high:g}, not {number:g}."
            )
        return number

    def encode(self, value: Value) -> float:
        """The number that the compiled rule sees."""
        return float(value)

    @property
    def range(self) -> str:
        return f"{self.low:g} to {self.high:g}{', log scale' if self.log else ''}"


@dataclass(frozen=True)
class Whole:
    """A whole number in a range."""

    name: str
    title: str
    default: int
    low: int
    high: int
    help: str
    log: bool = False
    decimals: int = 0

    def check(self, value: object) -> int:
        number = _number(self.name, value)
        if number != int(number) or not self.low <= number <= self.high:
            raise PlainError(
                f"{self.name} must be a whole number from {self.low} to {self.high}, "
                f"not {number:g}."
            )
        return int(number)

    def encode(self, value: Value) -> float:
        return float(value)

    @property
    def range(self) -> str:
        return f"{self.low} to {self.high}{', log scale' if self.log else ''}"


@dataclass(frozen=True)
class Choice:
    """One of a few named options, encoded for the rule as its position."""

    name: str
    title: str
    default: str
    options: tuple[str, ...]
    help: str

    def check(self, value: object) -> str:
        wanted = _folded(str(value))
        for option in self.options:
            if _folded(option) == wanted:
                return option
        raise PlainError(f"{self.name} must be one of {', '.join(self.options)}, not “{value}”.")

    def encode(self, value: Value) -> float:
        return float(self.options.index(str(value)))

    @property
    def range(self) -> str:
        return " | ".join(self.options)


@dataclass(frozen=True)
class Switch:
    """On or off."""

    name: str
    title: str
    default: bool
    help: str

    def check(self, value: object) -> bool:
        if isinstance(value, str):
            word = value.strip().lower()
            if word in ("on", "true", "yes", "1"):
                return True
            if word in ("off", "false", "no", "0"):
                return False
        elif value in (True, False):
            return bool(value)
        raise PlainError(f"{self.name} must be on or off, not “{value}”.")

    def encode(self, value: Value) -> float:
        return float(bool(value))

    @property
    def range(self) -> str:
        return "on | off"


Parameter: TypeAlias = Real | Whole | Choice | Switch


def settle(declared: Sequence[Parameter], given: Mapping[str, object]) -> dict[str, Value]:
    """Every declared parameter with a checked value, defaults where none is given."""
    known = {parameter.name for parameter in declared}
    for name in given:
        if name not in known:
            choices = ", ".join(sorted(known)) or "none"
            raise PlainError(f"There is no parameter “{name}” here; there are: {choices}.")
    return {p.name: p.check(given.get(p.name, p.default)) for p in declared}


def encode(declared: Sequence[Parameter], values: Mapping[str, Value]) -> tuple[float, ...]:
    """The values in declared order, as the plain numbers that a compiled rule takes."""
    return tuple(p.encode(values[p.name]) for p in declared)


def _number(name: str, value: object) -> float:
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise PlainError(f"{name} must be a number, not “{value}”.") from None
    except OverflowError:
        raise PlainError(f"{name} must be a number, and not one of hundreds of digits.") from None
    if not math.isfinite(number):
        raise PlainError(f"{name} must be a finite number, not {number}.")
    return number


def _folded(option: str) -> str:
    """Case, spaces and signs do not matter: “PA-I”, “pa i” and “PAI” are one."""
    text = option.lower().replace("√", "sqrt")
    return "".join(c for c in text if c.isalnum())
