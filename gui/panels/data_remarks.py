"""What to say when there is nothing to learn, or less than one may think."""

from __future__ import annotations

from core.experiment import Experiment, PointsData, TextsData
from gui.computer import Results

FEW = 4


def remark_on(experiment: Experiment, results: Results) -> str | None:
    """One sentence that says what is odd and what to do; None when all is well."""
    data = experiment.data
    if not data.labels:
        if isinstance(data, PointsData):
            return "No points yet: choose a set here, or click on the stage to draw some."
        what = "There are no texts" if isinstance(data, TextsData) else "This table has no rows"
        return f"{what}: open another file, or choose a set here."
    present = set(data.labels)
    if len(present) == 1:
        only = data.class_names[next(iter(present))]
        return f"Everything is of class “{_cut(only)}”: add something of another class."
    if results.experiment is not experiment:
        return None  # the rest is known once it has been computed
    return results.problem or _remark_on_split(experiment, results)


def _remark_on_split(experiment: Experiment, results: Results) -> str | None:
    dataset = results.dataset
    if dataset is None:
        return None
    learning = len(dataset.training)
    if learning == 0:
        return "Everything is held out: hold out less, so that something is left to learn from."
    if experiment.split.fraction > 0.0 and not dataset.held_out_rows.any():
        return "There are too few points to hold any out: add more, or hold out a larger part."
    if learning < FEW:
        return f"Only {learning} are left to learn from: add more, or hold out less."
    if experiment.stopping.patience is not None and not dataset.held_out_rows.any():
        return "Stopping when no better needs something held out to compare with."
    return None


def _cut(name: str) -> str:
    return name if len(name) <= 40 else name[:39] + "…"
