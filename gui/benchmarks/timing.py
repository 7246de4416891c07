"""Fair timing: one thread, no garbage collection, everything warm, pairs taken in turn."""

from __future__ import annotations

import gc
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from importlib import import_module
from time import perf_counter
from typing import Any

import numpy as np

Task = Callable[[], object]


@contextmanager
def fair_conditions() -> Iterator[None]:
    """One thread for everybody's linear algebra, no collector, no warnings about few passes."""
    was_enabled = gc.isenabled()
    with _one_thread(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        gc.collect()
        gc.disable()
        try:
            yield
        finally:
            if was_enabled:
                gc.enable()


def _one_thread() -> Any:
    try:
        threads = import_module("threadpoolctl")  # comes with scikit-learn
    except ImportError:
        return nullcontext()
    return threads.threadpool_limits(1)


def seconds(task: Task, repeats: int = 1) -> float:
    """How long the task takes, the mean of so many repeats in a row."""
    start = perf_counter()
    for _ in range(repeats):
        task()
    return (perf_counter() - start) / repeats


def repeats_for(task: Task, least: float) -> int:
    """How many repeats make a timing of at least so many seconds."""
    once = seconds(task)
    return max(1, round(least / max(once, 1e-9)))


@dataclass(frozen=True)
class PerStep:
    """How many times as fast a step of ours is, with the two times in words."""

    faster: float
    text: str


@dataclass(frozen=True)
class Pairs:
    """Times of two tasks that took turns, round by round."""

    ours: tuple[float, ...]
    theirs: tuple[float, ...]

    @property
    def ratio(self) -> float:
        """The median of ours / theirs within each round."""
        return float(np.median(np.divide(self.ours, self.theirs)))

    @property
    def our_time(self) -> float:
        return float(np.median(self.ours))

    @property
    def their_time(self) -> float:
        return float(np.median(self.theirs))

    def per_step(self, our_steps: int, their_steps: int) -> PerStep:
        """The comparison where the two tasks are not equally long."""
        ours, theirs = 1e9 * self.our_time / our_steps, 1e9 * self.their_time / their_steps
        faster = our_steps / their_steps / self.ratio
        return PerStep(faster, f"{ours:,.0f} against {theirs:,.0f} ns a step")


def interleaved(ours: Task, theirs: Task, rounds: int, least: float) -> Pairs:
    """Time both in turn, after each has run once untimed; who begins changes every round."""
    ours(), theirs()
    our_repeats, their_repeats = repeats_for(ours, least), repeats_for(theirs, least)
    our_times, their_times = [], []
    for k in range(rounds):
        if k % 2:
            their_times.append(seconds(theirs, their_repeats))
        our_times.append(seconds(ours, our_repeats))
        if not k % 2:
            their_times.append(seconds(theirs, their_repeats))
    return Pairs(tuple(our_times), tuple(their_times))
