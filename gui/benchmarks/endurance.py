"""Does the window hold ever more memory?

`python -m gui.benchmarks.endurance STEPS` says it as JSON.
"""

from __future__ import annotations

import gc
import json
import sys
import tempfile
from pathlib import Path

from gui.benchmarks.player import Player, Scene, experiment_of, memory_megabytes
from gui.collecting import give_back

WARM_UP = 2_000  # steps that are shown before anything is measured
SCENE = Scene(200, 500, 0)


def endure(folder: Path, steps: int, scene: Scene = SCENE) -> dict[str, float]:
    """Show so many steps, one after the other, each of them painted."""
    player = Player(folder, experiment_of(scene))
    show(player, min(WARM_UP, steps))
    before = settled_megabytes()
    show(player, steps)
    grown = settled_megabytes() - before
    player.close()
    return {"steps": steps, "grown": grown}


def show(player: Player, steps: int) -> None:
    studio = player.studio
    for _ in range(steps):
        studio.seek(studio.t + 1 if studio.t < studio.length else 0)
        player.application.processEvents()


def settled_megabytes() -> float:
    """Without garbage, and without what the C library keeps for itself."""
    gc.collect()
    give_back()
    return memory_megabytes()


def main(steps: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(endure(Path(folder), int(steps))))


if __name__ == "__main__":
    main(sys.argv[1])
