"""Controls over the fields of one part of the experiment, such as its order or its split."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from gui.panels.parameter_control import ParameterControl
from gui.studio import Studio


class PartControls:
    """Keeps controls and the fields they stand for in step; `part` is a field of Experiment."""

    def __init__(self, studio: Studio, part: str) -> None:
        self._studio, self._name = studio, part
        self._controls: dict[str, ParameterControl] = {}

    @property
    def part(self) -> Any:
        return getattr(self._studio.experiment, self._name)

    def bind(self, control: ParameterControl, text: str, field: str = "") -> ParameterControl:
        """This control stands for the field of its parameter's name, or for another one."""
        name = field or control.parameter.name
        self._controls[name] = control
        control.chosen.connect(self._chooser(name, text))
        return control

    def refresh(self) -> None:
        """Fields that are None are switched off: their controls keep what they show."""
        part = self.part
        for name, control in self._controls.items():
            value = getattr(part, name)
            if value is not None:
                control.show_value(value)

    def change(self, text: str, merge: str = "", **fields: object) -> None:
        after = replace(self._studio.experiment, **{self._name: replace(self.part, **fields)})
        self._studio.edit(after, text, merge)

    def _chooser(self, name: str, text: str) -> Callable[[object, str], None]:
        def choose(value: object, merge: str) -> None:
            self.change(text, merge and f"{self._name} {merge}", **{name: value})

        return choose
