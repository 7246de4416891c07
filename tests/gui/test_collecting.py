"""Garbage is collected in the window's thread, at moments when nobody waits."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from gui import collecting
from gui.beginning import first_experiment
from gui.collecting import Collecting
from gui.studio import Studio


class Knot:
    """Garbage that only the collector can find."""

    found: list[int] = []  # noqa: RUF012 (the threads in which knots were found)

    def __init__(self) -> None:
        self.itself = self

    def __del__(self) -> None:
        Knot.found.append(threading.get_ident())


@pytest.fixture
def watched(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Studio]:
    monkeypatch.setattr(collecting, "EVERY", 20)
    monkeypatch.setattr(collecting, "AT_REST", 20)
    Knot.found.clear()
    studio = Studio(first_experiment())
    Collecting(studio)
    yield studio
    studio.close()


def test_a_busy_thread_does_not_collect_but_the_window_does(watched: Studio, qtbot: QtBot) -> None:
    Knot()

    def ask_for_memory() -> None:
        kept = [[k] for k in range(200_000)]  # many times what makes Python collect
        assert len(kept) == 200_000

    thread = threading.Thread(target=ask_for_memory)
    thread.start()
    thread.join()
    assert Knot.found == []
    qtbot.waitUntil(lambda: Knot.found != [])
    assert Knot.found == [threading.get_ident()]


def test_what_is_young_is_collected_while_it_plays_as_well(watched: Studio, qtbot: QtBot) -> None:
    watched.playing = True
    Knot()
    qtbot.waitUntil(lambda: Knot.found != [])
    watched.playing = False


def test_memory_is_given_back_once_all_is_computed_and_at_rest(
    watched: Studio, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    states: list[tuple[bool, bool]] = []
    monkeypatch.setattr(
        collecting, "give_back", lambda: states.append((watched.playing, watched.results.done))
    )
    watched.playing = True
    watched.start()
    qtbot.waitUntil(lambda: watched.results.done, timeout=60_000)
    qtbot.wait(80)
    assert states == []
    watched.playing = False
    qtbot.waitUntil(lambda: states != [])
    assert states == [(False, True)]


def test_giving_back_says_whether_it_could(monkeypatch: pytest.MonkeyPatch) -> None:
    assert collecting.give_back() in (True, False)
    monkeypatch.setattr(collecting.sys, "platform", "win32")
    assert collecting.give_back() is False


def test_collecting_is_python_s_again_once_the_studio_is_closed() -> None:
    assert gc.isenabled()
    studio = Studio(first_experiment())
    Collecting(studio)
    assert not gc.isenabled()
    studio.close()
    assert gc.isenabled()


def test_who_had_switched_it_off_finds_it_off() -> None:
    gc.disable()
    try:
        studio = Studio(first_experiment())
        Collecting(studio)
        studio.close()
        assert not gc.isenabled()
    finally:
        gc.enable()
