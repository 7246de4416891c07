"""Garbage is collected between frames, not in them."""

from __future__ import annotations

import gc

from pytestqt.qtbot import QtBot

from gui.collecting import Collecting
from gui.studio import Studio


def test_collection_waits_while_it_plays_and_goes_on_afterwards(
    qtbot: QtBot, studio: Studio
) -> None:
    Collecting(studio)
    studio.set_speed(20.0)
    studio.play()
    assert not gc.isenabled()
    studio.pause()
    assert gc.isenabled()


def test_who_had_switched_it_off_finds_it_off(qtbot: QtBot, studio: Studio) -> None:
    Collecting(studio)
    gc.disable()
    try:
        studio.play()
        studio.pause()
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_closing_while_it_plays_leaves_it_on(qtbot: QtBot, studio: Studio) -> None:
    Collecting(studio)
    studio.play()
    studio.close()
    assert gc.isenabled()
