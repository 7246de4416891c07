"""Actions: each does what it says, by its key; letters typed into a field stay letters."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

import assets
from gui.about import About
from gui.action_effects import FLAT_OUT, SPEEDS, faster, slower
from gui.action_table import ACTIONS, MENUS, declared_in
from gui.key_sheet import Cap, KeySheet
from gui.plain_text import key_names
from gui.studio import FASTEST, SLOWEST
from tests.gui.shell import Shell, top_level

Key = Qt.Key
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def press(shell: Shell, key: Key, keys: Qt.KeyboardModifier | None = None) -> None:
    QTest.keyClick(shell.window, key, keys or Qt.KeyboardModifier.NoModifier)


def computed(shell: Shell, qtbot: QtBot) -> None:
    shell.studio.start()
    qtbot.waitUntil(lambda: shell.studio.results.done, timeout=20_000)


# The table


def test_every_action_has_an_icon_of_ours_and_says_what_it_does(shell: Shell) -> None:
    for id, declared in ACTIONS.items():
        action = shell.actions.get(id)
        assert not action.icon().isNull(), id
        assert action.text().strip(), id
        assert declared.what in action.toolTip(), id
        assert action.whatsThis() == declared.what
        assert action.shortcuts() or declared.keyless, f"{id} has neither a key nor a reason"
        for key in key_names(declared.keys):
            assert key in action.toolTip(), id


def test_no_key_means_two_things() -> None:
    keys = Counter(QKeySequence(key).toString() for a in ACTIONS.values() for key in a.keys.split())
    assert "" not in keys
    assert [key for key, count in keys.items() if count > 1] == []


def test_all_icons_can_be_drawn_in_any_colour() -> None:
    for path in assets.path("icons").glob("*.svg"):
        text = path.read_text(encoding="utf-8")
        assert 'viewBox="0 0 24 24"' in text, path.name
        assert 'stroke="currentColor"' in text, path.name
        assert 'stroke-width="1.8"' in text, path.name
        assert "#" not in text, path.name


def test_the_menu_bar_holds_every_action_once(shell: Shell) -> None:
    bar = shell.window.menuBar()
    assert [action.text() for action in bar.actions()] == list(MENUS)
    seen: Counter[str] = Counter()
    for title in (*MENUS, "Class", "Stage", "Theme", "While presenting"):
        menu = shell.actions.menu(title)
        menu.aboutToShow.emit()
        for action in menu.actions():
            if action.isSeparator():
                continue
            assert not action.icon().isNull(), action.text()
            if action.menu() is None:
                seen[action.objectName()] += 1
    assert seen == Counter(dict.fromkeys(ACTIONS, 1))


def test_icons_are_drawn_again_in_the_other_look(shell: Shell) -> None:
    def pixels() -> object:
        return shell.actions.get("open").icon().pixmap(24, 24).toImage()

    light = pixels()
    shell.theme.use("dark")
    assert pixels() != light
    shell.theme.use("light")
    assert pixels() == light


# Time


def test_keys_of_time(shell: Shell, qtbot: QtBot) -> None:
    computed(shell, qtbot)
    studio = shell.studio
    for key, expected in (
        (Key.Key_Right, 1), (Key.Key_PageDown, 2), (Key.Key_Left, 1), (Key.Key_PageUp, 0),
        (Key.Key_End, studio.length), (Key.Key_Home, 0),
    ):  # fmt: skip
        press(shell, key)
        assert studio.t == expected
    result = studio.active_result
    assert result is not None
    first, second = (int(step) for step in result.mistakes[:2])
    press(shell, Key.Key_N)
    press(shell, Key.Key_N)
    assert studio.t == second
    press(shell, Key.Key_P)
    assert studio.t == first


def test_space_plays_and_pauses_and_the_action_says_which(shell: Shell, qtbot: QtBot) -> None:
    computed(shell, qtbot)
    play = shell.actions.get("play")
    assert play.text() == "Play"
    before = play.icon().pixmap(24, 24).toImage()
    press(shell, Key.Key_Space)
    assert shell.studio.playing
    assert play.text() == "Pause"
    assert play.icon().pixmap(24, 24).toImage() != before
    press(shell, Key.Key_Space)
    assert not shell.studio.playing
    assert play.icon().pixmap(24, 24).toImage() == before


def test_plus_and_minus_walk_through_the_speeds(shell: Shell) -> None:
    shell.studio.set_speed(20.0)
    press(shell, Key.Key_Plus)
    assert shell.studio.speed == 50.0
    press(shell, Key.Key_Minus)
    press(shell, Key.Key_Minus)
    assert shell.studio.speed == 10.0


def test_speeds_reach_both_ends_and_come_back() -> None:
    speed, seen = SLOWEST, [SLOWEST]
    while speed < FLAT_OUT:
        speed = faster(speed)
        seen.append(speed)
    assert tuple(seen) == (*SPEEDS, FLAT_OUT)
    assert faster(FLAT_OUT) == FLAT_OUT
    assert slower(FLAT_OUT) == FASTEST
    assert slower(SLOWEST) == SLOWEST
    assert faster(33.0) == 50.0
    assert slower(33.0) == 20.0


# Tools, classes, points


@pytest.mark.parametrize(
    ("key", "tool"),
    [(Key.Key_S, "spray"), (Key.Key_M, "move"), (Key.Key_E, "erase"), (Key.Key_D, "draw")],
)
def test_letters_take_up_tools(shell: Shell, key: Key, tool: str) -> None:
    shell.studio.take_up(tool="spray" if tool == "draw" else "draw")
    press(shell, key)
    assert shell.studio.hand.tool == tool
    checked = [t for t in ("draw", "spray", "move", "erase") if shell.actions.get(t).isChecked()]
    assert checked == [tool]


def test_numbers_choose_classes_that_exist(shell: Shell) -> None:
    press(shell, Key.Key_2)
    assert shell.studio.hand.label == 1
    press(shell, Key.Key_3)  # there is none
    assert shell.studio.hand.label == 1
    press(shell, Key.Key_A)
    assert shell.studio.points is not None
    assert shell.studio.points.class_names == ("A", "B", "C")
    assert shell.studio.hand.label == 2
    for _ in range(9):
        press(shell, Key.Key_A)
    assert len(shell.studio.points.class_names) == 8
    press(shell, Key.Key_8)
    assert shell.studio.hand.label == 7


def test_a_class_that_is_gone_is_no_longer_in_hand(shell: Shell) -> None:
    press(shell, Key.Key_A)
    assert shell.studio.hand.label == 2
    press(shell, Key.Key_Z, CTRL)
    assert shell.studio.hand.label == 1
    assert not shell.actions.get("class-3").isEnabled()


def test_select_delete_and_give_a_class(shell: Shell) -> None:
    studio = shell.studio
    assert studio.points is not None
    count = len(studio.points.xy)
    assert not shell.actions.get("delete").isEnabled()
    press(shell, Key.Key_A, CTRL)
    assert len(studio.selection) == count
    press(shell, Key.Key_Escape)
    assert not studio.selection
    studio.select([0, 1, 2])
    studio.take_up(label=1)
    press(shell, Key.Key_C)
    assert studio.points.labels[:3] == (1, 1, 1)
    press(shell, Key.Key_Delete)
    assert len(studio.points.xy) == count - 3
    press(shell, Key.Key_Delete, CTRL)
    assert studio.points.xy == ()
    assert studio.points.class_names == ("A", "B")


def test_undo_and_redo_say_what_they_would_do(shell: Shell) -> None:
    undo, redo = shell.actions.get("undo"), shell.actions.get("redo")
    assert not undo.isEnabled()
    assert undo.text() == "Undo"
    before = shell.studio.experiment
    shell.studio.edit(replace(before, bias=False), "Make <b>R&D</b> bold")
    assert undo.text() == "Undo make <b>R&&D</b> bold"
    assert "&lt;b&gt;" in undo.toolTip()
    press(shell, Key.Key_Z, CTRL)
    assert shell.studio.experiment == before
    assert undo.text() == "Undo"
    assert redo.text() == "Redo make <b>R&&D</b> bold"
    press(shell, Key.Key_Y, CTRL)
    assert not shell.studio.experiment.bias
    press(shell, Key.Key_Z, CTRL)
    press(shell, Key.Key_Z, CTRL | SHIFT)
    assert not shell.studio.experiment.bias


def test_toys_come_from_the_menu_and_the_next_one_by_key(shell: Shell) -> None:
    toys = {action.text(): action for action in shell.actions.menu("Toy sets").actions()}
    toys["Moons"].trigger()
    assert shell.actions.get("undo").text() == "Undo make moons"
    moons = shell.studio.experiment
    press(shell, Key.Key_Y)
    assert shell.studio.experiment != moons
    press(shell, Key.Key_Z, CTRL)
    assert shell.studio.experiment == moons


# View


@pytest.mark.parametrize(
    ("key", "look"),
    [
        (Key.Key_L, "side_by_side"), (Key.Key_R, "regions"), (Key.Key_G, "margins"),
        (Key.Key_W, "arrow"), (Key.Key_T, "trail"), (Key.Key_K, "legend"),
    ],
)  # fmt: skip
def test_letters_switch_what_is_shown(shell: Shell, key: Key, look: str) -> None:
    before = getattr(shell.studio.looks, look)
    action = shell.actions.get(look.replace("_", "-"))
    assert action.isChecked() == before
    press(shell, key)
    assert getattr(shell.studio.looks, look) is not before
    assert action.isChecked() is not before
    press(shell, key)
    assert action.isChecked() == before


def test_the_theme_menu_and_its_key(shell: Shell) -> None:
    shell.actions.get("theme-dark").trigger()
    assert shell.theme.palette.name == "dark"
    assert shell.actions.get("theme-dark").isChecked()
    press(shell, Key.Key_T, CTRL)
    assert shell.theme.palette.name == "light"
    assert shell.actions.get("theme-light").isChecked()
    shell.actions.get("theme-system").trigger()
    assert shell.theme.mode == "system"


# Who gets a key


LETTERS = "dsmelrgwtknpfyac 12+-"


def test_letters_typed_into_a_field_stay_there(shell: Shell) -> None:
    before = (shell.studio.hand, shell.studio.looks, shell.studio.experiment, shell.studio.speed)
    shell.field.setFocus()
    QTest.keyClicks(shell.field, LETTERS)
    QTest.keyClick(shell.field, Key.Key_Left)
    QTest.keyClick(shell.field, Key.Key_Home)
    QTest.keyClick(shell.field, Key.Key_Delete)
    assert shell.field.text() == LETTERS[1:]
    assert not shell.studio.playing
    after = (shell.studio.hand, shell.studio.looks, shell.studio.experiment, shell.studio.speed)
    assert after == before


def test_space_plays_after_a_click_and_presses_after_tab(shell: Shell) -> None:
    button = QPushButton("Press me", shell.window)
    presses: list[bool] = []
    button.clicked.connect(lambda on: presses.append(on))
    button.move(700, 120)
    button.show()
    button.setFocus(Qt.FocusReason.MouseFocusReason)
    QTest.keyClick(button, Key.Key_Space)
    assert presses == []
    assert shell.studio.playing
    shell.studio.pause()
    QTest.keyClick(button, Key.Key_Tab)
    button.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(button, Key.Key_Space)
    assert presses == [False]
    assert not shell.studio.playing


# Sheets


def test_f1_lists_every_key(shell: Shell, qtbot: QtBot) -> None:
    press(shell, Key.Key_F1)
    sheet = top_level(KeySheet)()
    assert sheet is not None
    texts = Counter(label.text() for label in sheet.findChildren(QLabel))
    for declared in declared_in(tuple(e for entries in MENUS.values() for e in entries)):
        ends = {"class": ("1", "8"), "view": ("Alt+1", "Alt+9")}
        if declared.keys not in ends.get(declared.group, (declared.keys,)):
            continue
        for key in key_names(declared.keys):
            assert texts[key] >= 1, declared.id
    assert texts["Step forward"] == 1
    assert texts["…"] == 2  # from the first class to the last, and from view to view
    for cap in sheet.findChildren(Cap):
        assert cap.width() >= cap.fontMetrics().horizontalAdvance(cap.text()), cap.text()
    sheet.close()
    qtbot.waitUntil(lambda: top_level(KeySheet)() is None)


def test_about_names_version_licence_and_libraries(shell: Shell, qtbot: QtBot) -> None:
    from gui import __version__

    shell.actions.get("about").trigger()
    page = top_level(About)()
    assert page is not None
    text = "\n".join(label.text() for label in page.findChildren(QLabel))
    for expected in ("Perceptarium", __version__, "MIT", "Qt for Python", "LGPL 3", "scikit-learn"):
        assert expected in text
    page.close()
    qtbot.waitUntil(lambda: top_level(About)() is None)
