"""The classifiers that go over the examples again and again, one at a time."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from core.dataset import Dataset
from core.errors import PlainError
from core.estimators.continuing import ContinuingClassifier
from core.estimators.recorded import order_of
from core.experiment import Stopping
from core.parameters import Real, Whole, settle
from core.run import Run

SCHEDULE = (
    Whole("max_iter", "Passes", 20, 1, 10**9, "How many passes over the examples are made."),
    Real("validation_fraction", "Held out", 0.1, 0.0, 0.999, "For early stopping."),
    Whole("n_iter_no_change", "Patience", 5, 1, 10**9, "Passes without a better held-out result."),
)
TOLERANCE = Real("tol", "Tolerance", 0.0, 0.0, 1e300, "Stop when a pass moved the weights by less.")


class OnlineClassifier(ContinuingClassifier):
    """A classifier that learns from one example at a time, in exactly `max_iter` passes.

    Constructors name all of their parameters, as scikit-learn wants to read them there.

    Parameters
    ----------
    max_iter : int
        Passes over the examples; fewer only if a stopping rule below is asked for and holds.
    shuffle : bool
        Visit the examples in a new order in every pass; otherwise always as given.
    random_state : int, RandomState or None
        Seeds the order and the held-out examples; a whole number is the seed of `run_` itself.
    fit_intercept : bool
        Add a feature that is always 1. It counts in norms and is regularised like any other.
    tol : float or None
        Stop when a whole pass moved the weights by less than this.
    early_stopping : bool
        Hold out `validation_fraction` of the examples, and stop when the accuracy on them has not
        improved for `n_iter_no_change` passes. What is learnt is that of the last step;
        `run_.best_held_out` tells which step was best.
    """

    max_iter: int
    shuffle: bool
    random_state: Any
    fit_intercept: bool
    tol: float | None
    early_stopping: bool
    validation_fraction: float
    n_iter_no_change: int
    readout: str = "last"

    @property
    def _read_as(self) -> str:
        return self.readout

    @property
    def _has_bias(self) -> bool:
        return bool(self.fit_intercept)

    def _played(self, dataset: Dataset) -> Run:
        chosen = settle(SCHEDULE, {p.name: getattr(self, p.name) for p in SCHEDULE})
        order = order_of(self.shuffle, self.random_state)
        tolerance = None if self.tol is None else TOLERANCE.check(self.tol)
        patience = None
        if self.early_stopping:
            patience = int(chosen["n_iter_no_change"])
            dataset = dataset.split(float(chosen["validation_fraction"]), order.seed)
            if not dataset.held_out_rows.any():
                raise PlainError("Early stopping needs more examples or a larger fraction of them.")
        stopping = Stopping(int(chosen["max_iter"]), False, tolerance, patience)
        run = self._new_run(dataset, order, stopping).play()
        if tolerance is not None:
            _warn_if_still_moving(run, tolerance)
        return run

    def _gone_on(self, longer: Dataset) -> Run:
        self.run_.go_on_with(longer)
        return self.run_


def _warn_if_still_moving(run: Run, tolerance: float) -> None:
    if run.stopped is None or run.stopped.kind != "passes":
        return
    a_pass_ago = run.weights(run.steps - run.steps_per_pass)
    if np.linalg.norm(run.weights(run.steps) - a_pass_ago) >= tolerance:
        sentence = f"The last of all passes still moved the weights by {tolerance:g} or more."
        warnings.warn(sentence, ConvergenceWarning, stacklevel=4)
