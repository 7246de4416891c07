"""AdaBoost with decision stumps."""

from __future__ import annotations

from core.dataset import Dataset
from core.estimators.recorded import RecordedClassifier
from core.experiment import Order
from core.learners.adaboost import ADABOOST
from core.learners.declaration import Learner
from core.run import Run


class AdaBoost(RecordedClassifier):
    """A vote of decision stumps, each chosen for the examples that those before it got wrong.

    It is not linear in the features: there is no `coef_`. `n_iter_` is the number of stumps, which
    is smaller than `rounds` when one stump makes no mistake or none is better than guessing.

    Parameters
    ----------
    rounds : int
        How many stumps may join the vote.
    """

    def __init__(self, *, rounds: int = 50) -> None:
        self._store(locals())

    @property
    def _learner(self) -> Learner:
        return ADABOOST

    @property
    def _is_linear(self) -> bool:
        return False

    def _played(self, dataset: Dataset) -> Run:
        return self._new_run(dataset, Order("given")).play()
