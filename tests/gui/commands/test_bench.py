"""`perceptarium bench`: that it tells the truth; no check depends on how long a thing takes."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from core.learners import BUILT_IN
from core.learners.declaration import Learner
from core.online import OnlineRecording
from gui.benchmarks import (
    effort,
    importing,
    plain_loops,
    report,
    river_peers,
    scikit_learn,
    seeking,
    taping,
    timing,
)
from gui.benchmarks.data import Problem, plane, text_like
from gui.benchmarks.effort import Effort
from gui.benchmarks.measurement import Measurement
from gui.benchmarks.ours import recorded
from gui.main import main

TINY = Effort(
    rounds=1,
    seconds=0.0,
    documents=60,
    vocabulary=300,
    words=12,
    text_passes=2,
    points=((30, 2), (50, 2)),
    peer_steps=20,
    seeks=5,
    trajectories=4,
    boosting_rounds=3,
)


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "QUICK", TINY)
    monkeypatch.setattr(importing, "import_seconds", lambda modules, bytecode: 0.5)


def refuse_constant(text: str) -> None:
    raise AssertionError(f"{text} is not JSON")


# The command


@pytest.mark.usefixtures("tiny")
def test_json_and_table_tell_the_same_story(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--quick", "--json"]) == 0
    document = json.loads(capsys.readouterr().out, parse_constant=refuse_constant)
    rows = document["measurements"]
    verdicts = [row["verdict"] for row in rows]
    assert document["met"] == verdicts.count("ok")
    assert document["missed"] == verdicts.count("MISSED")
    assert document["missing"] == verdicts.count("missing")
    for row in rows:
        if row["target"] is None or row["measured"] is None:
            assert row["verdict"] in (None, "missing")
            continue
        good = row["measured"] <= row["target"]
        if row["at_least"]:
            good = row["measured"] >= row["target"]
        assert row["verdict"] == ("ok" if good else "MISSED")
    assert {"processor", "python", "numpy", "scikit-learn", "river"} <= set(document["machine"])

    assert main(["bench", "--quick"]) == 0
    table = capsys.readouterr().out
    for row in rows:
        assert f"  {row['name']} " in table
        assert row["section"] in table


def test_every_learner_meets_its_peer_on_every_kind_of_data() -> None:
    with timing.fair_conditions():
        names = [one.name for one in scikit_learn.measurements(TINY)]
    for learner in BUILT_IN:
        text = learner.name not in ("gaussian-naive-bayes", "adaboost")
        points = learner.name != "naive-bayes"
        for classes in (2, 4):
            assert (f"text, {classes} classes: {learner.name}" in names) == text
            for n in (30, 50):
                assert (f"{n} points, {classes} classes: {learner.name}" in names) == points


def test_targets_are_those_that_were_set() -> None:
    assert scikit_learn.TEXT_TARGETS == {2: 0.95, 4: 0.55}
    assert scikit_learn.PLANE_TARGETS == {2: 0.7, 4: 0.5}
    assert (plain_loops.TARGET, river_peers.TARGET) == (30.0, 70.0)
    assert (taping.TARGET, taping.PAIR_BYTES, importing.TARGET) == (1.10, 17.0, 1.3)
    seek = seeking.SEEK_TARGET, seeking.TRAJECTORY_TARGET, seeking.MEMORY_TARGET
    assert seek == (4.0, 16.0, 40.0)


# What is not there


def test_a_missing_peer_is_shown_as_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (river_peers, scikit_learn):
        monkeypatch.setattr(module, "find_spec", lambda name: None)
    found = [*river_peers.measurements(TINY), *scikit_learn.measurements(TINY)]
    assert found
    assert {one.verdict for one in found} == {"missing"}
    assert {one.measured for one in found} == {"missing"}
    assert report.summary(found) == f"0 of 0 targets met; not measured: {len(found)}."
    rows = json.loads(report.as_json(found))["measurements"]
    assert all(row["measured"] is None for row in rows)


def test_verdicts() -> None:
    def verdict(value: float | None, target: float | None, at_least: bool = False) -> str:
        return Measurement("s", "n", value, "of", target, at_least).verdict

    assert verdict(1.0, 1.0) == "ok"
    assert verdict(1.01, 1.0) == "MISSED"
    assert verdict(30.0, 30.0, at_least=True) == "ok"
    assert verdict(29.0, 30.0, at_least=True) == "MISSED"
    assert verdict(3.0, None) == ""
    assert verdict(None, 1.0) == "missing"


def test_markdown_has_a_line_for_each() -> None:
    rows = [Measurement("s", f"row {k}", k, "ms", 2.0) for k in range(4)]
    lines = report.markdown(rows).splitlines()
    assert "| row 3 | 3.00 ms | ≤ 2.00 ms | MISSED |" in lines
    assert sum(line.startswith("| row") for line in lines) == 4
    assert lines[-1] == "3 of 4 targets met."


# How it is timed


class Clock:
    """Time that passes only when a task says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        self.calls: list[str] = []
        monkeypatch.setattr(timing, "perf_counter", lambda: self.now)

    def task(self, name: str, lengths: list[float]) -> Callable[[], None]:
        rest = iter(lengths)

        def work() -> None:
            self.calls.append(name)
            self.now += next(rest)

        return work


