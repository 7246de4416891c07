"""A veil over the future: what is known of an experiment, up to a step that waits for an answer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from core.curves import CurveSet
    from gui.computer import LearnerResult, Results


def veiled(results: Results, last: int | None) -> Results:
    """The results as if no run had gone beyond this step; whole without one."""
    if last is None:
        return results
    learners = tuple(_veiled_run(learner, last) for learner in results.learners)
    return replace(results, learners=learners)


def _veiled_run(learner: LearnerResult, last: int) -> LearnerResult:
    if learner.run is None or learner.steps <= last:
        return learner
    curves = {readout: _veiled_curves(curve, last) for readout, curve in learner.curves.items()}
    return replace(
        learner,
        steps=last,
        stopped=None,
        converged=False,
        curves=curves,
        mistakes=learner.mistakes[learner.mistakes <= last],
        veiled=True,
    )


def _veiled_curves(curves: CurveSet, last: int) -> CurveSet:
    seen = int(np.searchsorted(curves.steps, last, side="right"))
    held_out = curves.held_out
    return replace(
        curves,
        steps=curves.steps[:seen],
        norms=curves.norms[:seen],
        train={name: values[:seen] for name, values in curves.train.items()},
        held_out=None
        if held_out is None
        else {name: values[:seen] for name, values in held_out.items()},
    )
