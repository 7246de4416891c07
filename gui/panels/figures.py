"""Small figures with their names, as many in a row as fit."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QPointF, QSize
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.theme import Theme

BETWEEN, BEHIND_NAME = 18, 5
LEADING = 3


@dataclass(frozen=True)
class Figure:
    """A number with its name; without a name, a remark."""

    name: str
    text: str
    colour: str = "text"


class Figures(QWidget):
    """Wraps between figures, never within one. Texts are only ever plain."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._figures: tuple[Figure, ...] = ()
        self._placed: dict[int, list[QPoint]] = {}  # where they are, by width
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self.update)

    def show_figures(self, figures: tuple[Figure, ...]) -> None:
        if figures != self._figures:
            room = self.sizeHint()
            self._figures = figures
            self._placed.clear()
            self.setAccessibleDescription(self.words())
            if self.sizeHint() != room:
                self.updateGeometry()
            self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._placed.clear()

    def words(self) -> str:
        return "\n".join(f"{figure.name} {figure.text}".strip() for figure in self._figures)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        places = self._places(width)
        return places[-1].y() + self._line if places else 0

    def sizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(max(self.width(), 120)))

    def minimumSizeHint(self) -> QSize:
        return QSize(100, self.heightForWidth(max(self.width(), 120)))

    @property
    def _line(self) -> int:
        return self.fontMetrics().height() + LEADING

    def _width(self, figure: Figure) -> int:
        name = self.fontMetrics().horizontalAdvance(figure.name)
        value = QFontMetrics(self._value_font()).horizontalAdvance(figure.text)
        return name + value + (BEHIND_NAME if figure.name else 0)

    def _value_font(self) -> QFont:
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def _places(self, width: int) -> list[QPoint]:
        if width not in self._placed:
            self._placed[width] = self._work_out_places(width)
        return self._placed[width]

    def _work_out_places(self, width: int) -> list[QPoint]:
        places, x, y = [], 0, 0
        for figure in self._figures:
            needed = self._width(figure)
            if x > 0 and x + needed > width:
                x, y = 0, y + self._line
            places.append(QPoint(x, y))
            x += needed + BETWEEN
        return places

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            plain, bold = QFont(self.font()), self._value_font()
            for figure, place in zip(self._figures, self._places(self.width()), strict=True):
                x, base = place.x(), place.y() + self.fontMetrics().ascent() + 1
                if figure.name:
                    painter.setFont(plain)
                    painter.setPen(self._theme.colour("muted"))
                    painter.drawText(QPointF(x, base), figure.name)
                    x += self.fontMetrics().horizontalAdvance(figure.name) + BEHIND_NAME
                painter.setFont(bold if figure.name else plain)
                painter.setPen(self._theme.colour(figure.colour))
                painter.drawText(QPointF(x, base), figure.text)
