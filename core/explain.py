"""A step, or the score of an item, as words, formula and numbers: plain data, no widgets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.learners.telling import NumberStyle, Occasion
from core.measure import losses, probabilities
from core.recording import Step, Update
from core.rows import Floats, Rows

if TYPE_CHECKING:
    from core.run import Moment

DEFAULT_STYLE = NumberStyle()


@dataclass(frozen=True)
class Change:
    """One weight before and after a step."""

    feature: str
    label: str  # whose weight it is; empty when two classes share one vector
    before: float
    after: float


@dataclass(frozen=True)
class VisitTold:
    """One visited example: the worked formula, a sentence and the numbers behind them."""

    row: int | None
    worked: str  # TeX
    sentence: str
    cap: str | None
    scores: tuple[float, ...] = ()
    margin: float | None = None
    loss: float | None = None
    size: float | None = None
    mistake: bool = False


@dataclass(frozen=True)
class StepTold:
    """A step of a run, explained."""

    number: int
    rule: str  # TeX, as the learner declares it
    visits: tuple[VisitTold, ...]
    changes: tuple[Change, ...]  # the largest first
    changes_left_out: int
    before: Floats  # weights [width, heads]
    after: Floats

    def text(self, show: NumberStyle = DEFAULT_STYLE) -> str:
        """For the clipboard."""
        lines = [f"Step {self.number}"]
        lines += [visit.sentence for visit in self.visits]
        for change in self.changes:
            label = f" ({change.label})" if change.label else ""
            lines.append(f"{change.feature}{label}: {show(change.before)} → {show(change.after)}")
        if self.changes_left_out:
            lines.append(f"… and {self.changes_left_out} more")
        return "\n".join(lines)


def explain_step(
    moment: Moment, show: NumberStyle = DEFAULT_STYLE, most_changes: int = 12
) -> StepTold | None:
    """The step that led to this moment; None at the start, where there is none."""
    step = moment.step
    if step is None:
        return None
    told = tuple(_told(moment, step, update, show) for update in step.updates)
    if not told:
        told = (_told(moment, step, None, show),)
    changes, left_out = _changes(moment, step, most_changes)
    return StepTold(
        step.number, moment.run.learner.formula, told, changes, left_out, step.before, step.after
    )


def _told(moment: Moment, step: Step, update: Update | None, show: NumberStyle) -> VisitTold:
    run = moment.run
    rate = run.recording.rate(step.number)
    occasion = Occasion(step, update, run.parameters, run.dataset.class_names, show, rate)
    telling = run.learner.tell(occasion)
    if update is None:
        return VisitTold(None, telling.worked, telling.sentence, telling.cap)
    gold = np.array([update.gold], np.int32)
    loss = losses(run.learner.loss, np.array([update.scores]), gold)
    return VisitTold(
        row=update.row,
        worked=telling.worked,
        sentence=telling.sentence,
        cap=telling.cap,
        scores=update.scores,
        margin=update.margin,
        loss=float(loss[0]),
        size=update.size,
        mistake=update.mistake,
    )


def _changes(moment: Moment, step: Step, most: int) -> tuple[tuple[Change, ...], int]:
    names, labels = moment.run.recording.feature_names, moment.run.dataset.class_names
    before = np.zeros_like(step.after)
    before[: len(step.before)] = step.before  # boosting adds a weight with every step
    moved = np.abs(step.after - before)
    largest = np.argsort(-moved, axis=None, kind="stable")[: np.count_nonzero(moved)]
    changes = []
    for place in largest[:most]:
        feature, head = np.unravel_index(place, moved.shape)
        label = labels[head] if moved.shape[1] > 1 else ""
        pair = float(before[feature, head]), float(step.after[feature, head])
        changes.append(Change(names[feature], label, *pair))
    return tuple(changes), max(len(largest) - most, 0)


@dataclass(frozen=True)
class Contribution:
    """What one feature of an item adds to the score of each label."""

    feature: str
    value: float
    per_label: tuple[float, ...]


@dataclass(frozen=True)
class ScoreTold:
    """The scores of one item and the features they come from, the strongest first."""

    scores: tuple[float, ...]
    predicted: int
    lead: float  # of the best label over the second
    probabilities: tuple[float, ...] | None  # where the learner has them
    contributions: tuple[Contribution, ...]  # empty for readouts that are not a weighted sum
    sentence: str


def explain_score(
    moment: Moment, item: Rows, readout: str = "last", show: NumberStyle = DEFAULT_STYLE
) -> ScoreTold:
    """Why the one row of `item` (features without bias) scores as it does at this moment."""
    run = moment.run
    scores = moment.scores(item, readout)[0]
    second, best = np.sort(scores)[-2:]
    predicted, lead = int(np.argmax(scores)), float(best - second)
    names = run.dataset.class_names
    sentence = f"{names[predicted]}, ahead by {show(lead)}." if lead else "All best labels tie."
    return ScoreTold(
        scores=tuple(scores.tolist()),
        predicted=predicted,
        lead=lead,
        probabilities=tuple(probabilities(scores).tolist()) if run.learner.probabilistic else None,
        contributions=_contributions(moment, item, readout),
        sentence=sentence,
    )


def _contributions(moment: Moment, item: Rows, readout: str) -> tuple[Contribution, ...]:
    own = moment.run.recording.own_rows(item)
    if own is None or readout == "voted":
        return ()
    weights = moment.weights(readout)
    columns, values = own.row(0)
    parts = values[:, None] * weights[columns]
    if parts.shape[1] == 1:
        parts = parts * np.array([-0.5, 0.5])
    spread = parts.max(axis=1) - parts.min(axis=1)
    names = moment.run.recording.feature_names
    return tuple(
        Contribution(names[columns[k]], float(values[k]), tuple(parts[k].tolist()))
        for k in np.argsort(-spread, kind="stable")
    )
