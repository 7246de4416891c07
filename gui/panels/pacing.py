"""Refreshing a panel often enough to be exact, and not more often than an eye can follow."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget

from gui.studio import FRAME_MILLISECONDS, Studio

SLACK = 4  # milliseconds by which a frame may come early
STANDSTILL = 8 * FRAME_MILLISECONDS  # without a frame for so long, time stands still


class Turns(QObject):
    """While it plays, panels take turns: one with each frame, the one that has waited longest."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio
        self._all: list[Pacing] = []
        studio.cursor_changed.connect(self._frame)

    @staticmethod
    def of(studio: Studio) -> Turns:
        return studio.findChild(Turns) or Turns(studio)

    def add(self, pacing: Pacing) -> None:
        self._all.append(pacing)
        pacing.destroyed.connect(lambda: self._all.remove(pacing))

    def _frame(self) -> None:
        if not self._studio.playing:
            return
        due = [pacing for pacing in self._all if pacing.overdue >= -SLACK]
        if due:
            max(due, key=lambda pacing: pacing.overdue).catch_up()


class Pacing(QObject):
    """Calls `refresh` at once while paused, some times a second while playing, never when hidden.

    What was missed while hidden is made good when the widget is shown, and the last frame of
    playing is always refreshed. While it plays, they take turns: no two in the same frame, and
    each with the frame, so that all the window is painted together.
    """

    def __init__(
        self,
        studio: Studio,
        widget: QWidget,
        refresh: Callable[[], None],
        per_second: int,
        *,
        prompt: bool = True,
    ) -> None:
        """`prompt`: at once while paused; else it is not rushed when one drags through time."""
        super().__init__(widget)
        self._prompt = prompt
        self._studio, self._widget, self._refresh = studio, widget, refresh
        self._interval = 1000 // per_second
        self._behind = True
        self._clock = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.catch_up)
        studio.playing_changed.connect(self._paused)
        Turns.of(studio).add(self)
        widget.installEventFilter(self)

    def ask(self) -> None:
        """Something has changed."""
        self._behind = True
        if self._prompt and not self._studio.playing:
            self.catch_up()
        elif not self._timer.isActive():
            # While it plays, the timer is for the case that time stands still.
            later = STANDSTILL if self._studio.playing else 0
            self._timer.start(max(self._left, 0) + later)

    @property
    def overdue(self) -> float:
        """Milliseconds for which it has been due; less than 0 if it is not, or nobody looks."""
        return -self._left if self._behind and self._widget.isVisible() else float("-inf")

    @property
    def _left(self) -> int:
        """Milliseconds until it may be refreshed again."""
        waited = self._clock.elapsed() if self._clock.isValid() else self._interval
        return int(self._interval - waited)

    def _paused(self) -> None:
        if not self._studio.playing and self._behind:
            self.catch_up()

    def catch_up(self) -> None:
        """Refresh now, if anybody looks."""
        if not self._widget.isVisible():
            return
        self._timer.stop()
        self._behind = False
        self._clock.start()
        self._refresh()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and self._behind:
            self._behind = False
            self._clock.start()
            self._refresh()
        return False
