"""The engine: datasets, learners, recorded runs, and what there is to know about them.

No Qt, no drawing and no global state. The names below load when they are first used, and heavy
libraries only when a function needs them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.dataset import Dataset
    from core.errors import PlainError
    from core.experiment import Experiment, LearnerChoice, Order, Split, Stopping
    from core.learners import all_learners, find
    from core.points import Points
    from core.run import Moment, Run

_HOMES = {
    "Dataset": "core.dataset",
    "Experiment": "core.experiment",
    "LearnerChoice": "core.experiment",
    "Moment": "core.run",
    "Order": "core.experiment",
    "PlainError": "core.errors",
    "Points": "core.points",
    "Run": "core.run",
    "Split": "core.experiment",
    "Stopping": "core.experiment",
    "all_learners": "core.learners",
    "find": "core.learners",
}

__all__ = [
    "Dataset",
    "Experiment",
    "LearnerChoice",
    "Moment",
    "Order",
    "PlainError",
    "Points",
    "Run",
    "Split",
    "Stopping",
    "all_learners",
    "find",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'core' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
