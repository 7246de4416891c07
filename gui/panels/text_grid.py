"""Rows of short texts in aligned columns: names, signs and numbers."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from gui.palette import shape_of
from gui.theme import Theme

GAP = 12  # between columns
SIGN = 18  # room for a class's shape or a line's sample
LEADING = 3
MOST_MEASURED = 500  # texts whose widths are kept


@dataclass(frozen=True)
class Cell:
    """A text, and what it looks like; numbers are set to the right of their column."""

    text: str = ""
    colour: str = "text"  # a field of the palette
    class_index: int | None = None  # its colour and its shape
    pen: QPen | None = field(default=None, compare=False)  # of a line's sample
    bold: bool = False
    right: bool = False


Row = tuple[Cell, ...]


class _Face:
    """A font, and how wide texts are in it: many of them come again and again."""

    def __init__(self, font: QFont) -> None:
        self.font, self.metrics = font, QFontMetrics(font)
        self._widths: dict[str, int] = {}

    def width(self, text: str) -> int:
        if text not in self._widths:
            if len(self._widths) >= MOST_MEASURED:
                self._widths.clear()
            self._widths[text] = self.metrics.horizontalAdvance(text)
        return self._widths[text]


class TextGrid(QWidget):
    """Paints as many rows as fit, and says how many do not. Texts are only ever plain."""

    def __init__(self, theme: Theme, gap: int = GAP) -> None:
        super().__init__()
        self._theme, self._gap = theme, gap
        self._rows: tuple[Row, ...] = ()
        self._more = 0
        self._still = False  # may it give no room back?
        self._room: QSize | None = None  # that it asks for, once that is worked out
        self._faces: tuple[_Face, _Face] | None = None  # plain and bold
        theme.changed.connect(self.update)

    def show_rows(self, rows: tuple[Row, ...], more: int = 0) -> None:
        """`more` is how many further rows there are that nobody has written down."""
        if (rows, more) != (self._rows, self._more):
            room = self.sizeHint()
            self._rows, self._more = rows, more
            self._room = self._needed().expandedTo(room) if self._still else None
            self.setAccessibleDescription(self.words())
            if self.sizeHint() != room:  # everything around it feels that
                self.updateGeometry()
            self.update()

    def keep_still(self, still: bool) -> None:
        """Take more room where that is needed, but give none back: rows come and go too fast."""
        if still != self._still:
            self._still = still
            if not still and self.sizeHint() != self._needed():
                self._room = None
                self.updateGeometry()

    def words(self) -> str:
        """What is shown, one line per row."""
        shown, more = self._fitting()
        lines = [" ".join(cell.text for cell in row if cell.text) for row in shown]
        return "\n".join([*lines, f"… {more} more"] if more else lines)

    def sizeHint(self) -> QSize:
        if self._room is None:
            self._room = self._needed()
        return self._room

    def _needed(self) -> QSize:
        widths = self._widths(self._rows)
        width = sum(widths) + self._gap * max(len(widths) - 1, 0)
        count = len(self._rows) + bool(self._more)
        return QSize(round(width) + 1, count * self._line)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self._line)

    @property
    def _line(self) -> int:
        return self.fontMetrics().height() + LEADING

    def _fitting(self) -> tuple[tuple[Row, ...], int]:
        """The rows there is room for, and how many are left out; a line is kept to say so."""
        room = max(self.height() // self._line, 1)
        if len(self._rows) + bool(self._more) <= room:
            return self._rows, self._more
        if room == 1:  # the first row says more than how many there are
            return self._rows[:1], 0
        kept = self._rows[: room - 1]
        return kept, len(self._rows) - len(kept) + self._more

    def _face(self, cell: Cell) -> _Face:
        if self._faces is None:
            bold = QFont(self.font())
            bold.setWeight(QFont.Weight.DemiBold)
            self._faces = _Face(QFont(self.font())), _Face(bold)
        return self._faces[cell.bold]

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self._room = self._faces = None
        super().changeEvent(event)

    def _widths(self, rows: tuple[Row, ...]) -> list[float]:
        widths: list[float] = []
        for row in rows:
            for column, cell in enumerate(row):
                if column == len(widths):
                    widths.append(0.0)
                signed = cell.class_index is not None or cell.pen is not None
                width = self._face(cell).width(cell.text) + SIGN * signed
                widths[column] = max(widths[column], width)
        return widths

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            rows, more = self._fitting()
            widths = self._squeezed(self._widths(rows))
            for number, row in enumerate(rows):
                x = 0.0
                for cell, width in zip(row, widths, strict=False):
                    self._draw(painter, cell, QRectF(x, number * self._line, width, self._line))
                    x += width + self._gap
            if more:
                place = QRectF(0, len(rows) * self._line, self.width(), self._line)
                self._draw(painter, Cell(f"… {more} more", "muted"), place)

    def _squeezed(self, widths: list[float]) -> list[float]:
        """Names give way before numbers do where there is too little room."""
        excess = sum(widths) + self._gap * (len(widths) - 1) - self.width()
        for column, width in enumerate(widths):
            if excess > 0:
                widths[column] = max(width - excess, min(width, 24.0))
                excess -= width - widths[column]
        return widths

    def _draw(self, painter: QPainter, cell: Cell, place: QRectF) -> None:
        if cell.class_index is not None:
            colour = self._theme.class_colour(cell.class_index)
            draw_shape(
                painter, cell.class_index, QPointF(place.left() + 6, place.center().y()), colour
            )
            place = place.adjusted(SIGN, 0, 0, 0)
        else:
            colour = self._theme.colour(cell.colour)
        if cell.pen is not None:
            y = place.center().y()
            painter.setPen(cell.pen)
            painter.drawLine(QPointF(place.left(), y), QPointF(place.left() + SIGN - 5, y))
            place = place.adjusted(SIGN, 0, 0, 0)
        face = self._face(cell)
        painter.setFont(face.font)
        painter.setPen(colour)
        side = Qt.AlignmentFlag.AlignRight if cell.right else Qt.AlignmentFlag.AlignLeft
        text, room = cell.text, int(place.width()) + 1
        if face.width(text) > room:
            text = face.metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        painter.drawText(place, side | Qt.AlignmentFlag.AlignVCenter, text)


def draw_shape(painter: QPainter, index: int, centre: QPointF, colour: QColor) -> None:
    """The sign of a class, as on the stage."""
    from pyqtgraph.graphicsItems.ScatterPlotItem import Symbols

    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.translate(centre)
    painter.scale(9.0, 9.0)
    painter.drawPath(Symbols[shape_of(index)])
    painter.restore()
