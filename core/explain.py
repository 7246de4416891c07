"""A step, or the score of an item, as words, formula and numbers: plain data, no widgets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.boosting import BoostRecording
from core.counting import CountRecording
from core.explain_numbers import loss_worked, results, score_worked
from core.learners.telling import NumberStyle, Occasion, latex_names
from core.measure import losses, probabilities
from core.readout_told import Change, ReadoutTold, changes_between, readout_told
from core.recording import Step, Update
from core.rows import Floats, Rows

if TYPE_CHECKING:
    from core.run import Moment, Run

DEFAULT_STYLE = NumberStyle()
MOST_CHANGES = 12


@dataclass(frozen=True)
class VisitTold:
    """One visited example: the worked formula, a sentence and the numbers behind them.

    All numbers are from before the step, but for the step size. Formulas are TeX.
    """

    row: int | None
    worked: str
    sentence: str
    cap: str | None  # what kept the step from being longer, or set its length
    scores: tuple[float, ...] = ()
    margin: float | None = None
    loss: float | None = None
    size: float | None = None
    mistake: bool = False
    gold: int | None = None  # class indices
    wrong: int | None = None  # the best-scored other one
    probabilities: tuple[float, ...] | None = None  # where the learner has them
    tie: str = ""  # the rule for ties, where it decided something
    score_worked: str = ""  # how the scores come from few enough weights
    loss_worked: str = ""


@dataclass(frozen=True)
class StepTold:
    """A step of a run, explained."""

    number: int
    learner: str  # its title
    rule: str  # TeX, as the learner declares it
    visits: tuple[VisitTold, ...]
    sentence: str  # of the whole step
    results: tuple[str, ...]  # TeX: how the changed weights come out
    changes: tuple[Change, ...]  # the largest first
    changes_left_out: int
    before: Floats  # weights [width, heads]
    after: Floats
    loss_name: str
    class_names: tuple[str, ...]
    readout: ReadoutTold | None = None  # what the step does to the average or the vote
    style: NumberStyle = DEFAULT_STYLE

    def text(self, show: NumberStyle | None = None) -> str:
        """For the clipboard, as plain lines."""
        from core.explain_copies import as_text

        return as_text(self, show or self.style)

    def latex(self) -> str:
        """For the clipboard, as formulas for a LaTeX document."""
        from core.explain_copies import as_latex

        return latex_names(as_latex(self))


def explain_step(
    moment: Moment,
    show: NumberStyle = DEFAULT_STYLE,
    most_changes: int = MOST_CHANGES,
    readout: str = "last",
) -> StepTold | None:
    """The step that led to this moment; None at the start, where there is none."""
    step, run = moment.step, moment.run
    if step is None:
        return None
    told = tuple(_told(run, step, update, show) for update in step.updates or (None,))
    names = run.recording.feature_names
    heads = run.dataset.class_names if step.after.shape[1] > 1 else ()
    changes, left_out = changes_between(step.before, step.after, names, heads, most_changes)
    return StepTold(
        number=step.number,
        learner=run.learner.title,
        rule=run.learner.formula_for(run.dataset.classes),
        visits=told,
        sentence=_sentence(step, told),
        results=results(run, step, show),
        changes=changes,
        changes_left_out=left_out,
        before=step.before,
        after=step.after,
        loss_name=run.learner.loss,
        class_names=run.dataset.class_names,
        readout=None if readout == "last" else readout_told(moment, readout, show, most_changes),
        style=show,
    )


def _told(run: Run, step: Step, update: Update | None, show: NumberStyle) -> VisitTold:
    telling = run.learner.tell(_occasion(run, step, update, show))
    if update is None:
        return VisitTold(None, telling.worked, telling.sentence, telling.cap)
    scores = np.array([update.scores])
    loss = losses(run.learner.loss, scores, np.array([update.gold], np.int32))
    likely = probabilities(scores)[0].tolist() if run.learner.probabilistic else None
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
        gold=update.gold,
        wrong=update.wrong,
        probabilities=None if likely is None else tuple(likely),
        tie=_tie(run, update),
        score_worked=score_worked(run, step, update, show),
        loss_worked=loss_worked(run.learner.loss, update, float(loss[0]), show),
    )


def _occasion(run: Run, step: Step, update: Update | None, show: NumberStyle) -> Occasion:
    recording = run.recording
    tally, added = None, ""
    if isinstance(recording, CountRecording):
        tally = recording.tally(step.number)
    elif isinstance(recording, BoostRecording):
        stump, dataset = recording.stumps[step.number - 1], run.dataset
        added = stump.sentence(dataset.feature_names, dataset.class_names, show)
    return Occasion(
        step=step,
        update=update,
        parameters=run.parameters,
        class_names=run.dataset.class_names,
        show=show,
        rate=recording.rate(step.number),
        tally=tally,
        added=added,
    )


def _tie(run: Run, update: Update) -> str:
    """The convention that decided, when labels scored the same."""
    names, scores = run.dataset.class_names, update.scores
    told = []
    if scores[update.gold] == scores[update.wrong]:
        if run.parameters.get("ties") == "first label wins":
            first = names[min(update.gold, update.wrong)]
            told.append(f"Of labels that score the same the first one wins, here {first}.")
        else:
            told.append("A tie counts as a mistake.")
    best = [k for k, s in enumerate(scores) if k != update.gold and s == scores[update.wrong]]
    if len(best) > 1:
        others = " and ".join((", ".join(names[k] for k in best[:-1]), names[best[-1]]))
        told.append(f"Of the wrong labels {others} score the same; the first of them counts.")
    return " ".join(told)


def _sentence(step: Step, visits: tuple[VisitTold, ...]) -> str:
    if len(visits) == 1:
        return visits[0].sentence
    wrong = sum(visit.mistake for visit in visits)
    moving = sum(bool(visit.size) for visit in visits)
    rest = (
        f"the weights take the mean of the {len(visits)} steps, {moving} of them not zero"
        if moving
        else "none asks for a change"
    )
    if step.shrink != 1.0:
        rest += ", after shrinking a little"
    return f"{wrong} of {len(visits)} examples were wrong; {rest}."


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


__all__ = [
    "DEFAULT_STYLE",
    "Change",
    "Contribution",
    "ReadoutTold",
    "ScoreTold",
    "StepTold",
    "VisitTold",
    "explain_score",
    "explain_step",
]
