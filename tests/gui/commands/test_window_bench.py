"""`perceptarium bench --gui`: that the scenes are as large as they are said to be."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from core.files.limits import MOST_BYTES
from gui.benchmarks import endurance, frames, open_views, waiting, window
from gui.benchmarks.effort import FULL, QUICK
from gui.benchmarks.player import Player, Scene, experiment_of, hand_outs

TINY = Scene(60, 40, 20, cells=32, samples=700)


def test_the_scenes_are_those_that_were_asked_for() -> None:
    lively, heavy = frames.SCENES["lively"], frames.SCENES["heavy"]
    assert (lively.points, lively.cells, lively.samples) == (2_000, 256, 10_000)
    assert (heavy.points, heavy.cells, heavy.samples) == (10_000, 512, 100_000)
    assert [target for _, _, target in window.SCENES] == [8.0, 16.7]
    assert len(experiment_of(lively).learners) == 4
    assert len(experiment_of(lively).data.class_names) == 5
    assert (window.LONGEST_WAIT, window.MOST_MEMORY) == (100.0, 300.0)
    assert window.MOST_GROWTH / window.GROWTH_STEPS == 20.0 / 100_000
    assert FULL.animation_steps == 100_000
    assert QUICK.animation_steps < FULL.animation_steps


def test_a_scene_is_drawn_with_all_its_cells_and_points(qtbot: QtBot, tmp_path: Path) -> None:
    found = frames.play(TINY, tmp_path)
    assert found["samples"] == 700
    assert 0.9 * 32**2 < found["cells"] < 1.1 * 32**2
    assert 0 < found["processor_p50"] <= found["processor_p99"]
    assert found["p50"] <= found["p99"]
    assert found["frames"] >= 2
    assert found["curves"] > 0
    assert 20 < found["memory"] < 5_000


def test_every_other_view_of_points_is_played(qtbot: QtBot, tmp_path: Path) -> None:
    found = open_views.play(tmp_path, Scene(60, 3, 5, classes=2))
    assert set(found) == {"losses", "weights", "cost", "evaluation"}
    for view in found.values():
        assert view["frames"] >= 1
        assert 0 < view["p50"] <= view["p99"]


def test_every_hand_out_has_other_curves(qtbot: QtBot, tmp_path: Path) -> None:
    player = Player(tmp_path, experiment_of(TINY))
    first, second = hand_outs(player.studio.results, 700)[:2]
    player.close()
    for one, other in zip(first.learners, second.learners, strict=True):
        for readout in one.choice.readouts:
            a, b = one.curves[readout], other.curves[readout]
            assert len(a.steps) == len(a.train["hinge"]) == 700
            assert a.steps[-1] == one.steps
            assert (a.train["hinge"] != b.train["hinge"]).mean() > 0.9


def test_files_are_as_large_as_may_be_opened(tmp_path: Path) -> None:
    for made in (waiting.table_text, waiting.texts_text):
        assert 0.9 * 300_000 < len(made(300_000)) <= 330_000
    assert 19_000_000 < waiting.FILE_BYTES < MOST_BYTES


def test_a_table_is_loaded_to_the_end_while_the_heart_beats(qtbot: QtBot, tmp_path: Path) -> None:
    found = waiting.table(tmp_path, 1_300_000)
    assert found["loaded"] == 1.0
    assert found["megabytes"] > 1.0
    assert found["p99"] <= found["latest"]


def test_the_heart_notices_a_wait(qtbot: QtBot) -> None:
    heart = waiting.Heartbeat()
    qtbot.wait(30)
    end = waiting.time.perf_counter() + 0.15
    while waiting.time.perf_counter() < end:
        pass
    qtbot.wait(20)
    assert heart.stop()["latest"] >= 130.0


def test_pausing_and_working_are_timed(qtbot: QtBot, tmp_path: Path) -> None:
    pausing = waiting.pausing(tmp_path, TINY, count=2)
    assert 0.0 < pausing["p50"] <= pausing["latest"]
    working = waiting.working(tmp_path, TINY, turns=3)
    assert working["latest"] > -waiting.BEAT


def test_endurance_shows_every_step(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    show = endurance.show

    def count(player: Player, steps: int) -> None:
        player.studio.cursor_changed.connect(lambda: seen.append(player.studio.t))
        show(player, steps)

    monkeypatch.setattr(endurance, "show", count)
    found = endurance.endure(tmp_path, 30, TINY)
    assert found["steps"] == 30
    assert len(seen) == 30 + 2 * 30  # the second time two listen
    assert np.isfinite(found["grown"])


def test_what_a_child_says_becomes_measurements(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"p50": 3.0, "p99": 9.0, "processor_p50": 2.5, "processor_p99": 7.0, "frames": 100,
            "late": 1, "cells": 65_536, "samples": 10_000, "curves": 3.0, "memory": 250.0,
            "grown": 1.0, "latest": 40.0, "megabytes": 19.9, "seconds": 4.0, "loaded": 0.0,
            "steps": 10_000}  # fmt: skip

    def child(module: str, argument: str = "", platform: str | None = None) -> str:
        if module.endswith("open_views"):
            return json.dumps({"losses": {**said, "p99": 8.1}, "cost": {**said, "p99": 7.9}})
        start = "0.0 0.1" if argument == "ready" else "0.0"
        return start if module.endswith("first_paint") else json.dumps(said)

    monkeypatch.setattr(window, "_child", child)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    found = {(one.section, one.name): one for one in window.measurements(QUICK)}
    verdicts = [one.verdict for (_, name), one in found.items() if name == "work per frame, p99"]
    assert verdicts == ["MISSED", "ok"]
    others = [one.verdict for (_, name), one in found.items() if name.startswith("work per frame,")]
    assert others[2:] == ["MISSED", "ok"]
    assert [one.verdict for (_, name), one in found.items() if "loaded" in name] == ["missing"] * 2
    (added,) = [one for (_, name), one in found.items() if "steps of animation" in name]
    assert added.target == pytest.approx(2.0)
