"""What the stage says in words, at this moment, about one learner."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.boosting import BoostRecording
from core.errors import PlainError
from core.experiment import LearnerChoice
from core.learners import find
from core.learners.telling import NumberStyle
from core.measure import margins
from core.run import Moment
from gui.stage.picture import Picture
from gui.stage.placed import Placed
from gui.studio import Studio

EMPTY = "Click to add a point, keys 1–8 choose its class,\nor choose a toy set on the left."
PREPARING = "Preparing for the first time, a few seconds…"
START = "Press Space to play, or click to add a point."
START_LOCKED = "Press Space to play."
number = NumberStyle(digits=2)


@dataclass(frozen=True)
class Note:
    """One word that carries the verdict, styled by its role, and the rest of the sentence."""

    verdict: str
    role: str  # mistake, good or nothing
    rest: str


def note(picture: Picture) -> Note | None:
    """What the last step did."""
    studio, moment = picture.studio, picture.moment
    if len(picture.placed) == 0 or studio.points is None:
        return None
    if picture.theme.presenting and studio.looks.caption:
        return None  # said below, in a whole sentence
    if studio.computer.preparing:
        return Note("", "", PREPARING)
    if studio.picking.waits_for:
        return None  # the pointer is asked for something else
    if studio.t == 0:
        start = START if studio.experiment.shows("tools") else START_LOCKED
        return None if notice(picture) else Note("", "", start)
    if moment is None or moment.t == 0:
        return None
    if isinstance(moment.run.recording, BoostRecording):
        stump = moment.run.recording.stumps[moment.t - 1]
        return Note("", "", f"round {moment.t} · error {number(stump.error)}")
    return _visit_note(moment)


def _visit_note(moment: Moment) -> Note:
    run, visited = moment.run, moment.visited
    rows, labels = run.dataset.rows.take(visited), run.dataset.labels[visited]
    before = margins(run.at(moment.t - 1).scores(rows), labels)
    wrong = int((before <= 0.0).sum())
    if len(visited) > 1:
        verdict = f"{wrong} {'mistake' if wrong == 1 else 'mistakes'}" if wrong else "all right"
        return Note(verdict, "mistake" if wrong else "good", f"in a batch of {len(visited)}")
    point, margin = f"point {int(visited[0]) + 1}", number(float(before[0]))
    if wrong:
        return Note("mistake", "mistake", f"on {point} · margin {margin}")
    return Note("right", "good", f"on {point} · margin {margin}")


def hint(picture: Picture) -> str:
    """What to do when there is nothing to see."""
    if picture.studio.points is None:
        data = picture.studio.experiment.data
        columns = len(getattr(data, "column_names", ()))
        return f"This table has {columns} columns; the plane shows data with two."
    return EMPTY if len(picture.placed) == 0 else ""


def notice(picture: Picture) -> str:
    """Why nothing is learnt, and what to do about it."""
    studio, placed = picture.studio, picture.placed
    if studio.points is None or len(placed) == 0:
        return ""
    if picture.up_to_date and studio.results.problem:
        return studio.results.problem
    if not studio.experiment.learners:
        return "There is no learner; add one on the right."
    result = None if picture.learner is None else studio.result(picture.learner)
    if result is not None and result.obstacle:
        return result.obstacle
    return _trouble_with(placed, studio)


def _trouble_with(placed: Placed, studio: Studio) -> str:
    if placed.held_out.all():
        return "All points are held out; lower the held-out share, so that some are learnt from."
    present = np.unique(placed.labels[~placed.held_out])
    if len(present) > 1 or studio.points is None:
        return ""
    only = int(present[0])
    other = 2 if only == 0 else 1
    return (
        f"All points are in class {studio.points.class_names[only]}; "
        f"press {other} and click to add some of another."
    )


def shows_margins(picture: Picture, choice: LearnerChoice) -> bool:
    """Are the lines of score ±1 drawn for this learner?"""
    try:
        hinge = find(choice.name).loss == "hinge"
    except PlainError:  # of a package that is not installed here
        return False
    points = picture.studio.points
    two = points is not None and len(points.class_names) == 2
    return picture.studio.looks.margins and hinge and two and choice.readout != "voted"
