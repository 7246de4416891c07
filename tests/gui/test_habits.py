"""Habits of the whole window: how it begins, takes files, follows the system, says what is what."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLineEdit,
    QSlider,
    QWidget,
)
from pytestqt.qtbot import QtBot

import gui.theme
from gui.main_window import MainWindow
from gui.panels.timeline import Timeline
from gui.settings import Settings
from gui.stage.first_sight import FirstSight
from gui.stage.plane_view import PlaneView
from gui.theme import Theme

COPY, LEFT = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
NO_KEY = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def window(
    application_theme: Theme, qtbot: QtBot, tmp_path: Path, qapp: QApplication
) -> Iterator[MainWindow]:
    window = MainWindow(application_theme, Settings(tmp_path / "settings.ini"))
    window.show()
    qtbot.waitExposed(window)
    qtbot.waitUntil(lambda: not isinstance(window.stage, FirstSight))
    settle(window, qtbot)
    yield window
    window.studio.undo_stack.setClean()
    window.close()
    window.deleteLater()
    for thread in threading.enumerate():
        if thread.name == "computer":
            thread.join()
    qapp.processEvents()


def settle(window: MainWindow, qtbot: QtBot) -> None:
    studio = window.studio
    qtbot.waitUntil(
        lambda: studio.results.done and studio.results.experiment is studio.experiment,
        timeout=30_000,
    )


def plane(window: MainWindow) -> PlaneView:
    return next(view for view in window.findChildren(PlaneView) if view.isVisible())


def test_it_begins_paused_at_the_start_and_says_what_to_do(window: MainWindow) -> None:
    assert not window.studio.playing
    assert window.studio.t == 0
    assert "Space" in plane(window).note.text


class Carried:
    """A file that is dragged over the window, as the system reports it."""

    def __init__(self, window: MainWindow, path: Path) -> None:
        self._window = window
        self._mime = QMimeData()
        self._mime.setUrls([QUrl.fromLocalFile(str(path))])

    def drop_on(self, widget: QWidget) -> bool:
        """Enter, move and drop in its middle; whether the window would take it."""
        at = widget.mapTo(self._window, widget.rect().center())
        handle = self._window.windowHandle()
        enter = QDragEnterEvent(at, COPY, self._mime, LEFT, NO_KEY)
        QApplication.sendEvent(handle, enter)
        move = QDragMoveEvent(at, COPY, self._mime, LEFT, NO_KEY)
        move.setDropAction(COPY)
        move.setAccepted(enter.isAccepted())  # Qt asks again only where it was refused
        QApplication.sendEvent(handle, move)
        if not move.isAccepted():
            return False
        drop = QDropEvent(QPointF(at), COPY, self._mime, LEFT, NO_KEY)
        QApplication.sendEvent(handle, drop)
        return bool(drop.isAccepted())


@pytest.mark.parametrize("target", ["stage", "curves", "header", "transport"])
def test_a_file_can_be_dropped_anywhere(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, target: str
) -> None:
    path = tmp_path / "points.libsvm"
    path.write_text("0 1:1.5 2:2.5\n1 1:3.5 2:0.5\n0 1:1 2:3\n")
    widget = plane(window).viewport() if target == "stage" else getattr(window, target)
    assert Carried(window, path).drop_on(widget)
    settle(window, qtbot)
    assert window.studio.points is not None
    assert window.studio.points.xy == ((1.5, 2.5), (3.5, 0.5), (1.0, 3.0))


def test_text_that_is_dragged_along_is_not_taken_for_a_file(window: MainWindow) -> None:
    mime = QMimeData()
    mime.setText("0.5")
    at = plane(window).mapTo(window, QPoint(200, 200))
    enter = QDragEnterEvent(at, COPY, mime, LEFT, NO_KEY)
    QApplication.sendEvent(window.windowHandle(), enter)
    assert not enter.isAccepted()


def test_as_the_system_follows_the_system(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    hints = QGuiApplication.styleHints()

    def system_turns(scheme: Qt.ColorScheme) -> str:
        monkeypatch.setattr(gui.theme, "_system_is_dark", lambda: scheme == Qt.ColorScheme.Dark)
        hints.colorSchemeChanged.emit(scheme)
        return window.theme.palette.name

    window.actions_.get("theme-system").trigger()
    assert system_turns(Qt.ColorScheme.Dark) == "dark"
    assert system_turns(Qt.ColorScheme.Light) == "light"
    window.actions_.get("theme-light").trigger()
    assert system_turns(Qt.ColorScheme.Dark) == "light", "who has chosen is not overruled"


def test_every_control_in_the_window_says_what_it_does_and_has_a_name(window: MainWindow) -> None:
    kinds = (QAbstractButton, QComboBox, QLineEdit, QSlider)
    for kind in kinds:
        for widget in window.findChildren(kind):
            inner = isinstance(widget.parentWidget(), QComboBox)
            if not widget.isVisible() or inner or isinstance(widget, Timeline):
                continue  # a timeline tells of the step under the pointer
            said = f"{type(widget).__name__} {widget.accessibleName() or widget.text()!r}"
            assert widget.toolTip(), f"{said} has no tooltip"
            named = widget.accessibleName() or (
                isinstance(widget, QAbstractButton) and widget.text().strip()
            )
            assert named, f"{said} has no name"
