"""Learning on from further examples."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
from scipy.sparse import vstack

from core.dataset import Dataset
from core.errors import PlainError
from core.estimators.recorded import RecordedClassifier, classes_of
from core.experiment import Order, Stopping
from core.rows import Rows
from core.run import Run

Self = TypeVar("Self", bound="ContinuingClassifier")


class ContinuingClassifier(RecordedClassifier):
    """A classifier that can go on from what it has learnt."""

    def partial_fit(self: Self, X: Any, y: Any, classes: Any = None) -> Self:
        """One pass over this batch, in the order given, on top of what was learnt before.

        `classes` are all the labels that can ever come; without them the first batch must hold
        them all. Stopping rules do not apply. All rows are kept: `run_` records every one of them.
        """
        first = not hasattr(self, "run_")
        X, y = self._checked(X, y, first)
        if first:
            self.classes_ = classes_of(y if classes is None else classes)
            self._take_from(self._one_pass(self._dataset(X, self._numbered(y))))
            self.n_iter_ = 1
            return self
        if classes is not None and not np.array_equal(np.unique(classes), self.classes_):
            raise PlainError("The classes are not those of the first call to partial_fit.")
        self._insist_on_same_parameters()
        batch = self._dataset(X, self._numbered(y))
        self._take_from(self._gone_on(followed_by(self.run_.dataset, batch)))
        self.n_iter_ += 1
        return self

    def _one_pass(self, dataset: Dataset) -> Run:
        stopping = Stopping(passes=1, clean_pass=False)
        return self._new_run(dataset, Order("given"), stopping).play()

    def _gone_on(self, longer: Dataset) -> Run:
        """`run_` with one more pass, over the examples that this dataset has at its end."""
        raise NotImplementedError

    def _insist_on_same_parameters(self) -> None:
        """A run is replayed by its parameters, so they cannot change in the middle of it."""
        now = (self._learner, self._settings(), self._has_bias)
        if now != (self.run_.learner, self.run_.parameters, self.run_.bias):
            raise PlainError("The parameters have changed since training began: use fit instead.")


def followed_by(dataset: Dataset, batch: Dataset) -> Dataset:
    """The examples of both, which have the same features and classes."""
    rows = vstack([dataset.rows.to_scipy(), batch.rows.to_scipy()], format="csr")
    return replace(
        dataset,
        rows=Rows.from_csr(rows),
        labels=np.concatenate([dataset.labels, batch.labels]),
        held_out=np.concatenate([dataset.held_out_rows, batch.held_out_rows]),
    )
