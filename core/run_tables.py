"""A run as tables for a spreadsheet: its weights, and what happened at every step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from core.boosting import BoostRecording
from core.counting import CountRecording
from core.files.cells import text_cell
from core.kernels.entries import WRONG_LABEL
from core.online import OnlineRecording
from core.recording import Recording
from core.rows import Floats
from core.run import Run
from core.tape import Tape

TRACE = ("step", "row", "gold", "wrong", "margin", "size", "mistake")
BOOSTING_TRACE = ("step", "feature", "threshold", "low", "high", "error", "alpha")


def weights_table(run: Run, t: int, readout: str, delimiter: str = ",") -> str:
    """The weights after step t: a line for every feature, a column for every weight vector.

    Two classes have one column, named after the positive class; boosting has a line for every
    stump, with its say α.
    """
    weights = run.at(t).weights(readout)  # [features, heads]
    recording: Recording = run.recording
    classes = run.dataset.class_names
    columns = classes[1:] if len(classes) == 2 else classes
    if isinstance(recording, BoostRecording):
        columns = ("alpha",)
    names = recording.feature_names[: len(weights)]
    lines = (
        (text_cell(name), *map(repr, row))
        for name, row in zip(names, weights.tolist(), strict=True)
    )
    return _joined(delimiter, ("feature", *map(text_cell, columns)), lines)


def trace_table(run: Run, delimiter: str = ",") -> str:
    """A line for every step, or for every example of it where a step visits a batch.

    `row` counts the examples from 0; `margin` is that before the step, to 7 digits; `size` is how
    far the weights of the gold label moved along the example. Boosting has a line for each stump.
    """
    recording = run.recording
    if isinstance(recording, BoostRecording):
        return _joined(delimiter, BOOSTING_TRACE, _stump_lines(run, recording))
    assert isinstance(recording, OnlineRecording | CountRecording)
    return _joined(delimiter, TRACE, _visit_lines(run, recording.tape))


def _joined(delimiter: str, header: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    return "".join(delimiter.join(line) + "\n" for line in (header, *lines))


def _stump_lines(run: Run, recording: BoostRecording) -> Iterator[Sequence[str]]:
    features, classes = run.dataset.feature_names, run.dataset.class_names
    for number, stump in enumerate(recording.stumps, 1):
        always = stump.column < 0  # no question asked, so no feature and no threshold
        yield (
            str(number),
            text_cell("" if always else features[stump.column]),
            "" if always else repr(float(stump.threshold)),
            text_cell(classes[stump.low]),
            text_cell(classes[stump.high]),
            repr(stump.error),
            repr(stump.alpha),
        )


def _visit_lines(run: Run, tape: Tape) -> Iterator[Sequence[str]]:
    names = [text_cell(name) for name in run.dataset.class_names]
    rows = tape.order
    gold = run.dataset.labels[rows]
    wrong = tape.span("marks", 0, tape.updates) & WRONG_LABEL
    mistakes = tape.mistakes(0, tape.updates)
    columns = (_steps(run, tape.updates), rows, gold, wrong, _sizes(tape, gold), mistakes)
    margins = (tape.margins + np.float32(0.0)).astype(np.str_)  # no -0.0; the shortest text
    for margin, (step, row, k, other, size, mistake) in zip(
        margins.tolist(), zip(*(column.tolist() for column in columns), strict=True), strict=True
    ):
        label, rival = names[k], names[other]
        yield str(step), str(row), label, rival, margin, repr(size), str(int(mistake))


def _steps(run: Run, updates: int) -> NDArray[np.int64]:
    """The number of the step that each update belongs to; the last of a pass may be short."""
    examples = max(len(run.dataset.training), 1)
    batch = run.order.batch if run.learner.online else 1
    passes, within = np.divmod(np.arange(updates), examples)
    return np.asarray(passes * run.steps_per_pass + within // batch + 1)


def _sizes(tape: Tape, gold: NDArray[np.int32]) -> Floats:
    sizes = tape.coefficients
    if sizes.ndim == 1:
        return sizes
    if sizes.shape[1] == 0:  # counting: every example counts once
        return np.ones(len(gold))
    return np.asarray(sizes[np.arange(len(gold)), gold])
