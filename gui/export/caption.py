"""The strip below a picture: which step this is, in a plain sentence."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPen,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QWidget

from core.experiment import TextsData
from gui.export.web_sentences import step_sentences
from gui.panels.time_words import grouped
from gui.studio import Studio
from gui.theme import Theme

LINES = 2
ASIDE, ABOVE = 14, 8  # pixels
LONGEST = 1_000  # characters that are laid out


class Caption(QWidget):
    """Always as high as its most lines, so that the picture above never jumps."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__()
        self._studio, self._theme = studio, theme
        studio.cursor_changed.connect(self.update)
        theme.changed.connect(self.update)
        metrics = QFontMetricsF(self.font())
        self.setFixedHeight(round(LINES * metrics.lineSpacing()) + 2 * ABOVE)

    def text(self) -> str:
        """What the step at the cursor did, for somebody who sees only this."""
        moment = self._studio.moment(self._studio.active)
        if moment is None:
            return ""
        noun = "text" if isinstance(self._studio.experiment.data, TextsData) else "point"
        return step_sentences(moment.run, moment.t, noun)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theme.colour("card"))
            painter.setPen(QPen(self._theme.colour("border"), 1.0))
            painter.drawLine(0, 0, self.width(), 0)
            bold = QFont(self.font())
            bold.setWeight(QFont.Weight.DemiBold)
            number = f"Step {grouped(self._studio.t)}"
            widest = f"Step {grouped(max(self._studio.length, 10))}"
            beside = QFontMetricsF(bold).horizontalAdvance(widest) + 14.0
            metrics = QFontMetricsF(self.font())
            painter.setFont(bold)
            painter.setPen(self._theme.colour("muted"))
            painter.drawText(QRectF(ASIDE, ABOVE, beside, metrics.height()), 0, number)
            painter.setFont(self.font())
            painter.setPen(self._theme.colour("text"))
            room = self.width() - 2.0 * ASIDE - beside
            for row, line in enumerate(lines_of(self.text(), self.font(), room, LINES)):
                top = ABOVE + row * metrics.lineSpacing()
                painter.drawText(QRectF(ASIDE + beside, top, room + 4.0, metrics.height()), 0, line)


def lines_of(text: str, font: QFont, width: float, most: int) -> list[str]:
    """The text in lines of that width; what does not fit ends in dots."""
    text = " ".join(text[:LONGEST].split())
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    starts: list[int] = []
    while len(starts) < most and (line := layout.createLine()).isValid():
        line.setLineWidth(max(width, 20.0))
        starts.append(line.textStart())
    layout.endLayout()
    ends = [*starts[1:], len(text)]
    lines = [text[start:end].strip() for start, end in zip(starts, ends, strict=True)]
    if lines:
        elide = Qt.TextElideMode.ElideRight
        lines[-1] = QFontMetricsF(font).elidedText(lines[-1], elide, width)
    return lines
