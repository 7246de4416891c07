"""What each action does, by its id."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget

from core.editing import add_class, relabel_points, remove_class, remove_points
from core.errors import PlainError
from core.experiment import PointsData, TextsData
from core.generators import TOYS
from gui.action_table import MOST_VIEWS
from gui.panels.data import DataPanel
from gui.panels.toy_recipes import Recipe
from gui.sharing import Sharing
from gui.step_copy import copy_as_latex, copy_as_text
from gui.studio import FASTEST, SLOWEST, Studio
from gui.theme import Theme

if TYPE_CHECKING:
    from gui.documents import Documents

TOOLS = ("draw", "spray", "move", "erase")
LOOKS = {
    "side-by-side": "side_by_side",
    "regions": "regions",
    "margins": "margins",
    "arrow": "arrow",
    "trail": "trail",
    "ghost": "ghost",
    "legend": "legend",
    "spotlight": "spotlight",
    "caption": "caption",
}
PANELS = {"data-panel": "data", "learners-panel": "side", "lower-panels": "lower_row"}
SPEEDS = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1e3, 2e3, 5e3, 1e4)
FLAT_OUT = 2 * FASTEST
DIRECT = Qt.FindChildOption.FindDirectChildrenOnly
UNBOUNDED = 16_777_215  # Qt's own largest size


class Effects:
    """The deeds behind the actions; each asks the studio, the documents or the window."""

    def __init__(self, studio: Studio, theme: Theme, window: QWidget, documents: Documents) -> None:
        self._studio, self._theme, self._window = studio, theme, window
        self._documents = documents
        self._toy: str | None = None  # the last one made without a data panel

    def table(self) -> dict[str, Callable[[], object]]:
        """Every action but those that the Actions themselves handle."""
        return {
            **self._document_effects(),
            **self._point_effects(),
            **self._time_effects(),
            **self._view_effects(),
            **self._share_effects(),
            "welcome": lambda: self._ask("welcome", "switch"),
            "guide": self._show_guide,
            "keys": self._show_keys,
            "about": self._show_about,
            "learner-cards": self._show_learners,
        }

    def _document_effects(self) -> dict[str, Callable[[], object]]:
        documents, studio = self._documents, self._studio
        return {
            "new": documents.new,
            "open": lambda: documents.open(None),
            "open-folder": lambda: documents.open_folder(None),
            "save": documents.save,
            "save-as": documents.save_as,
            "import": documents.import_data,
            "paste-texts": documents.paste_texts,
            "export-data": documents.export_data,
            "quit": self._window.close,
            "undo": studio.undo_stack.undo,
            "redo": studio.undo_stack.redo,
        }

    def _share_effects(self) -> dict[str, Callable[[], object]]:
        sharing = Sharing(self._studio, self._theme, self._window, self._documents)
        return {
            "export": sharing.export,
            "copy-picture": sharing.copy_picture,
            "copy-code": sharing.copy_code,
            "paste-code": sharing.paste_code,
            "paste": sharing.paste,
        }

    def _point_effects(self) -> dict[str, Callable[[], object]]:
        studio = self._studio
        tools = {tool: lambda tool=tool: studio.take_up(tool=tool) for tool in TOOLS}
        return {
            **tools,
            "select-all": self._select_all,
            "select-none": lambda: studio.select(()),
            "delete": lambda: self._change(
                lambda data: remove_points(data, studio.selection), "Remove points"
            ),
            "relabel": lambda: self._change(
                lambda data: relabel_points(data, studio.selection, studio.hand.label),
                "Move points into a class",
            ),
            "add-class": self._add_class,
            "remove-class": self._remove_class,
            "clear": lambda: self._change(
                lambda data: replace(data, xy=(), labels=()), "Clear all points"
            ),
            "next-toy": self._next_toy,
            "copy-step-text": lambda: copy_as_text(studio),
            "copy-step-latex": lambda: copy_as_latex(studio),
        }

    def _time_effects(self) -> dict[str, Callable[[], object]]:
        studio = self._studio
        return {
            "play": studio.toggle,
            "forward": lambda: studio.step(1),
            "back": lambda: studio.step(-1),
            "next-mistake": lambda: studio.to_mistake(1),
            "previous-mistake": lambda: studio.to_mistake(-1),
            "start": lambda: studio.step(-studio.t),
            "end": lambda: studio.step(studio.length - studio.t),
            "faster": lambda: studio.set_speed(faster(studio.speed)),
            "slower": lambda: studio.set_speed(slower(studio.speed)),
        }

    def _view_effects(self) -> dict[str, Callable[[], object]]:
        looks = {id: lambda name=name: self._switch_look(name) for id, name in LOOKS.items()}
        panels = {id: lambda name=name: self._switch_panel(name) for id, name in PANELS.items()}
        return {
            **looks,
            **panels,
            **{f"view-{k}": partial(self._show_view, k) for k in range(1, MOST_VIEWS + 1)},
            "beside": lambda: self._ask_stage("switch_beside"),
            "fit": lambda: self._ask_stage("fit"),
            "zoom-in": lambda: self._ask_stage("zoom_in"),
            "zoom-out": lambda: self._ask_stage("zoom_out"),
            "theme-light": lambda: self._theme.use("light"),
            "theme-dark": lambda: self._theme.use("dark"),
            "theme-system": lambda: self._theme.use("system"),
            "switch-theme": self._switch_theme,
            "present": lambda: self._ask("presenting", "switch"),
            "blank": lambda: self._ask("presenting", "blank"),
            "locked-view": lambda: self._ask("locked", "ask"),
            "predict": lambda: self._ask("predicting", "switch"),
            "open-lesson": lambda: self._ask("lessons", "choose"),
            "lesson-next": lambda: self._ask("lessons", "next"),
            "lesson-back": lambda: self._ask("lessons", "back"),
            "reset-scene": lambda: self._ask("lessons", "reset"),
            "close-lesson": lambda: self._ask("lessons", "close"),
        }

    # Sheets

    def _show_keys(self) -> None:
        from gui.key_sheet import KeySheet

        KeySheet(self._theme, self._window).open()

    def _show_guide(self) -> None:
        from gui.guide import Guide

        Guide(self._theme, self._window).show()

    def _show_learners(self) -> None:
        from gui.learner_cards import LearnerCards

        LearnerCards(self._theme, self._window).show()

    def _show_about(self) -> None:
        from gui.about import About

        About(self._theme, self._window).open()

    # Points

    def _change(self, change: Callable[[PointsData], PointsData], text: str) -> None:
        """An edit of the points, if there are any; a sentence when it cannot be."""
        data = self._studio.points
        if data is None:
            texts = isinstance(self._studio.experiment.data, TextsData)
            what = "These are texts" if texts else "This is a table"
            self._studio.said.emit(f"{what}; only points on the plane can be changed.")
            return
        try:
            self._studio.edit_points(change(data), text)
        except PlainError as error:
            self._studio.said.emit(str(error))

    def _select_all(self) -> None:
        self._studio.select(range(len(self._studio.experiment.data.labels)))

    def _add_class(self) -> None:
        before = self._studio.points
        self._change(add_class, "Add a class")
        after = self._studio.points
        if before and after and len(after.class_names) > len(before.class_names):
            self._studio.take_up(label=len(before.class_names))

    def _remove_class(self) -> None:
        label = self._studio.hand.label
        self._change(lambda data: remove_class(data, label), "Remove a class")

    def make_toy(self, name: str) -> None:
        """Toy data in place of what is there."""
        if (panel := self._data_panel()) is not None:
            panel.make_toy(name)  # it knows the toy's numbers
            return
        self._toy, recipe = name, Recipe(name)
        self._studio.edit_points(
            recipe.make(self._studio.points), f"Make {recipe.kind.title.lower()}"
        )

    def open_sample(self, name: str, _checked: bool = False) -> None:
        """Bundled texts in place of what is there."""
        if (panel := self._data_panel()) is not None:
            panel.open_sample(name)

    def _next_toy(self) -> None:
        panel, names = self._data_panel(), [toy.name for toy in TOYS]
        now = self._toy if panel is None else panel.toy
        place = names.index(now) + 1 if now in names else 0
        self.make_toy(names[place % len(names)])

    def _data_panel(self) -> DataPanel | None:
        panel = getattr(self._window, "data", None)
        return panel if isinstance(panel, DataPanel) else None

    # View

    def _switch_look(self, name: str) -> None:
        self._studio.look(**{name: not getattr(self._studio.looks, name)})

    def _switch_panel(self, name: str) -> None:
        panel = getattr(self._window, name, None)
        if isinstance(panel, QWidget):
            show_panel(panel, panel.isHidden())

    def _ask_stage(self, request: str, *arguments: object) -> None:
        """Ask the stage, if it has been raised and knows how."""
        self._ask("stage", request, *arguments)

    def _ask(self, part: str, request: str, *arguments: object) -> None:
        """Ask a part of the window, if there is one and it knows how."""
        answer = getattr(getattr(self._window, part, None), request, None)
        if answer is not None:
            answer(*arguments)

    def _show_view(self, number: int) -> None:
        self._ask_stage("show_nth", number)

    def _switch_theme(self) -> None:
        self._theme.use("light" if self._theme.palette.is_dark else "dark")


def show_panel(panel: QWidget, shown: bool) -> None:
    """Show or hide a panel; the row it stood in takes no more room than the rest needs."""
    panel.setVisible(shown)
    fit_row(panel)


def fit_row(panel: QWidget) -> None:
    """Without the panel, the row it stands in takes no more room than the rest needs."""
    row = panel.parentWidget()
    if row is not None and not isinstance(row, QSplitter):
        for widget in (*row.findChildren(QWidget, "", DIRECT), row):  # from the inside
            if (layout := widget.layout()) is not None:
                layout.invalidate()
                layout.activate()
        row.setMaximumHeight(row.minimumSizeHint().height() if panel.isHidden() else UNBOUNDED)


def faster(speed: float) -> float:
    """The next speed up; the last one is as fast as it goes."""
    return next((step for step in SPEEDS if step > speed * 1.001), FLAT_OUT)


def slower(speed: float) -> float:
    return next((step for step in reversed(SPEEDS) if step < speed * 0.999), SLOWEST)
