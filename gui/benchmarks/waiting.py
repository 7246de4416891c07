"""Does the window ever keep anybody waiting? How late a timer is, and how soon Pause acts.

`python -m gui.benchmarks.waiting working|table|texts|pausing` prints what it measured as JSON.
"""

from __future__ import annotations

import json
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QMessageBox, QProgressDialog

from core.editing import move_points
from core.experiment import Order
from gui.benchmarks.player import Engine, Player, Scene, experiment_of

BEAT = 10  # milliseconds
SCENE = Scene(10_000, 20, 0)
SMALL = Scene(60, 5, 0)
FILE_BYTES = 19_900_000  # what may be opened ends at 20 million
LONGEST_LOAD = 180.0  # seconds
TURNS = 150
PAUSES = 40


class Heartbeat:
    """A timer that should beat every 10 ms, and how late it was."""

    def __init__(self) -> None:
        self._beats = [time.perf_counter()]
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(lambda: self._beats.append(time.perf_counter()))
        self._timer.start(BEAT)

    def stop(self) -> dict[str, float]:
        self._timer.stop()
        late = 1000.0 * np.diff([*self._beats, time.perf_counter()]) - BEAT
        return {"latest": float(late.max()), "p99": float(np.percentile(late, 99))}


def working(folder: Path, scene: Scene = SCENE, turns: int = TURNS) -> dict[str, float]:
    """While points are dragged, everything is computed again, and time jumps about."""
    player = Player(folder, experiment_of(scene))
    studio, heart = player.studio, Heartbeat()
    random = np.random.default_rng(0)
    for k in range(turns):
        if k % 3 == 0 and studio.points is not None:
            moved = move_points(studio.points, {k % scene.points}, 0.01, 0.0)
            studio.edit_points(moved, "Move", merge="drag")
        elif k % 3 == 1:
            studio.edit(replace(studio.experiment, order=Order("shuffled", seed=k)), "Seed")
        studio.seek(int(random.integers(0, max(studio.length, 1))))
        end = time.monotonic() + 0.05
        player.wait(lambda end=end: time.monotonic() > end)  # type: ignore[misc]
    found = heart.stop()
    player.close()
    return found


def table(folder: Path, size: int = FILE_BYTES) -> dict[str, float]:
    path = folder / "table.csv"
    path.write_text(table_text(size))
    return _loading(folder, path)


def texts(folder: Path, size: int = FILE_BYTES) -> dict[str, float]:
    path = folder / "texts.csv"
    path.write_text(texts_text(size))
    return _loading(folder, path)


def table_text(size: int) -> str:
    """Four classes, as many columns as make the rows fit."""
    random = np.random.default_rng(0)
    columns = 24
    lines = [",".join([*(f"x{j}" for j in range(columns)), "label"])]
    rows = random.normal(size=(100, columns))
    block = "\n".join(
        ",".join([*(f"{value:.5f}" for value in row), f"kind {k % 4}"])
        for k, row in enumerate(rows)
    )
    lines += [block] * max(size // len(block), 1)
    return "\n".join(lines) + "\n"


def texts_text(size: int) -> str:
    """Documents of some hundred words, of two classes."""
    random = np.random.default_rng(0)
    words = [f"w{j}" for j in range(5_000)]
    lines, length = ["label,text"], 0
    while length < size:
        some = (len(words) ** random.random(120)).astype(int) - 1
        lines.append(f"{'good' if len(lines) % 2 else 'bad'},{' '.join(words[j] for j in some)}")
        length += len(lines[-1]) + 1
    return "\n".join(lines[:-1]) + "\n"


def _loading(folder: Path, path: Path) -> dict[str, float]:
    """From the wish to open it until all is computed; its questions are answered as proposed."""
    player = Player(folder, experiment_of(SMALL))
    before, heart = player.studio.experiment.data, Heartbeat()
    start = time.monotonic()
    player.window.documents.open(path)
    refused = ""

    def loaded() -> bool:
        nonlocal refused
        refused = refused or _answer()
        return bool(refused) or (player.studio.experiment.data is not before and player.computed())

    player.wait(loaded, LONGEST_LOAD)
    found = heart.stop()
    found["megabytes"] = path.stat().st_size / 1e6
    found["seconds"] = time.monotonic() - start
    found["loaded"] = float(player.studio.experiment.data is not before)
    if refused:
        print(refused, file=sys.stderr)
    player.close()
    return found


def _answer() -> str:
    """Agree to what a dialog proposes; what a message complains about, if there is one."""
    dialog = QApplication.activeModalWidget()
    if isinstance(dialog, QMessageBox):
        dialog.reject()
        return dialog.text()
    if dialog is None or isinstance(dialog, QProgressDialog):
        return ""
    for buttons in dialog.findChildren(QDialogButtonBox):
        agree = buttons.button(QDialogButtonBox.StandardButton.Ok)
        if agree is not None and agree.isEnabled():
            agree.click()
    return ""


class _Finger(QObject):
    """Presses Pause from another thread, as the window system does."""

    pressed = Signal()


def pausing(folder: Path, scene: Scene = SCENE, count: int = PAUSES) -> dict[str, float]:
    """From the press to the moment when it stands still and is painted, at any point of a frame."""
    player = Player(folder, experiment_of(scene))
    studio, finger, times = player.studio, _Finger(), []
    finger.pressed.connect(studio.toggle, Qt.ConnectionType.QueuedConnection)
    random = np.random.default_rng(0)
    with Engine(studio.experiment):
        for _ in range(count):
            studio.seek(0)
            studio.play()
            pressed: list[float] = []
            wait = 0.1 + 0.1 * float(random.random())
            hand = threading.Timer(wait, _press, (finger, pressed))
            hand.start()
            while studio.playing:
                player.application.processEvents()
            player.application.processEvents()
            hand.join()
            times.append(1000.0 * (time.perf_counter() - pressed[0]))
    player.close()
    return {"latest": max(times), "p50": float(np.median(times))}


def _press(finger: _Finger, pressed: list[float]) -> None:
    pressed.append(time.perf_counter())
    finger.pressed.emit()


QUESTIONS: dict[str, Callable[[Path], dict[str, float]]] = {
    "working": working,
    "table": table,
    "texts": texts,
    "pausing": pausing,
}


def main(name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(QUESTIONS[name](Path(folder))))


if __name__ == "__main__":
    main(sys.argv[1])
