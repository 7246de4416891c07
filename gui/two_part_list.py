"""A quiet list to look at: on every row something on the left, and what belongs to it on the
right."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPalette
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from gui.plain_text import tip_text

Index = QModelIndex | QPersistentModelIndex
ROW, GAP = 24, 12  # pixels
RIGHT = Qt.ItemDataRole.UserRole


class _Delegate(QStyledItemDelegate):
    """Paints plain text only; what is too long ends in dots."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect: QRect = option.rect.adjusted(4, 0, -4, 0)
        colours: QPalette = option.palette
        metrics = painter.fontMetrics()
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        right = str(index.data(RIGHT))
        width = min(metrics.horizontalAdvance(right) + 1, rect.width() * 2 // 3)
        painter.save()
        painter.setPen(colours.color(QPalette.ColorRole.PlaceholderText))
        shown = metrics.elidedText(right, Qt.TextElideMode.ElideRight, width)
        painter.drawText(rect, middle | Qt.AlignmentFlag.AlignRight, shown)
        room = rect.adjusted(0, 0, -width - GAP, 0)
        left = str(index.data(Qt.ItemDataRole.DisplayRole))
        painter.setPen(colours.color(QPalette.ColorRole.Text))
        shown = metrics.elidedText(left, Qt.TextElideMode.ElideMiddle, room.width())
        painter.drawText(room, middle | Qt.AlignmentFlag.AlignLeft, shown)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(60, ROW)


class TwoPartList(QListWidget):
    """Nothing in it can be chosen."""

    def __init__(self, name: str, tip: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.setItemDelegate(_Delegate(self))
        self.setSelectionMode(QListWidget.SelectionMode.NoSelection)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_rows(self, rows: Iterable[tuple[str, str]]) -> None:
        self.clear()
        for left, right in rows:
            item = QListWidgetItem(left)
            item.setData(RIGHT, right)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{left}: {right}")
            item.setToolTip(tip_text(f"{left}: {right}"))
            self.addItem(item)

    def rows(self) -> list[tuple[str, str]]:
        """What is shown."""
        items = map(self.item, range(self.count()))
        return [(item.text(), str(item.data(RIGHT))) for item in items]
