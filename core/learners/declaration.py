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
    # In a few words each, for the table that compares all learners:
    features: str = "any, also ones that depend on one another"
    training: str = "one example after another, several passes"


def no_obstacle(dataset: Dataset, parameters: Mapping[str, Value], order: Order) -> str | None:
    """A sentence that says why a learner cannot run here and what to do; None: it can."""
    return None


def no_penalty(parameters: Mapping[str, Value], examples: int) -> float:
    """The λ of (λ/2)‖w‖² beside the mean loss in what a learner minimises; 0: there is none."""
    return 0.0


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
    penalty: Callable[[Mapping[str, Value], int], float] = no_penalty
    two_class_formula: str = ""  # the same step with y = ±1 and one weight vector, if simpler

    def formula_for(self, classes: int) -> str:
        """The formula in the form for two classes, or for more."""
        return self.two_class_formula if classes == 2 and self.two_class_formula else self.formula

    @property
    def online(self) -> bool:
        """Does it learn from one example at a time, over several passes?"""
        return isinstance(self.method, Rule)
