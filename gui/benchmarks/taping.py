"""What recording costs: time against the same loop without a tape, and bytes for each update."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from core.kernels.loops import raw
from core.kernels.training import training_kernel
from core.learners import BUILT_IN, find
from core.learners.declaration import Learner
from core.learners.rule import Rule
from core.online import OnlineRecording
from core.parameters import encode, settle
from core.rows import Floats
from gui.benchmarks.data import Problem, text_like
from gui.benchmarks.effort import Effort
from gui.benchmarks.measurement import Measurement
from gui.benchmarks.ours import recorded
from gui.benchmarks.timing import interleaved

SECTION = "what the tape costs"
TARGET = 1.10
PAIR_BYTES = 17.0
CHUNK = 4096  # steps without a return to Python; their scratch tape stays in the cache


def untaped(problem: Problem, learner: Learner) -> Callable[[], Floats]:
    """A task: the same training loop, one chunk of tape used again and again, nothing kept.

    It returns the last weights, feature-major, the bias last.
    """
    rule = learner.method
    assert isinstance(rule, Rule)
    parameters = encode(learner.parameters, settle(learner.parameters, {}))
    rows, labels, classes = problem.dataset.rows, problem.labels, problem.classes
    heads = 1 if classes == 2 else classes
    each_head = (heads,) if heads > 1 and rule.heads != "best wrong" else ()
    shape = (rows.width + 1,) if heads == 1 else (rows.width + 1, heads)
    order = np.arange(len(rows), dtype=np.uint32)

    def train() -> Floats:
        kernel = training_kernel(rule, classes == 2, True)
        v, state = np.zeros(shape), np.array([1.0, 0.0, 0.0])
        norms = rows.squared_norms() + 1.0
        dual, scores = np.zeros((len(rows), *each_head)), np.zeros(classes)
        coefficients = np.empty((CHUNK, *each_head))
        margins, marks = np.empty(CHUNK, np.float32), np.empty(CHUNK, np.uint8)
        step = 0
        for _ in range(problem.passes):
            for start in range(0, len(order), CHUNK):
                some = order[start : start + CHUNK]
                n = len(some)
                tape = (some, coefficients[:n], margins[:n], marks[:n])
                clock = (step + 1, step, len(order), 1)
                kernel(
                    raw(rows, bias=True), labels, norms, clock, v, state, dual, parameters, tape,
                    scores,
                )  # fmt: skip
                step += len(some)
        return np.asarray(state[0] * v)

    return train


def measurements(effort: Effort) -> Iterator[Measurement]:
    for classes in (4, 2):
        problem = text_like(
            effort.documents, effort.vocabulary, effort.words, classes, effort.text_passes
        )
        for learner in BUILT_IN:
            if learner.online:
                yield _on_against_off(problem, learner, effort)
        for learner in BUILT_IN:
            if learner.online:
                yield _bytes(problem, learner)


def _on_against_off(problem: Problem, learner: Learner, effort: Effort) -> Measurement:
    pairs = interleaved(
        recorded(problem, learner.name), untaped(problem, learner), effort.rounds, effort.seconds
    )
    times = pairs.per_step(problem.steps, problem.steps)
    name = f"{problem.name}: {learner.name}, on against off"
    return Measurement(SECTION, name, pairs.ratio, target=TARGET, detail=times.text)


def _bytes(problem: Problem, learner: Learner) -> Measurement:
    recording = recorded(problem, learner.name)().recording
    assert isinstance(recording, OnlineRecording)
    rule = find(learner.name).method
    every_head = problem.classes > 2 and isinstance(rule, Rule) and rule.heads != "best wrong"
    target = PAIR_BYTES + 8.0 * problem.classes if every_head else PAIR_BYTES
    name = f"{problem.name}: {learner.name}, an update"
    return Measurement(SECTION, name, recording.tape.bytes_per_update, "bytes", target)
