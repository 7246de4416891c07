"""What the tests of exports share: a small experiment, its runs, and scenes that are closed."""

from __future__ import annotations

from functools import lru_cache

from core.experiment import Experiment, LearnerChoice, Order, PointsData, Stopping
from gui.computer import Results
from gui.export.computed import results_of

HOSTILE = ('</text><script>alert("x")</script>', "=HYPERLINK(1) & <b>bold</b>")


def four_points(*names: str) -> Experiment:
    """Learnt in eight steps, two of which are mistakes."""
    return Experiment(
        data=PointsData(
            ((1.0, 2.0), (2.0, 1.0), (3.0, 4.0), (4.0, 2.0)),
            (1, 0, 1, 0),
            names or ("minus", "plus"),
            ("x", "y"),
        ),
        learners=(LearnerChoice("perceptron", also=("averaged",)), LearnerChoice("mira")),
        order=Order("given"),
        stopping=Stopping(passes=4),
    )


@lru_cache(maxsize=4)
def four_results(*names: str) -> Results:
    return results_of(four_points(*names))
