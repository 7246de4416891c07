"""The window's actions as Qt has them: made from the table, and kept true to the studio."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QIcon, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from core.experiment import TableData
from core.generators import TOYS
from gui.action_effects import LOOKS, PANELS, TOOLS, Effects
from gui.action_table import ACTIONS, MENUS, MOST_VIEWS, Declared, Entry, Submenu
from gui.choose_class import choose_class
from gui.class_signs import class_icon
from gui.icons import icon
from gui.key_guard import KeyGuard
from gui.locked_parts import withheld
from gui.plain_text import key_names, menu_text, short, tip_text
from gui.stage.views import views_for
from gui.studio import Studio
from gui.theme import MODES, Theme

if TYPE_CHECKING:
    from gui.documents import Documents
    from gui.settings import Settings


class Actions(QObject):
    """All actions by id. Icons are drawn when an action is first shown, not at the start."""

    rename_asked = Signal(int)  # the class that is to have another name

    def __init__(
        self,
        studio: Studio,
        theme: Theme,
        window: QWidget,
        documents: Documents,
        settings: Settings,
    ) -> None:
        super().__init__(window)
        self._studio, self._theme, self._window = studio, theme, window
        self._documents, self._settings = documents, settings
        self._effects = Effects(studio, theme, window, documents)
        self._actions: dict[str, QAction] = {}
        self._drawn: dict[QAction | QMenu, str] = {}  # what has an icon by now, and which
        self._menus: dict[str, QMenu] = {}
        self._withheld: frozenset[str] = frozenset()  # by a locked view
        self._make_actions()
        self._make_menus()
        self._follow()
        KeyGuard(window)

    def get(self, id: str) -> QAction:
        """The action, ready to be shown."""
        action = self._actions[id]
        self._draw(action, self._icon_name(id))
        return action

    def known(self, id: str) -> QAction | None:
        """The action as it is, with no icon drawn for it; None if there is no such one."""
        return self._actions.get(id)

    def menu(self, title: str) -> QMenu:
        """A menu by its title, such as “View”; it may be shown in more than one place."""
        return self._menus[title]

    def fill_menu_bar(self, bar: QMenuBar) -> None:
        for title in MENUS:
            bar.addMenu(self._menus[title])

    # Making

    def _make_actions(self) -> None:
        groups: dict[str, QActionGroup] = {}
        effects = self._effects.table()
        effects |= {f"class-{k + 1}": partial(choose_class, self._studio, k) for k in range(8)}
        effects["rename-class"] = lambda: self.rename_asked.emit(self._studio.hand.label)
        for id, declared in ACTIONS.items():
            action = QAction(declared.text, self)
            action.setObjectName(id)
            action.setShortcuts([QKeySequence(key) for key in declared.keys.split()])
            action.setAutoRepeat(declared.repeats)
            action.setCheckable(declared.switch or bool(declared.group))
            if declared.group:
                group = groups.setdefault(declared.group, QActionGroup(self))
                group.addAction(action)
            action.setStatusTip(declared.what)
            action.setWhatsThis(declared.what)
            action.setToolTip(_tip(declared, declared.text))
            # Whatever the effect, the marks show what the studio then has.
            action.triggered.connect(partial(self._do, effects[id]))
            self._actions[id] = action
            self._window.addAction(action)

    def _do(self, effect: object, _checked: bool = False) -> None:
        assert callable(effect)
        effect()
        self._mark()

    def _make_menus(self) -> None:
        for title, entries in MENUS.items():
            menu = QMenu(title, self._window)
            menu.setToolTipsVisible(True)
            self._menus[title] = menu
            self._fill(menu, entries)
        for toy in TOYS:
            action = self._menus["Toy sets"].addAction(toy.title)
            action.setToolTip(toy.help)
            action.triggered.connect(partial(self._make_toy, toy.name))
        self._menus["Toy sets"].setToolTipsVisible(True)
        self._menus["Data"].aboutToShow.connect(self._list_samples)
        self._menus["Recent files"].aboutToShow.connect(self._list_recent)
        self._menus["File"].aboutToShow.connect(self._list_recent)

    def _fill(self, menu: QMenu, entries: tuple[Entry, ...]) -> None:
        for entry in entries:
            if entry is None:
                menu.addSeparator()
            elif isinstance(entry, Submenu):
                inner = QMenu(entry.title, self._window)
                menu.addMenu(inner)
                self._menus[entry.title] = inner
                self._fill(inner, entry.entries)
            else:
                menu.addAction(self._actions[entry.id])
        menu.aboutToShow.connect(partial(self._show_icons, menu, entries))

    def _show_icons(self, menu: QMenu, entries: tuple[Entry, ...]) -> None:
        self._mark()
        for entry in entries:
            if isinstance(entry, Submenu):
                self._draw(self._menus[entry.title], entry.icon)
            elif entry is not None:
                self.get(entry.id)

    def _make_toy(self, name: str) -> None:
        self._effects.make_toy(name)

    def _list_samples(self) -> None:
        """Their cards are read when somebody first looks for them."""
        menu = self._menus["Text samples"]
        if not menu.isEmpty():
            return
        from core.samples import samples

        menu.setToolTipsVisible(True)
        for sample in samples():
            action = menu.addAction(menu_text(sample.title))
            action.setToolTip(tip_text(sample.what))
            action.triggered.connect(partial(self._effects.open_sample, sample.name))

    def _list_recent(self) -> None:
        menu = self._menus["Recent files"]
        menu.clear()
        for path in self._settings.recent:
            action = menu.addAction(menu_text(short(path.name, 60)))
            action.setToolTip(tip_text(str(path)))
            action.triggered.connect(partial(self._open, path))
        menu.setToolTipsVisible(True)
        menu.menuAction().setEnabled(bool(self._settings.recent))

    def _open(self, path: Path) -> None:
        self._documents.open(path)

    # Following

    def _follow(self) -> None:
        studio, stack = self._studio, self._studio.undo_stack
        for signal in (
            studio.playing_changed, studio.hand_changed, studio.looks_changed,
            studio.selection_changed, studio.experiment_changed, self._theme.changed,
        ):  # fmt: skip
            signal.connect(self._mark)
        self._theme.changed.connect(self._redraw)
        stack.canUndoChanged.connect(self._actions["undo"].setEnabled)
        stack.canRedoChanged.connect(self._actions["redo"].setEnabled)
        stack.undoTextChanged.connect(self._name_undo)
        stack.redoTextChanged.connect(self._name_redo)
        self._actions["undo"].setEnabled(stack.canUndo())
        self._actions["redo"].setEnabled(stack.canRedo())
        self._mark()

    def _mark(self, *_: object) -> None:
        """Texts, check marks and what can be done now, all from the studio."""
        studio, get = self._studio, self._actions
        away = withheld(studio.experiment)
        for id in self._withheld - away:
            get[id].setEnabled(True)
        self._mark_classes()
        for tool in TOOLS:
            get[tool].setChecked(studio.hand.tool == tool)
        for id, look in LOOKS.items():
            get[id].setChecked(bool(getattr(studio.looks, look)))
        self._mark_views()
        for id, name in PANELS.items():
            panel = getattr(self._window, name, None)
            get[id].setChecked(not isinstance(panel, QWidget) or not panel.isHidden())
        for mode in MODES:
            get[f"theme-{mode}"].setChecked(self._theme.mode == mode)
        for id in ("delete", "relabel", "select-none"):
            get[id].setEnabled(bool(studio.selection))
        for id in away:
            get[id].setEnabled(False)
        self._withheld = away
        self._retitle("play", "Pause" if studio.playing else "Play")
        locked = studio.experiment.shown is not None
        self._retitle("locked-view", "Unlock the view…" if locked else "Locked view…")
        for id in ("play", "switch-theme"):
            if get[id] in self._drawn:
                self._draw(get[id], self._icon_name(id))

    def _name_undo(self, text: str) -> None:
        self._retitle("undo", f"Undo {_in_a_sentence(short(text))}".strip())

    def _name_redo(self, text: str) -> None:
        self._retitle("redo", f"Redo {_in_a_sentence(short(text))}".strip())

    def _mark_classes(self) -> None:
        studio = self._studio
        names = studio.experiment.data.class_names
        if studio.hand.label >= len(names):
            studio.take_up(label=len(names) - 1)
        for k in range(8):
            action = self._actions[f"class-{k + 1}"]
            action.setVisible(k < len(names))
            action.setEnabled(k < len(names))
            action.setChecked(k == studio.hand.label)
            if k < len(names):
                self._retitle(f"class-{k + 1}", short(names[k]))
        points = studio.points is not None
        self._actions["add-class"].setEnabled(points and len(names) < 8)
        self._actions["remove-class"].setEnabled(points and len(names) > 2)
        self._actions["clear"].setEnabled(points)
        for id in ("rename-class", "select-all"):
            self._actions[id].setEnabled(not isinstance(studio.experiment.data, TableData))

    def _mark_views(self) -> None:
        looks, views = self._studio.looks, views_for(self._studio.experiment.data)
        shown = looks.view if any(view.id == looks.view for view in views) else views[0].id
        for k in range(1, MOST_VIEWS + 1):
            action = self._actions[f"view-{k}"]
            action.setVisible(k <= len(views))
            action.setEnabled(k <= len(views))
            if k <= len(views):
                self._retitle(f"view-{k}", views[k - 1].title)
                action.setChecked(views[k - 1].id == shown)
        self._actions["beside"].setChecked(any(view.id == looks.beside for view in views))
        self._actions["beside"].setEnabled(len(views) > 1)

    def _retitle(self, id: str, text: str) -> None:
        action = self._actions[id]
        if action.text() != menu_text(text):
            action.setText(menu_text(text))
            action.setToolTip(_tip(ACTIONS[id], text))

    # Icons

    def _icon_name(self, id: str) -> str:
        if id == "play" and self._studio.playing:
            return "pause"
        if id == "switch-theme" and self._theme.palette.is_dark:
            return "sun"
        return ACTIONS[id].icon_name

    def _draw(self, shown: QAction | QMenu, name: str) -> None:
        if self._drawn.get(shown) != name:
            self._drawn[shown] = name
            shown.setIcon(self._icon(name))

    def _redraw(self) -> None:
        for shown, name in self._drawn.items():
            shown.setIcon(self._icon(name))

    def _icon(self, name: str) -> QIcon:
        kind, _, number = name.partition("-")
        if kind == "class":
            return class_icon(int(number) - 1, self._theme)
        return icon(name, self._theme.palette)


def _in_a_sentence(text: str) -> str:
    """“Add a class” within “Undo add a class”; names in capitals stay."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def _tip(declared: Declared, text: str) -> str:
    keys = " or ".join(key_names(declared.keys))
    return tip_text(f"{text} ({keys})\n{declared.what}" if keys else f"{text}\n{declared.what}")
