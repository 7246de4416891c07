"""Does anything pile up? `python -m tests.gui.trust.lasting steps|opening|painting COUNT`.

Prints, as JSON, what the process has grown by, in megabytes and in widgets.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from core.experiment import Experiment
from core.files.experiment import save_experiment
from core.samples import samples
from gui.beginning import first_experiment
from gui.benchmarks.endurance import SCENE, endure, settled_megabytes
from gui.benchmarks.player import Player, Scene, experiment_of

Found = dict[str, float]
FEW, SMALL = 5_000, Scene(40, 80, 0)
CYCLE = 20  # steps that are painted again and again
WARM_UP = 4  # rounds in which everything is made that is made once


def steps(folder: Path, count: int) -> Found:
    return endure(folder, count, SCENE if count > FEW else SMALL)


def opening(folder: Path, count: int) -> Found:
    """Documents of both kinds, all their views and side pages, and dialogs, open and close."""
    player = Player(folder, experiment_of(Scene(60, 5, 0)))
    files = []
    for number, experiment in enumerate((first_experiment(), samples()[0].experiment())):
        path = folder / f"{number}.perceptarium"
        save_experiment(path, experiment)
        files.append((path, experiment))
    for turn in range(WARM_UP):
        _open(player, *files[turn % 2], turn)
    before, widgets = settled_megabytes(), _widgets()
    for turn in range(count):
        _open(player, *files[turn % 2], turn)
    _open(player, *files[(WARM_UP - 1) % 2], 0)
    grown = settled_megabytes() - before
    more = _widgets() - widgets
    player.close()
    return {"rounds": count, "grown": grown, "widgets": more}


def _open(player: Player, path: Path, experiment: Experiment, turn: int) -> None:
    window, studio = player.window, player.studio
    window.documents.open(path)
    player.wait(player.computed)
    assert studio.experiment.data == experiment.data
    studio.seek(turn % (studio.length + 1))
    for number in range(1, 10):
        action = window.actions_.known(f"view-{number}")
        if action is not None and action.isEnabled():
            action.trigger()
            player.application.processEvents()
    for page in window.side.offered:
        window.side.turn_to(page)
        player.application.processEvents()
    for name in ("export", "keys", "about"):
        window.actions_.get(name).trigger()
        player.application.processEvents()
        dialog = QApplication.activeModalWidget()
        assert dialog is not None
        dialog.close()
        player.application.processEvents()
    player.application.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _widgets() -> int:
    for _ in range(3):
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return len(QApplication.allWidgets())


def painting(folder: Path, count: int) -> Found:
    """How many references to None get lost or pile up while everything is painted again."""
    player = Player(folder, first_experiment())
    _paint(player, 2 * CYCLE)  # what is worked out once is kept
    gc.collect()
    before = sys.getrefcount(None)
    _paint(player, count)
    gc.collect()
    after = sys.getrefcount(None)
    player.close()
    return {"repaints": count, "references": float(after - before)}


def _paint(player: Player, count: int) -> None:
    for turn in range(count):
        player.studio.seek(turn % CYCLE)
        player.application.processEvents()
        player.window.grab()


QUESTIONS: dict[str, Callable[[Path, int], Found]] = {
    "steps": steps,
    "opening": opening,
    "painting": painting,
}


def main(name: str, count: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(QUESTIONS[name](Path(folder), int(count))))


if __name__ == "__main__":
    main(*sys.argv[1:])
    sys.stdout.flush()
    os._exit(0)
