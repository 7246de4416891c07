"""Going to any step of a long run, and following one word through all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from core.online import OnlineRecording
from core.rows import Floats
from core.run import Run
from gui.benchmarks.data import Problem, text_like
from gui.benchmarks.effort import Effort
from gui.benchmarks.measurement import Measurement
from gui.benchmarks.ours import recorded
from gui.benchmarks.timing import seconds

SEEK_TARGET, TRAJECTORY_TARGET, MEMORY_TARGET = 4.0, 16.0, 40.0  # ms, ms, MB
LEARNERS = ("mira", "logistic-regression")  # an update of two heads, and of all of them
CLASSES = 4
SAMPLES = 400  # moments of a trajectory: as many as a curve on the screen can show
CHECKED = 7  # moments at which the weights are computed again in another way


def measurements(effort: Effort) -> Iterator[Measurement]:
    problem = text_like(
        effort.documents, effort.vocabulary, effort.words, CLASSES, effort.text_passes
    )
    section = f"looking back at {problem.steps:,} steps ({problem.name})"
    for learner in LEARNERS:
        run = recorded(problem, learner)()
        rng = np.random.default_rng(1)
        for readout in ("last", "averaged"):
            run.at(run.steps).weights(readout)  # the averages' frames are made on first demand
            yield from _seeks(section, run, readout, rng, effort)
        assert isinstance(run.recording, OnlineRecording)
        size = run.recording.keyframe_bytes / 1e6
        yield Measurement(section, f"{learner}: keyframes", size, "MB", MEMORY_TARGET)
        yield _trajectories(section, problem, run, rng, effort)


def _seeks(
    section: str, run: Run, readout: str, rng: np.random.Generator, effort: Effort
) -> Iterator[Measurement]:
    places = rng.integers(0, run.steps + 1, effort.seeks)
    times = [1e3 * seconds(lambda t=int(t): run.at(t).weights(readout)) for t in places]  # type: ignore[misc]
    name = f"{run.learner.name}: weights, {readout}"
    middle, late = np.percentile(times, [50, 99])
    exact = differences(run, readout, checked_steps(run.steps)) == 0
    detail = "bit for bit as replayed from the start" if exact else "NOT EXACT"
    yield Measurement(section, f"{name}, p50", float(middle), "ms", SEEK_TARGET)
    value = float(late) if exact else None
    yield Measurement(section, f"{name}, p99", value, "ms", SEEK_TARGET, detail=detail)


def checked_steps(steps: int) -> NDArray[np.int64]:
    return np.linspace(0, steps, CHECKED + 1).astype(np.int64)[1:] - np.arange(CHECKED)


def differences(run: Run, readout: str, steps: NDArray[np.int64]) -> int:
    """How many weights differ, in any bit, from those of a replay that starts at the beginning."""
    straight = replayed_in_numpy(run, steps) if readout == "last" else replayed_sums(run, steps)
    return sum(
        int((run.at(int(t)).weights(readout) != weights).sum())
        for t, weights in zip(steps, straight, strict=True)
    )


def replayed_in_numpy(run: Run, steps: NDArray[np.int64]) -> Iterator[Floats]:
    """The weights [width, heads] after each of these steps, by the tape alone.

    For rules that do not shrink, where a step is one addition: W[:, h] += c[h] · x.
    """
    recording = run.recording
    assert isinstance(recording, OnlineRecording)
    tape, rows, labels = recording.tape, run.dataset.rows, run.dataset.labels
    w = np.zeros((rows.width + 1, recording.heads))
    done = 0
    for t in steps:
        for e in range(done, int(t)):
            c = tape.coefficients[e]
            if not np.any(c):
                continue
            i = tape.order[e]
            columns, values = rows.row(i)
            if np.ndim(c):
                w[columns] += values[:, None] * c
                w[-1] += c
            else:
                gold, wrong = labels[i], tape.wrong_label(e)
                w[columns, gold] += c * values
                w[columns, wrong] -= c * values
                w[-1, gold] += c
                w[-1, wrong] -= c
        done = int(t)
        yield w


def replayed_sums(run: Run, steps: NDArray[np.int64]) -> Iterator[Floats]:
    """The averages [width, heads] up to each of these steps, without any keyframe."""
    recording = run.recording
    assert isinstance(recording, OnlineRecording)
    state, done = recording.fresh_state(summing=True), 0
    for t in steps:
        recording.replay(state, done, int(t), summing=True)
        done = int(t)
        yield (state.numbers[2] * state.v + state.u) / max(done, 1)


def _trajectories(
    section: str, problem: Problem, run: Run, rng: np.random.Generator, effort: Effort
) -> Measurement:
    recording = run.recording
    assert isinstance(recording, OnlineRecording)
    steps = np.unique(np.linspace(0, run.steps, SAMPLES).astype(np.int64))
    words = frequent_and_rare(problem, effort.trajectories, rng)

    def follow(word: int) -> Callable[[], Floats]:
        return lambda: recording.trajectory(word, steps)

    times = [1e3 * seconds(follow(int(word))) for word in words]
    value: float | None = float(np.percentile(times, 99))
    t = int(steps[-1])
    ends = [recording.trajectory(int(word), steps)[-1] for word in words[:CHECKED]]
    exact = np.array_equal(ends, run.at(t).weights()[words[:CHECKED]])
    detail = f"{len(words)} words, {len(steps)} moments each" if exact else "NOT EXACT"
    name = f"{run.learner.name}: a word's whole way, p99"
    return Measurement(
        section, name, value if exact else None, "ms", TRAJECTORY_TARGET, detail=detail
    )


def frequent_and_rare(problem: Problem, count: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Half of them the most frequent words, half any that occur."""
    frequency = np.bincount(problem.dataset.rows.columns, minlength=problem.dataset.rows.width)
    frequent = np.argsort(-frequency, kind="stable")[: count // 2]
    occurring = np.setdiff1d(np.flatnonzero(frequency), frequent)
    wanted = min(count - len(frequent), len(occurring))
    return np.concatenate([frequent, rng.choice(occurring, wanted, replace=False)])
