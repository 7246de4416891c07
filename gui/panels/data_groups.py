"""The groups of the data panel that hold for any data: held out, features, order."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core import feature_maps
from core.experiment import PointsData, TextsData
from core.files.experiment_checks import HIGHEST_SEED, MOST_BATCH
from core.parameters import Real, Switch, Whole
from gui.card import labelled
from gui.choices import ChoiceBox
from gui.fields import explain
from gui.panels.experiment_parts import PartControls
from gui.panels.number_control import NumberControl
from gui.panels.parameter_controls import SwitchControl
from gui.studio import Studio
from gui.theme import Theme

HELD_OUT = Real(
    "fraction", "Held out", 0.0, 0.0, 0.9,
    "how much is not learnt from but kept to test on, the same share of every class", decimals=2,
)  # fmt: skip
SPLIT_SEED = Whole("seed", "Seed", 0, 0, HIGHEST_SEED, "another seed holds out other examples")
ORDER_SEED = Whole("seed", "Seed", 0, 0, HIGHEST_SEED, "another seed, another order")
BATCH = Whole("batch", "Batch", 1, 1, MOST_BATCH, "how many examples make one step", log=True)
BIAS = Switch(
    "bias", "Bias", True,
    "a feature that is always 1, so that the boundary need not pass through the origin",
)  # fmt: skip
ORDERS = (
    ("given", "As given", "Every pass in the order of the data."),
    ("shuffled", "Shuffled each pass", "Every pass in another random order."),
    ("random", "Drawn at random", "Each example drawn at random from all, with replacement."),
)


class Group(QWidget):
    """A heading and what belongs under it."""

    def __init__(self, heading: str = "") -> None:
        super().__init__()
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(7)
        if heading:
            self.column.addWidget(labelled(heading, "title"))


class HeldOutGroup(Group):
    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__()
        self._parts = PartControls(studio, "split")
        self.fraction = NumberControl(HELD_OUT, theme, percent=True)
        self.seed = NumberControl(SPLIT_SEED, theme)
        self.seed.add_dice(theme)
        self.column.addWidget(self._parts.bind(self.fraction, "Change how much is held out"))
        self.column.addWidget(self._parts.bind(self.seed, "Hold out others"))

    def refresh(self) -> None:
        self._parts.refresh()
        self.seed.setVisible(self._parts.part.fraction > 0.0)


class FeaturesGroup(Group):
    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__()
        self.heading = labelled("Features", "title")
        self.column.addWidget(self.heading)
        self._studio, self._theme = studio, theme
        self.waves: list[NumberControl] = []
        self._parts = PartControls(studio, "features")
        self.box = choice_field("Feature map")
        for kind in feature_maps.FEATURE_MAPS:
            self.box.addItem(kind.title, kind.name)
            self.box.setItemData(self.box.count() - 1, kind.help, Qt.ItemDataRole.ToolTipRole)
        self.box.activated.connect(self._choose)
        self.remark = labelled("The columns are used as they are.", "muted")
        self.remark.setWordWrap(True)
        self.bias = SwitchControl(BIAS, theme)
        self.bias.chosen.connect(self._switch_bias)
        self.column.addWidget(self.box)
        self.column.addWidget(self.remark)
        self.column.addWidget(self.bias)

    def refresh(self) -> None:
        experiment = self._studio.experiment
        points = isinstance(experiment.data, PointsData)
        position = self.box.findData(experiment.features.name)
        self.box.setCurrentIndex(position)
        kind = feature_maps.FEATURE_MAPS[position]
        explain(self.box, f"What the learners see of a point. {kind.help} ↑ ↓ choose.")
        self.box.setVisible(points)
        texts = isinstance(experiment.data, TextsData)
        self.heading.setVisible(not texts)  # a text has features of its own kind
        self.remark.setVisible(not points and not texts)
        waves = points and experiment.features.name == "random-fourier"
        if waves and not self.waves:
            self._add_waves()
        for control in self.waves:
            control.setVisible(waves)
        self._parts.refresh()
        self.bias.show_value(experiment.bias)

    def _add_waves(self) -> None:
        """Controls that few need are made when they are."""
        declared = (feature_maps.COMPONENTS, feature_maps.GAMMA, feature_maps.SEED)
        self.waves = [NumberControl(parameter, self._theme) for parameter in declared]
        self.waves[-1].add_dice(self._theme)
        for control in self.waves:
            text = f"Change {control.parameter.title.lower()} of the features"
            self._parts.bind(control, text)
            self.column.insertWidget(self.column.indexOf(self.bias), control)

    def _choose(self, position: int) -> None:
        kind = feature_maps.FEATURE_MAPS[position]
        self._parts.change(f"Use {kind.title.lower()} features", name=kind.name)

    def _switch_bias(self, on: bool, merge: str) -> None:
        after = replace(self._studio.experiment, bias=on)
        self._studio.edit(after, f"Switch bias {'on' if on else 'off'}")


class OrderGroup(Group):
    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__("Order")
        self._parts = PartControls(studio, "order")
        self.box = choice_field("Order of the examples")
        for kind, title, tip in ORDERS:
            self.box.addItem(title, kind)
            self.box.setItemData(self.box.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
        self.box.activated.connect(self._choose)
        self.seed = NumberControl(ORDER_SEED, theme)
        self.seed.add_dice(theme)
        self.batch = NumberControl(BATCH, theme)
        self.column.addWidget(self.box)
        self.column.addWidget(self._parts.bind(self.seed, "Change the order"))
        self.column.addWidget(self._parts.bind(self.batch, "Change the batch size"))

    def refresh(self) -> None:
        self._parts.refresh()
        kind = self._parts.part.kind
        position = self.box.findData(kind)
        self.box.setCurrentIndex(position)
        explain(self.box, f"{ORDERS[position][2]} ↑ ↓ choose.")
        self.seed.setVisible(kind != "given")

    def _choose(self, position: int) -> None:
        kind, title, _ = ORDERS[position]
        self._parts.change(f"Order: {title.lower()}", kind=kind)


def choice_field(name: str) -> ChoiceBox:
    """A drop-down as wide as the panel."""
    box = ChoiceBox(wide=True)
    box.setAccessibleName(name)
    return box
