"""The welcome: there when it is needed, gone as soon as somebody begins."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.experiment import PointsData, TextsData
from core.generators import TOYS
from core.lessons import bundled
from core.samples import samples
from gui.main_window import MainWindow
from gui.settings import Settings
from gui.stage.plane_view import PlaneView
from gui.theme import Theme
from gui.welcome_card import WelcomeCard
from tests.gui.whole_window import computed, whole_window

Key = Qt.Key


@pytest.fixture
def window(application_theme: Theme, qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with whole_window(application_theme, qtbot, tmp_path / "settings.json") as window:
        yield window


def card(window: MainWindow) -> WelcomeCard:
    found = window.welcome.card
    assert found is not None
    assert found.isVisible()
    return found


def test_it_greets_once(window: MainWindow) -> None:
    window.welcome.greet()
    assert window.welcome.shown
    QTest.keyClick(card(window), Key.Key_Escape)
    assert not window.welcome.shown
    window.welcome.greet()
    assert not window.welcome.shown, "the second start begins with the points"
    assert Settings(window.settings.path).kept("welcome/start") == "no"


def test_who_wants_it_at_every_start_gets_it(window: MainWindow) -> None:
    window.welcome.greet()
    QTest.mouseClick(card(window).again, Qt.MouseButton.LeftButton)
    QTest.keyClick(card(window), Key.Key_Escape)
    window.welcome.greet()
    assert card(window).again.isChecked()


def test_it_does_not_greet_over_somebody_s_work(window: MainWindow) -> None:
    window.data.make_toy("moons")
    window.welcome.greet()
    assert not window.welcome.shown


def test_a_click_beside_it_does_what_it_always_does(window: MainWindow, qtbot: QtBot) -> None:
    window.actions_.get("welcome").trigger()
    plane = next(view for view in window.findChildren(PlaneView) if view.isVisible())
    before = window.studio.points
    QTest.mouseClick(plane.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(30, 60))
    assert not window.welcome.shown
    after = window.studio.points
    assert before is not None
    assert after is not None
    assert len(after.xy) == len(before.xy) + 1, "the click has drawn a point"


def test_a_click_on_it_stays_with_it(window: MainWindow) -> None:
    window.welcome.show()
    QTest.mouseClick(card(window), Qt.MouseButton.LeftButton, pos=QPoint(60, 40))
    assert window.welcome.shown


def test_space_starts(window: MainWindow, qtbot: QtBot) -> None:
    QTest.keyClick(window, Key.Key_W, Qt.KeyboardModifier.ControlModifier
                   | Qt.KeyboardModifier.ShiftModifier)  # fmt: skip
    assert window.welcome.shown
    QTest.keyClick(card(window), Key.Key_Space)
    assert window.studio.playing
    assert not window.welcome.shown
    window.studio.pause()
    stage = window.stage.focusProxy()
    assert stage is not None
    assert stage is QApplication.focusWidget() or stage.isAncestorOf(
        QApplication.focusWidget() or window
    )


def test_it_offers_all_there_is(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "a & b.csv"
    window.settings.add_recent(path)
    window.welcome.show()
    shown = card(window)
    assert [tile.text() for tile in shown.tiles[: len(TOYS)]] == [toy.title for toy in TOYS]
    texts = [shown.texts.item(k).text() for k in range(shown.texts.count())]
    assert texts == [sample.title for sample in samples()]
    lessons = [shown.lessons.item(k).text() for k in range(shown.lessons.count())]
    assert lessons == [lesson.title for lesson in bundled()]
    assert [button.text() for button in shown.recent] == ["a && b.csv"]
    assert [button.toolTip() for button in shown.recent] == [
        f"<p>{str(path).replace('&', '&amp;')}</p>"
    ]


def test_toys_texts_and_lessons_open_with_the_keyboard(window: MainWindow, qtbot: QtBot) -> None:
    window.welcome.show()
    for _ in range(1 + [toy.name for toy in TOYS].index("xor") + 1):  # the button to close is first
        QTest.keyClick(QApplication.focusWidget() or window, Key.Key_Tab)
    QTest.keyClick(QApplication.focusWidget() or window, Key.Key_Return)
    assert window.data.toy == "xor"
    assert not window.welcome.shown
    window.welcome.show()
    QTest.keyClick(card(window).texts, Key.Key_Down)
    QTest.keyClick(card(window).texts, Key.Key_Return)
    data = window.studio.experiment.data
    assert isinstance(data, TextsData)
    assert samples()[1].holds(data)
    computed(window, qtbot)
    window.studio.undo_stack.setClean()
    window.welcome.show()
    row = card(window).lessons.visualItemRect(card(window).lessons.item(0))
    QTest.mouseClick(card(window).lessons.viewport(), Qt.MouseButton.LeftButton, pos=row.center())
    assert window.lessons.active
    assert not window.welcome.shown
    assert isinstance(window.studio.experiment.data, PointsData)


@pytest.mark.parametrize("size", [(1000, 640), (1440, 900)])
def test_it_fits_into_the_window(window: MainWindow, size: tuple[int, int]) -> None:
    window.resize(*size)
    window.welcome.show()
    shown = card(window)
    inside = shown.rect().marginsRemoved(shown.contentsMargins())
    for part in (*shown.tiles, shown.texts, shown.lessons, shown.guide, shown.again):
        place = part.geometry().translated(part.parentWidget().mapTo(shown, QPoint(0, 0)))
        assert inside.contains(place), part.accessibleName()
        assert window.rect().contains(place.translated(shown.pos())), part.accessibleName()
    titles = [tile for tile in shown.tiles
              if tile.fontMetrics().horizontalAdvance(tile.text()) > tile.width()]  # fmt: skip
    assert titles == []
