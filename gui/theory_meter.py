"""What theory says about the data at hand; worked out beside the window while someone looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from gui.question import Asked, Question

if TYPE_CHECKING:
    from core.dataset import Dataset
    from core.theory import Theory
    from core.theory_told import TheoryTold
    from gui.studio import Studio


class TheoryMeter(QObject):
    """Asked anew when the data change; idle unless a view has asked to be kept informed."""

    changed = Signal()

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio
        self._watchers = 0
        self._asked: tuple[Dataset, bool] | None = None
        self.question = Question(self)
        self.question.changed.connect(self.changed)
        studio.results_changed.connect(self._follow)

    @property
    def theory(self) -> Theory | None:
        """As last worked out; while points are dragged it may be a moment old."""
        found: Theory | None = self.question.answer
        return found

    def told(self) -> TheoryTold | None:
        """The meter for the active learner at the cursor."""
        from core.theory_told import theory_told

        moment, theory = self._studio.moment(self._studio.active), self.theory
        return None if moment is None or theory is None else theory_told(moment, theory)

    def watch(self, on: bool) -> None:
        """A view is shown that needs it, or is no longer."""
        self._watchers += 1 if on else -1
        if self._watchers <= 0 and self.question.busy:
            self._asked = None
            self.question.cancel()
        self._follow()

    def _follow(self) -> None:
        dataset = self._studio.results.dataset
        if self._watchers <= 0 or dataset is None:
            return
        asked = (dataset, self._studio.experiment.bias)
        if self._asked is not None and self._asked[0] is dataset and self._asked[1] == asked[1]:
            return
        self._asked = asked

        def work(progress: object, cancelled: Asked) -> Theory:
            from core.theory_told import theory_of
            from core.what_if import Cancelled

            def go_on() -> None:
                if cancelled():
                    raise Cancelled

            return theory_of(*asked, go_on)

        self.question.ask(work)

    def close(self) -> None:
        self.question.close()
