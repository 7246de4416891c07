"""Controls built from declarations, worked as a person works them."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QLabel, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from core.learners import BUILT_IN
from core.parameters import Choice, Parameter, Real, Switch, Value, Whole
from gui.choices import ChoiceBox, Toggle
from gui.fields import NumberField, StopSlider
from gui.key_guard import KeyGuard
from gui.panels.number_control import NumberControl
from gui.panels.parameter_controls import control_for
from gui.theme import Theme

C = Real("C", "C", 1.0, 0.0001, 10_000.0, "How hard to correct.", log=True)
PASSES = Whole("passes", "Passes", 20, 1, 1000, "how often", log=True)
VARIANT = Choice("variant", "Variant", "hard", ("hard", "soft"), "Which one.")
PROJECTION = Switch("projection", "Projection", False, "Keep inside the ball.")


class Bench:
    """A control in a window, fed back what it chooses as a panel would."""

    def __init__(self, qtbot: QtBot, theme: Theme, parameter: Parameter) -> None:
        self.qtbot = qtbot
        self.window = QWidget()
        self.control = control_for(parameter, theme)
        self.other = NumberField()
        layout = QVBoxLayout(self.window)
        layout.addWidget(self.control)
        layout.addWidget(self.other)
        self.window.resize(240, 160)
        qtbot.addWidget(self.window)
        self.chosen: list[tuple[Any, str]] = []
        self.control.chosen.connect(self._take)
        self.control.show_value(parameter.default)
        self.window.show()
        qtbot.waitExposed(self.window)
        self.window.activateWindow()

    def _take(self, value: Value, merge: str) -> None:
        self.chosen.append((value, merge))
        self.control.show_value(value)

    @property
    def values(self) -> list[Any]:
        return [value for value, _ in self.chosen]

    @property
    def field(self) -> NumberField:
        return self.control.findChild(NumberField)

    @property
    def slider(self) -> StopSlider:
        return self.control.findChild(StopSlider)

    def type(self, text: str, end: Qt.Key = Qt.Key.Key_Return) -> None:
        self.field.setFocus(Qt.FocusReason.TabFocusReason)
        self.field.selectAll()
        self.qtbot.keyClick(self.field, Qt.Key.Key_Delete)
        self.qtbot.keyClicks(self.field, text)
        if end is not Qt.Key.Key_unknown:
            self.qtbot.keyClick(self.field, end)

    def sentence(self) -> str:
        labels = self.control.findChildren(QLabel)
        return "".join(
            label.text()
            for label in labels
            if label.property("role") == "problem" and label.isVisible()
        )

    def drag(self, start: float, *stops: float) -> None:
        """Drag the handle along, in shares of the slider's width."""
        middle = self.slider.height() // 2
        places = [QPoint(int(share * self.slider.width()), middle) for share in (start, *stops)]
        self.qtbot.mousePress(self.slider, Qt.MouseButton.LeftButton, pos=places[0])
        for place in places[1:]:
            self.qtbot.mouseMove(self.slider, place)
        self.qtbot.mouseRelease(self.slider, Qt.MouseButton.LeftButton, pos=places[-1])

    def reset_button(self) -> QToolButton | None:
        buttons = self.control.findChildren(QToolButton)
        seen = [b for b in buttons if b.accessibleName().startswith("Reset") and b.isVisible()]
        return seen[0] if seen else None


@pytest.fixture
def number(qtbot: QtBot, application_theme: Theme) -> Bench:
    return Bench(qtbot, application_theme, C)


@pytest.mark.parametrize(
    "parameter", [p for learner in BUILT_IN for p in learner.parameters], ids=lambda p: p.name
)
def test_every_declared_parameter_has_a_control_that_explains_itself(
    parameter: Parameter, qtbot: QtBot, application_theme: Theme
) -> None:
    bench = Bench(qtbot, application_theme, parameter)
    kinds = {Choice: ChoiceBox, Switch: Toggle, Real: NumberField, Whole: NumberField}
    shown = bench.control.findChild(kinds[type(parameter)])
    assert shown.accessibleName() == parameter.title
    tip = shown.toolTip()
    assert parameter.help[1:] in tip  # it begins with a capital
    assert parameter.range in tip


@pytest.mark.parametrize(
    ("text", "value"),
    [("0.0001", 0.0001), ("0,05", 0.05), ("12", 12.0), ("0.12345678", 0.12345678)],
)
def test_typing_a_number_chooses_exactly_it(number: Bench, text: str, value: float) -> None:
    number.type(text)
    assert number.values == [value]
    assert number.sentence() == ""


@pytest.mark.parametrize("text", ["abc", "", "0.00001", "20000", "nan", "1e999"])
def test_what_is_refused_stays_in_the_field_with_one_sentence(number: Bench, text: str) -> None:
    number.type(text)
    number.control.show_value(1.0)  # as any edit elsewhere makes it
    assert number.values == []
    assert number.field.text() == text
    assert number.field.property("invalid")
    assert number.sentence().startswith("C ")
    assert number.sentence().endswith(".")


def test_the_complaint_goes_when_its_reason_does(number: Bench) -> None:
    number.type("abc")
    number.type("0.5", end=Qt.Key.Key_unknown)
    assert number.sentence() == ""
    assert not number.field.property("invalid")
    number.other.setFocus()
    assert number.values == [0.5]


def test_escape_brings_the_value_back(number: Bench) -> None:
    number.type("abc")
    number.qtbot.keyClick(number.field, Qt.Key.Key_Escape)
    assert (number.field.text(), number.sentence(), number.values) == ("1", "", [])


