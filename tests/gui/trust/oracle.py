"""Does the window show what the engine says? The runs are computed anew, apart from the window."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from core.errors import PlainError
from core.experiment import Experiment, PointsData, TextsData
from core.learners.declaration import Boosting
from core.measure import predictions
from core.run import Moment, Run
from core.runs import runs_of
from gui.main_window import MainWindow
from gui.panels.steady_label import SteadyLabel
from gui.panels.step_rows import step_shown
from gui.step_copy import number_style

TOLERANCE = 1e-9


def disagreements(window: MainWindow) -> list[str]:
    """Every number on show that differs from a fresh computation at (experiment, t)."""
    studio = window.studio
    experiment, t = studio.experiment, studio.t
    try:
        runs = runs_of(experiment)
    except PlainError as error:
        line = window.statusBar()
        shown = line.summary.text()  # type: ignore[attr-defined]
        wrong = line.isVisible() and shown not in (str(error), "")
        return [f"“{shown}” instead of “{error}”"] if wrong else []
    for run in runs:
        if isinstance(run, Run):
            run.play()
    found = _of_the_results(window, runs)
    if found or not experiment.learners:
        return found
    longest = max((run.steps for run in runs if isinstance(run, Run)), default=0)
    held = studio.held_at
    if held is not None and t > held:
        return [f"the cursor is at {t}, behind the step that waits at {held}"]
    if t > longest:
        return [f"the cursor is at {t}, but there are only {longest} steps"]
    found += _of_the_status(window, runs)
    found += _of_the_scoreboard(window, runs)
    found += _of_the_step(window, runs)
    if (count := _count(experiment)) not in window.data.count.text():
        found.append(f"“{window.data.count.text()}” instead of {count}")
    return found


def _of_the_results(window: MainWindow, runs: Sequence[Run | str]) -> list[str]:
    results = window.studio.computed  # a question may veil what comes later
    if len(results.learners) != len(runs):
        return [f"{len(results.learners)} results for {len(runs)} learners"]
    found = []
    for result, run in zip(results.learners, runs, strict=True):
        if isinstance(run, str):
            if result.obstacle != run:
                found.append(f"obstacle “{result.obstacle}” instead of “{run}”")
        elif result.run is None:
            found.append(f"no run of {run.learner.name}: {result.obstacle}")
        else:
            stopped = None if run.stopped is None else run.stopped.sentence
            if (result.steps, result.stopped) != (run.steps, stopped):
                told = (result.steps, result.stopped)
                found.append(f"{run.learner.name} {told} instead of {(run.steps, stopped)}")
    return found


def _accuracies(moment: Moment, readout: str) -> tuple[float | None, float | None]:
    data = moment.run.dataset
    right = predictions(moment.scores(readout=readout)) == data.labels
    parts = (right[~data.held_out_rows], right[data.held_out_rows])
    train, held = (float(np.count_nonzero(part)) / len(part) if len(part) else None
                   for part in parts)  # fmt: skip
    return train, held


def _percent(part: float | None) -> str:
    return "–" if part is None else f"{100 * part:.1f}"


def _of_the_status(window: MainWindow, runs: Sequence[Run | str]) -> list[str]:
    studio = window.studio
    shown = window.statusBar().summary.text()  # type: ignore[attr-defined]
    if not window.statusBar().isVisible():
        return []
    run = runs[studio.active]
    if isinstance(run, str) or len(run.dataset) == 0:
        return [] if not isinstance(run, str) or shown == run else [f"“{shown}” instead of “{run}”"]
    t = min(studio.t, run.steps)
    accuracies = _accuracies(run.at(t), studio.experiment.learners[studio.active].readout)
    wanted = [f"{_percent(a)}\u202f%" for a in accuracies if a is not None]
    wanted.append(f"step {t:,}".replace(",", "\u202f"))
    return [f"“{shown}” lacks {part}" for part in wanted if part not in shown]


def _of_the_scoreboard(window: MainWindow, runs: Sequence[Run | str]) -> list[str]:
    board = window.side.learners.scoreboard
    if not board.isVisible():
        return []
    wanted = []
    for choice, run in zip(window.studio.experiment.learners, runs, strict=True):
        for readout in choice.readouts:
            if isinstance(run, str):
                wanted.append(["–", "–", "–"])
                continue
            t = min(window.studio.t, run.steps)
            wrong = "–"
            if readout == choice.readout and not isinstance(run.learner.method, Boosting):
                wrong = str(int(np.count_nonzero(run.mistake_flags()[:t])))
            accuracies = _accuracies(run.at(t), readout)
            wanted.append([*map(_percent, accuracies), wrong])
    shown = [row[:3] for row in _rows(board)]
    return [] if shown == wanted else [f"scoreboard {shown} instead of {wanted}"]


def _rows(board: QWidget) -> list[list[str]]:
    """The numbers as an eye finds them: line by line, from the left."""
    places: dict[int, list[tuple[int, str]]] = {}
    for label in board.findChildren(SteadyLabel):
        if label.isVisible():
            corner = label.mapTo(board, QPoint(0, label.height() // 2))
            places.setdefault(corner.y(), []).append((corner.x(), label.text()))
    return [[text for _, text in sorted(row)] for _, row in sorted(places.items())]


def _of_the_step(window: MainWindow, runs: Sequence[Run | str]) -> list[str]:
    studio, panel = window.studio, window.step
    run = runs[studio.active]
    if not panel.isVisible() or isinstance(run, str):
        return []
    choice, data = studio.experiment.learners[studio.active], studio.experiment.data
    noun = "point" if isinstance(data, PointsData) else "example"
    noun = "text" if isinstance(data, TextsData) else noun
    moment = run.at(min(studio.t, run.steps))
    fresh = step_shown(moment, number_style(studio), noun, choice.readout)
    found = []
    veiled = studio.held_at is not None and moment.t == 0  # what comes is not told yet
    told = panel.sentence.text()
    if told != fresh.sentence and not (veiled and fresh.sentence.startswith(told)):
        found.append(f"step “{panel.sentence.text()}” instead of “{fresh.sentence}”")
    figures = [f"{figure.name} {figure.text}".strip() for figure in fresh.figures]
    if panel.figures.words().splitlines() != figures:
        found.append(f"figures {panel.figures.words().splitlines()} instead of {figures}")
    return found


def _count(experiment: Experiment) -> str:
    return f"{len(experiment.data.labels):,} "
