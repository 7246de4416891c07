"""When a run ends; folded away at first, for the defaults serve most."""

from __future__ import annotations

from typing import Any

from core.files.experiment_checks import MOST_PASSES
from core.parameters import Real, Switch, Whole
from gui.choices import HeadingButton
from gui.fields import explain
from gui.panels.data_groups import Group
from gui.panels.experiment_parts import PartControls
from gui.panels.number_control import NumberControl
from gui.panels.parameter_controls import SwitchControl
from gui.studio import Studio
from gui.theme import Theme

PASSES = Whole(
    "passes", "Passes", 20, 1, MOST_PASSES, "how often all examples are visited at most", log=True
)
CLEAN_PASS = Switch(
    "clean_pass", "After a clean pass", True, "stop when a whole pass changed nothing"
)
AT_REST = Switch("tolerance", "When at rest", False, "stop when the weights hardly move any more")
TOLERANCE = Real(
    "tolerance", "Below", 0.001, 1e-6, 10.0, "how little the weights may move in a pass",
    log=True, decimals=6,
)  # fmt: skip
NO_BETTER = Switch(
    "patience", "When no better", False, "stop when the held-out accuracy does not rise any more"
)
PATIENCE = Whole(
    "patience", "Patience", 3, 1, 100, "how many passes to wait for a better one", log=True
)


class StoppingGroup(Group):
    """A heading that unfolds the rules."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__()
        self._studio, self._theme = studio, theme
        self.rules: StoppingRules | None = None
        self.fold = HeadingButton(theme, "Stopping", folds=True)
        self.fold.toggled.connect(self._unfold)
        explain(self.fold, "When a run ends. Space opens and closes it.", "Stopping rules")
        self.column.addWidget(self.fold)

    def refresh(self) -> None:
        if self.rules is not None:
            self.rules.refresh()

    def _unfold(self, unfolded: bool) -> None:
        if self.rules is None:
            self.rules = StoppingRules(self._studio, self._theme)
            self.column.addWidget(self.rules)
            self.rules.refresh()
        self.rules.setVisible(unfolded)


class StoppingRules(Group):
    """The number of passes, and what ends a run sooner."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__()
        self._parts = PartControls(studio, "stopping")
        self.passes = NumberControl(PASSES, theme)
        self.clean_pass = SwitchControl(CLEAN_PASS, theme)
        self.at_rest = SwitchControl(AT_REST, theme)
        self.tolerance = NumberControl(TOLERANCE, theme)
        self.no_better = SwitchControl(NO_BETTER, theme)
        self.patience = NumberControl(PATIENCE, theme)
        self._parts.bind(self.passes, "Change the number of passes")
        self._parts.bind(self.clean_pass, "Change when it stops")
        self._parts.bind(self.tolerance, "Change the tolerance")
        self._parts.bind(self.patience, "Change the patience")
        self.at_rest.chosen.connect(lambda on, _: self._switch("tolerance", on))
        self.no_better.chosen.connect(lambda on, _: self._switch("patience", on))
        for control in (
            self.passes, self.clean_pass, self.at_rest, self.tolerance, self.no_better,
            self.patience,
        ):  # fmt: skip
            self.column.addWidget(control)

    def refresh(self) -> None:
        self._parts.refresh()
        rules = self._parts.part
        self.at_rest.show_value(rules.tolerance is not None)
        self.no_better.show_value(rules.patience is not None)
        self.tolerance.setVisible(rules.tolerance is not None)
        self.patience.setVisible(rules.patience is not None)

    def _switch(self, field: str, on: bool) -> None:
        default = TOLERANCE.default if field == "tolerance" else PATIENCE.default
        fields: dict[str, Any] = {field: default if on else None}
        self._parts.change("Change when it stops", **fields)
