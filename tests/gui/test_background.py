"""Work beside the window: when it begins, and what waits meanwhile."""

from __future__ import annotations

import sys
import threading

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.background import Background
from gui.typesetter import Typesetter


def unexpected(problem: object) -> None:
    raise AssertionError(problem)


def test_work_that_is_to_wait_begins_later_and_is_delivered(
    qapp: QApplication, qtbot: QtBot
) -> None:
    background, found = Background(), []
    background.begin_watched(lambda *watching: 7, found.append, unexpected, after=30)
    assert background.busy
    assert not [thread for thread in threading.enumerate() if thread.name == "reading"]
    qtbot.waitUntil(lambda: bool(found))
    assert found == [7]
    assert not background.busy


def test_work_dropped_before_it_began_is_never_done(qapp: QApplication, qtbot: QtBot) -> None:
    background, done = Background(), []
    background.begin_watched(lambda *watching: done.append(1), unexpected, unexpected, after=10)
    background.drop()
    qtbot.wait(40)
    assert done == []


def test_the_typesetter_is_not_loaded_while_a_file_is_read(
    qapp: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    import ziamath  # noqa: F401 (so that it can be taken for not loaded without loading it again)

    loaded = sys.modules["ziamath"]
    read, background, parent = threading.Event(), Background(), QObject()
    background.begin(read.wait, lambda _: None, unexpected)
    monkeypatch.delitem(sys.modules, "ziamath")
    monkeypatch.setattr(
        "gui.typesetter.import_module", lambda part: sys.modules.__setitem__(part, loaded)
    )
    typesetter = Typesetter(parent)
    typesetter.ask((r"w \cdot x",), 400.0)
    qtbot.wait(200)
    assert "ziamath" not in sys.modules
    read.set()
    with qtbot.waitSignal(typesetter.done, timeout=5_000):
        pass
    assert sys.modules["ziamath"] is loaded
