"""The real window, playing scenes of a given size, with the engine at work beside it."""

from __future__ import annotations

import gc
import resource
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QObject, Qt, QTimer

from core.curves import CurveSet
from core.dataset import Dataset
from core.experiment import Experiment, LearnerChoice, Order, Stopping
from core.generators import make_points
from core.rows import Floats
from core.runs import dataset_of, points_data
from gui.app import make_application
from gui.computer import PUBLISH_SECONDS, Job, LearnerResult, Results
from gui.main_window import MainWindow
from gui.settings import Settings
from gui.studio import FASTEST, FRAME_MILLISECONDS, Studio
from gui.theme import Theme

LEARNERS = (
    LearnerChoice("perceptron", also=("averaged",)),
    LearnerChoice("mira"),
    LearnerChoice("logistic-regression"),
    LearnerChoice("pegasos"),
)
SHOWN = "hinge"  # the curve that is drawn
VERSIONS = 4  # of the long curves, so that each hand-out has others than the one before
TREMBLE = 0.05  # of the mean
REST_SECONDS = 1.5
FRAME_SECONDS = 0.016


@dataclass(frozen=True)
class Scene:
    """How much there is to draw."""

    points: int
    passes: int
    frames: int
    cells: int = 0  # the region map has the square of this many; 0 leaves it as it is
    samples: int = 0  # points on each curve; 0 leaves them as they are
    classes: int = 5


def experiment_of(scene: Scene) -> Experiment:
    points = make_points("overlap", n=scene.points, classes=scene.classes)
    return Experiment(
        data=points_data(points),
        learners=LEARNERS,
        order=Order("shuffled"),
        stopping=Stopping(passes=scene.passes, clean_pass=False),
    )


@dataclass
class Frames:
    """Milliseconds of each frame: all that is done from one step to the next."""

    work: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)  # without waiting for other threads
    gaps: list[float] = field(default_factory=list)


class _Beginning(QObject):
    """When each frame begins: before the timer's event, not when all have seen the new step."""

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        self.at = self.used = 0.0
        direct = Qt.FindChildOption.FindDirectChildrenOnly
        for timer in studio.findChildren(QTimer, options=direct):
            if timer.interval() == FRAME_MILLISECONDS:
                timer.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Timer:
            self.at, self.used = time.perf_counter(), time.thread_time()
        return False


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
        self.wait(self.computed)
        gc.collect()
        gc.freeze()

    def rest(self) -> None:
        """Do nothing for a while, as a person does before pressing play."""
        end = time.monotonic() + REST_SECONDS
        self.wait(lambda: time.monotonic() > end)

    def computed(self) -> bool:
        """Is there nothing left to compute?"""
        results = self.studio.results
        return results.done and results.experiment is self.studio.experiment

    def draw_cells(self, side: int) -> int:
        """Cut the region map into about side² cells; returns how many it has."""
        from gui.stage.plane_view import PlaneView

        view = next(view for view in self.window.findChildren(PlaneView) if view.isVisible())
        width, height = view.frame.width, view.frame.height
        view.terrain.fine = round(side * (max(width, height) / min(width, height)) ** 0.5)
        view.refresh()
        return int(np.prod(view.regions.grid.shape)) if view.regions.grid is not None else 0

    def wait(self, until: Callable[[], bool], seconds: float = 300.0) -> None:
        end = time.monotonic() + seconds
        while not until() and time.monotonic() < end:
            self.application.processEvents()
            time.sleep(0.001)

    def play(self, frames: int) -> tuple[list[float], list[float]]:
        """Play the whole run in so many frames: the work of each and the gaps between, in ms."""
        found = self.watch(frames)
        return found.work, found.gaps

    def watch(self, count: int) -> Frames:
        """Play the whole run in so many frames, with an eye on each."""
        studio, frames, stamps = self.studio, Frames(), [0.0]

        def stamp() -> None:
            stamps.append(time.perf_counter())

        studio.seek(0)
        studio.cursor_changed.connect(stamp)
        studio.set_speed(min(studio.length / (count * FRAME_SECONDS), FASTEST))
        studio.play()
        begun = _Beginning(studio)
        spent = on_processor = 0.0
        while studio.playing and len(frames.work) < count:
            seen, start, used = len(stamps), time.perf_counter(), time.thread_time()
            self.application.processEvents()
            if len(stamps) > seen:  # a new frame begins, maybe after painting the one before
                frames.work.append(1000.0 * (spent + begun.at - start))
                frames.processor.append(1000.0 * (on_processor + begun.used - used))
                spent = on_processor = 0.0
                start, used = begun.at, begun.used
            spent += time.perf_counter() - start
            on_processor += time.thread_time() - used
            time.sleep(0.0005)
        studio.pause()
        studio.cursor_changed.disconnect(stamp)
        frames.gaps = (1000.0 * np.diff(stamps[1:])).tolist()
        return frames

    def close(self) -> None:
        """Leave nothing behind: no window, no thread, and what was frozen may be collected."""
        self.window.hide()
        self.studio.close()
        self.window.deleteLater()
        gc.unfreeze()


