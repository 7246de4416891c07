"""The learners panel, worked as a person works it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QPushButton,
    QSlider,
    QToolButton,
    QWidget,
)  # fmt: skip
from pytestqt.qtbot import QtBot

from core.experiment import LearnerChoice
from core.learners import all_learners
from gui.choices import ChoiceBox, Toggle
from gui.fields import NumberField
from gui.panels.learners import LearnersPanel
from gui.studio import Studio
from gui.theme import Theme
from tests.gui.panels.hands import Hands


class User(Hands):
    """Hands that know the panel's two menus."""

    def add(self, title: str) -> None:
        self.press(self.named(QPushButton, "Add learner"))
        self.pick(title)

    def more(self, title: str, text: str) -> None:
        self.press(self.named(QToolButton, f"More for {title}"))
        self.pick(text)

    @property
    def names(self) -> list[str]:
        return [choice.name for choice in self.learners]


@pytest.fixture
def user(qtbot: QtBot, studio: Studio, application_theme: Theme) -> Iterator[User]:
    panel = LearnersPanel(studio, application_theme)
    panel.resize(256, 900)
    user = User(qtbot, panel, studio)
    yield user
    user.wait_for_results()  # a kernel that is being compiled cannot be stopped


def test_typing_a_parameter_changes_the_experiment_and_undo_brings_it_back(user: User) -> None:
    before = user.studio.experiment
    field = user.type("Step limit C", "0,0001")
    assert user.learners[1].parameters == {"C": 0.0001}
    assert user.studio.undo_stack.undoText() == "Change step limit C of MIRA"
    user.undo()
    assert user.studio.experiment == before
    assert field.text() == "0.1"


def test_a_default_is_not_written_down(user: User) -> None:
    user.type("Step limit C", "1")
    assert user.learners[1].parameters == {}


def test_dragging_a_slider_is_live_and_one_undo_step(user: User) -> None:
    seen: list[float | int | bool | str] = []
    user.studio.experiment_changed.connect(lambda: seen.append(user.learners[1].parameters["C"]))
    user.drag("Step limit C", 40, 60, 80, 100)
    assert len(set(seen)) >= 3
    assert user.studio.undo_stack.count() == 1
    user.undo()
    assert user.learners[1].parameters == {"C": 0.1}


def test_an_edit_elsewhere_leaves_the_focus_and_the_typing_alone(user: User) -> None:
    field = user.named(NumberField, "Step limit C")
    field.setFocus()
    field.selectAll()
    user.qtbot.keyClicks(field, "0.0")
    user.studio.edit(replace(user.studio.experiment, bias=False), "Switch bias off")
    user.wait_for_results()
    assert field.text() == "0.0"
    assert field.hasFocus()


def test_cards_stay_the_same_widgets_while_the_list_is_the_same(user: User) -> None:
    field = user.named(NumberField, "Step limit C")
    user.type("Learning rate η", "2")
    user.add("Pegasos")
    assert user.named(NumberField, "Step limit C") is field


def test_the_menu_lists_the_registry_in_order_with_the_two_readings(user: User) -> None:
    user.press(user.named(QPushButton, "Add learner"))
    texts = [action.text() for action in user.menu().actions()]
    readings = ["Averaged perceptron", "Voted perceptron"]
    assert [text for text in texts if text not in readings] == [
        learner.title for learner in all_learners()
    ]
    assert set(readings) <= set(texts)
    assert user.entry("MIRA").toolTip().startswith("Ask every example for a margin")
    user.menu().close()


def test_adding_learners_up_to_four_and_no_further(user: User) -> None:
    user.add("Averaged perceptron")
    assert user.learners[-1] == LearnerChoice("perceptron", readout="averaged")
    user.add("AdaBoost")
    assert len(user.learners) == 4
    button = user.named(QPushButton, "Add learner")
    assert not button.isEnabled()
    assert "Four learners are the most" in button.toolTip()
    assert user.reads("Four learners are the most")
    user.press(button)
    assert QApplication.activePopupWidget() is None
    user.press(user.named(QToolButton, "More for MIRA"))
    assert not user.entry("Duplicate").isEnabled()
    user.menu().close()
    user.undo()
    assert button.isEnabled()


def test_duplicating_moving_and_removing(user: User) -> None:
    user.more("MIRA", "Duplicate")
    assert user.names == ["perceptron", "mira", "mira"]
    assert user.learners[2].parameters == {"C": 0.1}
    user.type("Step limit C", "5", place=1)
    user.more("MIRA 2", "Move up")
    assert [choice.parameters.get("C") for choice in user.learners] == [None, 5.0, 0.1]
    assert user.panel.focusWidget() is user.named(QToolButton, "More for MIRA 1")
    user.more("Perceptron", "Remove")
    assert user.names == ["mira", "mira"]
    user.undo(4)
    assert user.names == ["perceptron", "mira"]


