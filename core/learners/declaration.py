"""What a learner's file declares. Menus, sliders, options, cards and checks are built from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from core.learners.rule import Rule
from core.learners.telling import Occasion, Telling
from core.parameters import Parameter, Value

if TYPE_CHECKING:
    from core.dataset import Dataset
    from core.experiment import Order

Readout: TypeAlias = Literal["last", "averaged", "voted"]
Loss: TypeAlias = Literal["zero-one", "perceptron", "hinge", "log", "exp"]


@dataclass(frozen=True)
class Counting:
    """Learns by counting: sums of features per class, read out as log-probabilities."""

    model: Literal["multinomial", "gaussian"]


@dataclass(frozen=True)
class Boosting:
    """Learns by adding one decision stump a round."""


Method: TypeAlias = Rule | Counting | Boosting


@dataclass(frozen=True)
class Card:
    """What a person wants to know before choosing a learner; one or two sentences each."""

    optimises: str
    use_when: str
    strengths: str
    weaknesses: str
    reference: str


def no_obstacle(dataset: Dataset, parameters: Mapping[str, Value], order: Order) -> str | None:
    """A sentence that says why a learner cannot run here and what to do; None: it can."""
    return None


@dataclass(frozen=True)
class Learner:
    """One learner: a name, the idea, parameters, how it learns, and how it explains itself."""

    name: str
    title: str
    idea: str
    formula: str  # of one step, in TeX
    parameters: tuple[Parameter, ...]
    method: Method
    loss: Loss  # the one it works on
    card: Card
    tell: Callable[[Occasion], Telling]  # one step in words and numbers
    readouts: tuple[Readout, ...] = ("last",)
    probabilistic: bool = False
    obstacle: Callable[[Dataset, Mapping[str, Value], Order], str | None] = no_obstacle

    @property
    def online(self) -> bool:
        """Does it learn from one example at a time, over several passes?"""
        return isinstance(self.method, Rule)
