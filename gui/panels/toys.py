"""Choosing a toy set, and the numbers that it is made from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt

from core.experiment import TableData
from core.generators import COUNT, NOISE, SEED, TOYS
from gui.fields import explain
from gui.panels.data_groups import Group, choice_field
from gui.panels.number_control import NumberControl
from gui.panels.toy_recipes import BALANCE, Recipe, RecipeBook, classes_of, even_share
from gui.studio import Studio
from gui.theme import Theme


class ToyGroup(Group):
    """Any change makes the points anew; points drawn by hand have no such numbers."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__()
        self._studio = studio
        self._book = RecipeBook()
        self.box = choice_field("Toy set")
        for toy in TOYS:
            self.box.addItem(toy.title, toy.name)
            self.box.setItemData(self.box.count() - 1, toy.help, Qt.ItemDataRole.ToolTipRole)
        self.box.activated.connect(self._choose)
        self.controls = {
            "n": NumberControl(COUNT, theme),
            "noise": NumberControl(NOISE, theme),
            "balance": NumberControl(BALANCE, theme, percent=True),
            "classes": NumberControl(classes_of(TOYS[0]), theme),
            "seed": NumberControl(SEED, theme),
        }
        self.controls["seed"].add_dice(theme)
        self.column.addWidget(self.box)
        for name, control in self.controls.items():
            control.chosen.connect(self._chooser(name))
            self.column.addWidget(control)

    @property
    def recipe(self) -> Recipe | None:
        points = self._studio.points
        return None if points is None else self._book.recipe_of(points)

    def refresh(self) -> None:
        recipe = self.recipe
        self.box.setPlaceholderText(self._otherwise())
        self.box.setCurrentIndex(self.box.findData(recipe.toy) if recipe else -1)
        what = recipe.kind.help if recipe else "Choose a set of points to start from."
        explain(self.box, f"{what} ↑ ↓ choose.")
        for control in self.controls.values():
            control.setVisible(recipe is not None)
        if recipe is None:
            return
        kind = recipe.kind
        self._declare("noise", replace(NOISE, default=kind.noise, help=kind.noise_help))
        self._declare("balance", replace(BALANCE, default=even_share(recipe.classes)))
        self._declare("classes", classes_of(kind))
        self.controls["classes"].setVisible(kind.most_classes > kind.fewest_classes)
        for name, control in self.controls.items():
            control.show_value(recipe.value(name))

    def _declare(self, name: str, declared: object) -> None:
        control = self.controls[name]
        if control.parameter != declared:
            control.declare(declared)  # type: ignore[arg-type]

    def _otherwise(self) -> str:
        data = self._studio.experiment.data
        if isinstance(data, TableData):
            return "A table"
        return "Own points" if data.xy else "Choose a set"

    def make(self, name: str) -> None:
        """Another kind of toy data, as many points as the toy data had that were there before."""
        recipe = (self.recipe or Recipe(name)).another(name)
        self._make(recipe, f"Make {recipe.kind.title.lower()}")

    def _choose(self, position: int) -> None:
        self.make(TOYS[position].name)

    def _chooser(self, name: str) -> Callable[[object, str], None]:
        def choose(value: object, merge: str) -> None:
            recipe = self.recipe
            if recipe is not None and isinstance(value, float | int):
                title = self.controls[name].parameter.title.lower()
                text = f"Change {title} of {recipe.kind.title.lower()}"
                self._make(recipe.changed(name, value), text, merge and f"toy {merge}")

        return choose

    def _make(self, recipe: Recipe, text: str, merge: str = "") -> None:
        self._studio.edit_points(self._book.make(recipe, self._studio.points), text, merge)
