"""Small painted buttons to begin with: a toy set as it looks, or an icon, and a name below."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton

from core.generators import REACH, Toy, make_points
from gui.class_signs import paint_sign
from gui.fields import explain
from gui.icons import icon
from gui.theme import Theme

PICTURE = QSize(92, 58)
POINTS = 60
SIGN = 4.6  # pixels across
ICON = 22
CORNER = 7.0

Dots = tuple[tuple[float, float, int], ...]  # from 0 to 1, and the class


class Tile(QAbstractButton):
    """A picture with a name; Return presses it as Space does."""

    def __init__(self, name: str, what: str, theme: Theme, sign: str = "", dots: Dots = ()) -> None:
        super().__init__()
        self._theme, self._sign, self._dots = theme, sign, dots
        self.setText(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        explain(self, what, name)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        width = max(PICTURE.width(), metrics.horizontalAdvance(self.text()) + 2)
        return QSize(width, PICTURE.height() + metrics.height() + 4)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme, marked = self._theme, self.underMouse() or self.hasFocus()
            frame = QRectF(0.5, 0.5, self.width() - 1.0, PICTURE.height() - 1.0)
            edge = theme.colour("accent" if marked else "border")
            painter.setPen(QPen(edge, 1.6 if self.hasFocus() else 1.0))
            painter.setBrush(theme.colour("stage"))
            painter.drawRoundedRect(frame, CORNER, CORNER)
            self._paint_inside(painter, frame)
            below = self.rect().adjusted(0, PICTURE.height() + 2, 0, 0)
            painter.setPen(theme.colour("accent" if marked else "text"))
            text = self.fontMetrics().elidedText(
                self.text(), Qt.TextElideMode.ElideRight, below.width()
            )
            painter.drawText(below, Qt.AlignmentFlag.AlignHCenter, text)

    def _paint_inside(self, painter: QPainter, frame: QRectF) -> None:
        if self._sign:
            left, top = (frame.width() - ICON) / 2, (frame.height() - ICON) / 2
            place = QRect(round(left), round(top), ICON, ICON)
            icon(self._sign, self._theme.palette, "muted").paint(painter, place)
        side = frame.height() - 10.0
        for x, y, label in self._dots:
            centre = QPointF(frame.center().x() + (x - 0.5) * side, 5.0 + (1.0 - y) * side)
            paint_sign(painter, self._theme, label, centre, SIGN)


def toy_tile(toy: Toy, theme: Theme) -> Tile:
    return Tile(toy.title, toy.help, theme, dots=_dots(toy.name, toy.fewest_classes))


@cache
def _dots(name: str, classes: int) -> Dots:
    points = make_points(name, POINTS, classes=classes, seed=1)
    places = ((points.xy + REACH) / (2.0 * REACH)).clip(0.0, 1.0)
    labels = points.labels.tolist()
    return tuple((x, y, k) for (x, y), k in zip(places.tolist(), labels, strict=True))
