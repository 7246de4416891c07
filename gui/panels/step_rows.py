"""One step as sentences and rows of numbers: what the step panel shows, without any widget."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.explain import DEFAULT_STYLE, StepTold, VisitTold, explain_step
from core.learners.declaration import Boosting
from gui.commands.formula_text import formula_text
from gui.panels.text_grid import Cell, Row
from gui.panels.time_words import grouped

if TYPE_CHECKING:
    from core.run import Moment, Run

show = DEFAULT_STYLE


@dataclass(frozen=True)
class StepShown:
    """All that the panel has to show."""

    sentence: str
    worked: str = ""
    classes: tuple[int, ...] = ()  # named in the sentence
    figures: tuple[Row, ...] = ()  # margin, loss and step size, in one row
    scores: tuple[Row, ...] = ()
    changes: tuple[Row, ...] = ()
    more_changes: int = 0


def step_shown(moment: Moment, noun: str = "example") -> StepShown:
    """The step that led to this moment; at the start, the one that comes next."""
    told = explain_step(moment)
    if told is None:
        return _start(moment.run, noun)
    visit = _most_telling(told)
    others = len(told.visits) - 1
    aside = f" (One of {others + 1} {noun}s in this step.)" if others else ""
    return StepShown(
        sentence=visit.sentence + aside,
        worked=formula_text(visit.worked),
        classes=_named(moment.run, visit),
        figures=_figures(visit),
        scores=_scores(moment.run, visit),
        changes=_changes(told),
        more_changes=told.changes_left_out,
    )


def _start(run: Run, noun: str) -> StepShown:
    if run.steps == 0:
        return StepShown("There is nothing to learn from yet.")
    if isinstance(run.learner.method, Boosting):
        return StepShown("Nothing has been learnt yet. The first round picks the best stump.")
    visited = run.at(1).visited
    if len(visited) != 1:
        return StepShown(
            f"Nothing has been learnt yet. The first step takes {len(visited)} {noun}s at once."
        )
    row = int(visited[0])
    gold = int(run.dataset.labels[row])
    name = run.dataset.class_names[gold]
    return StepShown(
        f"Nothing has been learnt yet. The first step visits {noun} {grouped(row + 1)}, "
        f"which is {name}.",
        classes=(gold,),
    )


def _most_telling(told: StepTold) -> VisitTold:
    """Of several examples in a step, the first that was got wrong."""
    return next((visit for visit in told.visits if visit.mistake), told.visits[0])


def _named(run: Run, visit: VisitTold) -> tuple[int, ...]:
    if visit.row is None:
        return ()
    gold = int(run.dataset.labels[visit.row])
    return (gold, *(k for k in np.argsort(visit.scores)[::-1].tolist() if k != gold))


def _figures(visit: VisitTold) -> tuple[Row, ...]:
    if visit.margin is None or visit.loss is None or visit.size is None:
        return ()
    return (
        (
            *_figure("margin", visit.margin, "mistake" if visit.mistake else "text"),
            Cell(),
            *_figure("loss", visit.loss),
            Cell(),
            *_figure("step size", visit.size),
        ),
    )


def _scores(run: Run, visit: VisitTold) -> tuple[Row, ...]:
    """The scores of all labels, the right one first and in bold."""
    names = run.dataset.class_names
    rows = []
    for place, label in enumerate(_named(run, visit)):
        gold = place == 0
        score = show(visit.scores[label])
        rows.append((Cell(names[label], class_index=label, bold=gold), Cell(score, right=True)))
    return tuple(rows)


def _figure(name: str, value: float, colour: str = "text") -> Row:
    return Cell(name, "muted"), Cell(show(value), colour)


def _changes(told: StepTold) -> tuple[Row, ...]:
    """Each weight before and after, the largest change first."""
    rows = []
    for change in told.changes:
        name = f"{change.feature}, {change.label}" if change.label else change.feature
        before, after = show(change.before), show(change.after)
        rows.append(
            (Cell(name, "muted"), Cell(before, right=True), Cell("→", "muted"),
             Cell(after, right=True, bold=True))
        )  # fmt: skip
    return tuple(rows)
