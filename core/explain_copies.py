"""An explained step for the clipboard: as plain lines, or as formulas for LaTeX."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.formula_text import formula_text
from core.learners.telling import NumberStyle

if TYPE_CHECKING:
    from core.explain import StepTold, VisitTold
    from core.readout_told import Change


def as_text(told: StepTold, show: NumberStyle) -> str:
    """Every number of the step, one thing a line."""
    lines = [f"{told.learner}, step {told.number}", f"Rule: {formula_text(told.rule)}"]
    if len(told.visits) > 1:
        lines.append(told.sentence)
    for visit in told.visits:
        lines += _visit_lines(told, visit, show)
    lines += [formula_text(result) for result in told.results]
    lines += _change_lines(told.changes, told.changes_left_out, show)
    if told.readout is not None:
        lines += [
            told.readout.sentence,
            formula_text(told.readout.rule),
            formula_text(told.readout.worked),
        ]
        lines += _change_lines(told.readout.changes, told.readout.changes_left_out, show)
    return "\n".join(line for line in lines if line)


def _visit_lines(told: StepTold, visit: VisitTold, show: NumberStyle) -> list[str]:
    lines = [visit.sentence, visit.tie, formula_text(visit.worked)]
    if visit.margin is None or visit.loss is None or visit.size is None:
        return lines
    scores = ", ".join(
        f"{name} {show(score)}" for name, score in zip(told.class_names, visit.scores, strict=True)
    )
    capped = f" (set by the {visit.cap})" if visit.cap == "learning rate" else ""
    capped = f" (held by {visit.cap})" if visit.cap and not capped else capped
    return [
        *lines,
        f"Scores: {scores}",
        f"Margin: {show(visit.margin)}",
        f"Loss ({told.loss_name}): {show(visit.loss)}",
        f"Step size: {show(visit.size)}{capped}",
    ]


def _change_lines(changes: tuple[Change, ...], left_out: int, show: NumberStyle) -> list[str]:
    lines = []
    for change in changes:
        label = f" ({change.label})" if change.label else ""
        lines.append(f"{change.feature}{label}: {show(change.before)} → {show(change.after)}")
    if left_out:
        lines.append(f"… and {left_out} more")
    return lines


def as_latex(told: StepTold) -> str:
    """The formulas one below the other, to be pasted into a document that uses amsmath."""
    formulas = [told.rule]
    for visit in told.visits:
        formulas += [visit.score_worked, visit.worked, visit.loss_worked]
    formulas += told.results
    if told.readout is not None:
        formulas += [told.readout.rule, told.readout.worked]
    body = " \\\\\n".join(f"  & {formula}" for formula in formulas if formula)
    sentence = " ".join(told.sentence.split())
    return (
        f"% {told.learner}, step {told.number}: {sentence}\n"
        f"\\begin{{align*}}\n{body}\n\\end{{align*}}"
    )
