"""One class as a chip, and the field in which it is renamed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QSizePolicy

from core.points import MOST_CLASSES
from gui.action_button import BY_KEYBOARD
from gui.class_signs import paint_sign
from gui.palette import SHAPE_NAMES, SHAPES
from gui.plain_text import key_name, short, tip_text
from gui.theme import Theme

HEIGHT = 32
PAD, GAP, SIGN = 12, 7, 11  # pixels: at the ends, between parts, across the shape
LEAST, LONGEST_NAME = 50, 120  # pixels: of a chip, of the name on it


_ADD = "Click to select them all, with Ctrl to add them to what is selected"
_WHAT = {
    "point": "Click to draw this class, double-click or F2 to rename it",
    "row": _ADD,
    "text": f"{_ADD}; double-click or F2 to rename the class",
}


class Chip(QAbstractButton):
    """One class. Its name is painted, so nothing in it can be anything but text."""

    rename_asked = Signal(int)
    menu_asked = Signal(int, QPointF)

    def __init__(self, index: int, theme: Theme) -> None:
        super().__init__()
        self.index = index
        self._theme = theme
        self._name, self._count, self._member = "", 0, ""
        self._ringed = False
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def show_class(self, name: str, count: int, member: str = "point") -> None:
        """`member` is what the class has so many of."""
        if (name, count, member) == (self._name, self._count, self._member):
            return
        self._name, self._count, self._member = name, count, member
        shape = SHAPE_NAMES[self.index % len(SHAPES)]
        members = f"{count:,} {member}" + ("" if count == 1 else "s")
        self.setAccessibleName(f"Class {short(name)}, {shape}, {members}")
        key = f" ({key_name(str(self.index + 1))})" if self.index < MOST_CLASSES else ""
        self.setToolTip(tip_text(f"{short(name, 200)}{key}: {members}\n{_WHAT[member]}"))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(2 * PAD + SIGN + GAP + self._name_width() + GAP + self._count_width(), HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST, HEIGHT)

    def _name_width(self) -> int:
        return min(self.fontMetrics().horizontalAdvance(short(self._name)), LONGEST_NAME) + 1

    def _count_width(self) -> int:
        """Room for two digits at least, so that the first points drawn move nothing."""
        metrics = self.fontMetrics()
        return max(metrics.horizontalAdvance(text) for text in ("00", f"{self._count:,}"))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_ground(painter)
            crowded = self.width() < self.sizeHint().width()
            spare = self.width() - 2 * PAD - SIGN - GAP - self._name_width()
            pad = max(PAD - 3, PAD + spare // 2) if crowded else PAD
            paint_sign(painter, self._theme, self.index, QPointF(pad + SIGN / 2, self.height() / 2))
            left = pad + SIGN + (GAP - 2 if crowded else GAP)
            room = self.width() - left - pad
            if not crowded:
                count = QRect(
                    self.width() - PAD - self._count_width(), 0, self._count_width(), HEIGHT
                )
                painter.setPen(self._theme.colour("muted"))
                painter.drawText(count, Qt.AlignmentFlag.AlignVCenter, f"{self._count:,}")
                room = self._name_width()
            metrics = self.fontMetrics()
            text = metrics.elidedText(short(self._name), Qt.TextElideMode.ElideRight, room)
            painter.setPen(self._theme.colour("text"))
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
            painter.drawText(QRect(left, 0, room + 2, self.height()), flags, text)

    def _paint_ground(self, painter: QPainter) -> None:
        chosen = self.isChecked()
        ground = "accent_soft" if chosen else "hover" if self.underMouse() else "card"
        width = 2.0 if self._ringed else 1.3 if chosen else 1.0
        edge = "accent" if chosen or self._ringed else "border"
        painter.setPen(QPen(self._theme.colour(edge), width))
        painter.setBrush(self._theme.colour(ground))
        inside = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.drawRoundedRect(inside, inside.height() / 2, inside.height() / 2)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._ringed = event.reason() in BY_KEYBOARD
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._ringed = False
        super().focusOutEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.rename_asked.emit(self.index)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_asked.emit(self.index, QPointF(event.globalPos()))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
        super().changeEvent(event)


class NameField(QLineEdit):
    """Where a class is renamed: Enter keeps the name, Escape the old one."""

    left = Signal()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.accept()  # every key is the field's while it is open
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
