"""The sums behind a step, with their numbers in them: scores, losses, new weights. All in TeX."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from core.learners.telling import NumberStyle, name_tex
from core.online import OnlineRecording
from core.readout_told import largest_places
from core.recording import Step, Update
from core.rows import Floats

if TYPE_CHECKING:
    from core.run import Run

FEW_WEIGHTS = 6  # a vector that fits in a line
FEW_UPDATES = 3
FEW_RESULTS = 3  # weights worked out one by one, where there are many


def score_worked(run: Run, step: Step, update: Update, show: NumberStyle) -> str:
    """w·x written out for each head, where the weights are few; else empty."""
    own = run.recording.own_rows(run.dataset.rows.take([update.row]))
    if own is None or own.width > FEW_WEIGHTS:
        return ""
    x = own.dense()[0]
    heads = step.before.shape[1]
    parts = []
    for head in range(min(heads, FEW_WEIGHTS)):
        weights = step.before[:, head]
        terms = " + ".join(
            rf"{show.term(float(w))}\cdot {show.term(float(v))}"
            for w, v in zip(weights, x, strict=True)
        )
        name = f"_{{{name_tex(run.dataset.class_names[head])}}}" if heads > 1 else ""
        total = 2.0 * update.scores[1] if heads == 1 else update.scores[head]
        parts.append(rf"w{name}\cdot x = {terms} = {show.tex(total)}")
    return r",\quad ".join(parts)


def loss_worked(name: str, update: Update, loss: float, show: NumberStyle) -> str:
    """The learner's loss of the example before the step."""
    margin, shown = show.term(update.margin), show.tex(loss)
    if name == "log" and len(update.scores) > 2:
        gold = show.tex(math.exp(-loss))
        return rf"\ell = -\ln p_y = -\ln {gold} = {shown}"
    formulas = {
        "zero-one": rf"\ell = [{margin} \le 0] = {shown}",
        "perceptron": rf"\ell = \max(0,\ -{margin}) = {shown}",
        "hinge": rf"\ell = \max(0,\ 1 - {margin}) = {shown}",
        "log": rf"\ell = \ln(1 + e^{{-{margin}}}) = {shown}",
        "exp": rf"\ell = e^{{-{margin}}} = {shown}",
    }
    return formulas[name]


def results(run: Run, step: Step, show: NumberStyle) -> tuple[str, ...]:
    """How the weights that changed come out: whole vectors where they are short.

    For longer ones, the few weights that changed most. Learners whose weights are not sums of
    examples have none: their worked formula is the result.
    """
    if not isinstance(run.recording, OnlineRecording) or np.array_equal(step.before, step.after):
        return ()
    if len(step.after) <= FEW_WEIGHTS and len(step.updates) <= FEW_UPDATES:
        return _vectors(run, step, show)
    return _weights(run, step, show)


def _vectors(run: Run, step: Step, show: NumberStyle) -> tuple[str, ...]:
    lines: list[str] = []
    heads = step.after.shape[1]
    for head in range(heads):
        before, after = step.before[:, head], step.after[:, head]
        if np.array_equal(before, after) or len(lines) == FEW_WEIGHTS:
            continue
        name = f"_{{{name_tex(run.dataset.class_names[head])}}}" if heads > 1 else ""
        factor = rf"{show.tex(step.shrink)}\cdot " if step.shrink != 1.0 else ""
        line = rf"w{name} = {factor}{_tuple(before, show)}"
        for update in step.updates:
            c = update.coefficients[head]
            if c != 0.0:
                sign = "-" if c < 0.0 else "+"
                x = _features(run, update)
                line += rf" {sign} {show.tex(abs(c))}\cdot {_tuple(x, show)}"
        lines.append(rf"{line} = {_tuple(after, show)}")
    return tuple(lines)


def _weights(run: Run, step: Step, show: NumberStyle) -> tuple[str, ...]:
    names, heads = run.recording.feature_names, step.after.shape[1]
    moved = np.abs(step.after - step.before)
    lines = []
    for place in largest_places(moved, FEW_RESULTS):
        feature, head = divmod(place, heads)
        before, after = float(step.before[feature, head]), float(step.after[feature, head])
        added = math.fsum(
            update.coefficients[head] * _value(run, update, feature) for update in step.updates
        )
        name = name_tex(names[feature])
        if heads > 1:
            name += "," + name_tex(run.dataset.class_names[head])
        factor = rf"{show.tex(step.shrink)}\cdot " if step.shrink != 1.0 else ""
        start = show.term(before) if factor else show.tex(before)
        lines.append(rf"w_{{{name}}} = {factor}{start} + {show.term(added)} = {show.tex(after)}")
    return tuple(lines)


def _features(run: Run, update: Update) -> Floats:
    own = run.recording.own_rows(run.dataset.rows.take([update.row]))
    assert own is not None
    return np.asarray(own.dense()[0])


def _value(run: Run, update: Update, feature: int) -> float:
    """A feature's value in a visited example; the bias, last, is 1."""
    rows = run.dataset.rows
    if feature == rows.width:
        return 1.0
    columns, values = rows.row(update.row)
    found = np.searchsorted(columns, feature)
    there = found < len(columns) and columns[found] == feature
    return float(values[found]) if there else 0.0


def _tuple(numbers: Floats, show: NumberStyle) -> str:
    return show.vector(tuple(numbers.tolist()))