class Engine:
    """The worker flat out in a thread of its own, as long as the block lasts.

    It computes the runs and their curves again and again, and throws them away.
    """

    def __init__(self, experiment: Experiment, dataset: Dataset | None = None) -> None:
        """`dataset`: that of the experiment, if it has been made already."""
        self._experiment, self._dataset = experiment, dataset
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._train)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *error: object) -> None:
        self._ended.set()
        self._thread.join()

    def _train(self) -> None:
        experiment = self._experiment
        dataset = self._dataset or dataset_of(experiment)
        while not self._ended.is_set():
            jobs = [Job(dataset, choice, experiment) for choice in experiment.learners]
            handed_out = time.perf_counter()
            while not (self._ended.is_set() or all(job.done for job in jobs)):
                for job in jobs:
                    job.advance()
                if time.perf_counter() - handed_out > PUBLISH_SECONDS:
                    self._hand_out(jobs)
                    handed_out = time.perf_counter()
            self._hand_out(jobs)

    def _hand_out(self, jobs: list[Job]) -> None:
        for job in jobs:
            if not self._ended.is_set():
                job.result()


def hand_outs(results: Results, samples: int) -> list[Results]:
    """The same results several times, as if they were being computed, with curves that long."""
    if not samples:
        return [results]
    longest = max(result.steps for result in results.learners)
    steps = np.linspace(0, longest, samples).astype(np.int64)
    rising = [_risen(result, steps) for result in results.learners]
    return [replace(results, learners=tuple(one[k] for one in rising)) for k in range(VERSIONS)]


def _risen(result: LearnerResult, steps: NDArray[np.int64]) -> list[LearnerResult]:
    found: list[dict[str, CurveSet]] = [{} for _ in range(VERSIONS)]
    for readout, curve in result.curves.items():
        restless = _restless(curve, steps)
        for k in range(VERSIONS):  # all of them share their memory
            values = restless[k : k + len(steps)]
            found[k][readout] = CurveSet(steps, values, dict.fromkeys(curve.train, values), None)
    return [replace(result, curves=curves) for curves in found]


def _restless(curve: CurveSet, steps: NDArray[np.int64]) -> Floats:
    """The curve that is shown, at all these steps and a few more; it trembles as real ones do."""
    known = curve.train[SHOWN]
    more = np.concatenate([steps, steps[-VERSIONS:]])
    tremble = np.random.default_rng(0).normal(size=len(more)) * TREMBLE * known.mean()
    return np.asarray(np.abs(np.interp(more, curve.steps, known) + tremble))


def memory_megabytes() -> float:
    """What the process holds now, or the most it ever held where that is not known."""
    status = Path("/proc/self/statm")
    if status.exists():
        return int(status.read_text().split()[1]) * resource.getpagesize() / 1e6
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
