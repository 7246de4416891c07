"""What one frame of the animation costs, and whether the window ever keeps a user waiting.

`python -m gui.benchmarks.frames SCENE` plays a scene in the real window and prints what it measured
as JSON; it runs in a process of its own so that nothing else shares its memory.
"""

from __future__ import annotations

import gc
import json
import resource
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from msgspec.structs import replace

from core.editing import move_points
from core.experiment import Experiment, LearnerChoice, Order, Stopping
from core.generators import make_points
from core.runs import dataset_of, points_data, run_of
from gui.app import make_application
from gui.main_window import MainWindow
from gui.settings import Settings
from gui.studio import FASTEST
from gui.theme import Theme

LEARNERS = (
    LearnerChoice("perceptron", also=("averaged",)),
    LearnerChoice("mira"),
    LearnerChoice("logistic-regression"),
    LearnerChoice("pegasos"),
)


FRAME_SECONDS = 0.016
LATE = 25.0  # milliseconds


@dataclass(frozen=True)
class Scene:
    """How many points, passes and frames."""

    points: int
    passes: int
    frames: int


SCENES = {"lively": Scene(2_000, 50, 600), "heavy": Scene(10_000, 20, 200)}


class Player:
    """The window with an experiment, and the means to wait for it."""

    def __init__(self, folder: Path, experiment: Experiment) -> None:
        self.application = make_application()
        self.window = MainWindow(Theme("light"), Settings(folder / "settings.ini"))
        self.studio = self.window.studio
        self.window.resize(1440, 900)
        self.window.show()
        self.window.begin()
        self.studio.open_document(experiment, None)
        self.wait(lambda: self.studio.results.done and self._current())
        gc.collect()
        gc.freeze()

    def _current(self) -> bool:
        return self.studio.results.experiment is self.studio.experiment

    def wait(self, until: Callable[[], bool], seconds: float = 120.0) -> None:
        end = time.monotonic() + seconds
        while not until() and time.monotonic() < end:
            self.application.processEvents()
            time.sleep(0.001)

    def play(self, frames: int) -> tuple[list[float], list[float]]:
        """Play the whole run in so many frames: the work of each, and the gaps between them, in ms.

        Work is all that is done from one step to the next: signals, painting, results.
        """
        work: list[float] = []
        stamps: list[float] = []
        self.studio.seek(0)
        self.studio.cursor_changed.connect(lambda: stamps.append(time.perf_counter()))
        self.studio.set_speed(min(self.studio.length / (frames * FRAME_SECONDS), FASTEST))
        self.studio.play()
        spent = 0.0
        while self.studio.playing and len(work) < frames:
            seen, start = len(stamps), time.perf_counter()
            self.application.processEvents()
            now = 1000.0 * (time.perf_counter() - start)
            if len(stamps) > seen:  # a new frame begins
                work.append(spent)
                spent = 0.0
            spent += now
            time.sleep(0.0005)
        self.studio.pause()
        return work, (1000.0 * np.diff(stamps)).tolist()


class Engine:
    """Training flat out in a thread, as long as the block lasts."""

    def __init__(self, experiment: Experiment) -> None:
        self._experiment = experiment
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._train)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *error: object) -> None:
        self._ended.set()
        self._thread.join()

    def _train(self) -> None:
        dataset = dataset_of(self._experiment)
        while not self._ended.is_set():
            run = run_of(dataset, LEARNERS[1], self._experiment)
            while run.stopped is None and not self._ended.is_set():
                run.advance(20_000)


def experiment_of(scene: Scene) -> Experiment:
    points = make_points("overlap", n=scene.points, classes=5)
    return Experiment(
        data=points_data(points),
        learners=LEARNERS,
        order=Order("shuffled"),
        stopping=Stopping(passes=scene.passes, clean_pass=False),
    )


def play(name: str, folder: Path) -> dict[str, float]:
    scene = SCENES[name]
    experiment = experiment_of(scene)
    player = Player(folder, experiment)
    before = memory_megabytes()
    with Engine(experiment):
        work, gaps = player.play(scene.frames)
    player.studio.close()
    return {
        "p50": float(np.percentile(work, 50)),
        "p99": float(np.percentile(work, 99)),
        "frames": len(gaps),
        "late": sum(gap > LATE for gap in gaps),
        "memory": before,
        "grown": memory_megabytes() - before,
    }


def heartbeat(folder: Path) -> dict[str, float]:
    """How late a 10 ms timer ever was while training, editing and seeking."""
    from PySide6.QtCore import Qt, QTimer

    player = Player(folder, experiment_of(SCENES["heavy"]))
    studio, beats = player.studio, [time.perf_counter()]
    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(lambda: beats.append(time.perf_counter()))
    timer.start(10)
    random = np.random.default_rng(0)
    for k in range(150):
        if k % 3 == 0 and studio.points is not None:
            studio.edit_points(move_points(studio.points, {k}, 0.01, 0.0), "Move", merge="drag")
        elif k % 3 == 1:
            studio.edit(replace(studio.experiment, order=Order("shuffled", seed=k)), "Seed")
        studio.seek(int(random.integers(0, max(studio.length, 1))))
        end = time.perf_counter() + 0.05
        while time.perf_counter() < end:
            player.application.processEvents()
            time.sleep(0.001)
    timer.stop()
    studio.close()
    late = 1000.0 * np.diff(beats) - 10.0
    return {"latest": float(late.max()), "p99": float(np.percentile(late, 99))}


def memory_megabytes() -> float:
    """What the process holds now, or the most it ever held where that is not known."""
    status = Path("/proc/self/statm")
    if status.exists():
        return int(status.read_text().split()[1]) * resource.getpagesize() / 1e6
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def main(name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        found = heartbeat(Path(folder)) if name == "heartbeat" else play(name, Path(folder))
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1])
