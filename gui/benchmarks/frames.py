"""What one frame of the animation costs.

`python -m gui.benchmarks.frames SCENE` plays a scene in the real window and prints what it measured
as JSON; it runs in a process of its own so that nothing else shares its memory.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from itertools import cycle
from pathlib import Path

import numpy as np
from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QPixmap

from gui.benchmarks.player import (
    Engine,
    Player,
    Scene,
    experiment_of,
    hand_outs,
    memory_megabytes,
)
from gui.computer import PUBLISH_SECONDS

__all__ = ["SCENES", "Engine", "Player", "play"]

LATE = 25.0  # milliseconds
SCENES = {
    "lively": Scene(2_000, 50, 600, cells=256, samples=10_000),
    "heavy": Scene(10_000, 20, 300, cells=512, samples=100_000),
}


def play(scene: Scene, folder: Path) -> dict[str, float]:
    """The engine is flat out, and results come in as often as while a long run is computed."""
    player = Player(folder, experiment_of(scene))
    studio = player.studio
    cells = player.draw_cells(scene.cells)
    coming = cycle(hand_outs(studio.results, scene.samples))
    studio.computer.arrived.emit(next(coming))
    player.rest()
    memory = memory_megabytes()
    arriving = QTimer()
    arriving.timeout.connect(lambda: studio.computer.arrived.emit(next(coming)))
    arriving.start(round(1000 * PUBLISH_SECONDS))
    with Engine(studio.experiment, studio.results.dataset):
        frames = player.watch(scene.frames)
    arriving.stop()
    found = {
        "p50": float(np.percentile(frames.work, 50)),
        "p99": float(np.percentile(frames.work, 99)),
        "processor_p50": float(np.percentile(frames.processor, 50)),
        "processor_p99": float(np.percentile(frames.processor, 99)),
        "frames": len(frames.gaps),
        "late": sum(gap > LATE for gap in frames.gaps),
        "cells": cells,
        "samples": max(len(line.steps) for line in player.window.curves.plot.drawing.lines),
        "curves": _curve_milliseconds(player),
        "memory": memory,
        "grown": memory_megabytes() - memory,
    }
    player.close()
    return found


def _curve_milliseconds(player: Player) -> float:
    """The median time to draw all curves afresh, from the results to the last stroke."""
    plot, looks = player.window.curves.plot, player.studio.looks
    picture, times = QPixmap(plot.size().expandedTo(QSize(1, 1))), []
    for _ in range(9):
        player.studio.look(log_scale=looks.log_scale)  # nothing changes, but all is drawn again
        start = time.perf_counter()
        plot.render(picture)
        times.append(1000.0 * (time.perf_counter() - start))
    return float(np.median(times))


def main(name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(play(SCENES[name], Path(folder))))


if __name__ == "__main__":
    main(sys.argv[1])
