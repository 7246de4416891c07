"""The worker: computes the runs of the newest experiment and hands out what is ready so far."""

from __future__ import annotations

import threading
import time
from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, Signal

from core.errors import PlainError
from core.experiment import Experiment, LearnerChoice
from core.kernels.compiler import compiling
from core.runs import dataset_of, run_of
from gui.beside import start_beside
from gui.closing import wait_for

if TYPE_CHECKING:
    from core.curves import Curves, CurveSet
    from core.dataset import Dataset
    from core.run import Moment, Run

SLICE_SECONDS = 0.006  # of training before the next learner has its turn
PUBLISH_SECONDS = 0.04  # between two hand-outs of a run that is still growing
FIRST_SLICE = 2_000  # steps
EXAMPLES = ("data", "features", "text_features", "split")  # what the dataset comes from
TRAINING = ("bias", "order", "stopping")  # what else a learner's work depends on
LONGEST_COMPILATION = 60.0  # seconds, on the first start ever
LOOK_MILLISECONDS = 200  # between two looks whether the compiler is at work


@dataclass(frozen=True)
class LearnerResult:
    """One learner's run as far as it has been computed, or the sentence why there is none."""

    choice: LearnerChoice
    run: Run | None
    obstacle: str | None
    steps: int = 0
    most_steps: int = 0
    stopped: str | None = None  # why it ended; None while it is being computed
    converged: bool = False
    curves: dict[str, CurveSet] = field(default_factory=dict)  # by readout
    mistakes: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))  # steps
    veiled: bool = False  # it goes on, and nobody is to see that yet

    def at(self, t: int) -> Moment | None:
        """The moment after t steps, or at its end when it ended earlier."""
        return None if self.run is None else self.run.at(min(t, self.steps))


@dataclass(frozen=True)
class Results:
    """What is known of an experiment: an immutable hand-out, made again as runs grow."""

    experiment: Experiment
    dataset: Dataset | None
    learners: tuple[LearnerResult, ...]
    problem: str | None = None  # why there is no dataset
    done: bool = False

    @property
    def steps(self) -> int:
        """The longest run so far."""
        return max((learner.steps for learner in self.learners), default=0)

    @property
    def most_steps(self) -> int:
        """How long the longest run will be, as far as is known."""
        lengths = (r.steps if r.stopped else r.most_steps for r in self.learners)
        return max(lengths, default=0)

    @property
    def steps_per_pass(self) -> int:
        lengths = (r.run.steps_per_pass for r in self.learners if r.run and r.run.learner.online)
        return max(lengths, default=0)


class Computer(QObject):
    """A thread that always works on the newest experiment; results of older ones are dropped."""

    arrived = Signal(object)  # Results
    preparing_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._wanted: Experiment | None = None
        self.preparing = False  # is something compiled that has never been computed before?
        self._looking = QTimer(self)
        self._looking.setInterval(LOOK_MILLISECONDS)
        self._looking.timeout.connect(self._look)
        self.arrived.connect(self._has_arrived)
        self._change = threading.Condition()
        self._stopping = False
        self._thread = start_beside(self._work, "computer")

    def compute(self, experiment: Experiment) -> None:
        """Work on this one from now on."""
        self._looking.start()
        with self._change:
            self._wanted = experiment
            self._change.notify()

    def _look(self) -> None:
        """While results are awaited: is it the compiler that they wait for?"""
        if compiling():
            self._show_preparing(True)

    def _has_arrived(self, results: Results) -> None:
        if results.done:
            self._looking.stop()
        self._show_preparing(False)

    def _show_preparing(self, preparing: bool) -> None:
        if preparing != self.preparing:
            self.preparing = preparing
            self.preparing_changed.emit()

    def stop(self) -> None:
        """End the thread; it answers within one slice, or when the compiler is done."""
        self._looking.stop()
        with self._change:
            self._stopping = True
            self._change.notify()
        wait_for(self._thread, LONGEST_COMPILATION)

    def _work(self) -> None:
        task: Task | None = None
        while True:
            with self._change:
                while not (self._stopping or self._wanted or (task and not task.done)):
                    self._change.wait()
                if self._stopping:
                    return
                wanted, self._wanted = self._wanted, None
            try:
                if wanted is not None:
                    task = Task(wanted, task)
                assert task is not None
                results = task.work()
            except Exception as error:  # told like any other; the thread lives on for the next edit
                threading.excepthook(
                    threading.ExceptHookArgs(
                        (type(error), error, error.__traceback__, self._thread)
                    )
                )
                experiment = wanted or (task.experiment if task else None)
                results = None if experiment is None else failed_results(experiment)
                task = None
            if results is not None:
                self.arrived.emit(results)


