"""Which line is whose."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QFrame, QStyle, QStyleOptionFrame, QStylePainter, QWidget

from gui.fineness import is_finer
from gui.panels.titles import learner_titles, read_as
from gui.stage.picture import Picture
from gui.stage.strokes import pen_for
from gui.stage.words import shows_margins

ROOMY, COMPACT = (8, 14), (4, 9)  # pixels above and beside the lines of text
SAMPLE, BEHIND = 24, 9  # length of a piece of the line, and the gap between it and its name
BETWEEN = 14  # two names on the same line
LEADING = 4
LARGEST_SHARE = 0.4  # of the view; a longer list is set in fewer lines, a wider one says less
EDGE = 8  # pixels that a compact one leaves free on either side of the view

Entry = tuple[int, str, str]  # learner, readout, text


class Legend(QFrame):
    """Drawn once, when learners, looks or room change; from step to step the picture is kept."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName("Legend")
        self.compact = False  # as small as can be
        self._in_a_row = False  # are names set side by side?
        self._lines: list[list[tuple[QPen, str]]] = []
        self._ink = QColor()
        self._kept: QPixmap | None = None
        self._shown: object = None

    @property
    def texts(self) -> list[str]:
        """What is said of each stroke, in reading order."""
        return [text for line in self._lines for _, text in line]

    def refresh(self, picture: Picture, *, always: bool = False) -> None:
        """Show the lines of this picture; `always`: as a title, whatever the looks say."""
        frame, room = picture.frame, picture.frame.width - 2 * EDGE
        full = _entries(picture, brief=False)
        widest = max((self._width_of(text) for *_, text in full), default=0)
        in_a_row = always or len(full) * self._line_height > LARGEST_SHARE * frame.height
        compact = in_a_row or widest > LARGEST_SHARE * frame.width
        entries = _entries(picture, brief=True) if compact else full
        looks = (picture.theme.palette.name, picture.pixel_ratio, self._line_height)
        shown = (entries, in_a_row, compact and room, looks)
        if shown != self._shown:
            self._shown, self.compact, self._in_a_row = shown, compact, in_a_row
            self._fill(picture, entries, room)
        self.setVisible(bool(entries) and (always or picture.studio.looks.legend))

    def _fill(self, picture: Picture, entries: tuple[Entry, ...], room: int) -> None:
        theme = picture.theme
        room -= 2 * self._padding[1]
        self._lines = []
        left = 0
        for learner, readout, text in entries:
            colour = theme.learner_colour(learner)
            pen = pen_for("boundary", readout, colour, theme.thick(1.0))
            text = self._shortened(text, room)
            width = self._width_of(text)
            if not self._in_a_row or left == 0 or left + BETWEEN + width > room:
                self._lines.append([])
                left = -BETWEEN
            self._lines[-1].append((pen, text))
            left += BETWEEN + width
        self._ink = theme.colour("text")
        self._kept = None
        self.setAccessibleDescription("\n".join(self.texts))
        self.resize(self.sizeHint())
        self.update()

    def _shortened(self, text: str, room: int) -> str:
        width = room - SAMPLE - BEHIND
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, width)

    @property
    def _padding(self) -> tuple[int, int]:
        return COMPACT if self.compact else ROOMY

    @property
    def _line_height(self) -> int:
        return self.fontMetrics().height() + LEADING

    def _width_of(self, text: str) -> int:
        return SAMPLE + BEHIND + self.fontMetrics().horizontalAdvance(text)

    def sizeHint(self) -> QSize:
        above, beside = self._padding
        widths = [
            sum(self._width_of(text) for _, text in line) + BETWEEN * (len(line) - 1)
            for line in self._lines
        ]
        height = len(self._lines) * self._line_height - LEADING
        return QSize(max(widths, default=0) + 2 * beside, height + 2 * above)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QStylePainter(self)
        with painter:
            ratio = self.devicePixelRatioF()
            if is_finer(painter, ratio):
                self._paint(painter)
                return
            if self._kept is None or self._kept.devicePixelRatio() != ratio:
                self._kept = self._drawn(ratio)
            painter.drawPixmap(0, 0, self._kept)

    def _drawn(self, ratio: float) -> QPixmap:
        pixmap = QPixmap(self.size() * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QStylePainter(pixmap, self)
        with painter:
            self._paint(painter)
        return pixmap

    def _paint(self, painter: QStylePainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        painter.drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option)
        above, beside = self._padding
        for row, line in enumerate(self._lines):
            left = beside
            for pen, text in line:
                self._draw_entry(painter, left, above + row * self._line_height, pen, text)
                left += self._width_of(text) + BETWEEN

    def _draw_entry(self, painter: QPainter, left: int, top: int, pen: QPen, text: str) -> None:
        middle = top + self.fontMetrics().height() / 2
        painter.setPen(pen)
        painter.drawLine(QPointF(left, middle), QPointF(left + SAMPLE, middle))
        painter.setPen(self._ink)
        painter.drawText(left + SAMPLE + BEHIND, top + self.fontMetrics().ascent(), text)


def _entries(picture: Picture, brief: bool) -> tuple[Entry, ...]:
    """The lines in order; `brief` says a name once, and leaves out what the eye can see."""
    choices = picture.studio.experiment.learners
    titles = learner_titles(choices)
    entries = []
    for i in picture.learners:
        for place, readout in enumerate(choices[i].readouts):
            text = readout if brief and place > 0 else read_as(titles[i], readout)
            main = readout == choices[i].readout
            if main and not brief and shows_margins(picture, choices[i]):
                text += ", margins ±1"
            entries.append((i, readout, text))
    return tuple(entries)
