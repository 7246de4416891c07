"""The perceptron, read as its last weights, as their average or as their vote."""

from __future__ import annotations

from typing import Any

from core.estimators.passes import OnlineClassifier
from core.learners.declaration import Learner
from core.learners.perceptron import PERCEPTRON


class Perceptron(OnlineClassifier):
    """On a mistake, turn the weights towards the example by one whole example.

    Parameters
    ----------
    learning_rate : float
        How far one mistake moves the weights.
    ties : {"a tie is a mistake", "first label wins"}
        What counts when two labels score the same, as all do at the start.
    readout : {"last", "averaged", "voted"}
        What stands for the run; a vote has no `coef_`.
    max_iter, shuffle, random_state, …
        Those of every `OnlineClassifier`.
    """

    def __init__(
        self,
        *,
        learning_rate: float = 1.0,
        ties: str = "a tie is a mistake",
        readout: str = "last",
        max_iter: int = 20,
        shuffle: bool = True,
        random_state: Any = None,
        fit_intercept: bool = True,
        tol: float | None = None,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        n_iter_no_change: int = 5,
    ) -> None:
        self._store(locals())

    @property
    def _learner(self) -> Learner:
        return PERCEPTRON


class AveragedPerceptron(OnlineClassifier):
    """The perceptron, read as the average of the weights after every step.

    Parameters
    ----------
    learning_rate : float
        How far one mistake moves the weights.
    ties : {"a tie is a mistake", "first label wins"}
        What counts when two labels score the same, as all do at the start.
    max_iter, shuffle, random_state, …
        Those of every `OnlineClassifier`.
    """

    readout = "averaged"

    def __init__(
        self,
        *,
        learning_rate: float = 1.0,
        ties: str = "a tie is a mistake",
        max_iter: int = 20,
        shuffle: bool = True,
        random_state: Any = None,
        fit_intercept: bool = True,
        tol: float | None = None,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        n_iter_no_change: int = 5,
    ) -> None:
        self._store(locals())

    @property
    def _learner(self) -> Learner:
        return PERCEPTRON


class VotedPerceptron(OnlineClassifier):
    """The perceptron, read as the vote of all its weights, each by how long it survived.

    There is no `coef_`: the boundary is not a line.

    Parameters
    ----------
    learning_rate : float
        How far one mistake moves the weights.
    ties : {"a tie is a mistake", "first label wins"}
        What counts when two labels score the same, as all do at the start.
    max_iter, shuffle, random_state, …
        Those of every `OnlineClassifier`.
    """

    readout = "voted"

    def __init__(
        self,
        *,
        learning_rate: float = 1.0,
        ties: str = "a tie is a mistake",
        max_iter: int = 20,
        shuffle: bool = True,
        random_state: Any = None,
        fit_intercept: bool = True,
        tol: float | None = None,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        n_iter_no_change: int = 5,
    ) -> None:
        self._store(locals())

    @property
    def _learner(self) -> Learner:
        return PERCEPTRON
