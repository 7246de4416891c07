"""How late the window's heart beats, and how soon long work ends when it is not wanted.

`python -m tests.gui.trust.beating SCENE SIZE` prints it as JSON: milliseconds.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from PySide6.QtWidgets import QProgressDialog

from core.samples import samples
from gui.benchmarks import waiting
from gui.benchmarks.player import Player, Scene, experiment_of
from gui.benchmarks.waiting import Heartbeat
from gui.export.animation import Filming, Span
from gui.export.scene import Look, Shown
from gui.export.scene import Scene as Hidden
from gui.what_if import KINDS, Wish

LONGEST = 240.0  # seconds
FILMS = (".gif", ".webp", *([".mp4"] if find_spec("av") else []))

Found = dict[str, float]


def training(folder: Path, size: int) -> Found:
    """Points are dragged, everything is computed again, and time jumps about."""
    return waiting.working(folder, Scene(size, 20, 0), turns=max(size // 60, 30))


def asking(folder: Path, size: int) -> Found:
    """Every what-if question, and what theory says."""
    player = Player(folder, experiment_of(Scene(size, 5, 0)))
    studio = player.studio
    heart = Heartbeat()
    for kind in KINDS:
        studio.what_if.ask(Wish(kind, "learning_rate" if kind == "sweep" else ""))
        player.wait(lambda: not studio.what_if.question.busy, LONGEST)
        assert "unexpectedly" not in studio.what_if.question.problem
        studio.seek(studio.length // 2)
    studio.theory.watch(True)
    player.wait(lambda: not studio.theory.question.busy, LONGEST)
    return _ended(player, heart)


def exporting(folder: Path, size: int) -> Found:
    """An animation of each kind, between the window's events."""
    player = Player(folder, experiment_of(Scene(120, 5, 0)))
    heart = Heartbeat()
    for suffix in FILMS:
        _film(player, folder / f"film{suffix}", size)
    return _ended(player, heart)


def _at_work(name: str) -> bool:
    return any(thread.name == name for thread in threading.enumerate())


def _film(player: Player, path: Path, frames: int, until: int | None = None) -> float:
    """Begin it, and cancel it as soon as so many are drawn; how long cancelling takes."""
    studio, filming = player.studio, Filming()
    ends: list[str] = []
    drawn: list[int] = []
    filming.advanced.connect(lambda done, of: drawn.append(done))
    scene = Hidden(Shown.by(studio), Look(width=640, height=400))
    filming.finished.connect(ends.append)
    filming.begin(path, scene, Span(0, min(frames, studio.length)), 15.0)
    player.wait(lambda: bool(ends) or (until is not None and len(drawn) >= until), LONGEST)
    start = time.perf_counter()
    filming.cancel()
    taken = 1000.0 * (time.perf_counter() - start)
    scene.close()
    player.wait(lambda: not _at_work("filming"), LONGEST)
    assert ends in ([], [""])
    assert bool(ends) == any(path.parent.glob(f"*{path.stem}*"))  # whole, or nothing at all
    path.unlink(missing_ok=True)
    return taken


def cancelling(folder: Path, size: int) -> Found:
    """Questions, reading and films, each broken off at several moments."""
    player = Player(folder, experiment_of(Scene(size, 5, 0)))
    studio, found = player.studio, Found()
    heart = Heartbeat()
    for kind in KINDS:
        studio.what_if.ask(Wish(kind, "learning_rate" if kind == "sweep" else ""))
        _rest(player, 0.1)
        start = time.perf_counter()
        studio.what_if.question.cancel()
        player.wait(lambda: not _at_work("question"), LONGEST)
        found[f"question {kind}"] = 1000.0 * (time.perf_counter() - start)
    found["theory"] = _theory_broken_off(player)
    path = folder / "large.csv"
    path.write_text(waiting.table_text(4_000_000))
    for moment in (0.0, 0.05, 0.3, 0.6):
        player.window.documents.open(path)
        _rest(player, moment)
        start = time.perf_counter()
        bar = player.window.findChild(QProgressDialog)
        if bar is not None:
            bar.cancel()
        taken = 1000.0 * (time.perf_counter() - start)
        assert player.window.findChild(QProgressDialog) in (None, bar)
        found["reading"] = max(found.get("reading", 0.0), taken)
        waiting._answer()
    for suffix in FILMS:
        for frames in (3, 30):
            taken = _film(player, folder / f"cut{suffix}", 30, frames)
            found[f"film {suffix}"] = max(found.get(f"film {suffix}", 0.0), taken)
    return found | _ended(player, heart)


def _theory_broken_off(player: Player) -> float:
    """Of texts, where it takes seconds."""
    before, studio = player.studio.experiment, player.studio
    studio.show_experiment(samples()[0].experiment())
    player.wait(player.computed, LONGEST)
    studio.theory.watch(True)
    _rest(player, 0.3)
    start = time.perf_counter()
    studio.theory.watch(False)
    player.wait(lambda: not _at_work("question"), LONGEST)
    taken = 1000.0 * (time.perf_counter() - start)
    studio.show_experiment(before)
    player.wait(player.computed, LONGEST)
    return taken


def _rest(player: Player, seconds: float) -> None:
    end = time.monotonic() + seconds
    player.wait(lambda: time.monotonic() > end)


def _ended(player: Player, heart: Heartbeat) -> Found:
    found = heart.stop()
    player.close()
    return found


SCENES: dict[str, Callable[[Path, int], Found]] = {
    "training": training,
    "asking": asking,
    "exporting": exporting,
    "cancelling": cancelling,
    "table": waiting.table,
    "texts": waiting.texts,
}


def main(name: str, size: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(SCENES[name](Path(folder), int(size))))


if __name__ == "__main__":
    main(*sys.argv[1:])
    sys.stdout.flush()
    os._exit(0)
