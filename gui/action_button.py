"""The buttons of the header: what an action does, or a menu, in a shape of our own."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAction,
    QColor,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QIcon,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QMenu, QToolButton

from gui.icons import icon
from gui.theme import Theme

HEIGHT, PAD, ICON, GAP = 34, 9, 18, 7  # pixels
CHEVRON = 8  # pixels across
# A ring is for those who walk with the keyboard; a window that opens rings nothing.
BY_KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


class BarButton(QToolButton):
    """Icon, text and, before a menu, a chevron: each only where there is one."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.text_shown = False
        self._ringed = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self.update)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._ringed = event.reason() in BY_KEYBOARD
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._ringed = False
        super().focusOutEvent(event)

    def show_text(self, shown: bool) -> None:
        if shown != self.text_shown:
            self.text_shown = shown
            self.updateGeometry()
            self.update()

    def _bold(self) -> QFont:
        """Chosen ones are bold; room is kept for that, so that nothing moves."""
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def width_of_text(self) -> int:
        """What the text adds to the width when it is shown."""
        return self._text_width() + GAP

    def _text_width(self) -> int:
        return QFontMetrics(self._bold()).horizontalAdvance(self.text())

    def sizeHint(self) -> QSize:
        parts = [ICON] if not self.icon().isNull() else []
        parts += [self._text_width()] if self.text_shown else []
        parts += [CHEVRON] if self.menu() is not None else []
        return QSize(2 * PAD + sum(parts) + GAP * (len(parts) - 1), HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_ground(painter)
            left = PAD
            if not self.icon().isNull():
                place = QRect(left, (self.height() - ICON) // 2, ICON, ICON)
                mode = self.icon().Mode.Normal if self.isEnabled() else self.icon().Mode.Disabled
                state = self.icon().State.On if self.isChecked() else self.icon().State.Off
                self.icon().paint(painter, place, Qt.AlignmentFlag.AlignCenter, mode, state)
                left += ICON + GAP
            ink = "accent" if self.isChecked() else "text" if self.isEnabled() else "muted"
            painter.setPen(self._theme.colour(ink))
            if self.text_shown:
                painter.setFont(self._bold() if self.isChecked() else self.font())
                place = QRect(left, 0, self._text_width(), self.height())
                painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, self.text())
                left += self._text_width() + GAP
            if self.menu() is not None:
                self._paint_chevron(painter, left)

    def _paint_ground(self, painter: QPainter) -> None:
        chosen = self.isChecked() or self.isDown()
        ground = "accent_soft" if chosen else "hover" if self.underMouse() else ""
        focused = QPen(self._theme.colour("accent"), 1.5)
        painter.setPen(focused if self._ringed else Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour(ground) if ground else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 7, 7)

    def _paint_chevron(self, painter: QPainter, left: int) -> None:
        paint_chevron(painter, self._theme.colour("muted"), left, self.height() / 2.0 + 0.5)


class ActionButton(BarButton):
    """Icon only, unless it is given room for its text."""

    def __init__(self, action: QAction, theme: Theme) -> None:
        super().__init__(theme)
        self.setDefaultAction(action)
        action.changed.connect(self._name)
        self._name()

    def _name(self) -> None:
        action = self.defaultAction()
        if action is not None:
            self.setAccessibleName(action.text().replace("&&", "&"))
            self.setAccessibleDescription(action.whatsThis())


class MenuButton(BarButton):
    """A word that opens a menu."""

    def __init__(self, menu: QMenu, tip: str, theme: Theme, sign: str = "") -> None:
        super().__init__(theme)
        self.setText(menu.title())
        self.setMenu(menu)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolTip(tip)
        self.setAccessibleName(menu.title())
        self._sign = sign
        theme.changed.connect(self._draw)
        self.show_text(True)

    @property
    def word_for_icon(self) -> int:
        """How much wider it would be with its word in place of its icon."""
        return 0 if self.text_shown else self._text_width() - ICON

    def make_small(self, small: bool) -> None:
        """An icon instead of the word, where there is little room."""
        if small == self.text_shown:
            self.show_text(not small)
            self._draw()

    def _draw(self) -> None:
        small = not self.text_shown and bool(self._sign)
        self.setIcon(icon(self._sign, self._theme.palette) if small else QIcon())


def paint_chevron(painter: QPainter, colour: QColor, left: float, middle: float) -> None:
    """Points down, to say that a menu will open."""
    style, cap = Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap
    painter.setPen(QPen(colour, 1.6, style, cap, Qt.PenJoinStyle.RoundJoin))
    half = CHEVRON / 2
    painter.drawPolyline(
        QPolygonF(
            [
                QPointF(left, middle - half / 2),
                QPointF(left + half, middle + half / 2),
                QPointF(left + CHEVRON, middle - half / 2),
            ]
        )
    )
