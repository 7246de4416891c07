"""All questions about the window: how soon it is there, what a frame costs, whether it waits."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator

import numpy as np

from gui.benchmarks.effort import Effort
from gui.benchmarks.measurement import Measurement

ORANGE_FIRST_PAINT = 1204 / 254  # of the bare window, measured once side by side


def measurements(effort: Effort) -> Iterator[Measurement]:
    yield from _first_paint(effort)
    yield from _frames("lively", "2,000 points, five classes, four learners, engine flat out", 8.0)
    yield from _frames("heavy", "10,000 points, five classes, four learners, flat out", 16.7)
    yield from _heartbeat()


def _first_paint(effort: Effort) -> Iterator[Measurement]:
    section = "Window: start"
    times: dict[str, list[list[float]]] = {"bare": [], "ready": []}
    for _ in range(effort.rounds + 1):  # the first round only warms the caches
        for kind, found in times.items():
            found.append(_seconds_until_painted(kind))
    bare = np.array([found[0] for found in times["bare"][1:]])
    ours = np.array([found[0] for found in times["ready"][1:]])
    ready = np.array([found[1] for found in times["ready"][1:]])
    ratio = float(np.median(ours / bare))
    detail = f"{1000 * np.median(ours):.0f} against {1000 * np.median(bare):.0f} ms"
    yield Measurement(section, "first paint, of a bare scatter window", ratio, "of", 1.15,
                      detail=detail)  # fmt: skip
    yield Measurement(section, "first paint, of Orange's Gradient Descent (its figure)",
                      ratio / ORANGE_FIRST_PAINT, "of", 0.35)  # fmt: skip
    after = float(1000 * np.median(ready - ours))
    yield Measurement(section, "from first paint to computed runs", after, "ms", 1000.0)


def _seconds_until_painted(kind: str) -> list[float]:
    start = time.monotonic()
    printed = _child("gui.benchmarks.first_paint", kind)
    return [float(line) - start for line in printed.split()]


def _frames(scene: str, name: str, target: float) -> Iterator[Measurement]:
    found = json.loads(_child("gui.benchmarks.frames", scene))
    section = f"Window: {name}"
    detail = f"median {found['p50']:.1f} ms"
    yield Measurement(section, "work per frame, p99", found["p99"], "ms", target, detail=detail)
    share = 100.0 * found["late"] / max(found["frames"], 1)
    yield Measurement(section, "frames later than 25 ms, in %", share, "of", 0.1,
                      detail=f"{found['late']:.0f} of {found['frames']:.0f}")  # fmt: skip
    yield Measurement(section, "memory", found["memory"], "MB", 300.0)
    yield Measurement(section, "memory grown by playing", found["grown"], "MB", 20.0)


def _heartbeat() -> Iterator[Measurement]:
    found = json.loads(_child("gui.benchmarks.frames", "heartbeat"))
    section = "Window: never waits (10,000 points, training, editing, seeking)"
    yield Measurement(section, "a 10 ms timer, latest", found["latest"], "ms", 100.0)
    yield Measurement(section, "a 10 ms timer, p99 late", found["p99"], "ms", 33.0)


def _child(module: str, argument: str) -> str:
    environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # a user's Python keeps its bytecode
    finished = subprocess.run(
        [sys.executable, "-m", module, argument],
        capture_output=True, text=True, check=True, env=environment,
    )  # fmt: skip
    return finished.stdout
