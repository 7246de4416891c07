"""A list of things to open: a name, a line about it, and a click or Return opens it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from gui.fields import explain
from gui.icons import icon
from gui.plain_text import tip_text
from gui.theme import Theme

Index = QModelIndex | QPersistentModelIndex
ABOUT, SIGN = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
PAD = 8
_OPENING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


@dataclass(frozen=True)
class Offer:
    """One thing that can be opened."""

    title: str
    about: str  # on the line below
    tip: str
    open: Callable[[], object]
    sign: str = ""  # an icon at the right


class _Delegate(QStyledItemDelegate):
    """Paints plain text only; what is too long ends in dots."""

    def __init__(self, theme: Theme, parent: QListWidget) -> None:
        super().__init__(parent)
        self._list, self._theme = parent, theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, state = self._theme, option.state
        current = bool(state & QStyle.StateFlag.State_Selected) and self._list.hasFocus()
        under = bool(state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if current or under:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("accent_soft" if current else "hover"))
            painter.drawRoundedRect(QRectF(option.rect).adjusted(0, 1, 0, -1), 6, 6)
        room = option.rect.adjusted(PAD, 5, -PAD, -4)
        if sign := str(index.data(SIGN)):
            place = room.adjusted(room.width() - 14, 1, 0, 15 - room.height())
            icon(sign, theme.palette, "muted").paint(painter, place)
            room.adjust(0, 0, -18, 0)
        for role, colour, side in (
            (Qt.ItemDataRole.DisplayRole, "accent" if current else "text", "AlignTop"),
            (ABOUT, "muted", "AlignBottom"),
        ):
            text = painter.fontMetrics().elidedText(
                str(index.data(role)), Qt.TextElideMode.ElideRight, room.width()
            )
            painter.setPen(theme.colour(colour))
            painter.drawText(room, getattr(Qt.AlignmentFlag, side), text)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(60, 2 * self._list.fontMetrics().height() + 12)


class OfferList(QListWidget):
    """Two lines for each offer."""

    def __init__(self, name: str, theme: Theme) -> None:
        super().__init__()
        explain(self, f"{name}: a click or Return opens one. ↑ ↓ choose.", name)
        self.setItemDelegate(_Delegate(theme, self))
        self.setFrameShape(QListWidget.Shape.NoFrame)
        self.setStyleSheet("QListView { background: transparent; border: none; padding: 0; }")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self._offers: tuple[Offer, ...] = ()
        self.itemClicked.connect(self._open)

    def show_offers(self, offers: Iterable[Offer]) -> None:
        self.clear()
        self._offers = tuple(offers)
        for offer in self._offers:
            item = QListWidgetItem(offer.title)
            item.setData(ABOUT, offer.about)
            item.setData(SIGN, offer.sign)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{offer.title}: {offer.about}")
            item.setToolTip(tip_text(offer.tip))
            self.addItem(item)
        if self._offers:
            self.setCurrentRow(0)

    def _open(self, item: QListWidgetItem) -> None:
        self._offers[self.row(item)].open()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        if event.key() in _OPENING and item is not None:
            self._open(item)
        else:
            super().keyPressEvent(event)
