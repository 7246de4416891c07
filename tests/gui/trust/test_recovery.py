"""Recovery: windows that are killed at any moment lose at most two seconds of drawing."""

from __future__ import annotations

import json
import os
import random
import time

import pytest

from core.experiment import PointsData
from gui.beginning import first_experiment
from gui.recovery import read_unsaved
from tests.gui.trust.outside import Window, World

AT_MOST = 2.0  # seconds of edits that may be lost
TOGETHER = 5  # windows at once, in one folder
FIRST = len(first_experiment().data.labels)


def killed_at_random(world: World, seed: int) -> list[float]:
    """Draw in several windows at once, kill each; how many seconds of drawing each has lost."""
    chance = random.Random(seed)
    windows = [Window(world, "edit", f"window {k}") for k in range(TOGETHER)]
    begun: dict[int, float] = {}
    drawn: dict[int, list[tuple[int, float]]] = {}
    for k, window in enumerate(windows):
        count, when = window.line("drawn").split()
        drawn[k] = [(int(count), float(when))]
        begun[k] = time.time()
    moments = sorted((begun[k] + chance.uniform(0.1, 2.5), k) for k in range(TOGETHER))
    ends = {}
    for moment, k in moments:
        time.sleep(max(moment - time.time(), 0.0))
        ends[k] = windows[k].kill()
    for k, window in enumerate(windows):
        assert "Traceback" not in window.errors()
        lines = [line.split() for line in window.rest()]
        # The last one may have been cut off in the middle.
        drawn[k] += [(int(line[1]), float(line[2])) for line in lines[:-1]]
    kept = {}
    for file in world.recovered():
        data = read_unsaved(file).experiment.data
        assert isinstance(data, PointsData)
        own = [x for x, y in data.xy[FIRST:]]
        assert own == [float(count) for count in range(1, len(own) + 1)]
        kept[data.axis_names[0]] = len(own)
        file.unlink()
    losses = []
    for k in range(TOGETHER):
        lost = [when for count, when in drawn[k] if count > kept.get(f"window {k}", 0)]
        losses.append(ends[k] - lost[0] if lost else 0.0)
    return losses


def test_a_kill_loses_at_most_two_seconds(world: World) -> None:
    losses = killed_at_random(world, 1)
    assert max(losses) <= AT_MOST
    assert len(set(losses)) > 1  # they were killed in the middle of drawing


@pytest.mark.thorough
def test_a_hundred_kills_lose_at_most_two_seconds_each(world: World) -> None:
    losses = [loss for seed in range(20) for loss in killed_at_random(world, 100 + seed)]
    print(f"{len(losses)} kills, at most {max(losses):.2f} s lost")
    assert len(losses) == 100
    assert max(losses) <= AT_MOST


def test_the_next_start_offers_it_and_looks_after_it(world: World) -> None:
    first = Window(world, "edit", "mine")
    for _ in range(40):
        first.line("drawn")
    first.kill()
    (left,) = world.recovered()
    count = len(read_unsaved(left).experiment.data.labels)
    assert count > FIRST

    second = Window(world, "offered", "Not now")
    sentences = json.loads(second.line("offered"))
    assert sentences[0].startswith("Perceptarium ended unexpectedly; open the drawing from ")
    assert second.line("open") == f"{FIRST} False"
    assert second.ended() == 0
    assert world.recovered() == [left]  # kept

    third = Window(world, "offered", "Open")
    third.line("offered")
    assert third.line("open") == f"{count} True"
    third.kill()  # once more, before anything was drawn
    (again,) = world.recovered()
    assert len(read_unsaved(again).experiment.data.labels) == count
    assert again != left

    fourth = Window(world, "offered", "Remove")
    fourth.line("offered")
    assert fourth.line("open") == f"{FIRST} False"
    assert fourth.ended() == 0
    assert world.recovered() == []
    left_over = [file for file in world.data.glob("recovery/*") if file.suffix != ".tmp"]
    assert left_over == []  # no locks either; what was half-written goes when it is old enough


def test_a_damaged_one_is_set_aside_and_the_window_opens(world: World) -> None:
    folder = world.data / "recovery"
    folder.mkdir(parents=True)
    (folder / "0123456789abcdef.perceptarium").write_bytes(os.urandom(500))
    window = Window(world, "nothing")
    sentences = json.loads(window.line("offered"))
    assert sentences[0].endswith("is damaged and was set aside.")
    assert window.ended() == 0
    assert "Traceback" not in window.errors()
    assert [file.name for file in folder.iterdir()] == ["0123456789abcdef.perceptarium.damaged"]


def test_a_living_window_is_left_alone_and_a_closed_one_leaves_nothing(world: World) -> None:
    alive = Window(world, "edit", "alive")
    other = Window(world, "nothing")
    assert json.loads(other.line("offered")) == []
    assert other.ended() == 0
    while not world.recovered():
        alive.line("drawn")
    alive.kill()
    kinds = {file.suffix for file in world.data.rglob("*") if file.is_file()}
    assert kinds <= {".log", ".perceptarium", ".lock", ".crash", ".tmp"}
    assert len(list(world.data.glob("*/*.lock"))) == 1  # that of the killed one
