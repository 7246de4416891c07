"""In which order a pass visits the training examples: a function of the seed and the pass alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.experiment import Order
from core.rows import Ints


def visits_of_pass(order: Order, training: NDArray[np.int64], number: int) -> Ints:
    """The rows that pass `number` (from 0) visits, one for each training example."""
    if order.kind == "given":
        return training.astype(np.int32)
    rng = np.random.default_rng([order.seed, number])
    if order.kind == "shuffled":
        return rng.permutation(training).astype(np.int32)
    return rng.choice(training, size=len(training)).astype(np.int32)
