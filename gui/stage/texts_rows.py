"""What is known of every text at the cursor, and which are listed in what order. No drawing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.dataset import Dataset
from core.history import mistake_counts
from core.measure import losses, margins, predictions
from core.rows import Floats, Ints
from gui.stage.terrain import Terrain
from gui.studio import Studio

NUMBER, TRUTH, PREDICTED, MARGIN, LOSS, MISTAKES, PART, TEXT = range(8)
VERDICTS = ("Any verdict", "Right", "Wrong")
PARTS = ("All parts", "Train", "Held out")


class Texts:
    """The texts themselves, and what it takes to search and sort them; the same at all times."""

    def __init__(self, dataset: Dataset) -> None:
        assert isinstance(dataset.items, tuple)
        self.dataset, self.items = dataset, dataset.items

    @cached_property
    def folded(self) -> list[str]:
        return [text.casefold() for text in self.items]

    @cached_property
    def ranks(self) -> NDArray[np.intp]:
        """The place of each text in the alphabet."""
        order = sorted(range(len(self.items)), key=lambda i: self.folded[i].lstrip())
        ranks = np.empty(len(order), np.intp)
        ranks[order] = np.arange(len(order))
        return ranks

    def holding(self, needle: str) -> NDArray[np.bool_]:
        """Which texts have this somewhere, in large or small letters."""
        wanted = needle.casefold()
        return np.fromiter((wanted in text for text in self.folded), np.bool_, len(self.items))


@dataclass(frozen=True, eq=False)
class Standing:
    """How the texts stand with the active learner; all arrays [texts]."""

    predicted: Ints  # −1 where there is no learner
    margins: Floats
    losses: Floats
    mistakes: NDArray[np.int64]
    loss_name: str = ""


@dataclass(frozen=True)
class Wanted:
    """Which texts, and in what order."""

    label: int | None = None
    verdict: str = VERDICTS[0]
    part: str = PARTS[0]
    needle: str = ""
    column: int = NUMBER
    descending: bool = False


@dataclass(frozen=True, eq=False)
class Listed:
    """Everything that the table shows."""

    texts: Texts
    standing: Standing
    order: NDArray[np.intp]  # the texts that are listed
    places: dict[int, int] = field(default_factory=dict)  # text to row


def standing_of(studio: Studio, terrain: Terrain, dataset: Dataset) -> Standing:
    """At the cursor, by the active learner's main readout."""
    count = len(dataset)
    result, moment = studio.active_result, studio.moment(studio.active)
    if result is None or moment is None or moment.run.dataset is not dataset:
        nothing = np.full(count, np.nan)
        return Standing(np.full(count, -1, np.int32), nothing, nothing, np.zeros(count, np.int64))
    scores = np.nan_to_num(terrain.data_scores(moment, result.choice.readout))
    name = moment.run.learner.loss
    return Standing(
        predictions(scores),
        margins(scores, dataset.labels),
        losses(name, scores, dataset.labels),
        mistake_counts(moment.run, moment.t),
        name,
    )


def listed(texts: Texts, standing: Standing, wanted: Wanted) -> Listed:
    """Equals stay in the order of the file."""
    keys = _keys(texts, standing, wanted.column)
    order = np.argsort(-keys if wanted.descending else keys, kind="stable")
    order = order[_kept(texts, standing, wanted)[order]]
    return Listed(texts, standing, order, dict(zip(order.tolist(), range(len(order)), strict=True)))


def _keys(texts: Texts, standing: Standing, column: int) -> NDArray[np.float64]:
    dataset = texts.dataset
    keys: dict[int, Callable[[], NDArray[Any]]] = {
        NUMBER: lambda: np.arange(len(dataset)),
        TRUTH: lambda: dataset.labels,
        PREDICTED: lambda: standing.predicted,
        MARGIN: lambda: standing.margins,
        LOSS: lambda: standing.losses,
        MISTAKES: lambda: standing.mistakes,
        PART: lambda: dataset.held_out_rows,
        TEXT: lambda: texts.ranks,
    }
    return keys[column]().astype(np.float64)


def _kept(texts: Texts, standing: Standing, wanted: Wanted) -> NDArray[np.bool_]:
    dataset = texts.dataset
    kept = texts.holding(wanted.needle) if wanted.needle else np.ones(len(dataset), np.bool_)
    if wanted.label is not None:
        kept &= dataset.labels == wanted.label
    if wanted.verdict != VERDICTS[0]:
        kept &= (standing.predicted == dataset.labels) == (wanted.verdict == "Right")
    if wanted.part != PARTS[0]:
        kept &= dataset.held_out_rows == (wanted.part == "Held out")
    return kept
