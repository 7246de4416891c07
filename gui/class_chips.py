"""The classes as chips: shape, colour, name and count; a click chooses what is drawn, or what is
selected where nothing can be drawn."""

from __future__ import annotations

from collections import Counter
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QToolButton, QWidget

from core.editing import rename_class
from core.errors import PlainError
from core.experiment import Data, PointsData, TableData, TextsData
from core.points import MOST_CLASSES
from gui.action_button import ActionButton
from gui.actions import Actions
from gui.card import restyle
from gui.choose_class import choose_class
from gui.class_chip import HEIGHT, Chip, NameField
from gui.class_signs import class_icon
from gui.fields import explain
from gui.plain_text import menu_text, short
from gui.studio import Studio
from gui.theme import Theme


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
        self.more = QToolButton()
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        explain(self.more, "The other classes; click one to select all that belong to it")
        self.more.setMenu(QMenu(self))
        self.more.menu().aboutToShow.connect(self._list_more)
        self.add = ActionButton(actions.get("add-class"), theme)
        self._row.addWidget(self.more)
        self._row.addWidget(self.add)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.editor: NameField | None = None
        actions.rename_asked.connect(self.rename)
        studio.experiment_changed.connect(self._refresh)
        studio.hand_changed.connect(self._mark)
        studio.selection_changed.connect(self._mark)
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
            chip.show_class(name, self._counts[chip.index], _member_of(data))
        hidden = len(data.class_names) - len(names)
        self.more.setText(f"and {hidden} more")
        self.more.setVisible(hidden > 0)
        self.add.setVisible(isinstance(data, PointsData))
        self._mark()

    def _list_more(self) -> None:
        """The classes that have no chip."""
        menu = self.more.menu()
        menu.clear()
        for index, name in enumerate(self._studio.experiment.data.class_names):
            if index >= len(self.chips):
                text = menu_text(f"{short(name)}  ·  {self._counts[index]:,}")
                action = menu.addAction(class_icon(index, self._theme), text)
                action.triggered.connect(partial(self._choose, index))

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
        chip.clicked.connect(lambda: self._choose(index))
        chip.rename_asked.connect(self.rename)
        chip.menu_asked.connect(self._show_menu)
        return chip

    def _choose(self, index: int, _checked: bool = False) -> None:
        more = QGuiApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier
        choose_class(self._studio, index, more=bool(more))
        self._mark()  # Qt has switched the chip by itself

    def _mark(self) -> None:
        """The class in hand; where nothing can be drawn, those that are selected as a whole."""
        studio = self._studio
        if studio.points is not None:
            chosen = {studio.hand.label}
        else:
            labels = studio.experiment.data.labels
            found = Counter(labels[i] for i in studio.selection)
            chosen = {label for label, count in found.items() if count == self._counts[label]}
        for chip in self.chips:
            chip.setChecked(chip.index in chosen)

    def _show_menu(self, index: int, place: QPointF) -> None:
        self._studio.take_up(label=index)
        menu = QMenu(self)
        drawn = self._studio.points is not None
        for id in ("rename-class", "remove-class", "add-class") if drawn else ("rename-class",):
            menu.addAction(self._actions.get(id))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place.toPoint())

    # Renaming

    @property
    def _renameable(self) -> PointsData | TextsData | None:
        data = self._studio.experiment.data
        return None if isinstance(data, TableData) else data

    def rename(self, index: int) -> None:
        """Let the user type another name, right on the chip."""
        data = self._renameable
        if data is None or index >= len(self.chips):
            return
        self._close_editor()
        self._studio.take_up(label=index)
        chip = self.chips[index]
        editor = NameField(data.class_names[index], self.window())
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
        data, editor = self._renameable, self.editor
        if data is None or editor is None:
            return
        try:
            renamed = rename_class(data, index, editor.text())
        except PlainError as error:
            self._mark_field(False)
            self._studio.said.emit(str(error))
            return
        self._close_editor()
        self._studio.edit(replace(self._studio.experiment, data=renamed), "Rename a class")

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


def _member_of(data: Data) -> str:
    """What the data are made of."""
    return {PointsData: "point", TableData: "row", TextsData: "text"}[type(data)]
