"""Refreshing a panel often enough to be exact, and not more often than an eye can follow."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget

from gui.studio import FRAME_MILLISECONDS, Studio


class Pacing(QObject):
    """Calls `refresh` at once while paused, some times a second while playing, never when hidden.

    What was missed while hidden is made good when the widget is shown, and the last frame of
    playing is always refreshed. While it plays, they take turns: no two in the same frame.
    """

    _turn = QElapsedTimer()  # since the last of all of them was refreshed

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
        self._timer.timeout.connect(self._due)
        studio.playing_changed.connect(self._paused)
        widget.installEventFilter(self)

    def ask(self) -> None:
        """Something has changed."""
        self._behind = True
        if self._prompt and not self._studio.playing:
            self._catch_up()
        elif not self._timer.isActive():
            waited = self._clock.elapsed() if self._clock.isValid() else self._interval
            self._timer.start(max(int(self._interval - waited), 0))

    def _due(self) -> None:
        turn = Pacing._turn
        since = turn.elapsed() if turn.isValid() else FRAME_MILLISECONDS
        if self._studio.playing and since < FRAME_MILLISECONDS:
            self._timer.start(int(FRAME_MILLISECONDS - since))
            return
        turn.start()
        self._catch_up()

    def _paused(self) -> None:
        if not self._studio.playing and self._behind:
            self._catch_up()

    def _catch_up(self) -> None:
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
