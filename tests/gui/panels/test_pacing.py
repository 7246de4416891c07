"""Panels keep up with time, but not more often than an eye can follow, and not all at once."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from gui.panels.pacing import Pacing
from gui.studio import Studio


def paced(studio: Studio, qtbot: QtBot, per_second: int) -> tuple[Pacing, list[int]]:
    widget, seen = QWidget(), list[int]()
    qtbot.addWidget(widget)
    pacing = Pacing(studio, widget, lambda: seen.append(studio.t), per_second)
    widget.show()
    studio.cursor_changed.connect(pacing.ask)
    seen.clear()
    return pacing, seen


def test_while_paused_every_step_is_shown(studio: Studio, qtbot: QtBot) -> None:
    _, seen = paced(studio, qtbot, 10)
    for t in (3, 4, 5):
        studio.seek(t)
    assert seen == [3, 4, 5]


def test_while_playing_only_some_are_and_the_last_one_always(studio: Studio, qtbot: QtBot) -> None:
    _, seen = paced(studio, qtbot, 10)
    studio.seek(0)
    seen.clear()
    studio.set_speed(200.0)
    studio.play()
    qtbot.wait(450)
    studio.pause()
    assert 2 <= len(seen) <= 7
    assert seen[-1] == studio.t


def test_no_two_are_refreshed_in_the_same_frame(studio: Studio, qtbot: QtBot) -> None:
    panels = [paced(studio, qtbot, 10)[1] for _ in range(3)]
    studio.seek(0)
    for seen in panels:
        seen.clear()
    studio.set_speed(200.0)
    studio.play()
    qtbot.wait(450)
    shown = [t for seen in panels for t in seen]
    studio.pause()
    assert all(seen for seen in panels)
    assert len(set(shown)) == len(shown)


def test_what_does_not_wait_for_time_is_shown_though_time_stands_still(
    studio: Studio, qtbot: QtBot
) -> None:
    pacing, seen = paced(studio, qtbot, 10)
    studio.set_speed(1.0)
    studio.play()
    pacing.ask()
    qtbot.waitUntil(lambda: len(seen) > 0, timeout=500)
    studio.pause()


def test_none_starves_when_there_are_more_of_them_than_frames(studio: Studio, qtbot: QtBot) -> None:
    panels = [paced(studio, qtbot, 60)[1] for _ in range(4)]
    studio.seek(0)
    for seen in panels:
        seen.clear()
    studio.set_speed(200.0)
    studio.play()
    qtbot.wait(500)
    counts = [len(seen) for seen in panels]
    studio.pause()
    assert min(counts) >= 2
    assert max(counts) - min(counts) <= 2


def test_a_panel_that_is_gone_is_not_asked_again(studio: Studio, qtbot: QtBot) -> None:
    widget, seen = QWidget(), list[int]()
    pacing = Pacing(studio, widget, lambda: seen.append(studio.t), 60)
    studio.cursor_changed.connect(pacing.ask)
    widget.show()
    widget.deleteLater()
    qtbot.waitUntil(lambda: not isValid(widget))
    _, others = paced(studio, qtbot, 60)
    seen.clear()
    studio.play()
    qtbot.waitUntil(lambda: len(others) > 1)
    studio.pause()
    assert not seen
