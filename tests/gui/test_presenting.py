"""Present mode: large and clear, with time and a caption; leaving it leaves no trace."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QSplitter, QWidget
from pytestqt.qtbot import QtBot

from gui.main_window import MainWindow
from gui.panels.word_bars import WordBars
from gui.stage.plane_view import PlaneView
from gui.stage.stage import Stage
from gui.theme import FONT_SIZE, Theme
from tests.gui.text_studio import text_experiment
from tests.gui.whole_window import computed, whole_window

Key = Qt.Key
ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def window(application_theme: Theme, qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with whole_window(application_theme, qtbot, tmp_path / "settings.ini") as window:
        yield window


def press(window: MainWindow, key: Key, keys: Qt.KeyboardModifier | None = None) -> None:
    QTest.keyClick(window, key, keys or Qt.KeyboardModifier.NoModifier)
    QApplication.processEvents()


def parts(window: MainWindow) -> dict[str, QWidget]:
    assert isinstance(window.stage, Stage)
    return {
        "menu": window.menuBar(), "header": window.header, "data": window.data,
        "side": window.side, "curves": window.curves, "step": window.step,
        "status": window.statusBar(), "views": window.stage.top, "stage": window.stage,
        "transport": window.transport, "caption": window.caption,
        "speed": window.transport.speed, "play": window.transport.buttons["play"],
        "timeline": window.transport.timeline, "badge": window.transport.badge,
    }  # fmt: skip


def shown(window: MainWindow) -> set[str]:
    return {name for name, part in parts(window).items() if part.isVisible()}


def layout(window: MainWindow) -> object:
    """All that leaving has to restore, to the pixel."""
    QApplication.processEvents()
    return (
        window.geometry(), window.windowState(), window.minimumSize(), sorted(shown(window)),
        [splitter.sizes() for splitter in window.findChildren(QSplitter)],
        [part.size() for part in parts(window).values() if part.isVisible()],
        window.theme.palette, QApplication.font().pointSizeF(),
    )  # fmt: skip


def plane(window: MainWindow) -> PlaneView:
    return next(view for view in window.findChildren(PlaneView) if view.isVisible())


def test_it_folds_all_but_the_stage_the_caption_and_time(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.mouseClick(window.header.present, Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    assert shown(window) == {"stage", "transport", "caption", "play", "timeline"}
    assert window.isFullScreen()
    assert QApplication.font().pointSizeF() == pytest.approx(1.6 * FONT_SIZE)
    assert window.theme.palette.name == "light-contrast"
    press(window, Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    assert window.theme.palette.name == "dark-contrast"
    assert "Esc" in window.presenting.hint.text()
    assert window.presenting.hint.isVisible()


def test_leaving_restores_everything(window: MainWindow, qtbot: QtBot) -> None:
    window.upper_row.setSizes([260, 500, 320])
    window.rows.setSizes([400, 330])
    press(window, Key.Key_F6)  # the data panel is folded by hand, and stays so
    before = layout(window)
    for leaving in (Key.Key_F11, Key.Key_F5, Key.Key_Escape):
        press(window, Key.Key_F5)
        press(window, Key.Key_F8)
        press(window, Key.Key_F7)
        assert {"curves", "step", "side"} <= shown(window)
        press(window, Key.Key_PageDown)
        press(window, leaving)
        assert not window.presenting.active
        qtbot.waitUntil(lambda: layout(window) == before, timeout=2_000)
    assert window.studio.t == 3
    press(window, Key.Key_F8)  # folded before it is entered
    before = layout(window)
    press(window, Key.Key_F11)
    press(window, Key.Key_Escape)
    qtbot.waitUntil(lambda: layout(window) == before, timeout=2_000)


def test_escape_first_lets_go_of_what_is_selected(window: MainWindow) -> None:
    press(window, Key.Key_F11)
    window.studio.select({3})
    press(window, Key.Key_Escape)
    assert not window.studio.selection
    assert window.presenting.active
    press(window, Key.Key_Escape)
    assert not window.presenting.active


def test_the_remote_steps_blanks_and_chooses_views(window: MainWindow) -> None:
    press(window, Key.Key_F5)
    press(window, Key.Key_PageDown)
    press(window, Key.Key_PageDown)
    press(window, Key.Key_PageUp)
    assert window.studio.t == 1
    press(window, Key.Key_Period)
    curtain = window.presenting.curtain
    assert curtain.isVisible()
    assert curtain.size() == window.size()
    press(window, Key.Key_Period)
    assert not curtain.isVisible()
    press(window, Key.Key_2, ALT)
    assert isinstance(window.stage, Stage)
    assert type(window.stage.shown[0]).__name__ == "LossesView"
    assert "views" not in shown(window)  # choosing another view does not bring the tabs back
    press(window, Key.Key_Escape)
    press(window, Key.Key_Period)  # blanks nothing in the usual window
    assert not curtain.isVisible()


def test_the_caption_tells_the_step_and_can_be_hidden(window: MainWindow, qtbot: QtBot) -> None:
    press(window, Key.Key_F11)
    press(window, Key.Key_N)
    assert window.studio.t > 0
    said = window.caption.text()
    press(window, Key.Key_F8)
    assert said == window.step.sentence.text()
    press(window, Key.Key_F8)
    assert not plane(window).note.isVisible()  # the same, said twice
    with_caption = window.stage.height()
    press(window, Key.Key_I)
    assert not window.caption.isVisible()
    qtbot.waitUntil(lambda: window.stage.height() > with_caption)
    assert plane(window).note.isVisible()
    press(window, Key.Key_I)
    assert window.caption.isVisible()


def test_while_it_plays_fast_the_caption_counts(window: MainWindow, qtbot: QtBot) -> None:
    press(window, Key.Key_F11)
    window.studio.set_speed(200.0)
    press(window, Key.Key_Space)
    qtbot.waitUntil(lambda: "so far" in window.caption.text(), timeout=3_000)
    press(window, Key.Key_Space)
    assert not window.studio.playing
    qtbot.waitUntil(lambda: "so far" not in window.caption.text())


def test_points_and_lines_are_larger_and_usual_again_afterwards(window: MainWindow) -> None:
    window.studio.seek(window.studio.length)
    QApplication.processEvents()

    def looks() -> tuple[float, float]:
        view = plane(window)
        item = view.points.item(0, False)
        assert item is not None
        return item.size, view.boundaries.strokes[-1].pen_of(view.frame.thickness).widthF()

    usual = looks()
    press(window, Key.Key_F11)
    large = looks()
    assert large[0] == pytest.approx(1.6 * usual[0])
    assert large[1] > 1.5 * usual[1]
    press(window, Key.Key_F11)
    assert looks() == usual


def test_it_fits_a_projector_of_1024_by_768(window: MainWindow, qtbot: QtBot) -> None:
    press(window, Key.Key_F11)
    window.setWindowState(Qt.WindowState.WindowNoState)
    window.resize(1024, 768)
    qtbot.waitUntil(lambda: (window.width(), window.height()) == (1024, 768))
    press(window, Key.Key_End)
    assert window.stage.height() > 0.7 * 768
    for part in (window.caption, window.transport, window.stage):
        place = part.mapTo(window, part.rect().bottomRight())
        assert place.x() < 1024
        assert place.y() < 768
    assert window.transport.timeline.width() > 300


def test_texts_have_map_and_reader_and_words_at_hand(window: MainWindow, qtbot: QtBot) -> None:
    window.studio.open_document(text_experiment(), None)
    computed(window, qtbot)
    press(window, Key.Key_F11)
    assert window.reader is not None
    assert window.reader.isVisible()
    press(window, Key.Key_N)
    assert window.caption.text()
    press(window, Key.Key_F7)
    bars = window.findChildren(WordBars)
    assert any(bar.isVisible() for bar in bars)
    press(window, Key.Key_Escape)
    assert window.reader.isVisible()


def test_data_of_another_kind_may_come_while_presenting(window: MainWindow, qtbot: QtBot) -> None:
    press(window, Key.Key_F11)
    window.studio.open_document(text_experiment(), None)
    computed(window, qtbot)
    assert "side" not in shown(window)
    press(window, Key.Key_Escape)
    assert {"side", "data", "header", "menu"} <= shown(window)
    assert window.reader is not None
    assert window.reader.text.font().pointSizeF() < 1.3 * FONT_SIZE


def test_a_window_closed_while_presenting_opens_as_it_was(
    application_theme: Theme, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "kept.ini"
    with whole_window(application_theme, qtbot, path) as window:
        press(window, Key.Key_F11)
    assert not application_theme.presenting
    with whole_window(application_theme, qtbot, path) as again:
        assert {"data", "side", "curves", "step", "menu"} <= shown(again)
        assert not again.isFullScreen()
