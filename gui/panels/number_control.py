"""The control over a number: typed, dragged, nudged, reset, or rolled."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from PySide6.QtWidgets import QGridLayout

from core.errors import PlainError
from core.parameters import Real, Value, Whole
from gui.card import labelled
from gui.choices import IconButton
from gui.fields import NumberField, StopSlider
from gui.panels.parameter_control import ParameterControl, ResettingTitle
from gui.slider_stops import nearest_stop, slider_stops
from gui.theme import Theme
from gui.typed_numbers import number_shown, number_typed

ROLLED_SEEDS = 1_000  # short ones, so that they can be read out
_dice = Random()


class NumberControl(ParameterControl):
    """A title, a field to type in, and a slider where the range suits one."""

    def __init__(self, parameter: Real | Whole, theme: Theme, *, percent: bool = False) -> None:
        super().__init__(parameter, theme)
        self._percent = percent
        self._value: float | int | None = None
        self.title = ResettingTitle(parameter.title)
        self.title.double_clicked.connect(self.reset)
        self.field = NumberField("100 %" if percent else "0.0001")
        self.field.committed.connect(self._take_typed)
        self.field.textEdited.connect(self._look_at_typing)
        self.field.nudged.connect(self._nudge)
        self.field.began.connect(self._begin)
        self.slider = StopSlider(())
        self.slider.began.connect(self._begin)
        self.slider.moved.connect(self._choose_along)
        self.problem = labelled("", "problem")
        self.problem.setWordWrap(True)
        self.problem.hide()
        self._layout = QGridLayout(self)
        self._lay_out()
        self.declare(parameter)

    def _lay_out(self) -> None:
        layout = self._layout
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(4)
        layout.setVerticalSpacing(3)
        layout.setColumnStretch(0, 1)
        room = self._room_for_reset(self.field, self.slider)
        for column, widget in enumerate((self.title, room, self.field)):
            layout.addWidget(widget, 0, column)
        layout.addWidget(self.slider, 1, 0, 1, 3)
        layout.addWidget(self.problem, 2, 0, 1, 3)

    def declare(self, parameter: Real | Whole) -> None:
        """The same parameter, with another range, default or help."""
        self.parameter = self.number = parameter
        self._stops = slider_stops(parameter)
        self.slider.setVisible(bool(self._stops))
        self.slider.use(self._stops or (parameter.low, parameter.high))
        self.title.setText(parameter.title)
        keys = "Type a value, or ↑ ↓; double-click the name to reset."
        self._explain(self.title, self.field, self.slider, keys=keys)
        if self._value is not None:
            self._show_everything(self._value)

    def add_dice(self, theme: Theme) -> None:
        """A button that chooses a value at random."""
        name = f"Roll another {self.number.title.lower()}"
        dice = IconButton("dice", theme, name, f"{name}.")
        dice.clicked.connect(self._roll)
        self._layout.addWidget(dice, 0, 3)

    def show_value(self, value: Value) -> None:
        # The same value again leaves alone what is being typed, and what was refused.
        if value != self._value and not isinstance(value, str):
            self._show_everything(value)

    def _show_everything(self, value: float | int) -> None:
        self._value = value
        self.field.show_text(self._text(value))
        if not self.field.being_typed:
            self._say("")
        self.slider.show_value(value)
        self._offer_reset(value != self.number.default)

    def _range(self) -> str:
        if not self._percent:
            return super()._range()
        return f"{self._text(self.number.low)} to {self._text(self.number.high)}"

    def _text(self, value: float | int) -> str:
        return (
            f"{number_shown(round(100.0 * value, 9))} %" if self._percent else number_shown(value)
        )

    def _read(self, text: str) -> float | int:
        """The value that the text stands for, checked; PlainError when it is none."""
        parameter, title = self.number, self.number.title
        if self._percent:
            share = number_typed(text.replace("%", ""), title) / 100.0
            if not parameter.low <= share <= parameter.high:
                low, high = self._text(parameter.low), self._text(parameter.high)
                raise PlainError(f"{title} must be between {low} and {high}.")
            return share
        number = number_typed(text, title, whole=isinstance(parameter, Whole))
        return replace(parameter, name=title).check(number)

    def _take_typed(self, text: str) -> None:
        try:
            value = self._read(text)
        except PlainError as error:
            self._say(str(error))
            return
        if value == self._value:
            self.field.show_text(self._text(value))
            self._say("")
        else:
            self.chosen.emit(value, "")

    def _look_at_typing(self, text: str) -> None:
        """A complaint goes as soon as its reason does; a new one waits until all is typed."""
        try:
            self._read(text)
        except PlainError:
            return
        self._say("")

    def _nudge(self, direction: int) -> None:
        if self._value is None:
            return
        stops = self._stops or (self._value - 1, self._value, self._value + 1)
        near = nearest_stop(stops, self._value)
        ahead = (stops[near] - self._value) * direction > 0
        wanted = stops[min(max(near + (0 if ahead else direction), 0), len(stops) - 1)]
        if self.number.low <= wanted <= self.number.high and wanted != self._value:
            self._choose_along(wanted)

    def _roll(self) -> None:
        others = [seed for seed in range(ROLLED_SEEDS) if seed != self._value]
        self.chosen.emit(_dice.choice(others), "")

    def _say(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self.field.mark(valid=not problem)