def test_text_being_typed_is_not_taken_away(number: Bench) -> None:
    number.type("0.0", end=Qt.Key.Key_unknown)
    number.control.show_value(7.0)  # an undo, say
    assert number.field.text() == "0.0"
    assert number.field.hasFocus()
    number.qtbot.keyClicks(number.field, "3")
    number.qtbot.keyClick(number.field, Qt.Key.Key_Return)
    assert number.values == [0.03]


def test_leaving_an_untouched_field_changes_nothing(number: Bench) -> None:
    number.control.show_value(1 / 3)
    number.field.setFocus()
    number.other.setFocus()
    assert number.values == []


def test_a_drag_is_live_and_one_step_of_undo(number: Bench) -> None:
    number.drag(0.5, 0.6, 0.7, 0.8)
    number.drag(0.8, 0.3)
    first = [merge for value, merge in number.chosen if value > 1.0]
    assert number.values == sorted(number.values[:-1]) + number.values[-1:]
    assert len(first) >= 3
    assert len(set(first)) == 1
    assert number.chosen[-1][1] not in {"", first[0]}
    assert number.values[-1] < 1.0
    assert float(number.field.text()) == number.values[-1]


def test_a_click_on_the_groove_jumps_there_on_a_log_scale(number: Bench) -> None:
    number.control.show_value(0.0001)
    middle = QPoint(number.slider.width() // 2, number.slider.height() // 2)
    number.qtbot.mouseClick(number.slider, Qt.MouseButton.LeftButton, pos=middle)
    assert 0.5 < number.values[-1] < 2.0


def test_keys_nudge_by_small_steps(number: Bench) -> None:
    number.field.setFocus()
    number.qtbot.keyClick(number.field, Qt.Key.Key_Up)
    number.qtbot.keyClick(number.field, Qt.Key.Key_Down)
    number.qtbot.keyClick(number.field, Qt.Key.Key_Down)
    up, back, down = number.values
    assert 1.0 < up <= 1.2
    assert back == 1.0
    assert 0.8 <= down < 1.0
    assert len({merge for _, merge in number.chosen}) == 1


def test_arrows_belong_to_the_run_after_a_click_and_to_the_slider_after_tab(number: Bench) -> None:
    stepped: list[int] = []
    KeyGuard(number.window)
    shortcut = QShortcut(QKeySequence(Qt.Key.Key_Right), number.window)
    shortcut.activated.connect(lambda: stepped.append(1))
    number.drag(0.5, 0.6)
    before = number.values[-1]
    assert not number.slider.hasFocus()
    number.qtbot.keyClick(number.window, Qt.Key.Key_Right)
    assert (len(stepped), number.values[-1]) == (1, before)
    number.field.setFocus()
    number.qtbot.keyClick(number.field, Qt.Key.Key_Tab)
    assert number.slider.hasFocus()
    number.qtbot.keyClick(number.slider, Qt.Key.Key_Right)
    assert len(stepped) == 1
    assert number.values[-1] > before


def test_space_in_a_number_still_plays(number: Bench) -> None:
    played: list[int] = []
    QShortcut(QKeySequence(Qt.Key.Key_Space), number.window).activated.connect(
        lambda: played.append(1)
    )
    number.field.setFocus()
    number.qtbot.keyClick(number.field, Qt.Key.Key_Space)
    assert played == [1]


def test_reset_is_offered_only_where_there_is_something_to_reset(number: Bench) -> None:
    number.field.setFocus()
    assert number.reset_button() is None
    number.type("5")
    button = number.reset_button()
    assert button is not None
    number.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert number.values == [5.0, 1.0]
    assert number.reset_button() is None


def test_a_double_click_on_the_name_resets(number: Bench) -> None:
    number.type("5")
    number.qtbot.mouseDClick(number.control.findChild(QLabel), Qt.MouseButton.LeftButton)
    assert number.values == [5.0, 1.0]


def test_whole_numbers_stay_whole(qtbot: QtBot, application_theme: Theme) -> None:
    bench = Bench(qtbot, application_theme, PASSES)
    bench.type("2.5")
    assert "whole number" in bench.sentence()
    bench.type("33")
    bench.drag(0.5, 0.4)
    assert bench.values[0] == 33
    assert all(type(value) is int for value in bench.values)


def test_percent_is_typed_and_shown_as_such(qtbot: QtBot, application_theme: Theme) -> None:
    share = Real("fraction", "Held out", 0.0, 0.0, 0.9, "how much", decimals=2)
    control = NumberControl(share, application_theme, percent=True)
    qtbot.addWidget(control)
    chosen: list[float] = []
    control.chosen.connect(lambda value, _: chosen.append(value))
    control.show_value(0.2)
    control.show()
    field = control.findChild(NumberField)
    assert field.text() == "20 %"
    assert "90 %" in field.toolTip()
    for text in ("12,5 %", "35", "95"):
        field.setFocus()
        field.selectAll()
        qtbot.keyClicks(field, text)
        qtbot.keyClick(field, Qt.Key.Key_Return)
    assert chosen == [0.125, 0.35]


def test_a_choice_is_made_with_the_keyboard(qtbot: QtBot, application_theme: Theme) -> None:
    bench = Bench(qtbot, application_theme, VARIANT)
    box = bench.control.findChild(ChoiceBox)
    box.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(box, Qt.Key.Key_Down)
    assert bench.values == ["soft"]
    assert box.currentText() == "soft"


def test_a_switch_is_pressed_anywhere_on_its_line(qtbot: QtBot, application_theme: Theme) -> None:
    bench = Bench(qtbot, application_theme, PROJECTION)
    toggle = bench.control.findChild(Toggle)
    qtbot.mouseClick(toggle, Qt.MouseButton.LeftButton, pos=QPoint(5, toggle.height() // 2))
    assert bench.values == [True]
    toggle.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(toggle, Qt.Key.Key_Space)
    assert bench.values == [True, False]
