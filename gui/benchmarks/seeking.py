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
        yield from _seeks(section, run, "last", rng, effort)
        yield _memory(section, run, "keyframes", MEMORY_TARGET)
        run.at(run.steps).weights("averaged")  # the averages' frames are made on first demand
        yield from _seeks(section, run, "averaged", rng, effort)
        yield _memory(section, run, "keyframes and sums for averages", None)
        words = frequent_and_rare(problem, effort.trajectories, rng)
        yield _trajectories(section, run, words)
        yield _exactness(section, run, words)


def _seeks(
    section: str, run: Run, readout: str, rng: np.random.Generator, effort: Effort
) -> Iterator[Measurement]:
    places = rng.integers(0, run.steps + 1, effort.seeks)
    times = [1e3 * seconds(lambda t=int(t): run.at(t).weights(readout)) for t in places]  # type: ignore[misc]
    name = f"{run.learner.name}: weights, {readout}"
    middle, late = np.percentile(times, [50, 99])
    yield Measurement(section, f"{name}, p50", float(middle), "ms", SEEK_TARGET)
    yield Measurement(section, f"{name}, p99", float(late), "ms", SEEK_TARGET)


def _memory(section: str, run: Run, what: str, target: float | None) -> Measurement:
    assert isinstance(run.recording, OnlineRecording)
    size = run.recording.keyframe_bytes / 1e6
    return Measurement(section, f"{run.learner.name}: {what}", size, "MB", target)


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


def _trajectories(section: str, run: Run, words: NDArray[np.int64]) -> Measurement:
    recording = run.recording
    assert isinstance(recording, OnlineRecording)
    steps = np.unique(np.linspace(0, run.steps, SAMPLES).astype(np.int64))

    def follow(word: int) -> Callable[[], Floats]:
        return lambda: recording.trajectory(word, steps)

    late = float(np.percentile([1e3 * seconds(follow(int(word))) for word in words], 99))
    name = f"{run.learner.name}: a word's whole way, p99"
    detail = f"{len(words)} words, {len(steps)} moments each"
    return Measurement(section, name, late, "ms", TRAJECTORY_TARGET, detail=detail)


def _exactness(section: str, run: Run, words: NDArray[np.int64]) -> Measurement:
    steps = checked_steps(run.steps)
    found = sum(differences(run, readout, steps) for readout in ("last", "averaged"))
    found += trajectory_differences(run, words[:CHECKED], steps)
    name = f"{run.learner.name}: weights not bit for bit as replayed"
    detail = f"from the first step on, at {len(steps)} moments"
    return Measurement(section, name, float(found), "count", 0.0, detail=detail)


def trajectory_differences(run: Run, words: NDArray[np.int64], steps: NDArray[np.int64]) -> int:
    """How many weights on the ways of these words differ from those of the whole run."""
    recording = run.recording
    assert isinstance(recording, OnlineRecording)
    ways = np.stack([recording.trajectory(int(word), steps) for word in words], axis=1)
    whole = np.stack([run.at(int(t)).weights()[words] for t in steps])
    return int((ways != whole).sum())


def frequent_and_rare(problem: Problem, count: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Half of them the most frequent words, half any that occur."""
    frequency = np.bincount(problem.dataset.rows.columns, minlength=problem.dataset.rows.width)
    frequent = np.argsort(-frequency, kind="stable")[: count // 2]
    occurring = np.setdiff1d(np.flatnonzero(frequency), frequent)
    wanted = min(count - len(frequent), len(occurring))
    return np.concatenate([frequent, rng.choice(occurring, wanted, replace=False)])
