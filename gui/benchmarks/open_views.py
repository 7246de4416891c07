"""What a frame costs with each of the other views of the stage open.

`python -m gui.benchmarks.open_views` prints it as JSON; the engine is flat out all the time.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import numpy as np

from gui.benchmarks.player import Engine, Player, Scene, experiment_of
from gui.stage.views import VIEWS

SCENE = Scene(2_000, 50, 300, classes=2)  # a weight space has two classes
OPENED = tuple(view.id for view in VIEWS if "points" in view.kinds and view.id != "plane")
LATE = 25.0  # milliseconds


def play(folder: Path, scene: Scene = SCENE) -> dict[str, dict[str, float]]:
    """By view."""
    player = Player(folder, experiment_of(scene))
    studio, found = player.studio, {}
    with Engine(studio.experiment, studio.results.dataset):
        for view in OPENED:
            studio.look(view=view)
            player.rest()
            frames = player.watch(scene.frames)
            found[view] = {
                "p50": float(np.percentile(frames.work, 50)),
                "p99": float(np.percentile(frames.work, 99)),
                "processor_p99": float(np.percentile(frames.processor, 99)),
                "late": float(sum(gap > LATE for gap in frames.gaps)),
                "frames": float(len(frames.gaps)),
            }
    player.close()
    return found


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(play(Path(folder))))
