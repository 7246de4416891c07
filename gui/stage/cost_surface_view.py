"""The cost surface: the mean loss over two weights as a landscape, and the way down it."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QHideEvent, QPainter, QPen

from core.boundary import Box
from core.cost_surface import cost_surface
from core.measure import LOSSES
from core.rows import Floats
from core.run import Moment, Run
from core.weight_space import Axes
from gui.background import Background
from gui.fields import explain
from gui.panels.choice import Choice
from gui.panels.curve_axis import reading
from gui.panels.pacing import Pacing
from gui.panels.text_grid import Cell, Row
from gui.stage.cost_relief import Relief, Wish, range_of, relief_of
from gui.stage.path_painting import mixed, paint_letter
from gui.stage.weight_plane import WeightPlane
from gui.studio import Studio
from gui.theme import Theme

PER_SECOND = 10  # new landscapes while playing
NOTICEABLE = 0.004  # of the box: other weights that moved less leave the landscape as it is
GROWN = 1.5  # a run this much longer has its range looked at again


class CostSurfaceView(WeightPlane):
    """The landscape is worked out beside the window; the way over it is always of the moment."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__(studio, theme, "Cost surface")
        self.loss_choice = Choice(theme)
        explain(self.loss_choice, "Whose mean is drawn: the learner's own loss or another", "Loss")
        self.loss_choice.activated.connect(self._choose_loss)
        self.controls.line.addStretch(1)
        self.controls.add("loss", self.loss_choice)
        self._chosen_loss: str | None = None  # None: the active learner's own
        self.relief: Relief | None = None
        self._others: Floats | None = None  # the other weights it was made with
        self._range: tuple[tuple[Axes, str], Box] | None = None  # and what it is for
        self._asked: tuple[object, int] | None = None  # for which range, after how many steps
        self._ranging = Background(self)
        self._cost = math.nan  # at the present weights
        self._background = Background(self)
        self._again = False  # something has changed while it worked
        self._slow = Pacing(studio, self, self._wish, PER_SECOND)
        theme.changed.connect(self._slow.ask)

    @property
    def settled(self) -> bool:
        """Is what is seen that of the moment, with nothing under way?"""
        return not (self._background.busy or self._ranging.busy or self._again)

    # Which loss

    @property
    def loss(self) -> str:
        assert self.moment is not None
        return self._chosen_loss or self.moment.run.learner.loss

    @property
    def _penalised(self) -> bool:
        """A learner that shrinks its weights minimises more than its own loss."""
        assert self.moment is not None
        return self.loss == self.moment.run.learner.loss

    def _choose_loss(self, index: int) -> None:
        self._chosen_loss = LOSSES[index - 1] if index else None
        self.fit()

    def _offer_losses(self) -> None:
        assert self.moment is not None
        self.loss_choice.offer([f"own: {self.moment.run.learner.loss}", *LOSSES])
        chosen = self._chosen_loss
        self.loss_choice.choose(0 if chosen is None else 1 + LOSSES.index(chosen))

    # From the moment

    def usual_box(self, moment: Moment, axes: Axes) -> Box:
        """Of the whole run, so that it stays as it is while time goes by."""
        ways, run = super().usual_box(moment, axes), moment.run
        self._look_for_range(run, axes, ways)
        known = self._range
        own = [way for way in self.ways if way.learner == self.studio.active]
        if known is None or known[0] != (axes, self.loss):
            return ways
        here = next(way.here for way in own if way.readout == self.readout)
        return known[1] if known[1].holds(here) else ways

    def _look_for_range(self, run: Run, axes: Axes, ways: Box) -> None:
        """Once for a run, and now and then while it grows; the answer comes by and by."""
        ended = run.stopped is not None
        about, asked = (axes, self.loss), self._asked
        wanted = (run, ended, about, self.readout)
        if asked is not None and asked[0] == wanted and (ended or run.steps < GROWN * asked[1]):
            return
        self._asked = (wanted, run.steps)
        end, readout, loss = run.at(run.steps), self.readout, self.loss
        end.weights(readout)  # here, since only one thread at a time may ask for averages
        self._ranging.begin(
            lambda: range_of(end, axes, loss, readout, ways),
            lambda box: self._take_range(about, box),
            self._fail,
        )

    def _take_range(self, about: tuple[Axes, str], box: Box) -> None:
        self._range = (about, box)
        if self.isVisible():
            self.refresh()

    def follow(self, moment: Moment, axes: Axes) -> None:
        self._offer_losses()
        self._cost = self._cost_at(tuple(moment.weights(self.readout)[list(axes), 0].tolist()))
        self.notes = self._about(moment)
        self._slow.ask()

    def _cost_at(self, spot: tuple[float, ...]) -> float:
        assert self.moment is not None
        assert self.controls.axes is not None
        x, y = spot
        if not max(abs(x), abs(y)) < 1e100:
            return math.nan
        small = 1e-12 * max(abs(x), abs(y), 1.0)
        here = Box(x - small, y - small, x + small, y + small)
        seen = cost_surface(
            self.moment, self.controls.axes, here, self.loss, 1, self.readout, self._penalised
        )
        return seen.least

    def _about(self, moment: Moment) -> tuple[str, ...]:
        penalty = moment.run.penalty if self._penalised else 0.0
        more = f" + ({penalty:.2g}/2)‖w‖²" if penalty else ""
        first = f"mean {self.loss} loss{more} here: {reading(self._cost)}"
        relief = self.relief
        if relief is None or relief.wish.moment.run is not moment.run:
            return (first,)
        if relief.lowest is not None:
            return (first, f"lowest: {reading(relief.least)}")
        if relief.flat:
            return (first, f"lowest: {reading(relief.least)}, on a whole area")
        return (first, "the cost goes on falling beyond the edge")

    # The landscape

    def _wish(self) -> None:
        """Ask for the landscape of the moment, if the one there is shows something else."""
        moment, axes = self.moment, self.controls.axes
        if self.sentence or moment is None or axes is None:
            return
        if self._background.busy:
            self._again = True
            return
        others = moment.weights(self.readout)[:, 0].copy()
        others[list(axes)] = 0.0
        wish = self._wish_of(moment, axes)
        if not self._outdated(wish, others):
            return
        self._others = others
        self._background.begin(lambda: relief_of(wish), self._take_relief, self._fail)

    def _wish_of(self, moment: Moment, axes: Axes) -> Wish:
        area, ratio = self.area(), self.devicePixelRatioF()
        colours = [self.theme.colour(name).rgb() for name in ("stage", "accent", "muted")]
        return Wish(
            moment, axes, self.box, self.loss, self.readout, self._penalised,
            max(round(area.width() * ratio), 2), max(round(area.height() * ratio), 2), ratio,
            *colours,
        )  # fmt: skip

    def _outdated(self, wish: Wish, others: Floats) -> bool:
        relief = self.relief
        if relief is None or self._others is None or len(others) != len(self._others):
            return True
        if relief.wish.moment.run is not wish.moment.run:
            return True
        if replace(relief.wish, moment=wish.moment) != wish:
            return True
        away = float(np.abs(others - self._others).max(initial=0.0))
        enough = NOTICEABLE * self.box.shorter_side if self.studio.playing else 0.0
        return not away <= enough

    def _take_relief(self, relief: Relief) -> None:
        self.relief = relief
        if self.moment is not None and not self.sentence:
            self.notes = self._about(self.moment)
            self.setAccessibleDescription(self.told())
        self.update_plot()
        if self._again:
            self._again = False
            self._slow.ask()

    def _fail(self, sentence: str) -> None:
        self._again = False
        self.studio.said.emit(sentence)

    def hideEvent(self, event: QHideEvent) -> None:
        for work in (self._background, self._ranging):
            work.finish()
        self._asked, self._again = None, False

    # Painting

    @property
    def ground(self) -> QColor:
        return mixed(self.theme.colour("accent"), self.theme.colour("stage"), 0.25)

    def paint_plot(self, painter: QPainter, area: QRectF) -> None:
        if self.moment is None:
            return
        painter.setClipRect(area)
        relief = self.relief
        if relief is not None and relief.wish.axes == self.controls.axes:
            box = relief.wish.box
            if box == self.box:
                painter.drawImage(area.topLeft().toPoint(), relief.image)
            else:  # until there is a new one
                corners = QRectF(self.pixel((box.x0, box.y1)), self.pixel((box.x1, box.y0)))
                painter.drawImage(corners, relief.image)
        self.paint_origin(painter, area)
        self._paint_lowest(painter)
        self.paint_ways(painter)
        self.paint_present(painter)
        self.paint_notes(painter, area)

    def _paint_lowest(self, painter: QPainter) -> None:
        """A cross where the cost is lowest."""
        relief = self.relief
        if relief is None or relief.lowest is None:
            return
        at, good = self.pixel(relief.lowest), self.theme.colour("good")
        for ink, width in ((self.theme.colour("stage"), 5.0), (good, 2.2)):
            painter.setPen(QPen(ink, width))
            painter.drawLine(at - QPointF(6.0, 0.0), at + QPointF(6.0, 0.0))
            painter.drawLine(at - QPointF(0.0, 6.0), at + QPointF(0.0, 6.0))
        beside = 7.0 if at.x() + 52.0 < self.area().right() else -45.0
        where = at + QPointF(beside, 16.0)
        paint_letter(painter, where, "lowest", self.small_font(), good, self.theme.colour("stage"))

    # The pointer

    def hover(self, at: QPointF) -> None:
        axes = self.controls.axes
        if self.moment is None or axes is None:
            return
        spot = self.spot_at(at)
        names = self.names_of(axes)
        rows: list[Row] = [
            (Cell(name, "muted"), Cell(reading(value), right=True))
            for name, value in zip(names, spot, strict=True)
        ]
        rows.append((Cell(f"mean {self.loss}", bold=True), Cell(reading(self._cost_at(spot)),
                                                                right=True)))  # fmt: skip
        self.tell(tuple(rows), at)
