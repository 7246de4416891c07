"""Logistic regression by stochastic gradient descent, with probabilities."""

from __future__ import annotations

from typing import Any

from core.estimators.passes import OnlineClassifier
from core.estimators.recorded import WithProbabilities
from core.learners.declaration import Learner
from core.learners.logistic_regression import LOGISTIC_REGRESSION


class LogisticRegression(WithProbabilities, OnlineClassifier):
    """Logistic regression, softmax for several classes, one gradient step per example.

    Parameters
    ----------
    learning_rate : float
        The length η of the first step.
    decay : {"constant", "1/√t", "1/t"}
        How η falls with the step number t.
    l2 : float
        λ of the penalty (λ/2)‖w‖².
    readout : {"last", "averaged"}
    max_iter, shuffle, random_state, …
        Those of every `OnlineClassifier`.
    """

    def __init__(
        self,
        *,
        learning_rate: float = 0.1,
        decay: str = "constant",
        l2: float = 0.0,
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
        return LOGISTIC_REGRESSION
