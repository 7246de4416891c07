"""Every control in the window says what it does and has a name, whatever is shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QScrollBar,
    QSlider,
    QWidget,
)
from pytestqt.qtbot import QtBot

import assets
from gui.main_window import MainWindow
from gui.panels.timeline import Timeline
from gui.stage.confusion_matrix import ConfusionMatrix
from gui.stage.stage import Stage
from gui.stage.views import views_for
from gui.theme import Theme
from tests.gui.whole_window import computed, whole_window

CONTROLS = (QAbstractButton, QComboBox, QLineEdit, QSlider)


@pytest.fixture
def window(application_theme: Theme, qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with whole_window(application_theme, qtbot, tmp_path / "settings.json") as window:
        yield window


def tells_by_itself(widget: QWidget, window: MainWindow) -> bool:
    """What is drawn tells of what is under the pointer; a tip of its own would be in the way."""
    assert isinstance(window.stage, Stage)
    if isinstance(widget, Timeline | ConfusionMatrix):
        return True
    return any(widget is view or view.isAncestorOf(widget) for view in window.stage.shown) and (
        not isinstance(widget, CONTROLS)
    )


def silent(window: MainWindow, where: str) -> set[str]:
    """The controls on show that lack a tip or a name."""
    QApplication.processEvents()
    found = set()
    for widget in window.findChildren(QWidget):
        inner = isinstance(widget.parentWidget(), QComboBox | QAbstractSpinBox)
        by_tab = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        reached = by_tab or isinstance(widget, CONTROLS)
        if not widget.isVisible() or not reached or inner or isinstance(widget, QScrollBar):
            continue
        text = widget.text().strip() if isinstance(widget, QAbstractButton) else ""
        name = widget.accessibleName() or text
        said = f"{where}: {type(widget).__name__} “{name}” in {type(widget.parent()).__name__}"
        if not name and widget.parentWidget() not in _planes(window):
            found.add(f"{said} has no name")
        if not widget.toolTip() and not tells_by_itself(widget, window):
            found.add(f"{said} has no tip")
    return found


def _planes(window: MainWindow) -> tuple[QWidget, ...]:
    """Scroll areas of Qt's, named themselves, whose inner widget takes the pointer."""
    from gui.stage.plane_view import PlaneView

    return tuple(window.findChildren(PlaneView))


def everything_shown(window: MainWindow, qtbot: QtBot, kind: str) -> set[str]:
    studio = window.studio
    found = silent(window, kind)
    for view in views_for(studio.experiment.data):
        studio.look(view=view.id)
        computed(window, qtbot)
        found |= silent(window, f"{kind}, {view.id}")
    for page in window.side.offered:
        window.side.turn_to(page)
        found |= silent(window, f"{kind}, {page}")
    return found


def test_with_points(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(1440, 900)
    assert everything_shown(window, qtbot, "points") == set()
    window.studio.look(view="plane", beside="losses", side_by_side=True)
    assert silent(window, "side by side") == set()


def test_with_texts(window: MainWindow, qtbot: QtBot) -> None:
    window.data.open_sample("textbook-reviews")
    computed(window, qtbot)
    assert everything_shown(window, qtbot, "texts") == set()


def test_in_a_lesson_while_predicting_and_on_the_welcome_card(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.welcome.show()
    assert silent(window, "welcome") == set()
    window.welcome.close()
    window.predicting.switch()
    assert silent(window, "predicting") == set()
    window.predicting.stop()
    for path in sorted(assets.path("lessons").glob("*.toml"))[:3]:
        window.lessons.open(path)
        hand = window.lessons.hand
        assert hand is not None
        for place in range(len(hand.lesson.scenes)):
            hand.go_to(place)
            assert silent(window, f"{path.stem}, scene {place + 1}") == set()


def test_menus_say_what_their_entries_do(window: MainWindow) -> None:
    for title in ("File", "Edit", "Data", "Run", "View", "Lessons", "Help", "Toy sets",
                  "Text samples"):  # fmt: skip
        menu = window.actions_.menu(title)
        if title == "Text samples":
            window.actions_.menu("Data").aboutToShow.emit()
        menu.aboutToShow.emit()
        assert menu.toolTipsVisible(), title
        for action in menu.actions():
            if not action.isSeparator() and action.menu() is None:
                assert action.toolTip() not in ("", action.text()), f"{title}: {action.text()}"
