"""Choosing a toy set and the numbers that it is made from, or a sample of texts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from msgspec.structs import replace as changed
from PySide6.QtCore import Qt

from core.experiment import TableData, TextsData
from core.generators import COUNT, NOISE, SEED, TOYS
from gui.beginning import first_experiment
from gui.fields import explain
from gui.panels.data_groups import Group, choice_field
from gui.panels.number_control import NumberControl
from gui.panels.toy_recipes import BALANCE, Recipe, RecipeBook, classes_of, even_share
from gui.studio import Studio
from gui.theme import Theme

if TYPE_CHECKING:
    from core.samples import Sample


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
        self._samples: tuple[Sample, ...] = ()
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

    def offer_samples(self) -> None:
        """Bundled texts below the toy sets; once, after the first paint."""
        if self._samples:
            return
        from core.samples import samples

        self._samples = samples()
        self.box.insertSeparator(self.box.count())
        for sample in self._samples:
            self.box.addItem(sample.title, sample.name)
            self.box.setItemData(self.box.count() - 1, sample.what, Qt.ItemDataRole.ToolTipRole)
        self.refresh()

    @property
    def sample(self) -> Sample | None:
        """The bundled sample that is there now."""
        data = self._studio.experiment.data
        if not isinstance(data, TextsData):
            return None
        return next((sample for sample in self._samples if sample.holds(data)), None)

    @property
    def recipe(self) -> Recipe | None:
        points = self._studio.points
        return None if points is None else self._book.recipe_of(points)

    def refresh(self) -> None:
        recipe = self.recipe
        self.box.setPlaceholderText(self._otherwise())
        sample = self.sample
        name = recipe.toy if recipe else sample.name if sample else None
        self.box.setCurrentIndex(-1 if name is None else self.box.findData(name))
        what = "Choose a set of points or texts to start from."
        if recipe or sample:
            what = recipe.kind.help if recipe else sample.what if sample else what
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
        if isinstance(data, TextsData):
            return "Own texts"
        return "Own points" if data.xy else "Choose a set"

    def make(self, name: str) -> None:
        """Another kind of toy data, as many points as the toy data had that were there before."""
        recipe = (self.recipe or Recipe(name)).another(name)
        self._make(recipe, f"Make {recipe.kind.title.lower()}")

    def open_sample(self, name: str) -> None:
        """Bundled texts with the features and learners that suit them; that can be undone."""
        self.offer_samples()
        sample = next(sample for sample in self._samples if sample.name == name)
        self._studio.edit(sample.experiment(), f"Open {sample.title.lower()}")

    def _choose(self, position: int) -> None:
        name = self.box.itemData(position)
        if any(sample.name == name for sample in self._samples):
            self.open_sample(name)
        elif name is not None:  # a separator has none
            self.make(name)

    def _chooser(self, name: str) -> Callable[[object, str], None]:
        def choose(value: object, merge: str) -> None:
            recipe = self.recipe
            if recipe is not None and isinstance(value, float | int):
                title = self.controls[name].parameter.title.lower()
                text = f"Change {title} of {recipe.kind.title.lower()}"
                self._make(recipe.changed(name, value), text, merge and f"toy {merge}")

        return choose

    def _make(self, recipe: Recipe, text: str, merge: str = "") -> None:
        data, experiment = self._book.make(recipe, self._studio.points), self._studio.experiment
        after = changed(experiment, data=data)
        if isinstance(experiment.data, TextsData):  # what suits texts may not suit points
            after = changed(after, learners=first_experiment().learners)
        self._studio.edit(after, text, merge)
