"""A formula on screen: typeset as soon as that is done, a line of plain text until then."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QResizeEvent, QTransform
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.formula_text import formula_text
from gui.formula_lines import Lines, lay_out
from gui.theme import Theme
from gui.typeset import EM, known
from gui.typesetter import Formulas, Typesetter

LARGER = 1.14  # than the text around it, in its em
PATIENCE = 120  # milliseconds in which the last formula stays, before plain text stands in


class FormulaView(QWidget):
    """Wraps at relations where it is too wide. New formulas are set between the frames."""

    def __init__(self, theme: Theme, colour: str = "text", larger: float = LARGER) -> None:
        super().__init__()
        self._theme, self._colour, self._larger = theme, colour, larger
        self._tex: Formulas = ()
        self._text = ""
        self._lines: Lines | None = None  # for the width it has
        self._outline: QPainterPath | None = None  # of these lines, once it has been drawn
        self._set: Formulas = ()  # the formulas these lines are of
        self._broken = False  # is this formula one that cannot be set?
        self._plain = False
        self._height = 0
        self._typesetter = Typesetter(self)
        self._typesetter.done.connect(self._arrived)
        self._overdue = QTimer(self)
        self._overdue.setSingleShot(True)
        self._overdue.setInterval(PATIENCE)
        self._overdue.timeout.connect(self._stand_in)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setSizePolicy(policy)
        theme.changed.connect(self.update)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._arrange()

    def show_tex(self, *formulas: str) -> None:
        """One below the other."""
        wanted = tuple(filter(None, formulas))
        if wanted == self._tex:
            return
        self._tex, self._broken = wanted, False
        self._text = "\n".join(map(formula_text, wanted))
        self.setAccessibleName(self._text)
        self._arrange()

    def show_plain(self, plain: bool) -> None:
        """As plain text, which takes no time, while formulas follow each other fast."""
        if plain != self._plain:
            self._plain = plain
            self._arrange()

    def words(self) -> str:
        """The formulas as plain text."""
        return self._text

    @property
    def is_typeset(self) -> bool:
        """Is the formula itself on screen, and not its plain text or the one before it?"""
        return self._lines is not None and self._set == self._tex

    # Arranging

    @property
    def _unit(self) -> float:
        """Pixels per unit of a formula's own measure."""
        return self._larger * self.fontMetrics().height() * 0.82 / EM

    def _arrange(self) -> None:
        as_text = self._broken or self._plain or not self._tex
        lines = None if as_text else lay_out(self._tex, self._room, known)
        if lines is not None or as_text:
            self._overdue.stop()
            self._typesetter.forget()
            self._show(lines)
            return
        if self._lines is None:
            self._show(None)
        elif not self._overdue.isActive():
            self._overdue.start()
        self._typesetter.ask(self._tex, self._room)

    @property
    def _room(self) -> float:
        return max(self.width(), 80) / self._unit

    def _arrived(self, formulas: Formulas, well: bool) -> None:
        if formulas == self._tex:
            self._broken = not well
            self._arrange()

    def _stand_in(self) -> None:
        self._show(None)

    def _show(self, lines: Lines | None) -> None:
        self._lines, self._outline, self._set = lines, None, self._tex
        self._fit()
        self.update()

    def _fit(self) -> None:
        if self._lines is not None:
            height = round(self._lines.height * self._unit) + 2
        else:
            height = self._text_height() if self._text else 0
            if self._plain:  # formulas follow each other fast; what is below had better not jump
                height = max(height, self._height)
        if height != self._height:
            self._height = height
            self.updateGeometry()

    def _text_height(self) -> int:
        flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft
        room = QRect(0, 0, max(self.width(), 80), 10_000)
        return self.fontMetrics().boundingRect(room, int(flags), self._text).height()

    def sizeHint(self) -> QSize:
        return QSize(120, self._height)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self._height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.size().width() != event.oldSize().width():
            self._arrange()

    # Drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            colour = self._theme.colour(self._colour)
            if self._lines is None:
                painter.setPen(colour)
                flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft
                painter.drawText(self.rect(), int(flags), self._text)
                return
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.translate(0.0, 1.0)
            painter.scale(self._unit, self._unit)
            if self._outline is None:
                self._outline = whole_path(self._lines)
            painter.drawPath(self._outline)


def whole_path(lines: Lines) -> QPainterPath:
    """All signs as one path, which is drawn at once."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for spot in lines.spots:
        s = spot.scale
        for bar in spot.piece.bars:
            place = QRectF(bar.x * s, bar.y * s, bar.width * s, bar.height * s)
            path.addRect(place.translated(spot.x, spot.y))
        for glyph in spot.piece.glyphs:
            size = glyph.scale * s
            to = QTransform(size, 0.0, 0.0, size, spot.x + glyph.x * s, spot.y + glyph.y * s)
            path.addPath(to.map(outline_path(spot.piece.outlines[glyph.outline])))
    return path


@lru_cache(maxsize=512)
def outline_path(outline: str) -> QPainterPath:
    """An SVG path of absolute moves, lines and curves."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    signs = outline.split()
    place = 0
    while place < len(signs):
        sign = signs[place]
        count = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}[sign]
        numbers = [float(number) for number in signs[place + 1 : place + 1 + count]]
        place += 1 + count
        if sign == "M":
            path.moveTo(*numbers)
        elif sign == "L":
            path.lineTo(*numbers)
        elif sign == "Q":
            path.quadTo(*numbers)
        elif sign == "C":
            path.cubicTo(*numbers)
        else:
            path.closeSubpath()
    return path
