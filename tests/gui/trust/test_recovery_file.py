"""The recovery file: soon written, small or large, gone once the work is saved."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from core.experiment import Data, Experiment, PointsData, TableData, TextsData
from gui.beginning import first_experiment
from gui.recovery import Recovery, Unsaved, encoded, read_unsaved
from gui.session import Session, left_behind
from gui.studio import Studio

LATEST = 2.0  # seconds after the change
LONGEST_STALL = 0.1  # seconds that the window may stand still
HEARTBEAT = 5  # milliseconds


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    session = Session(tmp_path)
    assert session.hold()
    yield session
    session.leave()


@pytest.fixture
def quiet_studio(qapp: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[Studio]:
    """One that computes nothing, which is not what is looked at here."""
    studio = Studio(first_experiment())
    monkeypatch.setattr(studio.computer, "compute", lambda experiment: None)
    yield studio
    studio.close()
    studio.deleteLater()


def seeded(experiment: Experiment, seed: int) -> Experiment:
    return replace(experiment, order=replace(experiment.order, seed=seed))


def test_a_change_is_kept_and_forgotten_once_it_is_saved(
    quiet_studio: Studio, session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    recovery = Recovery(quiet_studio, session)
    changed = seeded(quiet_studio.experiment, 1_005)
    with qtbot.waitSignal(recovery.written, timeout=int(1_000 * LATEST)):
        quiet_studio.edit(changed, "Another seed")
    assert read_unsaved(session.recovery) == Unsaved(changed, None)
    quiet_studio.saved(tmp_path / "mine.perceptarium")
    qtbot.waitUntil(lambda: not session.recovery.exists())
    with qtbot.waitSignal(recovery.written):
        quiet_studio.edit(seeded(changed, 1_006), "Another seed")
    assert read_unsaved(session.recovery).path == tmp_path / "mine.perceptarium"
    with qtbot.waitSignal(recovery.written):  # drawing without a pause does not put it off
        for seed in range(70):
            quiet_studio.edit(seeded(changed, seed), "Another seed")
            qtbot.wait(10)
    quiet_studio.undo_stack.setClean()
    qtbot.waitUntil(lambda: not session.recovery.exists())


def test_twenty_megabytes_do_not_hold_up_the_window(
    quiet_studio: Studio, session: Session, qtbot: QtBot
) -> None:
    recovery = Recovery(quiet_studio, session)
    text = "the quick brown fox jumps over the lazy dog " * 22
    texts = TextsData((text,) * 20_000, (0, 1) * 10_000, ("good", "bad"))
    large = replace(quiet_studio.experiment, data=texts)
    assert 19e6 < len(encoded(Unsaved(large, None))) < 20e6
    measured = []
    for seed in range(3):  # a busy machine holds anything up now and then
        large = seeded(large, 2_000 + seed)
        quiet_studio.edit(large, "Change")
        measured.append(until_written(recovery, qtbot))
    took, stall = map(min, zip(*measured, strict=True))
    print(f"19 MB after {took:.2f} s, longest stall {1_000 * stall:.0f} ms")
    assert took < LATEST
    assert stall < LONGEST_STALL
    assert read_unsaved(session.recovery).experiment == large


def until_written(recovery: Recovery, qtbot: QtBot) -> tuple[float, float]:
    """The seconds until the file is there, and the longest time between two heartbeats."""
    start = time.perf_counter()
    beats = [start]
    heart = QTimer()
    heart.timeout.connect(lambda: beats.append(time.perf_counter()))
    heart.start(HEARTBEAT)
    with qtbot.waitSignal(recovery.written, timeout=20_000):
        pass
    heart.stop()
    beats.append(time.perf_counter())
    return beats[-1] - start, max(after - before for before, after in pairwise(beats))


def test_half_a_character_does_not_keep_the_rest_from_being_kept(
    quiet_studio: Studio, session: Session
) -> None:
    data = replace(quiet_studio.points, class_names=("half \ud83d", "whole"))
    session.recovery.write_bytes(
        encoded(Unsaved(replace(quiet_studio.experiment, data=data), None))
    )
    assert read_unsaved(session.recovery).experiment.data.class_names == ("half ?", "whole")


def test_where_nothing_can_be_written_it_is_said_once(
    quiet_studio: Studio, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "recovery").write_text("not a folder")
    session = Session(tmp_path)
    assert not session.hold()
    recovery = Recovery(quiet_studio, session)
    said: list[str] = []
    recovery.failed.connect(said.append)
    for seed in (1_001, 1_002):
        quiet_studio.edit(seeded(quiet_studio.experiment, seed), "Another seed")
        qtbot.wait(700)
    assert len(said) == 1
    assert said[0].startswith("Unsaved changes are not kept for recovery: ")


def test_of_two_that_look_only_one_is_offered_what_was_left(session: Session) -> None:
    session.recovery.write_bytes(encoded(Unsaved(Experiment(), None)))
    assert left_behind(session.folder) == []  # its owner lives
    session.leave()
    (first,) = left_behind(session.folder)
    assert first.name == session.name
    assert left_behind(session.folder) == []
    first.leave()
    (again,) = left_behind(session.folder)
    again.leave()


@pytest.mark.parametrize(
    "data",
    [
        PointsData(),
        PointsData(tuple((0.1 * i, -i) for i in range(1_000)), (1,) * 1_000),
        TableData(((1.5, 2.0, -3.0),) * 2_001, (0, 1, 1) * 667, ("a", "b", "“c”"), ("no", "yes")),
        TextsData(tuple(f"“{i}”\n" for i in range(1_001)), (0,) * 1_001, ("no", "yes")),
    ],
    ids=["no points", "points", "table", "texts"],
)
def test_data_that_are_encoded_in_parts_are_read_as_they_were(data: Data, tmp_path: Path) -> None:
    unsaved = Unsaved(replace(first_experiment(), data=data), tmp_path / "mine.perceptarium")
    file = tmp_path / "kept"
    file.write_bytes(encoded(unsaved))
    assert read_unsaved(file) == unsaved
