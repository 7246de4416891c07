"""The one model of the window: experiment, results, cursor, and what the user has in hand."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace as changed
from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from core.experiment import Experiment, PointsData
from gui.computer import Computer, LearnerResult, Results
from gui.looks import Hand, Looks
from gui.picking import Picking
from gui.theory_meter import TheoryMeter
from gui.veil import veiled
from gui.what_if import WhatIf

if TYPE_CHECKING:
    from core.run import Moment

FRAME_MILLISECONDS = 16
VIEWS_MILLISECONDS = 50  # in which the views of another kind of data are painted
SLOWEST, FASTEST = 1.0, 10_000.0  # steps a second; above: as fast as it goes
DIGITS = range(2, 7)  # behind the decimal sign, where a step is told


class Studio(QObject):
    """Views read it, listen to it, and ask it for changes; they know nothing else."""

    experiment_changed = Signal()
    results_changed = Signal()
    cursor_changed = Signal()
    playing_changed = Signal()
    hand_changed = Signal()
    looks_changed = Signal()
    selection_changed = Signal()
    active_changed = Signal()
    feature_changed = Signal()
    document_changed = Signal()  # its name, or whether it is saved
    document_opened = Signal()  # another one, seen for the first time
    closing = Signal()  # about to end its threads
    closed = Signal()  # … which have ended
    held = Signal()  # somebody wanted to pass the step that waits
    said = Signal(str)  # one sentence for the status bar

    def __init__(self, experiment: Experiment) -> None:
        super().__init__()
        self.experiment = experiment
        self.t = experiment.position
        self.results = Results(experiment, None, ())
        self.hand = Hand()
        self.looks = Looks()
        self.selection: frozenset[int] = frozenset()
        self.hovered: int | None = None
        self.feature: int | None = None  # the word that is looked at, by its number
        self.active = 0  # the learner whose regions and step are shown
        self.path: Path | None = None
        self.undo_stack = QUndoStack(self)
        self.undo_stack.cleanChanged.connect(self._clean_changed)
        self.playing = False
        self.speed = 20.0
        self._moments: dict[int, Moment] = {}  # at the cursor; what one view works out serves all
        self._owed = 0.0  # steps that playing has earned but not taken
        self._until: int | None = None  # where playing ends; None: with the run
        self._pace: float | None = None  # of this playing, in place of the speed
        self.held_at: int | None = None  # the last step that may be seen for now
        self.computed = self.results  # all there is; `results` are what may be seen of it
        self._clock = QElapsedTimer()
        self._frames = QTimer(self)
        self._frames.setTimerType(Qt.TimerType.PreciseTimer)
        self._frames.setInterval(FRAME_MILLISECONDS)
        self._frames.timeout.connect(self._play_frame)
        self._views_first = QTimer(self)  # new ones are painted sooner while nothing is computed
        self._views_first.setSingleShot(True)
        self._views_first.setInterval(VIEWS_MILLISECONDS)
        self._views_first.timeout.connect(self.start)
        self.what_if = WhatIf(self)
        self.picking = Picking(self)
        self.theory = TheoryMeter(self)
        self.computer = Computer()
        self.computer.arrived.connect(self._take)

    def start(self) -> None:
        """Begin to compute; called once the window has been painted."""
        self._views_first.stop()
        self.computer.compute(self.experiment)

    def close(self) -> None:
        self.closing.emit()
        self.pause()
        self._views_first.stop()
        self.undo_stack.blockSignals(True)  # that it is emptied at the end concerns nobody
        self.what_if.close()
        self.theory.close()
        self.computer.stop()
        self.closed.emit()

    # The experiment

    def edit(self, experiment: Experiment, text: str, merge: str = "") -> None:
        """Replace the experiment, undoably; edits in a row with the same `merge` are one."""
        if experiment != self.experiment:
            self.undo_stack.push(_Edit(self, experiment, text, merge))

    def edit_points(self, data: PointsData, text: str, merge: str = "") -> None:
        self.edit(changed(self.experiment, data=data), text, merge)

    def show_experiment(self, experiment: Experiment) -> None:
        """Make this the experiment, without a trace in the undo history."""
        before, self.experiment = self.experiment, experiment
        if (before.data, before.text_features) != (experiment.data, experiment.text_features):
            self.choose_feature(None)  # its number would mean another one
        of_a_kind = type(before.data) is type(experiment.data)
        if not of_a_kind:
            self.results = self.computed = Results(experiment, None, ())  # the old make no sense
        self.select(self.selection)
        self.active = min(self.active, max(len(experiment.learners) - 1, 0))
        self.experiment_changed.emit()
        self.start() if of_a_kind else self._views_first.start()

    def open_document(self, experiment: Experiment, path: Path | None) -> None:
        """Start afresh with another experiment."""
        self.pause()
        self.undo_stack.clear()
        self.undo_stack.setClean()  # an empty one that was marked as unsaved stays so when cleared
        self.path = path
        self.t = experiment.position
        self.held_at = None
        self.results = self.computed = Results(experiment, None, ())  # the old say nothing here
        self.select(())
        self.show_experiment(experiment)
        self.results_changed.emit()
        self.cursor_changed.emit()
        self.document_changed.emit()
        self.document_opened.emit()

    def saved(self, path: Path) -> None:
        self.path = path
        self.undo_stack.setClean()
        self.document_changed.emit()

    def _clean_changed(self, clean: bool) -> None:
        self.document_changed.emit()

    @property
    def modified(self) -> bool:
        return not self.undo_stack.isClean()

    @property
    def points(self) -> PointsData | None:
        """The drawn points, when the data are points."""
        data = self.experiment.data
        return data if isinstance(data, PointsData) else None

    # Time

    @property
    def length(self) -> int:
        """The last step there is to see now."""
        return self.results.steps

    def seek(self, t: int) -> None:
        """Look at the moment after t steps, or the nearest there is."""
        if self.held_at is not None and t > self.length:
            self.held.emit()
        t = min(max(t, 0), self.length)
        if t != self.t:
            self.t = t
            self.cursor_changed.emit()

    def step(self, count: int) -> None:
        self.pause()
        self.seek(self.t + count)

    def to_mistake(self, direction: int) -> None:
        """To the next (or previous) step at which the active learner erred."""
        learner = self.active_result
        if learner is None:
            return
        self.pause()
        steps = learner.mistakes
        later = steps[steps > self.t] if direction > 0 else steps[steps < self.t]
        if len(later):
            self.seek(int(later[0] if direction > 0 else later[-1]))
        elif direction > 0 and self.held_at is not None:
            self.seek(self.held_at + (self.t == self.held_at))
        else:
            self.said.emit(f"No {'further' if direction > 0 else 'earlier'} mistake.")

    def hold(self, last: int | None) -> None:
        """Let nothing be seen beyond this step, until it is answered what comes; or everything."""
        if last != self.held_at:
            self.held_at = last
            self.results = veiled(self.computed, last)
            self.results_changed.emit()

    def play(self, until: int | None = None, pace: float | None = None) -> None:
        """Move on in time: to the end, or to a given step, at the speed or a pace of its own."""
        if self.playing:
            return
        if self.held_at is not None and self.t >= self.held_at:
            self.held.emit()
            return
        if until is None and self.results.done and self.t >= self.length:
            self.seek(0)
        self._until, self._pace = until, pace
        self.playing = True
        self._owed = 0.0
        self._clock.start()
        self._frames.start()
        self.playing_changed.emit()

    def pause(self) -> None:
        if self.playing:
            self.playing = False
            self._frames.stop()
            self.playing_changed.emit()

    def toggle(self) -> None:
        self.pause() if self.playing else self.play()

    def set_speed(self, steps_a_second: float) -> None:
        self.speed, self._pace = steps_a_second, None
        self.playing_changed.emit()

    def _play_frame(self) -> None:
        seconds = self._clock.restart() / 1000.0
        speed = self._pace or self.speed
        goal = self.length if self._until is None else min(self._until, self.length)
        if self._pace is None and speed > FASTEST:
            self.seek(goal)
        else:
            self._owed = min(self._owed + seconds * speed, speed * 0.1 + 1.0)
            whole = math.floor(self._owed)
            self._owed -= whole
            self.seek(min(self.t + whole, goal))
        if self.t >= goal and (self.results.done or goal < self.length):
            self.pause()

    # Results

    def _take(self, results: Results) -> None:
        if results.experiment is not self.experiment:
            return  # of an experiment that is no more
        self.computed, self.results = results, veiled(results, self.held_at)
        self._moments = {
            i: known
            for i, known in self._moments.items()
            if (result := self.result(i)) is not None and result.run is known.run
        }
        kept = min(self.t, results.steps) if results.done else self.t
        moved = kept != self.t
        self.t = kept
        self.results_changed.emit()
        if moved:
            self.cursor_changed.emit()

    def result(self, index: int) -> LearnerResult | None:
        learners = self.results.learners
        return learners[index] if index < len(learners) else None

    def moment(self, index: int) -> Moment | None:
        """The learner's run at the cursor; None while there is none."""
        result = self.result(index)
        if result is None or result.run is None:
            return None
        known = self._moments.get(index)
        t = min(self.t, result.steps)
        if known is None or known.run is not result.run or known.t != t:
            self._moments[index] = known = result.run.at(t)
        return known

    @property
    def active_result(self) -> LearnerResult | None:
        return self.result(self.active)

    # In hand

    def take_up(self, **changes: object) -> None:
        """Another tool, class or brush."""
        self.hand = replace(self.hand, **changes)  # type: ignore[arg-type]
        self.hand_changed.emit()

    def look(self, **changes: object) -> None:
        """Show more, less or something else."""
        self.looks = replace(self.looks, **changes)  # type: ignore[arg-type]
        self.looks_changed.emit()

    def select(self, chosen: Iterable[int]) -> None:
        """Choose examples; a view may be a moment behind, and know some that are no more."""
        count = len(self.experiment.data.labels)
        selection = frozenset(i for i in chosen if i < count)
        if selection != self.selection:
            self.selection = selection
            self.selection_changed.emit()

    def choose_feature(self, feature: int | None) -> None:
        """Look at one word (or other feature) closely: its path, its texts."""
        if feature != self.feature:
            self.feature = feature
            self.feature_changed.emit()

    def activate(self, index: int) -> None:
        if index != self.active:
            self.active = index
            self.active_changed.emit()


class _Edit(QUndoCommand):
    """One change of the experiment; the values before and after are all it needs."""

    def __init__(self, studio: Studio, after: Experiment, text: str, merge: str) -> None:
        super().__init__(text)
        self._studio, self._before, self._after, self._merge = (
            studio, studio.experiment, after, merge,
        )  # fmt: skip

    def id(self) -> int:
        return 1 if self._merge else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, _Edit) or other._merge != self._merge:
            return False
        self._after = other._after
        return True

    def redo(self) -> None:
        self._studio.show_experiment(self._after)

    def undo(self) -> None:
        self._studio.show_experiment(self._before)
