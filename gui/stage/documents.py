"""The documents as the active learner sees them at the cursor, and what is said of one of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.dataset import Dataset
from core.measure import margins, predictions
from core.rows import Floats
from core.run import Moment
from gui.panels.curve_axis import reading
from gui.panels.text_grid import Cell, Row
from gui.panels.titles import learner_titles, read_as
from gui.plain_text import short
from gui.stage.terrain import Terrain
from gui.studio import Studio

FIRST_WORDS = 64  # characters of a document in its card


@dataclass(frozen=True, eq=False)
class Documents:
    """All documents, held-out ones too, under one readout at one moment."""

    moment: Moment
    readout: str
    title: str  # of the learner as it is read
    scores: Floats  # [documents, classes]

    def __len__(self) -> int:
        return len(self.scores)

    @property
    def dataset(self) -> Dataset:
        return self.moment.run.dataset

    @cached_property
    def margins(self) -> Floats:
        return margins(self.scores, self.dataset.labels)

    @cached_property
    def wrong(self) -> NDArray[np.bool_]:
        """Which are not predicted as what they are, as accuracy has it; before a step, none."""
        if self.moment.t == 0:
            return np.zeros(len(self), np.bool_)
        return np.asarray(predictions(self.scores) != self.dataset.labels)

    @property
    def has_margin(self) -> bool:
        """Does the learner want a margin of 1?"""
        return self.moment.run.learner.loss == "hinge" and self.readout != "voted"

    def tally(self) -> str:
        """How many are wrong, of those learnt from and of the others."""
        if self.moment.t == 0:
            return "before the first step"
        held = self.dataset.held_out_rows
        told = f"{int(self.wrong[~held].sum()):,} of {int((~held).sum()):,} wrong"
        if held.any():
            told += f", held out {int(self.wrong[held].sum()):,} of {int(held.sum()):,}"
        return told

    def card(self, item: int) -> tuple[Row, ...]:
        """What to say beside a document."""
        names, label = self.dataset.class_names, int(self.dataset.labels[item])
        predicted = int(predictions(self.scores[item : item + 1])[0])
        held = ", held out" if self.dataset.held_out_rows[item] else ""
        margin = f"margin {reading(float(self.margins[item]))}"
        guess = f"predicted {short(names[predicted])}, {margin}"
        rows: list[Row] = [
            (Cell(f"Text {item + 1}{held}", bold=True),),
            (Cell(f"is {short(names[label])}", class_index=label),),
            (Cell(guess, class_index=predicted),),
        ]
        items = self.dataset.items
        if isinstance(items, tuple):
            rows.append((Cell(short(items[item], FIRST_WORDS), "muted"),))
        return tuple(rows)


def documents_at(studio: Studio, terrain: Terrain) -> Documents | None:
    """None where the active learner has no run."""
    result, moment = studio.active_result, studio.moment(studio.active)
    if result is None or moment is None or len(moment.run.dataset) == 0:
        return None
    readout = result.choice.readout
    choices = studio.results.experiment.learners
    title = read_as(learner_titles(choices)[studio.active], readout)
    scores = np.nan_to_num(terrain.data_scores(moment, readout))
    return Documents(moment, readout, title, scores)


def why_none(studio: Studio) -> str:
    """Why there are no documents to show."""
    result, problem = studio.active_result, studio.results.problem
    if problem is not None:
        return problem
    if not studio.experiment.data.labels:
        return "There are no documents yet: open a file of texts, or a sample on the left."
    if not studio.experiment.learners:
        return "There is no learner: add one to see how it sorts the documents."
    if result is not None and result.obstacle is not None:
        return result.obstacle
    return "Reading the documents…"
