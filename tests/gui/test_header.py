"""The header: classes as chips, tools, and a row that fits the window."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from core.experiment import PointsData, TableData, TextsData
from gui.class_chip import Chip, NameField
from tests.gui.shell import Shell

LEFT = Qt.MouseButton.LeftButton


def names(shell: Shell) -> tuple[str, ...]:
    return shell.studio.experiment.data.class_names


def field(shell: Shell) -> NameField:
    found = [f for f in shell.window.findChildren(NameField) if f.isVisible()]
    assert len(found) == 1
    return found[0]


def chips(shell: Shell) -> list[Chip]:
    return [chip for chip in shell.header.findChildren(Chip) if chip.isVisible()]


def set_classes(shell: Shell, *class_names: str) -> None:
    shell.studio.edit_points(PointsData(class_names=class_names), "Name classes")


def test_a_chip_says_name_shape_and_count(shell: Shell) -> None:
    assert [c.accessibleName() for c in chips(shell)] == [
        "Class A, circle, 60 points",
        "Class B, square, 60 points",
    ]
    assert shell.studio.points is not None
    shell.studio.edit_points(
        replace(shell.studio.points, xy=((0.0, 0.0),), labels=(1,)), "Leave one point"
    )
    assert [c.accessibleName().split(", ")[-1] for c in chips(shell)] == ["0 points", "1 point"]


def test_a_click_chooses_the_class(shell: Shell) -> None:
    first, second = chips(shell)
    assert first.isChecked()
    QTest.mouseClick(second, LEFT)
    assert shell.studio.hand.label == 1
    assert (first.isChecked(), second.isChecked()) == (False, True)


def test_the_plus_adds_up_to_eight(shell: Shell) -> None:
    add = shell.header.chips.add
    for count in range(3, 9):
        QTest.mouseClick(add, LEFT)
        assert len(chips(shell)) == count
    assert not add.isEnabled()
    assert [c.isChecked() for c in chips(shell)] == [False] * 7 + [True]


def test_double_click_renames(shell: Shell, qtbot: QtBot) -> None:
    QTest.mouseDClick(chips(shell)[1], LEFT)
    editor = field(shell)
    assert editor.text() == "B"
    assert editor.hasFocus()
    QTest.keyClicks(editor, "spam 12")  # D, S and the numbers must not act meanwhile
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert names(shell) == ("A", "spam 12")
    assert shell.studio.hand.tool == "draw"
    assert not [f for f in shell.window.findChildren(NameField) if f.isVisible()]
    shell.studio.undo_stack.undo()
    assert names(shell) == ("A", "B")


def test_f2_renames_and_escape_keeps_the_old_name(shell: Shell) -> None:
    shell.studio.select([0])
    QTest.keyClick(shell.window, Qt.Key.Key_F2)
    QTest.keyClicks(field(shell), "other")
    QTest.keyClick(field(shell), Qt.Key.Key_Escape)
    assert names(shell) == ("A", "B")
    assert shell.studio.selection == {0}  # the key was the field's


def test_leaving_the_field_keeps_the_name(shell: Shell) -> None:
    QTest.keyClick(shell.window, Qt.Key.Key_F2)
    QTest.keyClicks(field(shell), "ham")
    shell.field.setFocus()
    assert names(shell) == ("ham", "B")


@pytest.mark.parametrize("name", ["B", "   ", "x" * 10_000])
def test_a_name_that_will_not_do_is_said_and_not_taken(shell: Shell, name: str) -> None:
    said: list[str] = []
    shell.studio.said.connect(said.append)
    QTest.keyClick(shell.window, Qt.Key.Key_F2)
    editor = field(shell)
    editor.setText(name)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert len(said) == 1
    assert said[0].endswith(".")
    assert editor.isVisible()
    assert editor.property("invalid")
    shell.field.setFocus()  # leaving it gives up
    assert names(shell) == ("A", "B")


@pytest.mark.parametrize(
    "name", ["<b>bold</b>", "<img src=x>", "R&D", "tab\tand\nline", "\u202eright", "名前🙂"]
)
def test_hostile_names_are_plain_text(shell: Shell, name: str) -> None:
    QTest.keyClick(shell.window, Qt.Key.Key_F2)
    field(shell).setText(name)
    QTest.keyClick(field(shell), Qt.Key.Key_Return)
    kept = names(shell)[0]
    assert kept == " ".join(name.split())
    chip = chips(shell)[0]
    shown = kept.replace("\u202e", "")  # which would turn all that follows
    assert shown in chip.accessibleName()
    assert "<b>" not in chip.toolTip()
    assert "<img" not in chip.toolTip()
    assert shell.actions.get("class-1").text() == shown.replace("&", "&&")
    assert not shell.window.grab().isNull()


def test_tags_are_painted_as_letters(shell: Shell) -> None:
    set_classes(shell, "<b>A</b>", "B")
    tagged = chips(shell)[0]
    plain_width = tagged.sizeHint().width()
    set_classes(shell, "A", "B")
    assert plain_width > chips(shell)[0].sizeHint().width() + 30


def test_a_name_of_ten_thousand_letters_leaves_room_for_the_rest(shell: Shell) -> None:
    shell.window.resize(1000, 200)
    set_classes(shell, "x" * 10_000, "B")
    QApplication.processEvents()
    assert chips(shell)[0].width() < 250
    assert _right(shell, shell.header.switch_theme) <= 1000
    assert len(chips(shell)[0].toolTip()) < 500


def _right(shell: Shell, widget: object) -> int:
    place = widget.mapTo(shell.window, QPoint(widget.width(), 0))  # type: ignore[attr-defined]
    return int(place.x())


def test_everything_fits_a_narrow_window_with_eight_classes(shell: Shell, qtbot: QtBot) -> None:
    for _ in range(6):
        shell.actions.get("add-class").trigger()
    shell.window.resize(1000, 200)
    qtbot.waitUntil(lambda: min(chip.width() for chip in chips(shell)) >= 50)
    shown = [*chips(shell), *shell.header.tools, shell.header.undo, shell.header.redo]
    shown += [shell.header.view, shell.header.switch_theme]
    assert _right(shell, shown[-1]) <= 1000
    edges = [(w.mapTo(shell.window, QPoint(0, 0)).x(), _right(shell, w)) for w in shown]
    assert all(a[1] <= b[0] for a, b in pairwise(edges))
    assert not any(tool.text_shown for tool in shell.header.tools)


def test_tools_show_their_names_where_there_is_room(shell: Shell) -> None:
    QApplication.processEvents()
    assert all(tool.text_shown for tool in shell.header.tools)
    assert shell.header.brand.isVisible()


def test_tool_buttons_act_and_follow(shell: Shell) -> None:
    draw, spray, move, erase = shell.header.tools
    assert draw.isChecked()
    QTest.mouseClick(erase, LEFT)
    assert shell.studio.hand.tool == "erase"
    shell.studio.take_up(tool="move")
    assert [b.isChecked() for b in (draw, spray, move, erase)] == [False, False, True, False]
    QTest.mouseClick(move, LEFT)
    assert move.isChecked()  # a tool cannot be put down, only changed


def test_undo_button_follows_the_history(shell: Shell) -> None:
    undo, redo = shell.header.undo, shell.header.redo
    assert not undo.isEnabled()
    shell.actions.get("add-class").trigger()
    assert undo.isEnabled()
    assert undo.accessibleName() == "Undo add a class"
    QTest.mouseClick(undo, LEFT)
    assert names(shell) == ("A", "B")
    assert redo.isEnabled()


def test_every_control_says_what_it_is(shell: Shell) -> None:
    header = shell.header
    controls = [*chips(shell), *header.tools, header.chips.add, header.undo, header.redo,
                header.view, header.switch_theme]  # fmt: skip
    for control in controls:
        assert control.accessibleName(), control
        assert control.toolTip(), control
        assert control.focusPolicy() & Qt.FocusPolicy.TabFocus, control


def test_the_theme_button_switches(shell: Shell) -> None:
    before = shell.header.grab().toImage().pixelColor(5, 5)
    QTest.mouseClick(shell.header.switch_theme, LEFT)
    assert shell.theme.palette.name == "dark"
    assert shell.header.grab().toImage().pixelColor(5, 5) != before
    QTest.mouseClick(shell.header.switch_theme, LEFT)
    assert shell.theme.palette.name == "light"


def test_the_context_menu_renames_and_removes(shell: Shell, qtbot: QtBot) -> None:
    shell.actions.get("add-class").trigger()
    chip = chips(shell)[1]
    place = chip.rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, chip.mapToGlobal(place))
    QApplication.sendEvent(chip, event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    texts = [action.text() for action in menu.actions()]
    assert texts == ["Rename class", "Remove class", "Add class"]
    assert shell.studio.hand.label == 1
    menu.actions()[1].trigger()
    menu.close()
    assert names(shell) == ("A", "C")
    assert shell.studio.points is not None
    assert len(shell.studio.points.xy) == 60


def test_a_table_shows_its_classes_and_offers_no_drawing(shell: Shell) -> None:
    many = tuple(f"kind {k}" for k in range(12))
    data = TableData(((1.0, 2.0, 3.0),) * 12, tuple(range(12)), ("a", "b", "c"), many)
    shell.studio.edit(replace(shell.studio.experiment, data=data), "Table")
    assert len(chips(shell)) == 8
    assert shell.header.chips.more.text() == "and 4 more"
    assert not shell.header.chips.add.isVisible()
    QTest.mouseDClick(chips(shell)[0], LEFT)
    assert not [f for f in shell.window.findChildren(NameField) if f.isVisible()]


# Texts


def open_texts(shell: Shell, classes: int = 2) -> TextsData:
    names = tuple(f"kind {k}" for k in range(classes))
    labels = tuple(range(classes)) * 3
    data = TextsData(tuple(f"text {i}" for i in range(len(labels))), labels, names)
    shell.studio.open_document(replace(shell.studio.experiment, data=data), None)
    return data


def test_chips_of_texts_select_all_of_a_class(shell: Shell) -> None:
    open_texts(shell)
    first, second = chips(shell)
    assert first.accessibleName() == "Class kind 0, circle, 3 texts"
    assert "3 texts" in first.toolTip()
    assert "draw" not in first.toolTip()
    assert not first.isChecked()
    QTest.mouseClick(first, LEFT)
    assert shell.studio.selection == {0, 2, 4}
    assert (first.isChecked(), second.isChecked()) == (True, False)
    QTest.mouseClick(second, LEFT)
    assert shell.studio.selection == {1, 3, 5}
    assert (first.isChecked(), second.isChecked()) == (False, True)
    QTest.mouseClick(second, LEFT)
    assert not shell.studio.selection
    assert not second.isChecked()
    shell.studio.select({0, 2})  # not all of them
    assert not first.isChecked()


def test_ctrl_adds_a_class_to_the_selection(shell: Shell) -> None:
    open_texts(shell, 3)
    first, _, third = chips(shell)
    ctrl = Qt.KeyboardModifier.ControlModifier
    QTest.mouseClick(first, LEFT)
    QTest.mouseClick(third, LEFT, ctrl)
    assert shell.studio.selection == {0, 3, 6, 2, 5, 8}
    assert first.isChecked()
    assert third.isChecked()
    QTest.mouseClick(first, LEFT, ctrl)
    assert shell.studio.selection == {2, 5, 8}


def test_number_keys_and_select_all_serve_texts(shell: Shell) -> None:
    open_texts(shell)
    QTest.keyClick(shell.window, Qt.Key.Key_2)
    assert shell.studio.selection == {1, 3, 5}
    QTest.keyClick(shell.window, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert len(shell.studio.selection) == 6
    assert all(chip.isChecked() for chip in chips(shell))


def test_classes_of_texts_are_renamed(shell: Shell) -> None:
    data = open_texts(shell)
    QTest.mouseDClick(chips(shell)[1], LEFT)
    editor = field(shell)
    QTest.keyClicks(editor, "spam")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert names(shell) == ("kind 0", "spam")
    assert shell.studio.experiment.data == replace(data, class_names=("kind 0", "spam"))
    shell.studio.undo_stack.undo()
    assert names(shell) == ("kind 0", "kind 1")


def test_fifty_classes_are_all_within_reach(shell: Shell) -> None:
    open_texts(shell, 50)
    more = shell.header.chips.more
    assert more.text() == "and 42 more"
    menu = more.menu()
    menu.aboutToShow.emit()
    actions = menu.actions()
    assert [action.text() for action in actions][:2] == ["kind 8  ·  3", "kind 9  ·  3"]
    assert len(actions) == 42
    actions[-1].trigger()
    assert shell.studio.selection == {49, 99, 149}
