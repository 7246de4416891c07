"""What an update rule is: plain functions of numbers, compiled into the kernel of their family."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

Numbers: TypeAlias = tuple[float, ...]  # a learner's parameters, in the order it declares them


class Visit(NamedTuple):
    """All that a rule may know about the example it visits, before the step."""

    margin: float  # gold score minus the best wrong one
    mistake: bool
    squared_norm: float  # ‖f(x, gold) − f(x, wrong)‖²: ‖x‖² for two classes, 2‖x‖² for more
    weight_norm: float  # ‖w‖²
    past: float  # the sum of all step sizes that this example has had: its dual variable
    step: int  # 1 for the first step
    rate: float  # of this step


class Turn(NamedTuple):
    """What the shrinking of all weights may depend on."""

    step: int
    rate: float
    size: float  # the step size just chosen


def tie_is_mistake(margin: float, gold_first: bool, parameters: Numbers) -> bool:
    """Our convention where nothing else is asked for."""
    return margin <= 0.0


def constant_rate(step: int, parameters: Numbers) -> float:
    return 1.0


def no_shrink(turn: Turn, parameters: Numbers) -> float:
    return 1.0


@dataclass(frozen=True)
class Rule:
    """W[h] ← shrink · W[h] + c[h] · x, with the coefficients c made from the step size.

    With three or more classes the step goes to the gold head and, negated, to the best wrong one
    ("best wrong"); or to all heads by their probabilities, at the given rate ("softmax"); or every
    head is a two-class problem of its own ("one against rest").
    """

    step_size: Callable[[Visit, Numbers], float]
    rate: Callable[[int, Numbers], float] = constant_rate
    shrink: Callable[[Turn, Numbers], float] = no_shrink
    mistaken: Callable[[float, bool, Numbers], bool] = tie_is_mistake
    heads: Literal["best wrong", "softmax", "one against rest"] = "best wrong"

    @property
    def shrinks(self) -> bool:
        return self.shrink is not no_shrink
