"""One step as sentences, formulas and rows of numbers: what the step panel shows, no widgets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.learners.declaration import Boosting
from core.learners.telling import NumberStyle
from gui.panels.figures import Figure
from gui.panels.text_grid import Cell, Row
from gui.panels.time_words import grouped

if TYPE_CHECKING:
    from core.explain import Change, StepTold, VisitTold
    from core.run import Moment, Run

TIE = "counts as a mistake"  # said once is enough


@dataclass(frozen=True)
class ReadoutShown:
    """What the step does to the average or the vote."""

    title: str
    sentence: str
    rule: str  # TeX
    worked: str
    changes: tuple[Row, ...]
    more_changes: int


@dataclass(frozen=True)
class StepShown:
    """All that the panel has to show; formulas are TeX."""

    sentence: str
    classes: tuple[int, ...] = ()  # named in the sentence
    rule: str = ""
    worked: tuple[str, ...] = ()  # the rule with its numbers, and what comes out
    figures: tuple[Figure, ...] = ()
    loss_worked: str = ""
    scores: tuple[Row, ...] = ()
    changes: tuple[Row, ...] = ()
    more_changes: int = 0
    readout: ReadoutShown | None = None


def step_shown(
    moment: Moment, show: NumberStyle, noun: str = "example", readout: str = "last"
) -> StepShown:
    """The step that led to this moment; at the start, the one that comes next."""
    from core.explain import explain_step

    told = explain_step(moment, show, readout=readout)
    if told is None:
        return _start(moment.run, noun)
    visit = most_telling(told)
    weight = "word" if noun == "text" else "weight"  # what its name stands for
    return StepShown(
        sentence=_sentence(told, visit),
        classes=_named(visit),
        rule=told.rule,
        worked=_worked(told, visit),
        figures=_figures(told, visit, show),
        loss_worked=visit.loss_worked,
        scores=_scores(told, visit, show),
        changes=_changes(told, told.changes, show, weight),
        more_changes=told.changes_left_out,
        readout=_readout(told, show, weight),
    )


def _sentence(told: StepTold, visit: VisitTold) -> str:
    tie = "" if TIE in visit.sentence else visit.tie
    one = f"{visit.sentence} {tie}".strip()
    return one if len(told.visits) == 1 else f"{told.sentence} One of them: {one}"


def _worked(told: StepTold, visit: VisitTold) -> tuple[str, ...]:
    """With more than two classes the table has the scores, and the formulas would be many."""
    score = visit.score_worked if len(told.class_names) == 2 else ""
    return tuple(tex for tex in (score, visit.worked, *told.results) if tex)


def _readout(told: StepTold, show: NumberStyle, weight: str) -> ReadoutShown | None:
    told_readout = told.readout
    if told_readout is None:
        return None
    return ReadoutShown(
        title=told_readout.readout.capitalize(),
        sentence=told_readout.sentence,
        rule=told_readout.rule,
        worked=told_readout.worked,
        changes=_changes(told, told_readout.changes, show, weight),
        more_changes=told_readout.changes_left_out,
    )


def _start(run: Run, noun: str) -> StepShown:
    rule = run.learner.formula_for(run.dataset.classes)
    if run.steps == 0:
        return StepShown("There is nothing to learn from yet.")
    if isinstance(run.learner.method, Boosting):
        sentence = "Nothing has been learnt yet. The first round picks the best stump."
        return StepShown(sentence, rule=rule)
    visited = run.at(1).visited
    if len(visited) != 1:
        return StepShown(
            f"Nothing has been learnt yet. The first step takes {len(visited)} {noun}s at once.",
            rule=rule,
        )
    row = int(visited[0])
    gold = int(run.dataset.labels[row])
    name = run.dataset.class_names[gold]
    return StepShown(
        f"Nothing has been learnt yet. The first step visits {noun} {grouped(row + 1)}, "
        f"which is {name}.",
        classes=(gold,),
        rule=rule,
    )


def most_telling(told: StepTold) -> VisitTold:
    """Of several examples in a step, the first that was got wrong."""
    return next((visit for visit in told.visits if visit.mistake), told.visits[0])


def _named(visit: VisitTold) -> tuple[int, ...]:
    """The right class, then the others, the best-scored first."""
    if visit.gold is None:
        return ()
    best_first = np.argsort(visit.scores, kind="stable")[::-1].tolist()
    return (visit.gold, *(k for k in best_first if k != visit.gold))


def _figures(told: StepTold, visit: VisitTold, show: NumberStyle) -> tuple[Figure, ...]:
    if visit.margin is None or visit.loss is None or visit.size is None:
        return ()
    figures = [
        Figure("margin", show(visit.margin), "mistake" if visit.mistake else "text"),
        Figure(f"{told.loss_name} loss", show(visit.loss)),
        Figure("step size", show(visit.size)),
    ]
    if visit.cap is not None:
        figures.append(Figure("set by" if visit.cap == "learning rate" else "held by", visit.cap))
    return tuple(figures)


def _scores(told: StepTold, visit: VisitTold, show: NumberStyle) -> tuple[Row, ...]:
    """The scores of all labels, the right one first and in bold."""
    rows: list[Row] = []
    likely = visit.probabilities
    for label in _named(visit):
        right = label == visit.gold
        name = Cell(told.class_names[label], class_index=label, bold=right)
        row: Row = (name, Cell(show(visit.scores[label]), right=True, bold=right))
        rows.append((*row, Cell(show(likely[label]), right=True)) if likely else row)
    head: Row = (Cell("class", "muted"), Cell("score", "muted", right=True))
    if likely:
        head = (*head, Cell("p", "muted", right=True))
    return (head, *rows) if rows else ()


def _changes(
    told: StepTold, changes: tuple[Change, ...], show: NumberStyle, weight: str
) -> tuple[Row, ...]:
    """Each weight before and after, the largest change first."""
    labels = {name: k for k, name in enumerate(told.class_names)}
    several = any(change.label for change in changes)
    rows: list[Row] = []
    for change in changes:
        owner = (Cell(change.label, class_index=labels.get(change.label)),) if several else ()
        before, after = show(change.before), show(change.after)
        rows.append(
            (Cell(change.feature), *owner, Cell(before, "muted", right=True), Cell("→", "muted"),
             Cell(after, right=True, bold=True))
        )  # fmt: skip
    if not rows:
        return ()
    owner = (Cell("of", "muted"),) if several else ()
    head: Row = (
        Cell(weight, "muted"), *owner, Cell("before", "muted", right=True), Cell(),
        Cell("after", "muted", right=True),
    )  # fmt: skip
    return (head, *rows)
