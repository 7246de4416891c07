"""Naive Bayes, by counts of features or by bell curves."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray
from sklearn.utils.validation import check_non_negative

from core.count_models import Gaussian
from core.counting import CountRecording
from core.dataset import Dataset
from core.errors import PlainError
from core.estimators.continuing import ContinuingClassifier
from core.estimators.recorded import WithProbabilities, order_of
from core.learners.declaration import Learner
from core.learners.gaussian_naive_bayes import GAUSSIAN_NAIVE_BAYES
from core.learners.naive_bayes import NAIVE_BAYES
from core.rows import Floats
from core.run import Run

VARIANTS = ("multinomial", "gaussian")


class NaiveBayes(WithProbabilities, ContinuingClassifier):
    """The most probable class, as if the features of an example were independent.

    Parameters
    ----------
    variant : {"multinomial", "gaussian"}
        Values are counts, none below zero; or measurements with a bell curve per class.
    alpha : float
        Multinomial: imagined extra occurrences of every feature in every class.
    smoothing : float
        Gaussian: this part of the largest variance is added to every variance.
    fit_intercept : bool
        Learn how frequent the classes are; otherwise all count as equally probable.
    shuffle, random_state
        The order in which `run_` counts the examples; the result does not depend on it.

    Attributes
    ----------
    coef_, intercept_, feature_log_prob_
        Multinomial only. A feature that never occurred in training has no say: 0 for all classes.
    theta_, var_
        Gaussian only: means and smoothed variances (n_classes, n_features).
    """

    variant: str
    fit_intercept: bool
    shuffle: bool
    random_state: Any
    feature_log_prob_: Floats
    theta_: Floats
    var_: Floats

    def __init__(
        self,
        *,
        variant: str = "multinomial",
        alpha: float = 1.0,
        smoothing: float = 1e-9,
        fit_intercept: bool = True,
        shuffle: bool = True,
        random_state: Any = None,
    ) -> None:
        self._store(locals())

    @property
    def _learner(self) -> Learner:
        if self.variant not in VARIANTS:
            raise PlainError(f"variant must be {' or '.join(VARIANTS)}, not “{self.variant}”.")
        return NAIVE_BAYES if self._counts else GAUSSIAN_NAIVE_BAYES

    @property
    def _counts(self) -> bool:
        return self.variant != "gaussian"

    @property
    def _has_bias(self) -> bool:
        return bool(self.fit_intercept)

    @property
    def _is_linear(self) -> bool:
        return self._counts

    @property
    def _decides(self) -> bool:
        # As in scikit-learn, where whatever has both a decision function and probabilities must
        # take values below zero, counts are answered with probabilities alone.
        return not self._counts

    def _checked(self, X: Any, y: Any, first: bool) -> tuple[Any, NDArray[Any]]:
        X, y = super()._checked(X, y, first)
        if self._counts:
            check_non_negative(X, "NaiveBayes (multinomial)")
        return X, y

    def _played(self, dataset: Dataset) -> Run:
        return self._new_run(dataset, order_of(self.shuffle, self.random_state)).play()

    def _gone_on(self, longer: Dataset) -> Run:
        # The vocabulary, or the largest variance, is that of all examples, so count them all again.
        return self._one_pass(longer)

    def _take_from(self, run: Run) -> None:
        super()._take_from(run)
        self._forget("feature_log_prob_", "theta_", "var_")
        assert isinstance(run.recording, CountRecording)
        weights = run.recording.theta(run.steps).T  # [classes, width]
        n = self.n_features_in_
        if self._counts:
            self.feature_log_prob_ = weights[:, :n].copy()
            return
        # log p(x) is linear in x and x², with the weights mean / variance and −1 / (2 variance).
        assert isinstance(run.recording.model, Gaussian)
        self.var_ = -0.5 / weights[:, n : 2 * n]
        self.theta_ = run.recording.model.origin + weights[:, :n] * self.var_

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = self._counts
        # Measurements are not counts: on clouds of points this does as badly as it should.
        tags.classifier_tags.poor_score = self._counts
        return tags
