"""The bar on top: the name, the classes, the tools, and how things look."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from gui.action_button import ActionButton, MenuButton
from gui.action_effects import TOOLS
from gui.actions import Actions
from gui.card import labelled
from gui.class_chips import ClassChips
from gui.studio import Studio
from gui.theme import Theme

HEIGHT = 50


class Header(QFrame):
    """One row that fits: the tools' names make way when the window is narrow."""

    def __init__(self, studio: Studio, theme: Theme, actions: Actions) -> None:
        super().__init__()
        self._theme = theme
        self.setFixedHeight(HEIGHT)
        self.brand = labelled("Perceptarium", "brand")
        self.chips = ClassChips(studio, theme, actions)
        self.tools = [ActionButton(actions.get(tool), theme) for tool in TOOLS]
        self.undo = ActionButton(actions.get("undo"), theme)
        self.redo = ActionButton(actions.get("redo"), theme)
        self.view = MenuButton(actions.menu("View"), "What is shown, and how", theme, "view")
        self.lessons = MenuButton(actions.menu("Lessons"), "Lessons", theme, "lesson")
        self.switch_theme = ActionButton(actions.get("switch-theme"), theme)
        self.present = ActionButton(actions.get("present"), theme)
        self.padlock = ActionButton(actions.get("locked-view"), theme)
        self.padlock.hide()
        self._lay_out()
        studio.experiment_changed.connect(lambda: self._offer(studio))
        self._offer(studio)
        theme.changed.connect(self.update)

    def _lay_out(self) -> None:
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 12, 1)
        row.setSpacing(4)
        row.addWidget(self.brand)
        row.addSpacing(12)
        row.addWidget(self.chips)
        self._before_tools, self._before_undo = _upright(), _upright()
        row.addWidget(self._before_tools)
        for tool in self.tools:
            row.addWidget(tool)
        row.addWidget(self._before_undo)
        row.addWidget(self.undo)
        row.addWidget(self.redo)
        row.addStretch(1)
        row.addWidget(self.view)
        row.addWidget(self.lessons)
        row.addWidget(self.switch_theme)
        row.addWidget(self.present)
        row.addWidget(self.padlock)

    def _offer(self, studio: Studio) -> None:
        """Only points can be drawn, and a locked view may show less."""
        shows = studio.experiment.shows
        for part in (*self.tools, self._before_tools):
            part.setVisible(studio.points is not None and shows("tools"))
        for part in (self._before_undo, self.undo, self.redo):
            part.setVisible(shows("tools") or shows("data") or shows("learners"))
        self.chips.setVisible(shows("classes"))
        self.view.setVisible(shows("menu"))
        self.lessons.setVisible(shows("menu"))
        self.padlock.setVisible(studio.experiment.shown is not None)

    def _make_room(self) -> None:
        """Where it gets narrow the tools' names go first, then counts, brand, and menus' words."""
        hidden = 0 if self.brand.isVisibleTo(self) else self.brand.sizeHint().width()
        named = [*(tool for tool in self.tools if not tool.isHidden()), self.present]
        names = sum(button.width_of_text() for button in named)
        shown = sum(button.width_of_text() for button in named if button.text_shown)
        full = self._row.sizeHint().width() + hidden + names - shown
        for button in named:
            button.show_text(full <= self.width())
        menus = (self.view, self.lessons)
        words = sum(menu.word_for_icon for menu in menus)
        least = self._row.minimumSize().width() + hidden - shown + words
        self.brand.setVisible(least <= self.width())
        brand = self.brand.sizeHint().width() + self._row.spacing()
        for menu in menus:
            menu.make_small(least - brand > self.width())

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._make_room()
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._make_room()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theme.colour("card"))
            line = self.rect().adjusted(0, HEIGHT - 1, 0, 0)
            painter.fillRect(line, self._theme.colour("border"))


def _upright() -> QWidget:
    """A short line between groups."""
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(8, 0, 8, 0)
    line = QFrame()
    line.setProperty("role", "rule")
    line.setFixedSize(1, 22)
    line.setStyleSheet("max-height: 22px;")
    row.addWidget(line)
    return holder
