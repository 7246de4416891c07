"""The buttons of the transport row: flat ones, and the round one that everybody looks for."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolButton

from gui.icons import icon
from gui.theme import Theme


class GlyphButton(QToolButton):
    """Does what its action does, and shows the icon of this name."""

    def __init__(self, action: QAction, glyph: str, theme: Theme, size: int = 32) -> None:
        super().__init__()
        self.glyph = glyph
        self._theme = theme
        self.setDefaultAction(action)
        self._usual_size = size
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        action.changed.connect(self._rename)
        theme.changed.connect(self._fit)
        self._fit()
        self._rename()

    def _fit(self) -> None:
        side = round(self._usual_size * self._theme.scale)
        self.setFixedSize(QSize(side, side))
        self.update()

    def _rename(self) -> None:
        self.setAccessibleName(self.defaultAction().text().replace("&", ""))

    def show_glyph(self, glyph: str) -> None:
        if glyph != self.glyph:
            self.glyph = glyph
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._draw_ground(painter)
            self._draw_glyph(painter, "text" if self.isEnabled() else "muted", 20)

    def _draw_ground(self, painter: QPainter) -> None:
        name = "accent_soft" if self.isDown() else "hover" if self.underMouse() else ""
        painter.setPen(QPen(self._theme.colour("accent"), 1.5) if self.hasFocus() else _NO_PEN)
        painter.setBrush(self._theme.colour(name) if name else QColor(Qt.GlobalColor.transparent))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 7, 7)

    def _draw_glyph(self, painter: QPainter, colour: str, size: int) -> None:
        side = round(size * self._theme.scale)
        place = QRect(0, 0, side, side)
        place.moveCenter(self.rect().center())
        icon(self.glyph, self._theme.palette, colour).paint(painter, place)


class RoundButton(GlyphButton):
    """Play and pause, in the accent."""

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            accent = self._theme.colour("accent")
            if self.hasFocus():
                painter.setPen(QPen(accent, 1.5))
                painter.drawEllipse(QRectF(self.rect()).adjusted(1, 1, -1, -1))
            if self.isDown():
                accent = accent.darker(115)
            elif self.underMouse():
                accent = accent.lighter(110)
            painter.setPen(_NO_PEN)
            painter.setBrush(accent)
            painter.drawEllipse(QRectF(self.rect()).adjusted(3, 3, -3, -3))
            self._draw_glyph(painter, "on_accent", 20)


_NO_PEN = QPen(Qt.PenStyle.NoPen)
