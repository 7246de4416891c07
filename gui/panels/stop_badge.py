"""The badge that says why the active learner stopped."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.computer import LearnerResult
from gui.plain_text import tip_text
from gui.theme import Theme

WIDEST = 250
# Each state of a learner has a sign besides its colour.
SIGNS = {"good": "✓", "mistake": "!", "accent": "■", "muted": "…"}


class StopBadge(QWidget):
    """A pill with a sign and a sentence; compact, the sign alone with the sentence as tooltip."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._text, self._state, self._compact = "", "muted", False
        self._away = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)
        self.hide()

    def text(self) -> str:
        """The whole sentence, however much of it is shown."""
        return self._text

    @property
    def compact(self) -> bool:
        return self._compact

    def tell(self, title: str, result: LearnerResult | None) -> None:
        """Say how this learner's run ended, or that it has not."""
        text, state = _told(result)
        if (text, state) == (self._text, self._state):
            return
        self._text, self._state = text, state
        self.setVisible(bool(text) and not self._away)
        self.setToolTip(tip_text(f"{title}: {text}") if text else "")
        self.setAccessibleName(f"{title}: {text}")
        self.updateGeometry()
        self.update()

    def set_away(self, away: bool) -> None:
        """Not to be seen, whatever there is to say."""
        self._away = away
        self.setVisible(bool(self._text) and not away)

    def set_compact(self, compact: bool) -> None:
        if compact != self._compact:
            self._compact = compact
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        height = metrics.height() + 6
        if self._compact:
            return QSize(height, height)
        width = metrics.horizontalAdvance(self._shown(10_000)) + 22
        return QSize(min(width, WIDEST), height)

    def _shown(self, width: int) -> str:
        text = f"{SIGNS[self._state]}  {self._text}"
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, width)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            colour = self._theme.colour(self._state)
            ground = self._theme.colour(self._state)
            ground.setAlphaF(0.12)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            radius = self.height() / 2
            painter.drawRoundedRect(QRectF(self.rect()), radius, radius)
            painter.setPen(colour)
            text = SIGNS[self._state] if self._compact else self._shown(self.width() - 20)
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, text)


def _told(result: LearnerResult | None) -> tuple[str, str]:
    """The sentence and the state, a field of the palette."""
    if result is None:
        return "", "muted"
    if result.obstacle is not None:
        return "cannot run here", "mistake"
    if result.run is None or result.veiled:
        return "", "muted"
    if result.stopped is None:
        return "computing…", "muted"
    if result.converged:
        return result.stopped, "good"
    stop = result.run.stopped
    diverged = stop is not None and stop.kind == "diverged"
    return result.stopped, "mistake" if diverged else "accent"
