"""A recorded run as plain data that a page can replay: its tape, its counts or its stumps."""

from __future__ import annotations

from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from core.boosting import BoostRecording
from core.count_models import Gaussian, Multinomial
from core.counting import CountRecording
from core.curves import Curves
from core.errors import PlainError
from core.learners.declaration import Boosting, Counting
from core.learners.rule import Rule, Turn
from core.online import OnlineRecording
from core.parameters import encode
from core.run import Run
from gui.export.web_packing import Json, packed_flags, packed_numbers, packed_wholes, rounded

MEASURES = ("error", "perceptron", "hinge", "log", "exp")  # curves that the page offers


def recording_data(run: Run, last: int) -> Json:
    """The first `last` steps of a run, in the form that fits how its learner learns."""
    recording, method = run.recording, run.learner.method
    if isinstance(recording, BoostRecording):
        return _stumps(recording, last)
    if isinstance(recording, CountRecording):
        return _counts(run, recording, last)
    if isinstance(recording, OnlineRecording) and isinstance(method, Rule):
        return _tape(run, recording, method, last)
    if isinstance(method, Boosting | Counting | Rule):
        raise PlainError(f"A web page cannot replay {run.learner.title}.")
    assert_never(method)


def curves_data(run: Run, readout: str) -> Json:
    """A few hundred samples of each measure along the run."""
    found = Curves(run, readout).extend()
    data: Json = {"steps": packed_wholes(found.steps)}
    data["train"] = {name: rounded(found.train[name]) for name in MEASURES}
    if found.held_out is not None:
        data["heldOut"] = {name: rounded(found.held_out[name]) for name in MEASURES}
    return data


def updates_until(run: Run, t: int) -> int:
    """How many examples the first t steps visit; the last step of a pass may be short."""
    examples = len(run.dataset.training)
    passes, rest = divmod(t, max(run.steps_per_pass, 1))
    return passes * examples + min(rest * run.order.batch, examples)


def _tape(run: Run, recording: OnlineRecording, rule: Rule, last: int) -> Json:
    count = updates_until(run, last)
    sizes = recording.tape.coefficients[:count]
    moved = recording.tape.changes(0, count)
    data: Json = {
        "kind": "tape",
        "heads": recording.heads,
        "bias": run.bias,
        "batch": run.order.batch,
        "order": packed_wholes(recording.tape.order[:count]),
        "mistakes": packed_flags(recording.tape.mistakes(0, count)),
        "moved": packed_flags(moved),
        "sizes": packed_numbers(sizes[moved]),
        "everyHead": sizes.ndim > 1,
    }
    if recording.heads > 1 and sizes.ndim == 1:
        wrong = [recording.tape.wrong_label(int(e)) for e in np.flatnonzero(moved)]
        data["wrong"] = packed_wholes(wrong)
    if rule.shrinks:
        data["shrinks"] = packed_numbers(_shrinks(run, rule, sizes, last))
    return data


def _shrinks(run: Run, rule: Rule, sizes: NDArray[np.float64], last: int) -> list[float]:
    """By what all weights are multiplied before each step."""
    parameters = encode(run.learner.parameters, run.parameters)
    found = []
    for t in range(1, last + 1):
        size = float(np.ravel(sizes[updates_until(run, t - 1)])[0])
        found.append(rule.shrink(Turn(t, rule.rate(t, parameters), size), parameters))
    return found


def _counts(run: Run, recording: CountRecording, last: int) -> Json:
    data: Json = {
        "kind": "counts",
        "bias": run.bias,
        "batch": 1,
        "order": packed_wholes(recording.tape.order[:last]),
        "mistakes": packed_flags(recording.mistakes(0, last)),
    }
    model, dataset = recording.model, run.dataset
    if isinstance(model, Multinomial):
        known = np.zeros(dataset.rows.width, np.bool_)
        known[dataset.rows.take(dataset.training).columns] = True
        data |= {"model": "multinomial", "alpha": float(run.parameters["alpha"])}
        return data | {"known": packed_flags(known)}
    if isinstance(model, Gaussian):
        # A class whose only example is zero has no variance but the floor.
        lone = np.zeros((len(model.feature_names), dataset.classes))
        lone[-1] = 1.0
        width = dataset.rows.width
        floors = -0.5 / model.theta(lone)[width : 2 * width, 0]
        data |= {"model": "gaussian", "floors": packed_numbers(floors)}
        return data | {"origin": packed_numbers(model.origin)}
    raise PlainError(f"A web page cannot replay {run.learner.title}.")


def _stumps(recording: BoostRecording, last: int) -> Json:
    stumps = recording.stumps[:last]
    return {
        "kind": "stumps",
        "stumps": [[s.column, s.threshold, s.low, s.high, s.alpha, s.error] for s in stumps],
    }
