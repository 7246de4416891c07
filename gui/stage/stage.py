"""The stage: one view of the moment, or two beside each other."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSplitter, QVBoxLayout, QWidget

from gui.menu_tab import MenuTab
from gui.plain_text import menu_text, tip_text
from gui.stage.views import View, views_for
from gui.studio import Studio
from gui.tab_strip import TabStrip
from gui.theme import Theme

GAP = 8


class Stage(QWidget):
    """Which views there are follows from the data; which are shown, from the studio's looks."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__()
        self._studio, self._theme = studio, theme
        self._made: dict[str, QWidget] = {}
        self._shown: tuple[str, ...] = ()
        self.strip = TabStrip(theme, "Views")
        self.strip.chosen.connect(lambda id: studio.look(view=id))
        self.beside = MenuTab(theme)
        self._beside_menu = QMenu(self)
        self._make_beside_button()
        self._room = QSplitter(Qt.Orientation.Horizontal)
        self._room.setHandleWidth(GAP)
        self._room.setChildrenCollapsible(False)
        self.top = QWidget()  # the views to choose from
        top = QHBoxLayout(self.top)
        top.setContentsMargins(0, 0, 0, 0)
        top.setSpacing(4)
        top.addWidget(self.strip, 1)
        top.addWidget(self.beside)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.top)
        column.addWidget(self._room, 1)
        studio.experiment_changed.connect(self._follow)
        studio.looks_changed.connect(self._follow)
        self._follow()

    # What is shown

    @property
    def shown(self) -> tuple[QWidget, ...]:
        """The views on show, the main one first."""
        return tuple(self._made[id] for id in self._shown)

    def view(self, id: str) -> QWidget | None:
        """A view that has been looked at, shown now or not."""
        return self._made.get(id)

    def _follow(self) -> None:
        views = {view.id: view for view in views_for(self._studio.experiment.data)}
        looks = self._studio.looks
        main = looks.view if looks.view in views else next(iter(views))
        beside = looks.beside if looks.beside in views and looks.beside != main else ""
        self.strip.offer([view.tab for view in views.values()], main)
        self.strip.setVisible(len(views) > 1)
        self.beside.setVisible(len(views) > 1)
        self.beside.setChecked(bool(beside))
        self._fill_beside_menu(views, main, beside)
        wanted = (main, beside) if beside else (main,)
        if wanted != self._shown:
            self._show(wanted, views)

    def _show(self, wanted: tuple[str, ...], views: dict[str, View]) -> None:
        had_focus = self.isAncestorOf(self.window().focusWidget() or self)
        for id in self._shown:
            if id not in wanted:
                self._made[id].hide()
        for place, id in enumerate(wanted):
            if id not in self._made:
                self._made[id] = views[id].make(self._studio, self._theme)
            self._room.insertWidget(place, self._made[id])
        self._shown = wanted
        for id in wanted:
            self._made[id].show()
        if len(wanted) == 2:
            half = max(self._room.width() // 2, 1)
            rest = self._room.count() - 2  # views that are hidden now
            self._room.setSizes([half, half, *[0] * rest])
        self.setFocusProxy(self._made[wanted[0]])
        if had_focus:
            self.setFocus()

    # Beside

    def _make_beside_button(self) -> None:
        self.beside.setText("Beside")
        self.beside.setCheckable(True)
        self.beside.setToolTip("Show a second view beside this one (B)")
        self.beside.setAccessibleName("Second view")
        self.beside.setMenu(self._beside_menu)
        self._beside_menu.setToolTipsVisible(True)

    def _fill_beside_menu(self, views: dict[str, View], main: str, beside: str) -> None:
        self._beside_menu.clear()
        for view in views.values():
            if view.id != main:
                action = self._beside_menu.addAction(menu_text(view.title))
                action.setToolTip(tip_text(view.what))
                action.setCheckable(True)
                action.setChecked(view.id == beside)
                wanted = "" if view.id == beside else view.id
                action.triggered.connect(lambda _=False, id=wanted: self._studio.look(beside=id))

    def switch_beside(self) -> None:
        """A second view, or back to one."""
        views = [view.id for view in views_for(self._studio.experiment.data)]
        others = [id for id in views if not self._shown or id != self._shown[0]]
        if len(self._shown) == 2 or not others:
            self._studio.look(beside="")
        else:
            self._studio.look(beside=others[0])

    def show_nth(self, number: int) -> None:
        """The view at this place of the strip, counted from 1."""
        tabs = self.strip.tabs
        if number <= len(tabs):
            self._studio.look(view=tabs[number - 1].id)

    # The camera of whatever has one

    def fit(self) -> None:
        self._ask("fit")

    def zoom_in(self) -> None:
        self._ask("zoom_in")

    def zoom_out(self) -> None:
        self._ask("zoom_out")

    def _ask(self, request: str) -> None:
        for view in self.shown:
            answer = getattr(view, request, None)
            if answer is not None:
                answer()
