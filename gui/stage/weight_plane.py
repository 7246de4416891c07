"""A plane of two weights on the stage: its axes, its calm range, and the learners' ways over it."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout

from core.boundary import Box
from core.errors import PlainError
from core.experiment import LearnerChoice
from core.run import Moment
from core.weight_space import Axes, Path
from gui.panels.pacing import Pacing
from gui.stage.calm_box import calm_box
from gui.stage.path_painting import (
    fainter,
    mixed,
    paint_dotted,
    paint_letter,
    paint_recent,
    paint_spot,
    paint_way,
)
from gui.stage.plane_chart import PlaneChart
from gui.stage.weight_axes import WeightAxes, weight_name
from gui.stage.weight_paths import Way, WeightPaths
from gui.studio import Studio
from gui.theme import Theme
from gui.why_nothing import NO_POINTS

PER_SECOND = 30
TOP = 38.0  # pixels for the line of controls


class WeightPlane(PlaneChart):
    """Subclasses work out what a moment shows (`follow`) and paint it under the ways."""

    def __init__(self, studio: Studio, theme: Theme, name: str) -> None:
        super().__init__(theme, TOP)
        self.studio = studio
        self.setAccessibleName(name)
        self.controls = WeightAxes(theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.controls)
        column.addStretch(1)
        self.moment: Moment | None = None  # what is shown
        self.readout = "last"  # whose weights are looked at: a vote has none of its own
        self.ways: tuple[Way, ...] = ()  # of the active learner, then of the others
        self.notes: tuple[str, ...] = ()
        self._paths = WeightPaths()
        self._usual: tuple[tuple[Path, ...], Box] | None = None  # and the paths it is for
        self._pacing = Pacing(studio, self, self.refresh, PER_SECOND)
        for signal in (
            studio.cursor_changed, studio.results_changed, studio.active_changed,
            studio.experiment_changed, studio.selection_changed,
        ):  # fmt: skip
            signal.connect(self._pacing.ask)
        studio.document_opened.connect(self.fit)
        self.controls.changed.connect(self.fit)

    # What subclasses add

    def follow(self, moment: Moment, axes: Axes) -> None:
        """Overridden: take in a moment; `box` and `ways` are known already."""

    def usual_box(self, moment: Moment, axes: Axes) -> Box:
        """The range to show where nobody has zoomed; may be overridden."""
        # An average may stay far away for long after a first step that was too large.
        mine = [way for way in self.ways if way.learner == self.studio.active]
        own = [way for way in mine if way.readout in ("last", self.readout)]
        whole = tuple(self._paths.whole(moment, axes, way.readout) for way in own)
        if self._usual is None or self._usual[0] != whole:
            spots = np.concatenate([path.spots for path in whole])
            self._usual = (whole, calm_box(spots, np.zeros((0, 2))))
        usual = self._usual[1]
        if all(usual.holds(way.here) for way in own):
            return usual
        spots = np.concatenate([path.spots for path in whole])
        return calm_box(spots, np.array([way.here for way in own]))

    @property
    def ground(self) -> QColor:
        """About the colour that the ways are drawn on; may be overridden."""
        return self.theme.colour("stage")

    # From the moment

    def refresh(self) -> None:
        studio = self.studio
        if studio.results.experiment is not studio.experiment and self.moment is not None:
            return  # what is seen stays until there is something newer
        looked, before = (self.box, self.sentence), self.moment
        self.moment = studio.moment(studio.active)
        if self.moment is not before:
            self.card.hide()  # what it says is no longer so
        self.notes, self.sentence = (), why_nothing(studio)
        if self.moment is not None and not self.sentence:
            self.controls.offer(self.moment.run.recording.feature_names)
            self._take(self.moment)
        self.controls.setVisible(not self.sentence)
        self.setAccessibleDescription(self.told())
        if looked == (self.box, self.sentence):
            self.update_plot()
        else:
            self.update()

    def told(self) -> str:
        """What the view says in words, for those who cannot see it and for tests."""
        return self.sentence or "; ".join(self.notes)

    def _take(self, moment: Moment) -> None:
        axes = self.controls.axes
        if axes is None:
            self.sentence = "There is a single weight: switch the bias on to have two."
            return
        choice = self.studio.results.experiment.learners[self.studio.active]
        self.readout = _drawable(choice)
        try:
            self.ways = self._ways(axes)
            self.show_box(self.held or self.usual_box(moment, axes))
            self.follow(moment, axes)
        except PlainError as error:
            self.sentence = str(error)

    def names_of(self, axes: Axes) -> tuple[str, str]:
        names = self.controls.names
        return weight_name(names[axes[0]]), weight_name(names[axes[1]])

    def _ways(self, axes: Axes) -> tuple[Way, ...]:
        """Of the active learner all that can be drawn; of each other one its main readout."""
        studio = self.studio
        ways, runs = [], set()
        learners = list(enumerate(studio.results.experiment.learners))
        learners.sort(key=lambda pair: pair[0] != studio.active)
        for index, choice in learners:
            moment = studio.moment(index)
            own = None if moment is None else self._axes_of(moment, axes)
            active = index == studio.active
            if moment is None or own is None or not (active or choice.visible):
                continue
            runs.add(moment.run)
            readouts = [_drawable(choice)]
            if active:
                readouts = [r for r in ("last", "averaged") if r in moment.run.learner.readouts]
            ways += [self._paths.way(moment, own, readout, index) for readout in readouts]
        self._paths.forget_all_but(runs)
        return tuple(ways)

    def _axes_of(self, moment: Moment, axes: Axes) -> Axes | None:
        """The same two weights of another learner, if it has them."""
        names, own = self.controls.names, moment.run.recording.feature_names
        wanted = [names[k] for k in axes]
        drawable = moment.run.dataset.classes == 2 and has_weights(moment)
        if not drawable or not set(wanted) <= set(own):
            return None
        return axes if own == names else (own.index(wanted[0]), own.index(wanted[1]))

    # Painting

    def paint_origin(self, painter: QPainter, area: QRectF) -> None:
        """Lines through zero, and a ring where both weights are nothing."""
        zero = self.pixel((0.0, 0.0))
        painter.setPen(QPen(fainter(self.theme.colour("muted"), 0.6), 1.0))
        if area.left() <= zero.x() <= area.right():
            painter.drawLine(QPointF(zero.x(), area.top()), QPointF(zero.x(), area.bottom()))
        if area.top() <= zero.y() <= area.bottom():
            painter.drawLine(QPointF(area.left(), zero.y()), QPointF(area.right(), zero.y()))
        paint_spot(painter, zero, self.theme.colour("muted"), self.theme.colour("stage"), 3.4, True)

    def paint_ways(self, painter: QPainter) -> None:
        active = self.studio.active
        for way in self.ways:
            if way.learner != active:
                self._paint_other(painter, way)
        for way in reversed([way for way in self.ways if way.learner == active]):
            colour, pixels = self.theme.learner_colour(active), self.to_pixels(way.spots)
            if way.readout == "averaged":
                paint_dotted(painter, pixels, colour)
            else:
                paint_way(painter, pixels, colour, self.ground)
                paint_recent(painter, self.to_pixels(way.recent), colour, self.ground)

    def _paint_other(self, painter: QPainter, way: Way) -> None:
        colour, ground = self.theme.learner_colour(way.learner), self.theme.colour("stage")
        pixels = self.to_pixels(way.spots)
        if way.readout == "averaged":
            paint_dotted(painter, pixels, mixed(colour, self.ground, 0.6))
        else:
            paint_way(painter, pixels, colour, self.ground, 0.8)
        paint_spot(painter, self.pixel(way.here), colour, ground, 3.2, way.readout == "averaged")

    def paint_present(self, painter: QPainter) -> None:
        """Where the active learner is now, and its average."""
        active, ground = self.studio.active, self.theme.colour("stage")
        colour = self.theme.learner_colour(active)
        for way in reversed([way for way in self.ways if way.learner == active]):
            at, hollow = self.pixel(way.here), way.readout == "averaged"
            paint_spot(painter, at, colour, ground, 4.6 if hollow else 5.6, hollow)
            font = self.small_font() if hollow else self.font()
            font.setItalic(not hollow)
            where = at + (QPointF(-24.0, 18.0) if hollow else QPointF(8.0, -7.0))
            paint_letter(painter, where, "average" if hollow else "w", font, colour, ground)

    def paint_notes(self, painter: QPainter, area: QRectF) -> None:
        """What there is to say, at the top."""
        painter.setFont(self.small_font())
        text = "\n".join(self.notes)
        wrap = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft
        room = QRectF(area.left() + 12, area.top() + 8, area.width() - 24, area.height())
        written = painter.boundingRect(room, wrap, text)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fainter(self.theme.colour("stage"), 0.86))
        painter.drawRoundedRect(written.adjusted(-7, -3, 7, 3), 5.0, 5.0)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(self.theme.colour("text"))
        painter.drawText(written.adjusted(0, 0, 1, 1), wrap, text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        if self.isVisible():
            self.refresh()


def _drawable(choice: LearnerChoice) -> str:
    """Its main readout, if that has weights."""
    return choice.readout if choice.readout != "voted" else "last"


def has_weights(moment: Moment) -> bool:
    """Are its scores a weighted sum of something?"""
    run = moment.run
    return run.recording.own_rows(run.dataset.rows.take(np.zeros(0, np.int64))) is not None


def why_nothing(studio: Studio) -> str:
    """One sentence instead of the plane; nothing where it can be drawn."""
    result, experiment = studio.active_result, studio.experiment
    if not experiment.learners:
        return "There is no learner: add one to see its weights."
    if not experiment.data.labels:
        return NO_POINTS
    if studio.results.problem is not None:
        return studio.results.problem
    if result is not None and result.obstacle is not None:
        return result.obstacle
    moment = studio.moment(studio.active)
    if moment is None:
        return "Computing…"
    classes = moment.run.dataset.classes
    if classes != 2:
        return (
            f"With {classes} classes every class has weights of its own: keep two classes to see "
            "the plane of two weights."
        )
    if not has_weights(moment):
        title = moment.run.learner.title
        return f"{title} has no weights over the features: make another learner the active one."
    return ""
