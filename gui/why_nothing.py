"""Why there is nothing to show of the active learner, in one sentence; views say it in place."""

from __future__ import annotations

from gui.studio import Studio

NO_POINTS = "There is nothing to learn from yet: draw some points of two classes."
NO_ROWS = "There is nothing to learn from yet: open a file, or choose other data on the left."
COMPUTING = "Computing…"


def why_nothing(studio: Studio, to_see: str) -> str:
    """`to_see` ends the sentence “There is no learner: add one to see …”."""
    result = studio.active_result
    if result is not None and result.obstacle is not None:
        return result.obstacle
    if studio.results.problem is not None:
        return studio.results.problem
    if not studio.experiment.learners:
        return f"There is no learner: add one to see {to_see}."
    if studio.experiment.data.labels:
        return COMPUTING
    return NO_ROWS if studio.points is None else NO_POINTS
