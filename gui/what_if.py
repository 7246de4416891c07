"""What would have happened otherwise: the question in hand, and its answer for the experiment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from gui.question import Asked, Progress, Question, Work

if TYPE_CHECKING:
    from core.what_if import Dropped, LearningCurve, OrdersFan, Sweep
    from gui.studio import Studio

KINDS = ("orders", "sweep", "examples", "drop")
SHUFFLES = 50
AFTER_CHANGES = 200  # milliseconds of rest before it is worked out again


@dataclass(frozen=True)
class Wish:
    """Which question is asked; none at all: an empty kind."""

    kind: str = ""
    parameter: str = ""  # that is swept


class WhatIf(QObject):
    """Asks again whenever the experiment or the active learner changes."""

    changed = Signal()

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio
        self.wish = Wish()
        self.looked_at: int | None = None  # a place in the answer that the stage shows alone
        self._asked: object = None
        self.question = Question(self)
        self.question.changed.connect(self.changed)
        studio.results_changed.connect(self._follow)
        studio.active_changed.connect(self._follow)

    @property
    def answer(self) -> OrdersFan | Sweep | LearningCurve | Dropped | None:
        """As it was last worked out; it may be that of a moment ago."""
        found: OrdersFan | Sweep | LearningCurve | Dropped | None = self.question.answer
        return found

    def ask(self, wish: Wish) -> None:
        """Ask this from now on; an empty wish asks nothing."""
        self.wish, self._asked = wish, None
        self.look_at(None)
        self.question.drop()
        self._follow(at_once=True)

    def look_at(self, place: int | None) -> None:
        if place != self.looked_at:
            self.looked_at = place
            self.changed.emit()

    def _follow(self, at_once: bool = False) -> None:
        studio = self._studio
        results = studio.results
        ready = results.done and results.experiment is studio.experiment
        if not self.wish.kind or not ready or results.dataset is None:
            return
        asked = (studio.experiment, studio.active, self.wish)
        if self._asked is not None and _same(asked, self._asked):
            return
        self._asked = asked
        self.looked_at = None
        self.question.ask(self._work(), 0 if at_once else AFTER_CHANGES)

    def _work(self) -> Work:
        experiment, active, wish = self._studio.experiment, self._studio.active, self.wish
        dataset = self._studio.results.dataset

        def work(progress: Progress, cancelled: Asked) -> object:
            from core.what_if import drop_each, learning_curve, orders, sweep

            if wish.kind == "orders":
                return orders(experiment, active, SHUFFLES, dataset=dataset,
                              progress=progress, cancelled=cancelled)  # fmt: skip
            if wish.kind == "sweep":
                return sweep(experiment, active, wish.parameter, dataset=dataset,
                             progress=progress, cancelled=cancelled)  # fmt: skip
            if wish.kind == "examples":
                return learning_curve(experiment, dataset=dataset, progress=progress,
                                      cancelled=cancelled)  # fmt: skip
            readout = experiment.learners[active].readout if experiment.learners else "last"
            return drop_each(experiment, active, readout, dataset=dataset, progress=progress,
                             cancelled=cancelled)  # fmt: skip

        return work

    def close(self) -> None:
        self.question.close()


def _same(asked: tuple[object, ...], before: object) -> bool:
    """Compared by identity first: an experiment may hold thousands of texts."""
    assert isinstance(before, tuple)
    return all(a is b or a == b for a, b in zip(asked, before, strict=True))
