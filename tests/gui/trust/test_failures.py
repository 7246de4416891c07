"""Failures that nobody foresaw: the window survives them, says so once, and loses nothing."""

from __future__ import annotations

import ast
import json
import signal
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QLabel

import gui
from core.errors import PlainError
from gui.failures import SENTENCE, Failures, log
from gui.log_file import LOG_BYTES, LOG_COPIES
from gui.notice import Notice
from gui.session import Session
from tests.gui.trust.outside import Window, World

PAINTERS = {"QPainter", "QStylePainter"}


def failures_in_a_window(world: World, most: int, seed: int) -> list[dict[str, Any]]:
    """Make everything fail that can, so many of each kind; what came of each."""
    window = Window(world, str(most), str(seed), module="tests.gui.trust.failing")
    assert window.ended() == 0
    lines = window.rest()
    assert lines[-1] == "end True True False", window.errors()[-2_000:]
    cases = [json.loads(line.removeprefix("case ")) for line in lines[:-1]]
    happened = [case for case in cases if case["failures"]]
    for case in happened:
        assert (case["notices"], case["copied"], case["intact"]) == (1, True, True), case
        assert case["said"][0] == SENTENCE
    for noise in ("active painter", "paint device", "QThread", "saved states"):
        assert noise not in window.errors()
    written = (world.data / "log" / "perceptarium.log").read_text("utf-8")
    assert written.count("Traceback") >= len(happened)
    return happened


def kinds(cases: list[dict[str, Any]]) -> set[str]:
    return {case["name"].split()[0] for case in cases}


def test_twenty_failures_are_survived_and_told_once_each(world: World) -> None:
    cases = failures_in_a_window(world, 12, 1)
    assert len(cases) >= 20
    assert kinds(cases) == {"paint", "item", "slot", "timer", "worker", "question"}


@pytest.mark.thorough
def test_every_slot_and_every_paint_event_may_fail(world: World) -> None:
    cases = failures_in_a_window(world, 1_000, 2)
    print(f"{len(cases)} failures survived")
    assert len(cases) >= 50


def test_a_painter_always_ends_even_when_painting_fails() -> None:
    """One that is left to the garbage collector outlives its device, which Qt does not survive."""
    for file in sorted(Path(gui.__file__).parent.rglob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        safe = {id(item.context_expr) for node in ast.walk(tree) if isinstance(node, ast.With)
                for item in node.items}  # fmt: skip
        for block in (getattr(node, "body", None) for node in ast.walk(tree)):
            for first, second in pairwise(block) if isinstance(block, list) else ():
                # painter = QStylePainter(self), and at once: with painter:
                match first, second:
                    case (
                        ast.Assign(targets=[ast.Name(id=name)], value=made),
                        ast.With(items=[ast.withitem(context_expr=ast.Name(id=used))]),
                    ) if name == used:
                        safe.add(id(made))
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[_, *_]) if name in PAINTERS:
                    assert id(node) in safe, f"{file.name}:{node.lineno}: with {name}(…) as painter"


def test_a_hard_crash_is_told_at_the_next_start(world: World) -> None:
    window = Window(world, "crash")
    assert window.ended() == -signal.SIGSEGV
    again = Window(world, "offered", "Remove")
    assert "ended unexpectedly" in json.loads(again.line("offered"))[0]
    copied = json.loads(again.line("copied"))
    assert "Fatal Python error: Segmentation fault" in copied
    assert "Perceptarium 0." in copied
    assert again.ended() == 0
    left = [file.suffix for file in world.data.rglob("*") if file.is_file()]
    assert sorted(left) == [".log", ".seen"]  # told once, but not thrown away


@pytest.fixture
def failures(qapp: object, tmp_path: Path) -> Failures:
    return Failures(Session(tmp_path))


def notices() -> list[Notice]:
    found = [one for one in QApplication.topLevelWidgets() if isinstance(one, Notice)]
    return [one for one in found if one.isVisible()]


def test_the_same_failure_in_every_frame_is_one_notice(failures: Failures, qtbot: Any) -> None:
    def fail() -> None:
        raise ValueError("in a frame")

    for _ in range(1_000):
        try:
            fail()
        except ValueError as error:
            failures.notice(ValueError, error, error.__traceback__)
    qtbot.waitUntil(lambda: bool(notices()))
    (shown,) = notices()
    shown.close()
    failures.end()
    written = (failures._session.folder / "log" / "perceptarium.log").read_text("utf-8")
    assert written.count("ValueError: in a frame") == 1
    assert "for the 1000th time" in written


def test_a_plain_sentence_is_told_as_it_is(failures: Failures, qtbot: Any) -> None:
    error = PlainError("There are no points.")
    failures.notice(PlainError, error, None)
    qtbot.waitUntil(lambda: bool(notices()))
    (shown,) = notices()
    assert "There are no points." in [label.text() for label in shown.findChildren(QLabel)]
    shown.close()
    failures.end()


def test_the_log_stays_small(failures: Failures, tmp_path: Path) -> None:
    for number in range(4 * (LOG_COPIES + 1)):
        log.error("%d %s", number, "x" * (LOG_BYTES // 3))
    failures.end()
    sizes = [file.stat().st_size for file in (tmp_path / "log").glob("perceptarium.log*")]
    assert len(sizes) == LOG_COPIES + 1
    assert max(sizes) <= LOG_BYTES
