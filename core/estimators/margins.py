"""The learners that ask for a margin: MIRA, Pegasos and the support vector machine."""

from __future__ import annotations

from typing import Any

from core.estimators.passes import OnlineClassifier
from core.learners.declaration import Learner
from core.learners.mira import MIRA
from core.learners.pegasos import PEGASOS
from core.learners.support_vector_machine import SUPPORT_VECTOR_MACHINE


class Mira(OnlineClassifier):
    """MIRA, or passive-aggressive: the smallest change that gives each example a margin of one.

    Parameters
    ----------
    C : float
        The longest step allowed.
    variant : {"hard", "PA-I", "PA-II", "prediction-only"}
        No limit; capped at C; softened by C; capped at C and only on mistakes.
    readout : {"last", "averaged", "voted"}
        What stands for the run; a vote has no `coef_`.
    max_iter, shuffle, random_state, …
        Those of every `OnlineClassifier`.
    """

    def __init__(
        self,
        *,
        C: float = 1.0,
        variant: str = "PA-I",
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
        return MIRA


class Pegasos(OnlineClassifier):
    """The support vector machine by stochastic gradient descent with a rate of 1/(λt).

    Parameters
    ----------
    lam : float
        λ, the strength of the pull towards zero.
    projection : bool
        Keep the weights inside the ball of radius 1/√λ.
    readout : {"last", "averaged"}
    max_iter, shuffle, random_state, …
        Those of every `OnlineClassifier`.
    """

    def __init__(
        self,
        *,
        lam: float = 0.01,
        projection: bool = False,
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
        return PEGASOS


class SupportVectorMachine(OnlineClassifier):
    """The linear support vector machine, exact, by dual coordinate descent.

    Several classes are learnt as one machine per class against all others.

    Parameters
    ----------
    C : float
        The price of a margin violation.
    readout : {"last", "averaged"}
    max_iter, shuffle, random_state, …
        Those of every `OnlineClassifier`.
    """

    def __init__(
        self,
        *,
        C: float = 1.0,
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
        return SUPPORT_VECTOR_MACHINE
