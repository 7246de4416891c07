"""Controls built from parameter declarations alone: one table from a kind to its control."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout

from core.parameters import Choice, Parameter, Real, Switch, Value, Whole
from gui.choices import ChoiceBox, Toggle
from gui.panels.number_control import NumberControl
from gui.panels.parameter_control import ParameterControl, ResettingTitle
from gui.theme import Theme


class ChoiceControl(ParameterControl):
    """A title and a drop-down."""

    def __init__(self, parameter: Choice, theme: Theme) -> None:
        super().__init__(parameter, theme)
        self.title = ResettingTitle(parameter.title)
        self.title.double_clicked.connect(self.reset)
        self.box = ChoiceBox()
        self.box.addItems(parameter.options)
        self.box.activated.connect(lambda k: self.chosen.emit(parameter.options[k], ""))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.title)
        layout.addStretch(1)
        layout.addWidget(self._room_for_reset(self.box))
        layout.addWidget(self.box)
        self._explain(self.title, self.box, keys="↑ ↓ choose; double-click the name to reset.")

    def show_value(self, value: Value) -> None:
        self.box.setCurrentText(str(value))
        self._offer_reset(value != self.parameter.default)


class SwitchControl(ParameterControl):
    """A switch; there is nothing to reset that one press would not do."""

    def __init__(self, parameter: Switch, theme: Theme) -> None:
        super().__init__(parameter, theme)
        self.toggle = Toggle(parameter.title)
        self.toggle.clicked.connect(lambda on: self.chosen.emit(on, ""))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.toggle)
        self._explain(self.toggle, keys="Space switches it.")

    def show_value(self, value: Value) -> None:
        self.toggle.setChecked(bool(value))


CONTROLS: dict[type, Callable[..., ParameterControl]] = {
    Real: NumberControl,
    Whole: NumberControl,
    Choice: ChoiceControl,
    Switch: SwitchControl,
}


def control_for(parameter: Parameter, theme: Theme) -> ParameterControl:
    """The control for this kind of parameter."""
    return CONTROLS[type(parameter)](parameter, theme)
