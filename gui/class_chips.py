"""The classes as chips: shape, colour, name and count; a click chooses what is drawn."""

from __future__ import annotations

from collections import Counter

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
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QWidget,
)

from core.editing import rename_class
from core.errors import PlainError
from core.experiment import PointsData
from core.points import MOST_CLASSES
from gui.action_button import BY_KEYBOARD, ActionButton
from gui.actions import Actions
from gui.card import labelled, restyle
from gui.class_signs import paint_sign
from gui.palette import SHAPE_NAMES, SHAPES
from gui.plain_text import key_name, short, tip_text
from gui.studio import Studio
from gui.theme import Theme

HEIGHT = 32
PAD, GAP, SIGN = 12, 7, 11  # pixels: at the ends, between parts, across the shape
LEAST, LONGEST_NAME = 50, 120  # pixels: of a chip, of the name on it


class Chip(QAbstractButton):
    """One class. Its name is painted, so nothing in it can be anything but text."""

    rename_asked = Signal(int)
    menu_asked = Signal(int, QPointF)

    def __init__(self, index: int, theme: Theme) -> None:
        super().__init__()
        self.index = index
        self._theme = theme
        self._name, self._count = "", 0
        self._ringed = False
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def show_class(self, name: str, count: int) -> None:
        if (name, count) == (self._name, self._count):
            return
        self._name, self._count = name, count
        shape = SHAPE_NAMES[self.index % len(SHAPES)]
        points = f"{count:,} point" + ("" if count == 1 else "s")
        self.setAccessibleName(f"Class {short(name)}, {shape}, {points}")
        key = f" ({key_name(str(self.index + 1))})" if self.index < MOST_CLASSES else ""
        what = "Click to draw this class, double-click or F2 to rename it"
        self.setToolTip(tip_text(f"{short(name, 200)}{key}: {points}\n{what}"))
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
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter)
        crowded = self.width() < self.sizeHint().width()
        spare = self.width() - 2 * PAD - SIGN - GAP - self._name_width()
        pad = max(PAD - 3, PAD + spare // 2) if crowded else PAD
        paint_sign(painter, self._theme, self.index, QPointF(pad + SIGN / 2, self.height() / 2))
        left = pad + SIGN + (GAP - 2 if crowded else GAP)
        room = self.width() - left - pad
        if not crowded:
            count = QRect(self.width() - PAD - self._count_width(), 0, self._count_width(), HEIGHT)
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


class ClassChips(QWidget):
    """A chip for every class there is, and a + for one more."""

    def __init__(self, studio: Studio, theme: Theme, actions: Actions) -> None:
        super().__init__()
        self._studio, self._theme, self._actions = studio, theme, actions
        self._labels: tuple[int, ...] | None = None
        self._counts: Counter[int] = Counter()
        self.chips: list[Chip] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(6)
        self.more = labelled("", "muted")
        self.add = ActionButton(actions.get("add-class"), theme)
        self._row.addWidget(self.more)
        self._row.addWidget(self.add)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.editor: NameField | None = None
        actions.rename_asked.connect(self.rename)
        studio.experiment_changed.connect(self._refresh)
        studio.hand_changed.connect(self._mark)
        theme.changed.connect(self.update)
        self._refresh()

    def _refresh(self) -> None:
        data = self._studio.experiment.data
        names = data.class_names[:MOST_CLASSES]
        if data.labels is not self._labels:
            self._labels, self._counts = data.labels, Counter(data.labels)
        if len(names) != len(self.chips):
            self._close_editor()
            self._remake(len(names))
        for chip, name in zip(self.chips, names, strict=True):
            chip.show_class(name, self._counts[chip.index])
        hidden = len(data.class_names) - len(names)
        self.more.setText(f"and {hidden} more")
        self.more.setVisible(hidden > 0)
        self.add.setVisible(isinstance(data, PointsData))
        self._mark()

    def _remake(self, count: int) -> None:
        for chip in self.chips:
            self._row.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = [self._make(index) for index in range(count)]
        for index, chip in enumerate(self.chips):
            self._row.insertWidget(index, chip)
            chip.show()

    def _make(self, index: int) -> Chip:
        chip = Chip(index, self._theme)
        chip.clicked.connect(lambda: self._studio.take_up(label=index))
        chip.rename_asked.connect(self.rename)
        chip.menu_asked.connect(self._show_menu)
        return chip

    def _mark(self) -> None:
        for chip in self.chips:
            chip.setChecked(chip.index == self._studio.hand.label)

    def _show_menu(self, index: int, place: QPointF) -> None:
        self._studio.take_up(label=index)
        menu = QMenu(self)
        for id in ("rename-class", "remove-class", "add-class"):
            menu.addAction(self._actions.get(id))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place.toPoint())

    # Renaming

    def rename(self, index: int) -> None:
        """Let the user type another name, right on the chip."""
        points = self._studio.points
        if points is None or index >= len(self.chips):
            return
        self._close_editor()
        self._studio.take_up(label=index)
        chip = self.chips[index]
        editor = NameField(points.class_names[index], self.window())
        editor.setAccessibleName("Name of the class")
        editor.setToolTip("Enter keeps the name, Escape the old one")
        editor.setFixedSize(max(chip.width(), 150), HEIGHT)
        editor.move(chip.mapTo(self.window(), chip.rect().topLeft()))
        editor.selectAll()
        editor.returnPressed.connect(lambda: self._keep_name(index))
        editor.editingFinished.connect(lambda: self._leave(index))
        editor.left.connect(self._close_editor)
        editor.textEdited.connect(lambda: self._mark_field(True))
        self.editor = editor
        editor.show()
        editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def _keep_name(self, index: int) -> None:
        points, editor = self._studio.points, self.editor
        if points is None or editor is None:
            return
        try:
            renamed = rename_class(points, index, editor.text())
        except PlainError as error:
            self._mark_field(False)
            self._studio.said.emit(str(error))
            return
        self._close_editor()
        self._studio.edit_points(renamed, "Rename a class")

    def _leave(self, index: int) -> None:
        """The field lost the focus: keep the name if it will do, else the old one."""
        if self.editor is not None and not self.editor.hasFocus():
            self._keep_name(index)
            self._close_editor()

    def _mark_field(self, valid: bool) -> None:
        if self.editor is not None:
            self.editor.setProperty("invalid", not valid)
            restyle(self.editor, "name")

    def _close_editor(self) -> None:
        if self.editor is not None:
            editor, self.editor = self.editor, None
            editor.blockSignals(True)
            editor.hide()
            editor.deleteLater()
