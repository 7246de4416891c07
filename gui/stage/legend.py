"""Which line is whose."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QFrame, QStyle, QStyleOptionFrame, QStylePainter, QWidget

from gui.panels.titles import learner_titles, read_as
from gui.stage.picture import Picture
from gui.stage.strokes import pen_for
from gui.stage.words import shows_margins

ABOVE, LEFT, RIGHT = 8, 14, 14  # pixels around the lines of text
SAMPLE = 35  # for a piece of the line, and the gap behind it
LEADING = 4


class Legend(QFrame):
    """Drawn once, when learners or looks change; from step to step the picture is kept."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName("Legend")
        self._rows: list[tuple[QPen, str]] = []
        self._ink = QColor()
        self._kept: QPixmap | None = None
        self._shown: object = None

    @property
    def texts(self) -> list[str]:
        """What is said of each line, from the top."""
        return [text for _, text in self._rows]

    def refresh(self, picture: Picture, *, always: bool = False) -> None:
        """Show the lines of this picture; `always`: as a title, whatever the looks say."""
        entries = _entries(picture)
        shown = (entries, picture.theme.palette.name, picture.pixel_ratio)
        if shown != self._shown:
            self._shown = shown
            self._fill(picture, entries)
        self.setVisible(bool(entries) and (always or picture.studio.looks.legend))

    def _fill(self, picture: Picture, entries: tuple[tuple[int, str, str], ...]) -> None:
        theme = picture.theme
        self._rows = [
            (pen_for("boundary", readout, theme.learner_colour(learner)), text)
            for learner, readout, text in entries
        ]
        self._ink = theme.colour("text")
        self._kept = None
        self.setAccessibleDescription("\n".join(self.texts))
        self.resize(self.sizeHint())
        self.update()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        widest = max((metrics.horizontalAdvance(text) for text in self.texts), default=0)
        line = metrics.height() + LEADING
        return QSize(LEFT + SAMPLE + widest + RIGHT, len(self._rows) * line - LEADING + 2 * ABOVE)

    def paintEvent(self, event: QPaintEvent) -> None:
        ratio = self.devicePixelRatioF()
        if self._kept is None or self._kept.devicePixelRatio() != ratio:
            self._kept = self._drawn(ratio)
        QPainter(self).drawPixmap(0, 0, self._kept)

    def _drawn(self, ratio: float) -> QPixmap:
        pixmap = QPixmap(self.size() * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QStylePainter(pixmap, self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        painter.drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option)
        line = self.fontMetrics().height() + LEADING
        for row, (pen, text) in enumerate(self._rows):
            top = ABOVE + row * line
            middle = top + self.fontMetrics().height() / 2
            painter.setPen(pen)
            painter.drawLine(QPointF(LEFT, middle), QPointF(LEFT + 24, middle))
            painter.setPen(self._ink)
            painter.drawText(LEFT + SAMPLE, top + self.fontMetrics().ascent(), text)
        painter.end()
        return pixmap


def _entries(picture: Picture) -> tuple[tuple[int, str, str], ...]:
    """Learner, readout and text of each line."""
    choices = picture.studio.experiment.learners
    titles = learner_titles(choices)
    entries = []
    for i in picture.learners:
        for readout in choices[i].readouts:
            text = read_as(titles[i], readout)
            if readout == choices[i].readout and shows_margins(picture, choices[i]):
                text += ", margins ±1"
            entries.append((i, readout, text))
    return tuple(entries)