def test_the_median_of_paired_ratios(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two calls to warm up and to see how long it takes; then five rounds."""
    clock = Clock(monkeypatch)
    ours = clock.task("a", [9.0, 9.0, 1.0, 8.0, 3.0, 4.0, 10.0])
    theirs = clock.task("b", [9.0, 9.0, 2.0, 8.0, 1.0, 16.0, 1.0])
    pairs = timing.interleaved(ours, theirs, rounds=5, least=0.0)
    assert pairs.ratio == 1.0  # of .5, 1, 3, .25, 10: not 4 / 2, the ratio of the medians
    assert (pairs.our_time, pairs.their_time) == (4.0, 2.0)
    assert "".join(clock.calls[4:]) == "abbaabbaab"


def test_short_tasks_are_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    ours, theirs = clock.task("a", [0.25] * 99), clock.task("b", [4.0] * 99)
    pairs = timing.interleaved(ours, theirs, rounds=3, least=1.0)
    assert pairs.ratio == 0.0625
    assert clock.calls.count("a") == 2 + 3 * 4
    assert clock.calls.count("b") == 2 + 3


def test_times_of_unequal_lengths_are_compared_by_the_step() -> None:
    pairs = timing.Pairs(ours=(2.0, 2.0), theirs=(5.0, 5.0))
    assert pairs.per_step(our_steps=1000, their_steps=10).faster == pytest.approx(250.0)


def test_nothing_is_collected_meanwhile() -> None:
    assert gc.isenabled()
    with timing.fair_conditions():
        assert not gc.isenabled()
    assert gc.isenabled()


# That both sides do the same work


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize(
    ("learner", "size"),
    [("perceptron", plain_loops.perceptron_size), ("mira", plain_loops.mira_size)],
)
def test_the_numpy_loop_learns_the_same(
    learner: str, size: plain_loops.StepSize, classes: int
) -> None:
    problems: list[Problem] = [text_like(60, 300, 12, classes, 3), plane(50, classes, 3)]
    for problem in problems:
        by_loop = plain_loops.plain_loop(problem, size, problem.steps)
        run = recorded(problem, learner)()
        np.testing.assert_allclose(by_loop.T, run.weights(run.steps), atol=1e-9)


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize(
    "learner", [one for one in BUILT_IN if one.online], ids=lambda one: one.name
)
def test_without_a_tape_the_same_is_learnt(learner: Learner, classes: int) -> None:
    problem = text_like(60, 300, 12, classes, 3)
    run = recorded(problem, learner.name)()
    assert run.steps == problem.steps
    weights = taping.untaped(problem, learner)()
    assert np.array_equal(weights.T, run.weights(run.steps))


@pytest.mark.parametrize("name", ["mira", "logistic-regression"])
def test_a_wrong_keyframe_would_be_noticed(name: str) -> None:
    problem = text_like(60, 300, 12, 4, 100)
    run = recorded(problem, name)()
    steps = seeking.checked_steps(run.steps)
    assert steps[0] > 0
    assert steps[-1] <= run.steps
    words = seeking.frequent_and_rare(problem, 6, np.random.default_rng(0))
    assert len(set(words.tolist())) == 6
    for readout in ("last", "averaged"):
        assert seeking.differences(run, readout, steps) == 0
    assert seeking.trajectory_differences(run, words, steps) == 0

    recording = run.recording
    assert isinstance(recording, OnlineRecording)
    state = recording._frames.before(run.steps)[1]
    state.v[words[0], 0] = np.nextafter(state.v[words[0], 0], np.inf)
    assert seeking.differences(run, "last", steps) > 0
    assert seeking.trajectory_differences(run, words, steps) > 0


# The data


def test_texts_are_as_asked_for() -> None:
    problem = text_like(2000, 50_000, 80, 4, 1)
    rows = problem.dataset.rows
    assert rows.nonzeros / len(rows) == pytest.approx(80, rel=0.03)
    assert rows.width == 50_000
    lengths = np.diff(rows.starts)
    assert (lengths > 0).all()
    ascending = np.diff(rows.columns) > 0
    ascending[rows.starts[1:-1] - 1] = True  # from one row to the next anything goes
    assert ascending.all()
    frequency = np.sort(np.bincount(rows.columns))[::-1]
    assert frequency[0] > 0.9 * len(rows)  # the commonest word is in nearly every document
    assert frequency[99] == pytest.approx(10 * frequency[999], rel=0.5)  # as 1/rank
    assert np.bincount(problem.labels, minlength=4).min() > 0
    again = text_like(2000, 50_000, 80, 4, 1)
    assert again.labels.tobytes() == problem.labels.tobytes()
    assert again.dataset.rows.columns.tobytes() == rows.columns.tobytes()


@pytest.mark.parametrize("classes", [2, 4])
def test_planted_labels_can_be_learnt_but_not_without_mistakes(classes: int) -> None:
    for problem in (text_like(500, 200, 20, classes, 20), plane(500, classes, 20)):
        run = recorded(problem, "logistic-regression")()
        right = run.at(run.steps).scores().argmax(axis=1) == problem.labels
        assert right.mean() > 0.6
        assert recorded(problem, "perceptron")().mistakes() > 0


def test_a_fresh_interpreter_tells_its_import_time(tmp_path: Path) -> None:
    assert importing.import_seconds("json", str(tmp_path)) > 0.0
