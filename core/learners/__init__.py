"""All learners, in the order in which menus list them."""

from __future__ import annotations

from core.errors import PlainError
from core.learners.adaboost import ADABOOST
from core.learners.declaration import Learner, Readout
from core.learners.gaussian_naive_bayes import GAUSSIAN_NAIVE_BAYES
from core.learners.logistic_regression import LOGISTIC_REGRESSION
from core.learners.mira import MIRA
from core.learners.naive_bayes import NAIVE_BAYES
from core.learners.pegasos import PEGASOS
from core.learners.perceptron import PERCEPTRON
from core.learners.plugins import installed_learners
from core.learners.support_vector_machine import SUPPORT_VECTOR_MACHINE

BUILT_IN: tuple[Learner, ...] = (
    PERCEPTRON,
    MIRA,
    LOGISTIC_REGRESSION,
    PEGASOS,
    SUPPORT_VECTOR_MACHINE,
    NAIVE_BAYES,
    GAUSSIAN_NAIVE_BAYES,
    ADABOOST,
)

# Menu names that stand for a learner read in a certain way.
READ_AS: dict[str, tuple[str, Readout]] = {
    "averaged-perceptron": ("perceptron", "averaged"),
    "voted-perceptron": ("perceptron", "voted"),
}


def all_learners() -> tuple[Learner, ...]:
    """The built-in ones, then those of other installed packages."""
    taken = {learner.name for learner in BUILT_IN}
    return BUILT_IN + tuple(
        learner for learner in installed_learners() if learner.name not in taken
    )


def find(name: str) -> Learner:
    """The learner of this name."""
    by_name = {learner.name: learner for learner in BUILT_IN}
    if name not in by_name:
        by_name = {learner.name: learner for learner in all_learners()}
    if name not in by_name:
        raise _unknown(name, list(by_name))
    return by_name[name]


def choose(name: str) -> tuple[Learner, Readout]:
    """The learner of this menu name, and how it is read."""
    if name in READ_AS:
        learner, readout = READ_AS[name]
        return find(learner), readout
    try:
        return find(name), "last"
    except PlainError:
        raise _unknown(name, [*(learner.name for learner in all_learners()), *READ_AS]) from None


def _unknown(name: str, known: list[str]) -> PlainError:
    from difflib import get_close_matches

    # “mira” for “MIRA” and “naive-bayes” for “naive bayes”
    close = get_close_matches("-".join(name.lower().split()), known, n=1)
    hint = f"; did you mean “{close[0]}”? There" if close else "; there"
    return PlainError(f"There is no learner “{name}”{hint} are: {', '.join(known)}.")