def test_the_learner_that_is_shown_stays_so_when_it_is_moved(user: User) -> None:
    user.studio.activate(1)
    user.more("MIRA", "Move up")
    assert user.studio.active == 0
    assert user.names[0] == "mira"


def test_removing_all_says_what_to_do(user: User) -> None:
    user.more("MIRA", "Remove")
    user.more("Perceptron", "Remove")
    assert user.learners == ()
    assert user.reads("add one")
    user.add("MIRA")
    assert user.names == ["mira"]


def test_reset_all_and_copy_as_text(user: User) -> None:
    user.more("MIRA", "Copy as text")
    copied = QGuiApplication.clipboard().text()
    assert copied == "MIRA: Step limit C = 0.1, Variant = PA-I, read as last"
    user.more("MIRA", "Reset all parameters")
    assert user.learners[1].parameters == {}


def test_a_click_on_the_name_shows_that_learner(user: User) -> None:
    user.press(user.named(QToolButton, "MIRA, show it"))
    assert user.studio.active == 1
    assert user.named(QToolButton, "MIRA, the one that is shown").isVisible()
    assert user.named(QToolButton, "Perceptron, show it").isVisible()


def test_the_active_learner_is_marked_in_the_picture(user: User) -> None:
    def accents() -> list[int]:
        image = user.panel.grab().toImage()
        accent = user.panel.palette().highlight().color()
        column = next(x for x in range(6, 24) if any_accent(x, image, accent))
        return [y for y in range(image.height()) if image.pixelColor(column, y) == accent]

    def any_accent(x: int, image: object, accent: object) -> bool:
        return any(image.pixelColor(x, y) == accent for y in range(30, 400))  # type: ignore[attr-defined]

    first = accents()
    user.studio.activate(1)
    assert min(accents()) > max(first)


def test_the_switch_hides_a_learner(user: User) -> None:
    user.press(user.named(Toggle, "Show MIRA"))
    assert [choice.visible for choice in user.learners] == [True, False]
    assert user.studio.undo_stack.undoText() == "Hide MIRA"
    user.undo()
    toggle = user.named(Toggle, "Show MIRA")
    assert toggle.isChecked()


@pytest.mark.parametrize(
    ("keys", "readout", "also"),
    [(0, "last", ()), (1, "averaged", ()), (2, "voted", ()), (4, "last", ("averaged", "voted"))],
)
def test_read_as_offers_each_readout_and_combinations(
    user: User, keys: int, readout: str, also: tuple[str, ...]
) -> None:
    box = user.named(ChoiceBox, "Read as")
    assert box.currentText() == "last + averaged"
    box.setFocus(Qt.FocusReason.TabFocusReason)
    user.qtbot.keyClick(box, Qt.Key.Key_Home)
    for _ in range(keys):
        user.qtbot.keyClick(box, Qt.Key.Key_Down)
    assert (user.learners[0].readout, user.learners[0].also) == (readout, also)


def test_a_learner_with_one_readout_has_nothing_to_choose(user: User) -> None:
    user.add("AdaBoost")
    boxes = [b for b in user.panel.findChildren(ChoiceBox) if b.accessibleName() == "Read as"]
    assert len([box for box in boxes if box.isVisible()]) == 2


def test_a_learner_that_cannot_run_says_so_in_its_place(user: User) -> None:
    user.add("Naive Bayes")
    user.wait_for_results()
    assert user.reads("use Gaussian naive Bayes instead")
    user.more("Naive Bayes", "Remove")
    assert not user.reads("use Gaussian")


def test_why_it_stopped_is_told(user: User) -> None:
    assert "14 passes done." in user.texts()
    user.studio.edit(
        replace(
            user.studio.experiment, stopping=replace(user.studio.experiment.stopping, passes=3)
        ),
        "Change the number of passes",
    )
    user.wait_for_results()
    assert "3 passes done." in user.texts()


def test_every_control_has_a_name_and_a_tooltip_and_is_reached_by_tab(user: User) -> None:
    user.add("Pegasos")
    kinds = (NumberField, QSlider, ChoiceBox, Toggle, QToolButton, QPushButton)
    controls = [
        w for kind in kinds for w in user.panel.findChildren(kind) if w.isVisibleTo(user.panel)
    ]
    assert len(controls) > 15
    for control in controls:
        assert control.accessibleName(), control
        assert control.toolTip(), control.accessibleName()
        assert control.focusPolicy() & Qt.FocusPolicy.TabFocus, control.accessibleName()


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_it_fits_its_narrowest_place(user: User, application_theme: Theme, mode: str) -> None:
    for title in ("Support vector machine", "Gaussian naive Bayes"):
        user.add(title)
    application_theme.use(mode)
    assert user.panel.minimumSizeHint().width() <= 240
    user.panel.resize(240, 700)
    QApplication.processEvents()
    right = user.panel.width()
    for child in user.panel.findChildren(QWidget):
        if child.isVisible():
            assert child.mapTo(user.panel, QPoint(child.width(), 0)).x() <= right, child
