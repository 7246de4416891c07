"""The step at the cursor for the clipboard, as text or as LaTeX."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from core.learners.telling import NumberStyle
from gui.studio import Studio

if TYPE_CHECKING:
    from core.explain import StepTold

MOST_CHANGES = 40
NOTHING = "There is no step to copy: go to one first."


def number_style(studio: Studio) -> NumberStyle:
    return NumberStyle(studio.looks.digits, studio.looks.comma)


def active_readout(studio: Studio) -> str:
    """How the learner that is shown is read."""
    result = studio.active_result
    return "last" if result is None else result.choice.readout


def copy_as_text(studio: Studio) -> None:
    told = _told(studio)
    _copy(studio, None if told is None else told.text(), "text")


def copy_as_latex(studio: Studio) -> None:
    told = _told(studio)
    _copy(studio, None if told is None else told.latex(), "LaTeX")


def _told(studio: Studio) -> StepTold | None:
    from core.explain import explain_step

    moment = studio.moment(studio.active)
    if moment is None:
        return None
    return explain_step(moment, number_style(studio), MOST_CHANGES, active_readout(studio))


def _copy(studio: Studio, text: str | None, kind: str) -> None:
    if text is None:
        studio.said.emit(NOTHING)
        return
    QGuiApplication.clipboard().setText(text)
    studio.said.emit(f"Copied this step as {kind}.")
