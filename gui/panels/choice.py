"""A choice that looks like the text it stands in for: a title, or a badge."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy

from gui.icons import icon
from gui.theme import Theme

CHEVRON = 16


class Choice(QComboBox):
    """A combo box as wide as what is chosen."""

    def __init__(self, theme: Theme, badge: bool = False) -> None:
        super().__init__()
        self._theme, self._badge = theme, badge
        across = QSizePolicy.Policy.Maximum if badge else QSizePolicy.Policy.Fixed
        self.setSizePolicy(across, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.currentIndexChanged.connect(self.updateGeometry)
        theme.changed.connect(self.update)

    def offer(self, texts: Sequence[str]) -> None:
        """Replace what there is to choose from, quietly."""
        if [self.itemText(i) for i in range(self.count())] == list(texts):
            return
        self.blockSignals(True)
        self.clear()
        self.addItems(list(texts))
        self.blockSignals(False)
        widest = max((self._metrics().horizontalAdvance(text) for text in texts), default=0)
        self.view().setMinimumWidth(widest + 44)
        self.updateGeometry()

    def choose(self, index: int) -> None:
        """Show this one as chosen, quietly."""
        if index != self.currentIndex():
            self.blockSignals(True)
            self.setCurrentIndex(index)
            self.blockSignals(False)
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        metrics = self._metrics()
        sides = 20 if self._badge else 4
        width = metrics.horizontalAdvance(self.currentText()) + CHEVRON + sides
        return QSize(width, metrics.height() + 6)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self.sizeHint().height())

    def _heading(self) -> QFont:
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def _metrics(self) -> QFontMetrics:
        return QFontMetrics(self._heading())

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # a scroll past it must not change what is shown

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._draw_ground(painter)
            inside = self.rect().adjusted(
                10 if self._badge else 0, 0, -10 if self._badge else -4, 0
            )
            painter.setFont(self._heading())
            ink = "accent" if self._badge or self.underMouse() else "text"
            painter.setPen(self._theme.colour(ink))
            room = inside.adjusted(0, 0, -CHEVRON, 0)
            elide = Qt.TextElideMode.ElideRight
            text = self._metrics().elidedText(self.currentText(), elide, room.width() + 1)
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
            right = min(room.left() + self._metrics().horizontalAdvance(text), room.right())
            place = QRect(right + 3, inside.center().y() - 6, 14, 14)
            icon("chevron-down", self._theme.palette, ink).paint(painter, place)

    def _draw_ground(self, painter: QPainter) -> None:
        accent, focused = self._theme.colour("accent"), self.hasFocus()
        if self._badge:
            painter.setPen(QPen(accent, 1.2) if focused else Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("accent_soft"))
            place = QRectF(self.rect()).adjusted(0.6, 0.6, -0.6, -0.6)
            painter.drawRoundedRect(place, place.height() / 2, place.height() / 2)
        elif focused:  # a frame would stand too close to the text
            painter.fillRect(QRectF(0, self.height() - 2, self.width() - 4, 1.5), accent)
