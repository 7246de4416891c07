"""Choosing a class: of points it is what is drawn next, of anything else all that belong to it."""

from __future__ import annotations

from gui.studio import Studio


def choose_class(studio: Studio, index: int, *, more: bool = False) -> None:
    """Take the class in hand; of texts and rows, select its members.

    With `more` they join what is selected already. A class that is just what is selected is let
    go of again.
    """
    studio.take_up(label=index)
    if studio.points is not None:
        return
    members = frozenset(
        i for i, label in enumerate(studio.experiment.data.labels) if label == index
    )
    if more:
        chosen = members <= studio.selection
        studio.select(studio.selection - members if chosen else studio.selection | members)
    else:
        studio.select(() if studio.selection == members else members)
