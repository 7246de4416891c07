"""A list whose entries are ticked or not, drawn in the colours of the look in force."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import (
    QListWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

Index = QModelIndex | QPersistentModelIndex
BOX, ROW = 15, 26  # pixels


class TickDelegate(QStyledItemDelegate):
    """Paints a box with a tick and the text; a click anywhere on the row, or Space, ticks it."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect: QRect = option.rect
        colours: QPalette = option.palette
        state: QStyle.StateFlag = option.state
        ticked = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) == Qt.CheckState.Checked
        accent = colours.color(QPalette.ColorRole.Highlight)
        muted = colours.color(QPalette.ColorRole.PlaceholderText)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(rect.left() + 6, rect.center().y() - BOX / 2 + 0.5, BOX, BOX)
        focused = bool(state & QStyle.StateFlag.State_HasFocus)
        painter.setPen(QPen(accent if ticked or focused else muted, 2.0 if focused else 1.2))
        painter.setBrush(accent if ticked else colours.color(QPalette.ColorRole.Base))
        painter.drawRoundedRect(box, 4, 4)
        if ticked:
            _paint_tick(painter, box, colours)
        text = str(index.data(Qt.ItemDataRole.DisplayRole))
        room = rect.adjusted(6 + BOX + 8, 0, -4, 0)
        painter.setPen(colours.color(QPalette.ColorRole.Text) if ticked else muted)
        metrics = painter.fontMetrics()
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(60, ROW)

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        clicked = event.type() == QEvent.Type.MouseButtonRelease
        pressed = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Space
        if not clicked and not (pressed and event.type() == QEvent.Type.KeyPress):
            return False
        role = Qt.ItemDataRole.CheckStateRole
        ticked = Qt.CheckState(index.data(role)) == Qt.CheckState.Checked
        after = Qt.CheckState.Unchecked if ticked else Qt.CheckState.Checked
        return model.setData(index, after, role)


class TickList(QListWidget):
    """A list widget with ticks; entries are checkable items."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(TickDelegate(self))
        self.setSelectionMode(QListWidget.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)


def _paint_tick(painter: QPainter, box: QRectF, colours: QPalette) -> None:
    pen = QPen(colours.color(QPalette.ColorRole.HighlightedText), 1.8)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    corners = ((0.24, 0.52), (0.43, 0.71), (0.77, 0.31))
    painter.drawPolyline(
        QPolygonF([QPointF(box.left() + x * BOX, box.top() + y * BOX) for x, y in corners])
    )
