"""What tests of lessons do over and over: open one, wait, click on the plane."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

import assets
from core.boundary import Spot
from gui.lessons.lesson_in_hand import LessonInHand
from gui.lessons.player import LessonPlayer
from gui.main_window import MainWindow
from gui.stage.plane_view import PlaneView

LEFT = Qt.MouseButton.LeftButton
NO_KEY = Qt.KeyboardModifier.NoModifier

ALL_KINDS = """
title = "Every kind"
about = "One question of each kind."
minutes = 2

[[scene]]
title = "A line"
text = "Four points."
[scene.experiment]
points = [[1, 2, "B"], [2, 1, "A"], [3, 4, "B"], [4, 2, "A"]]
learners = ["perceptron"]
order = "given"
[scene.question]
kind = "line"
text = "Part them."
explain = "Many lines do."

[[scene]]
title = "A point"
text = "All weights are zero."
[scene.question]
kind = "point"
text = "Which one is looked at first?"
answer = "next visit"
explain = "The first that was drawn."
play_to = 1

[[scene]]
title = "A choice"
text = "One step was made."
[scene.show]
step = 1
[scene.question]
kind = "choice"
text = "How many mistakes are there in all?"
choices = ["one", "*two*", "three"]
answer = 2
explain = "It ends after a clean pass."
play_to = "end"

[[scene]]
title = "A number"
text = "It has ended."
[scene.show]
step = "end"
[scene.question]
kind = "number"
text = "How many points are there?"
answer = 4
unit = "points"
explain = "Count them."

[[scene]]
title = "Your turn"
text = "Draw."
[scene.experiment]
learners = ["mira"]
"""


def settle(window: MainWindow, qtbot: QtBot) -> None:
    studio = window.studio
    qtbot.waitUntil(
        lambda: studio.computed.done and studio.computed.experiment is studio.experiment,
        timeout=30_000,
    )


def bundled_path(number: int) -> Path:
    return sorted(assets.path("lessons").glob("*.toml"))[number - 1]


def written(tmp_path: Path, text: str = ALL_KINDS) -> Path:
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    return path


def open_lesson(window: MainWindow, qtbot: QtBot, path: Path) -> tuple[LessonInHand, LessonPlayer]:
    window.lessons.open(path)
    hand, player = window.lessons.hand, window.lessons.player
    assert hand is not None
    assert player is not None
    settle(window, qtbot)
    return hand, player


def plane(window: MainWindow) -> PlaneView:
    return next(view for view in window.stage.findChildren(PlaneView) if view.isVisible())


def click_plane(window: MainWindow, spot: Spot) -> None:
    view = plane(window)
    QTest.mouseClick(view.viewport(), LEFT, NO_KEY, _pixel(view, spot))


def drag_plane(window: MainWindow, start: Spot, end: Spot) -> None:
    view = plane(window)
    QTest.mousePress(view.viewport(), LEFT, NO_KEY, _pixel(view, start))
    QTest.mouseMove(view.viewport(), _pixel(view, end))
    QTest.mouseRelease(view.viewport(), LEFT, NO_KEY, _pixel(view, end))


def _pixel(view: PlaneView, spot: Spot) -> QPoint:
    x, y = view.frame.pixel_of(spot)
    return QPoint(round(x), round(y))


def press(window: MainWindow, key: Qt.Key) -> None:
    """A key as the window gets it, with the stage in focus."""
    window.activateWindow()
    window.stage.setFocus()
    target: QWidget = window.focusWidget() or window
    QTest.keyClick(target, key)


def click(button: QPushButton) -> None:
    QTest.mouseClick(button, LEFT)
