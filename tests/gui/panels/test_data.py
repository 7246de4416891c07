"""The data panel, worked as a person works it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QSlider, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from core.editing import add_points, rename_class
from core.experiment import Experiment, PointsData, Split, TableData
from core.generators import TOYS, make_points
from core.runs import points_data
from core.samples import samples
from gui.choices import ChoiceBox, HeadingButton, Toggle
from gui.fields import NumberField
from gui.panels.data import DataPanel
from gui.studio import Studio
from gui.theme import Theme
from tests.gui.panels.hands import Hands

HOSTILE = "<b>spam</b><img src=x onerror=alert(1)>"


@pytest.fixture
def user(qtbot: QtBot, studio: Studio, application_theme: Theme) -> Iterator[Hands]:
    panel = DataPanel(studio, application_theme)
    panel.resize(212, 1100)
    user = Hands(qtbot, panel, studio)
    yield user
    user.wait_for_results()  # a kernel that is being compiled cannot be stopped


def shown_toy(user: Hands) -> str:
    box: ChoiceBox = user.named(ChoiceBox, "Toy set")
    return box.currentText() if box.currentIndex() >= 0 else box.placeholderText()


def toy(name: str, **numbers: object) -> PointsData:
    return points_data(make_points(name, **numbers))  # type: ignore[arg-type]


def test_the_first_experiment_is_known_by_its_recipe(user: Hands) -> None:
    assert shown_toy(user) == "Overlapping blobs"
    assert user.reads("120 points")
    fields = {name: user.named(NumberField, name) for name in ("Points", "Noise", "Balance")}
    texts = {name: field.text() for name, field in fields.items()}
    assert texts == {"Points": "120", "Noise": "0.35", "Balance": "50 %"}


def test_choosing_a_toy_makes_it(user: Hands) -> None:
    user.choose("Toy set", "Moons")
    assert user.points == toy("moons", n=120, seed=26)
    assert user.studio.undo_stack.undoText() == "Make moons"
    assert not user.has(NumberField, "Classes")
    user.undo()
    assert shown_toy(user) == "Overlapping blobs"
    assert user.has(NumberField, "Classes")


def test_every_toy_can_be_chosen_by_its_title(user: Hands) -> None:
    box = user.named(ChoiceBox, "Toy set")
    titles = [box.itemText(k) for k in range(box.count())]
    assert titles[: len(TOYS)] == [each.title for each in TOYS]
    assert titles[len(TOYS) + 1 :] == [sample.title for sample in samples()]
    box.setFocus(Qt.FocusReason.TabFocusReason)
    user.qtbot.keyClick(box, Qt.Key.Key_Home)
    for each in TOYS:
        assert shown_toy(user) == each.title
        assert len(user.points.xy) == 120
        user.qtbot.keyClick(box, Qt.Key.Key_Down)


def test_a_sample_of_texts_can_be_chosen_and_taken_back(user: Hands) -> None:
    before, sample = user.studio.experiment, samples()[0]
    user.choose("Toy set", sample.title)
    assert user.studio.experiment == sample.experiment()
    assert user.reads(f"{len(sample.experiment().data.labels)} texts")
    assert user.has(ChoiceBox, "Unit")
    assert not user.has(ChoiceBox, "Feature map")
    assert shown_toy(user) == sample.title
    user.choose("Toy set", "Moons")
    assert [each.name for each in user.studio.experiment.learners] == ["perceptron", "mira"]
    user.undo()
    user.undo()
    assert user.studio.experiment == before


def test_the_features_of_texts_are_chosen_here(user: Hands) -> None:
    user.choose("Toy set", samples()[0].title)
    user.choose("Values", "Counts")
    user.type("Longest", "2")
    user.type("Min. texts", "3")
    user.named(HeadingButton, "More about features").click()
    user.named(Toggle, "Mark negation").click()
    user.named(Toggle, "Only the most frequent").click()
    user.type("At most", "300")
    chosen = user.studio.experiment.text_features
    assert chosen == replace(
        samples()[0].experiment().text_features, values="counts", longest=2, least_documents=3,
        negation=True, most_features=300,
    )  # fmt: skip
    user.wait_for_results()
    dataset = user.studio.results.dataset
    assert dataset is not None
    assert dataset.rows.width == 300
    user.type("Shortest", "3")
    assert user.studio.experiment.text_features.longest == 3  # never below
    user.choose("Unit", "Sentiment cues")
    assert not user.has(ChoiceBox, "Values")
    user.wait_for_results()
    dataset = user.studio.results.dataset
    assert dataset is not None
    assert dataset.rows.width == 6


def test_the_numbers_of_a_toy_make_it_anew(user: Hands) -> None:
    user.type("Points", "40")
    assert user.points == toy("overlap", n=40, noise=0.35, seed=26)
    user.type("Noise", "0,8")
    user.type("Balance", "25")
    user.type("Classes", "3")
    user.type("Seed", "12")
    made = toy("overlap", n=40, noise=0.8, balance=0.25, classes=3, seed=12)
    assert user.points == made
    user.wait_for_results()
    assert user.reads("40 points")
    user.undo(5)
    assert user.points == toy("overlap", n=120, noise=0.35, seed=26)


def test_dragging_noise_is_live_and_one_undo_step(user: Hands) -> None:
    seen: set[tuple[tuple[float, float], ...]] = set()
    user.studio.experiment_changed.connect(lambda: seen.add(user.points.xy))
    user.drag("Noise", 60, 80, 100, 120)
    assert len(seen) >= 3
    assert user.studio.undo_stack.count() == 1
    user.undo()
    assert user.points == toy("overlap", n=120, noise=0.35, seed=26)


def test_the_dice_roll_another_seed(user: Hands) -> None:
    before = user.points
    user.press(user.named(QToolButton, "Roll another seed"))
    assert user.points != before
    assert shown_toy(user) == "Overlapping blobs"


def test_a_point_drawn_by_hand_makes_it_drawn_until_undo(user: Hands) -> None:
    user.studio.edit_points(add_points(user.points, [(0.0, 0.0)], 0), "Add a point")
    assert shown_toy(user) == "Own points"
    assert user.reads("121 points")
    assert not user.has(NumberField, "Noise")
    user.undo()
    assert shown_toy(user) == "Overlapping blobs"
    assert user.has(NumberField, "Noise")
    user.studio.undo_stack.redo()
    assert shown_toy(user) == "Own points"


def test_a_renamed_class_keeps_its_name_and_the_toy_its_numbers(user: Hands) -> None:
    user.studio.edit_points(rename_class(user.points, 1, "spam"), "Rename a class")
    assert shown_toy(user) == "Overlapping blobs"
    user.type("Classes", "3")
    assert user.points.class_names == ("A", "spam", "B")
    user.type("Seed", "9")
    assert user.points.class_names == ("A", "spam", "B")


def test_held_out_is_a_percentage(user: Hands) -> None:
    user.type("Held out", "35 %")
    assert user.studio.experiment.split.fraction == 0.35
    user.type("Seed", "4", place=1)
    assert user.studio.experiment.split.seed == 4
    user.type("Held out", "95")
    assert user.studio.experiment.split.fraction == 0.35
    assert user.reads("Held out must be between 0 % and 90 %.")


def test_feature_maps_and_their_waves(user: Hands) -> None:
    assert not user.has(NumberField, "Waves")
    user.choose("Feature map", "Random")
    assert user.studio.experiment.features.name == "random-fourier"
    user.type("Waves", "30")
    user.type("Gamma", "0,5")
    features = user.studio.experiment.features
    assert (features.components, features.gamma) == (30, 0.5)
    user.choose("Feature map", "Quad")
    assert user.studio.experiment.features.name == "quadratic"
    assert not user.has(NumberField, "Waves")
    assert user.studio.undo_stack.undoText() == "Use quadratic features"


def test_bias_is_a_switch(user: Hands) -> None:
    toggle = user.named(Toggle, "Bias")
    user.press(toggle)
    assert user.studio.experiment.bias is False
    user.undo()
    assert toggle.isChecked()


def test_order_seed_and_batch(user: Hands) -> None:
    user.choose("Order of the examples", "Drawn at")
    assert user.studio.experiment.order.kind == "random"
    user.type("Batch", "8")
    assert user.studio.experiment.order.batch == 8
    user.choose("Order of the examples", "As given")
    assert user.studio.experiment.order.kind == "given"
    assert len(user.all_named(NumberField, "Seed")) == 2  # the toy's and the split's are left


def test_stopping_rules_unfold(user: Hands) -> None:
    assert not user.has(NumberField, "Passes")
    user.press(user.named(QToolButton, "Stopping rules"))
    user.type("Passes", "5")
    user.press(user.named(Toggle, "After a clean pass"))
    user.press(user.named(Toggle, "When at rest"))
    user.type("Below", "0.0001")
    user.press(user.named(Toggle, "When no better"))
    user.type("Patience", "7")
    rules = user.studio.experiment.stopping
    assert (rules.passes, rules.clean_pass, rules.tolerance, rules.patience) == (5, False, 1e-4, 7)
    user.press(user.named(Toggle, "When at rest"))
    assert user.studio.experiment.stopping.tolerance is None
    assert not user.has(NumberField, "Below")


def test_clear_all_points_is_undoable_and_says_what_to_do(user: Hands) -> None:
    before = user.points
    user.press(user.named(QPushButton, "Clear all points"))
    assert (user.points.xy, user.points.class_names) == ((), before.class_names)
    assert user.reads("0 points")
    assert user.reads("click on the stage to draw some")
    assert not user.named(QPushButton, "Clear all points").isEnabled()
    user.undo()
    assert user.points == before
    assert not user.reads("No points")


def test_one_class_only_is_said_with_its_name_as_plain_text(user: Hands) -> None:
    data = PointsData(((0.0, 0.0), (1.0, 1.0)), (0, 0), (HOSTILE, "B"))
    user.studio.edit_points(data, "Draw")
    labels = [x for x in user.panel.findChildren(QLabel) if x.isVisible() and "class “" in x.text()]
    assert len(labels) == 1
    assert "<b>spam</b>" in labels[0].text()
    assert labels[0].textFormat() is Qt.TextFormat.PlainText


def test_too_few_to_hold_out_and_too_few_to_learn(user: Hands) -> None:
    few = PointsData(((0.0, 0.0), (1.0, 1.0)), (0, 1))
    user.studio.edit_points(few, "Draw")
    user.wait_for_results()
    assert user.reads("too few points to hold any out")
    user.studio.edit(replace(user.studio.experiment, split=Split(0.0)), "Hold out nothing")
    user.wait_for_results()
    assert user.reads("Only 2 are left to learn from")


def test_a_point_too_far_out_for_the_features_is_said(user: Hands) -> None:
    user.studio.edit_points(add_points(user.points, [(1e200, 0.0)], 0), "Add a point")
    user.choose("Feature map", "Cubic")
    user.wait_for_results()
    assert user.reads("too far out for the cubic feature map")


def test_a_table_shows_its_size_and_columns(user: Hands) -> None:
    names = (HOSTILE, *(f"column {k}" for k in range(8)))
    rows = tuple(tuple(float(i + j) for j in range(9)) for i in range(12))
    table = TableData(rows, (0, 1) * 6, names, ("A", "B"))
    user.studio.open_document(Experiment(data=table, learners=()), None)
    assert user.reads("12 rows, 9 columns")
    assert user.reads("<b>spam</b>")
    assert user.reads("and 3 more")
    assert shown_toy(user) == "A table"
    assert not user.has(ChoiceBox, "Feature map")
    user.choose("Toy set", "Xor")
    assert user.reads("200 points")
    assert user.has(ChoiceBox, "Feature map")


def test_the_wheel_scrolls_the_panel_and_turns_no_control(user: Hands) -> None:
    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QWheelEvent

    before = user.studio.experiment
    user.named(Toggle, "Bias").setFocus()
    for widget in (user.named(QSlider, "Noise"), user.named(ChoiceBox, "Toy set")):
        place = QPointF(widget.rect().center())
        event = QWheelEvent(
            place, QPointF(widget.mapToGlobal(place.toPoint())), QPoint(0, 0), QPoint(0, -120),
            Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(widget, event)
    assert user.studio.experiment == before


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_it_fits_its_narrowest_place(user: Hands, application_theme: Theme, mode: str) -> None:
    user.press(user.named(QToolButton, "Stopping rules"))
    user.choose("Feature map", "Random")
    application_theme.use(mode)
    assert user.panel.minimumSizeHint().width() <= 200
    user.panel.resize(200, 600)
    QApplication.processEvents()
    for child in user.panel.findChildren(QWidget):
        if child.isVisible():
            right = child.mapTo(user.panel, QPoint(child.width(), 0)).x()
            assert right <= user.panel.width(), child


def test_every_control_has_a_name_and_a_tooltip_and_is_reached_by_tab(user: Hands) -> None:
    user.press(user.named(QToolButton, "Stopping rules"))
    kinds = (NumberField, QSlider, ChoiceBox, Toggle, QToolButton, QPushButton)
    controls = [w for kind in kinds for w in user.panel.findChildren(kind)]
    shown = [w for w in controls if w.isVisibleTo(user.panel)]
    assert len(shown) > 20
    for control in shown:
        assert control.accessibleName(), control
        assert control.toolTip(), control.accessibleName()
        assert control.focusPolicy() & Qt.FocusPolicy.TabFocus, control.accessibleName()
