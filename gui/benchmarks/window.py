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
SCENES = (
    ("lively", "2,000 points, 256² cells, four learners, curves of 10,000 points", 8.0),
    ("heavy", "10,000 points, 512² cells, four learners, curves of 100,000 points", 16.7),
)
LONGEST_WAIT = 100.0  # milliseconds
MOST_MEMORY = 300.0  # megabytes
MOST_GROWTH, GROWTH_STEPS = 20.0, 100_000  # megabytes, and the steps that may add them


def measurements(effort: Effort) -> Iterator[Measurement]:
    yield from _first_paint(effort)
    for where in _platforms():
        for scene, name, target in SCENES:
            yield from _frames(scene, name, target, where)
    yield from _open_views()
    yield from _waiting()
    yield from _endurance(effort.animation_steps)


def _platforms() -> list[str]:
    """Where to draw: always in memory, and on the display when there is one."""
    chosen = os.environ.get("QT_QPA_PLATFORM")
    if chosen is not None:
        return [chosen]
    display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return ["offscreen", ""] if display else ["offscreen"]


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


def _frames(scene: str, name: str, target: float, where: str) -> Iterator[Measurement]:
    """The engine is flat out and results come in all the time, as while a long run is computed."""
    found = json.loads(_child("gui.benchmarks.frames", scene, where))
    section = f"Window: {name}, flat out" + ("" if where else ", on the display")
    detail = (
        f"median {found['p50']:.1f} ms; of the processor {found['processor_p50']:.1f}, "
        f"p99 {found['processor_p99']:.1f} ms"
    )
    yield Measurement(section, "work per frame, p99", found["p99"], "ms", target, detail=detail)
    share = 100.0 * found["late"] / max(found["frames"], 1)
    yield Measurement(section, "frames later than 25 ms, in %", share, "of", 0.1,
                      detail=f"{found['late']:.0f} of {found['frames']:.0f}")  # fmt: skip
    yield Measurement(section, "all curves drawn afresh", found["curves"], "ms",
                      detail=f"{found['cells']:,.0f} cells in the map")  # fmt: skip
    yield Measurement(section, "memory", found["memory"], "MB", MOST_MEMORY)
    yield Measurement(section, "memory grown by playing", found["grown"], "MB",
                      detail="the engine's own runs among it")  # fmt: skip


def _open_views() -> Iterator[Measurement]:
    section = "Window: other views, 2,000 points, four learners, flat out"
    for view, found in json.loads(_child("gui.benchmarks.open_views")).items():
        detail = (
            f"median {found['p50']:.1f} ms; of the processor p99 {found['processor_p99']:.1f} ms; "
            f"{found['late']:.0f} of {found['frames']:.0f} frames later than 25 ms"
        )
        name = f"work per frame, p99; {view}"
        yield Measurement(section, name, found["p99"], "ms", SCENES[0][2], detail=detail)


def _waiting() -> Iterator[Measurement]:
    section = "Window: never waits"
    working = json.loads(_child("gui.benchmarks.waiting", "working"))
    name = "a 10 ms timer, latest; 10,000 points trained, edited, sought"
    yield Measurement(section, name, working["latest"], "ms", LONGEST_WAIT,
                      detail=f"p99 {working['p99']:.1f} ms")  # fmt: skip
    for kind in ("table", "texts"):
        found = json.loads(_child("gui.benchmarks.waiting", kind))
        name = f"a 10 ms timer, latest; {found['megabytes']:.0f} MB of {kind} loaded"
        if not found["loaded"]:
            yield Measurement(section, name, None)
            continue
        detail = f"p99 {found['p99']:.1f} ms; all computed in {found['seconds']:.1f} s"
        yield Measurement(section, name, found["latest"], "ms", LONGEST_WAIT, detail=detail)
    pausing = json.loads(_child("gui.benchmarks.waiting", "pausing"))
    yield Measurement(section, "Pause acts, latest; engine flat out", pausing["latest"], "ms",
                      LONGEST_WAIT, detail=f"median {pausing['p50']:.1f} ms")  # fmt: skip


def _endurance(steps: int) -> Iterator[Measurement]:
    found = json.loads(_child("gui.benchmarks.endurance", str(steps)))
    name = f"memory added by {steps:,} steps of animation"
    target = MOST_GROWTH * steps / GROWTH_STEPS
    yield Measurement("Window: endurance", name, found["grown"], "MB", target)


def _child(module: str, argument: str = "", platform: str | None = None) -> str:
    """What a process of its own prints; `platform`: where Qt draws, empty for the display."""
    environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ}
    if platform is not None:
        environment["QT_QPA_PLATFORM"] = platform
    if not environment["QT_QPA_PLATFORM"]:
        del environment["QT_QPA_PLATFORM"]
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # a user's Python keeps its bytecode
    finished = subprocess.run(
        [sys.executable, "-m", module, argument],
        capture_output=True, text=True, check=True, env=environment,
    )  # fmt: skip
    return finished.stdout