def failed_results(experiment: Experiment) -> Results:
    """All there is to say when computing it failed in a way that nobody foresaw."""
    sentence = "This could not be computed, because something went wrong unexpectedly."
    learners = tuple(LearnerResult(choice, None, sentence) for choice in experiment.learners)
    return Results(experiment, None, learners, sentence, done=True)


class Task:
    """The runs of one experiment, computed slice by slice."""

    def __init__(self, experiment: Experiment, previous: Task | None) -> None:
        self.experiment = experiment
        self.done = False
        self.dataset: Dataset | None = None
        self._problem: str | None = None
        self._last_hand_out = 0.0
        alike = previous if previous and _same(previous.experiment, experiment, EXAMPLES) else None
        usable = alike if alike and _same(alike.experiment, experiment, TRAINING) else None
        try:
            known = alike.dataset if alike else None
            self.dataset = dataset_of(experiment) if known is None else known
        except PlainError as error:
            self._problem = str(error)
        self.jobs = tuple(
            (usable.job_like(choice) if usable else None) or Job(self.dataset, choice, experiment)
            for choice in experiment.learners
        )

    def job_like(self, choice: LearnerChoice) -> Job | None:
        """A job whose run serves this choice too: only readouts and visibility may differ."""
        for job in self.jobs:
            if (job.choice.name, job.choice.parameters) == (choice.name, choice.parameters):
                return job.read_as(choice)
        return None

    def work(self) -> Results | None:
        """Advance every run by a slice; results when it is time to hand some out."""
        for job in self.jobs:
            job.advance()
        self.done = all(job.done for job in self.jobs)
        now = time.perf_counter()
        if not self.done and now - self._last_hand_out < PUBLISH_SECONDS:
            return None
        self._last_hand_out = now
        learners = tuple(job.result() for job in self.jobs)
        return Results(self.experiment, self.dataset, learners, self._problem, self.done)


def _same(a: Experiment, b: Experiment, fields: tuple[str, ...]) -> bool:
    """Do both say the same of these? Data may be large, and mostly are one and the same."""
    pairs = [(getattr(a, name), getattr(b, name)) for name in fields]
    return all(one is other or one == other for one, other in pairs)


class Job:
    """One learner of a task."""

    def __init__(
        self, dataset: Dataset | None, choice: LearnerChoice, experiment: Experiment
    ) -> None:
        self.choice = choice
        self._run: Run | None = None
        self._obstacle: str | None = None
        self._slice = FIRST_SLICE
        try:
            if dataset is not None:
                self._run = run_of(dataset, choice, experiment)
        except PlainError as error:
            self._obstacle = str(error)
        self._curves: dict[str, Curves] = {}
        self._draw_curves()

    def read_as(self, choice: LearnerChoice) -> Job:
        """The same run, read out in other ways."""
        job = copy(self)
        job.choice = choice
        job._curves = dict(self._curves)
        job._draw_curves()
        return job

    def _draw_curves(self) -> None:
        """Curves for every readout that has none yet."""
        from core.curves import Curves  # loaded, like all that learns, after the first paint

        for readout in self.choice.readouts:
            if self._run is not None and readout not in self._curves:
                self._curves[readout] = Curves(self._run, readout)

    @property
    def done(self) -> bool:
        return self._run is None or self._run.stopped is not None

    def advance(self) -> None:
        """Take about a slice's worth of steps."""
        if self._run is None or self.done:
            return
        start = time.perf_counter()
        made = self._run.advance(self._slice)
        seconds = max(time.perf_counter() - start, 1e-6)
        self._slice = int(min(max(made * SLICE_SECONDS / seconds, 100), 2_000_000))

    def result(self) -> LearnerResult:
        run = self._run
        if run is None:
            return LearnerResult(self.choice, None, self._obstacle)
        stopped = run.stopped
        return LearnerResult(
            choice=self.choice,
            run=run,
            obstacle=None,
            steps=run.steps,
            most_steps=run.most_steps,
            stopped=stopped.sentence if stopped else None,
            converged=stopped is not None and stopped.kind in ("clean pass", "tolerance"),
            curves={readout: self._curves[readout].extend() for readout in self.choice.readouts},
            mistakes=np.flatnonzero(run.mistake_flags()) + 1,
        )
