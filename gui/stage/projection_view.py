"""The projection: documents where two principal components see them widest apart."""

from __future__ import annotations

import numpy as np

from core.cut import cut_along_components
from core.dataset import Dataset
from core.document_space import DocumentSpace, known_space_of, space_of
from core.rows import Floats
from gui.background import Background
from gui.panels.curve_axis import Axis, span_axis
from gui.plain_text import short
from gui.stage.chart import EDGE
from gui.stage.cut_chart import CutChart
from gui.stage.documents import Documents
from gui.studio import Studio
from gui.theme import Theme

USUAL = 0.003  # of the documents lie beyond either end of an axis, and are put at its edge
PADDING = 0.06  # of an axis
WORDS = 3  # that an axis is named after
LOOKING = "Looking for the two principal components of the documents…"
ALIKE = "The training documents do not differ in two ways, so that there is no plane to show."


class ProjectionView(CutChart):
    """The plane does not change as the learner learns; the boundary's trace on it does."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__(studio, theme, "Projection", EDGE - 4.0)
        self._space: DocumentSpace | None = None
        self._dataset: Dataset | None = None  # whose space it is
        self._asked: Dataset | None = None
        self._background = Background(self)

    def arrange(self, shown: Documents) -> str:
        if shown.dataset is not self._dataset:
            known = known_space_of(shown.dataset)
            if known is None:
                self._ask_for(shown.dataset)
                return LOOKING
            self._take(shown.dataset, known)
        if self.cut is None:
            return ALIKE
        self.find_traces(shown)
        self.say(self._note(shown))
        return ""

    def places(self, shown: Documents) -> Floats:
        assert self._space is not None
        return self.pixels(self._space.places[:, 0], self._space.places[:, 1])

    def _ask_for(self, dataset: Dataset) -> None:
        if dataset is not self._asked:
            self._asked = dataset
            self._background.begin(
                lambda: space_of(dataset), lambda _: self.ask(), self.studio.said.emit
            )

    def _take(self, dataset: Dataset, space: DocumentSpace) -> None:
        self._dataset, self._space, self._asked = dataset, space, None
        self.cut = cut_along_components(space)
        if self.cut is None:
            return
        self.across, self.up = (_axis(space.places[:, k]) for k in (0, 1))
        self.across_name = _name(dataset, space, 0, "to the right")
        self.up_name = _name(dataset, space, 1, "upwards")

    def _note(self, shown: Documents) -> str:
        assert self._space is not None
        share = 100.0 * float(self._space.shares[:2].sum())
        seen = f"A projection, which shows {share:.1f} % of how documents differ."
        if self.trace_of(shown) is None:
            return f"{seen} {shown.title} has no straight boundary that could be drawn on it."
        return (
            f"{seen} The line is where the score is 0 if all else is average; "
            "what is not shown can put a document on the other side."
        )


def _axis(values: Floats) -> Axis:
    low, high = np.quantile(values, [USUAL, 1.0 - USUAL]).tolist()
    room = PADDING * max(high - low, 1e-9)
    return span_axis(low - room, high + room, most_ticks=7)


def _name(dataset: Dataset, space: DocumentSpace, number: int, way: str) -> str:
    """A component, its share of the variance and the words that make most of it."""
    direction = space.directions[:, number]
    heaviest = np.argsort(-direction, kind="stable")[:WORDS]
    words = ", ".join(f"“{short(dataset.feature_names[k], 16)}”" for k in heaviest.tolist())
    return f"component {number + 1} ({100.0 * space.shares[number]:.1f} %): more {words} {way}"
