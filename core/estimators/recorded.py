"""What all the classifiers share: data in, a recorded run, and scores read from it."""

from __future__ import annotations

import warnings
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse
from scipy.special import log_softmax
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from core.dataset import Dataset
from core.errors import PlainError
from core.experiment import Order, Stopping
from core.learners.declaration import Learner
from core.measure import predictions
from core.parameters import Value, settle
from core.recording import label_scores
from core.rows import Floats, Ints, Rows
from core.run import Run

Self = TypeVar("Self", bound="RecordedClassifier")


class RecordedClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A classifier whose training is a `Run`, kept as `run_`.

    Attributes
    ----------
    classes_ : ndarray (n_classes,)
    run_ : Run
        The recorded training; `run_.weights(t)` are the weights after step t, bias last.
    n_iter_ : int
        Passes made.
    coef_, intercept_ : ndarrays (heads, n_features) and (heads,)
        Only where the prediction is linear in the features. Two classes have one head, which is
        positive for `classes_[1]`; more classes have one head each.
    """

    classes_: NDArray[Any]
    run_: Run
    n_iter_: int
    n_features_in_: int
    coef_: Floats
    intercept_: Floats

    def _store(self, arguments: dict[str, Any]) -> None:
        """All that a constructor does: keep its arguments, the locals() of it, as they are."""
        for name, value in arguments.items():
            if name != "self":
                setattr(self, name, value)

    # What a subclass says

    @property
    def _learner(self) -> Learner:
        raise NotImplementedError

    @property
    def _read_as(self) -> str:
        return "last"

    @property
    def _has_bias(self) -> bool:
        return True

    @property
    def _is_linear(self) -> bool:
        return self._read_as != "voted"

    @property
    def _decides(self) -> bool:
        """Is there a decision function?"""
        return True

    def _played(self, dataset: Dataset) -> Run:
        """The whole training on these examples."""
        raise NotImplementedError

    def _new_run(self, dataset: Dataset, order: Order, stopping: Stopping | None = None) -> Run:
        settings, bias = self._settings(), self._has_bias
        return Run(dataset, self._learner, settings, order=order, stopping=stopping, bias=bias)

    # Learning

    def fit(self: Self, X: Any, y: Any) -> Self:
        """Learn afresh from rows X, dense or sparse, and their labels y."""
        X, y = self._checked(X, y, first=True)
        self.classes_ = classes_of(y)
        self._take_from(self._played(self._dataset(X, self._numbered(y))))
        self.n_iter_ = self._passes_made()
        return self

    def _checked(self, X: Any, y: Any, first: bool) -> tuple[Any, NDArray[Any]]:
        X, y = validate_data(self, X, y, reset=first, accept_sparse="csr", dtype=np.float64)
        check_classification_targets(y)
        return X, y

    def _numbered(self, y: NDArray[Any]) -> Ints:
        """Labels as indices into `classes_`."""
        unknown = np.setdiff1d(y, self.classes_)
        if len(unknown):
            raise PlainError(f"The label “{unknown[0]}” in y is not one of the classes.")
        return np.searchsorted(self.classes_, y).astype(np.int32)

    def _dataset(self, X: Any, labels: Ints) -> Dataset:
        numbered = (f"x{j + 1}" for j in range(self.n_features_in_))
        feature_names = tuple(getattr(self, "feature_names_in_", numbered))
        class_names = tuple(str(label) for label in self.classes_)
        return Dataset(rows_of(X), labels, class_names, feature_names)

    def _settings(self) -> dict[str, Value]:
        """The learner's own parameters, checked; so is the readout."""
        readouts, declared = self._learner.readouts, self._learner.parameters
        if self._read_as not in readouts:
            raise PlainError(f"readout must be {' or '.join(readouts)}, not “{self._read_as}”.")
        return settle(declared, {p.name: getattr(self, p.name) for p in declared})

    def _take_from(self, run: Run) -> None:
        """Keep the run and what it has learnt by its last step."""
        weights = run.at(run.steps).weights(self._read_as) if self._is_linear else None
        self.run_ = run
        self._forget("coef_", "intercept_")
        if weights is not None:  # [features, heads]
            self.coef_ = weights[: self.n_features_in_].T.copy()
            self.intercept_ = weights[-1].copy() if run.bias else np.zeros(weights.shape[1])
        if run.stopped is not None and run.stopped.kind == "diverged":
            sentence = f"{run.learner.title} {run.stopped.sentence} and stopped there."
            warnings.warn(sentence, ConvergenceWarning, stacklevel=3)

    def _forget(self, *names: str) -> None:
        """Drop what an earlier training with other parameters may have left."""
        for name in names:
            self.__dict__.pop(name, None)

    def _passes_made(self) -> int:
        return max(-(-self.run_.steps // self.run_.steps_per_pass), 1)

    # Answering

    def _scores(self, X: Any) -> Floats:
        """Scores [n, classes] of new rows."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, accept_sparse="csr", dtype=np.float64)
        if hasattr(self, "coef_"):
            return label_scores(np.asarray(X @ self.coef_.T) + self.intercept_)
        return self.run_.at(self.run_.steps).scores(rows_of(X), self._read_as)

    @available_if(lambda self: self._decides)  # type: ignore[untyped-decorator]
    def decision_function(self, X: Any) -> Floats:
        """Scores (n, n_classes); two classes: (n,), how far `classes_[1]` is ahead."""
        scores = self._scores(X)
        return scores[:, 1] - scores[:, 0] if scores.shape[1] == 2 else scores

    def predict(self, X: Any) -> NDArray[Any]:
        """The label with the highest score, the first of equals."""
        scores = self._scores(X)
        chosen: NDArray[Any] = self.classes_[predictions(scores)]
        return chosen

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


class WithProbabilities:
    """For learners whose scores are logarithms of probabilities, up to a constant per row."""

    def predict_log_proba(self: Any, X: Any) -> Floats:
        """Logarithms of the probabilities (n, n_classes)."""
        result: Floats = log_softmax(self._scores(X), axis=1)
        return result

    def predict_proba(self: Any, X: Any) -> Floats:
        """Probabilities (n, n_classes), in the order of `classes_`."""
        result: Floats = np.exp(self.predict_log_proba(X))
        return result


def rows_of(X: Any) -> Rows:
    """Checked input, dense or CSR, as the engine's rows; sparse input stays sparse."""
    return Rows.from_csr(X) if issparse(X) else Rows.from_dense(X)


def order_of(shuffle: bool, random_state: Any) -> Order:
    """Shuffled anew each pass, or as given.

    A whole number is itself the engine's seed, so that its runs can be repeated elsewhere.
    """
    source = check_random_state(random_state)
    whole = isinstance(random_state, int | np.integer)
    seed = int(random_state) if whole else int(source.randint(2**31 - 1))
    return Order("shuffled" if shuffle else "given", seed)


def classes_of(y: Any) -> NDArray[Any]:
    """The different labels, ascending; there must be two or more."""
    classes = np.unique(y)
    if len(classes) < 2:
        raise PlainError("There must be at least two classes to tell apart; y has one class only.")
    return classes
