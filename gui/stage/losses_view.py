"""The loss view: each loss against the margin, and every example a bead on its learner's curve."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPen

from core.dataset import Dataset
from core.loss_view import Beads, beads, curve
from core.measure import LOSSES
from core.rows import Floats
from gui.panels.curve_axis import reading, span_axis
from gui.panels.hover_card import HoverCard
from gui.panels.pacing import Pacing
from gui.panels.text_grid import Cell, Row
from gui.panels.titles import learner_titles
from gui.plain_text import short
from gui.stage.chart import Chart, polyline
from gui.stage.signs import Signs
from gui.studio import Studio
from gui.theme import Theme
from gui.why_nothing import why_nothing

REACHES = (1.0, 2.0, 3.0, 5.0, 8.0)  # ends of a scale, times a power of ten
LEAST_REACH = 2.0
LOWEST_TOP = 2.5  # of the losses, so that the curves are seen
PER_SECOND = 60
NEAR = 9.0  # pixels within which a bead is meant
TOP = 34.0


class LossesView(Chart):
    """Beads of the active learner are class signs; those of the others are small rings."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__(theme, top=TOP)
        self._studio = studio
        self.setAccessibleName("Losses against the margin")
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._signs = Signs(theme, 9.0)
        self._card_beside = HoverCard(theme, self)
        self._beads: dict[int, Beads] = {}
        # Whose beads they are: while it is painted, the studio may be ahead of what was worked out.
        self._owner = 0
        self._dataset: Dataset | None = None
        self._titles: tuple[str, ...] = ()
        self._spots: Floats = np.zeros((0, 2))  # of the active learner's beads, in pixels
        self.across_name, self.up_name = "margin", "loss"
        self._pacing = Pacing(studio, self, self._refresh, PER_SECOND)
        for signal in (
            studio.cursor_changed, studio.results_changed, studio.active_changed,
            studio.experiment_changed, studio.selection_changed, theme.changed,
        ):  # fmt: skip
            signal.connect(self._pacing.ask)

    def told(self) -> str:
        """What the view says in words, for those who cannot see it and for tests."""
        shown = self._beads.get(self._owner)
        if shown is None:
            return self.sentence
        told = f"{len(shown.margins)} beads on {shown.loss} loss"
        return f"{told}, mean {reading(shown.mean_train[1])}" if shown.mean_train else told

    # From the moment

    def _refresh(self) -> None:
        studio = self._studio
        self._card_beside.hide()
        self._top = TOP * self.theme.scale
        self._beads = {}
        for index, choice in enumerate(studio.experiment.learners):
            moment = studio.moment(index)
            if moment is not None and choice.visible and len(moment.run.dataset):
                self._beads[index] = beads(moment, choice.readout)
        self._owner, self._titles = studio.active, learner_titles(studio.experiment.learners)
        owner = studio.moment(studio.active)
        self._dataset = None if owner is None else owner.run.dataset
        active = self._beads.get(studio.active)
        self.sentence = "" if active else why_nothing(studio, "its losses")
        if active is not None:
            self._set_axes(active)
            self._spots = self.pixels(active.margins, active.losses)
        self.setAccessibleDescription(self.told())
        self.update()

    def _set_axes(self, active: Beads) -> None:
        left, right = _usual(-active.margins), _usual(active.margins)
        tallest = max(LOWEST_TOP, min(_usual(active.losses), 1.0 + left))
        self.across = span_axis(-left, right, most_ticks=9)
        self.up = span_axis(0.0, tallest, most_ticks=5)

    # Painting

    def paint_plot(self, painter: QPainter, area: QRectF) -> None:
        active = self._beads.get(self._owner)
        if active is None:
            return
        painter.setClipRect(area.adjusted(-8, -8, 8, 8))
        own = {shown.loss: index for index, shown in self._beads.items()}
        own[active.loss] = self._owner
        self._paint_zero(painter, area)
        for loss in LOSSES:
            self._paint_curve(painter, loss, own.get(loss))
        for index, shown in self._beads.items():
            if index != self._owner:
                self._paint_rings(painter, shown, index)
        self._paint_mean(painter, area, active)
        self._paint_beads(painter, active)
        painter.setClipping(False)
        self._paint_names_of_curves(painter, own)

    def _paint_zero(self, painter: QPainter, area: QRectF) -> None:
        x = float(self.pixels(np.zeros(1), np.zeros(1))[0, 0])
        painter.setPen(QPen(self.theme.colour("muted"), 1.2))
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))

    def _paint_curve(self, painter: QPainter, loss: str, owner: int | None) -> None:
        assert self.across is not None
        assert self.up is not None
        line = curve(loss, self.across.low, self.across.high)
        colour = self.theme.colour("muted")
        if owner is None:
            colour.setAlphaF(0.45)
            painter.setPen(QPen(colour, self.theme.thick(1.2)))
        else:
            painter.setPen(QPen(self.theme.learner_colour(owner), self.theme.thick(2.2)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        seen = np.where(line.losses <= self.up.high, line.losses, np.nan)
        polyline(painter, self.pixels(line.margins, seen))

    def _paint_names_of_curves(self, painter: QPainter, own: dict[str, int]) -> None:
        """A line of samples at the top, in the order of the losses."""
        painter.setFont(self.small_font())
        metrics = QFontMetricsF(self.small_font())
        x, y = 14.0, 12.0 + metrics.ascent()
        for loss in LOSSES:
            owner = own.get(loss)
            colour = self.theme.colour("muted" if owner is None else "text")
            ink = colour if owner is None else self.theme.learner_colour(owner)
            pen = QPen(ink, self.theme.thick(2.0))
            text = loss if owner is None else f"{loss}: {self._titles[owner]}"
            width = metrics.horizontalAdvance(text)
            if x + 20 + width > self.width() - 10:
                break
            painter.setPen(pen)
            middle = y - metrics.ascent() / 2 + 1
            painter.drawLine(QPointF(x, middle), QPointF(x + 14, middle))
            painter.setPen(colour)
            painter.drawText(QPointF(x + 19, y), text)
            x += 19 + width + 16

    def _paint_rings(self, painter: QPainter, shown: Beads, index: int) -> None:
        colour = self.theme.learner_colour(index)
        colour.setAlphaF(0.55)
        painter.setPen(QPen(colour, 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for x, y in self.pixels(shown.margins, shown.losses).tolist():
            painter.drawEllipse(QPointF(x, y), 2.6, 2.6)

    def _paint_mean(self, painter: QPainter, area: QRectF, active: Beads) -> None:
        if active.mean_train is None:
            return
        margin, loss = active.mean_train
        spot = self.pixels(np.array([margin]), np.array([loss]))[0]
        colour = self.theme.learner_colour(self._owner)
        painter.setPen(QPen(colour, self.theme.thick(1.2), Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(area.left(), spot[1]), QPointF(area.right(), spot[1]))
        painter.setFont(self.small_font())
        text = f"mean {reading(loss)}"
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom
        line = 20.0 * self.theme.scale
        place = QRectF(area.left(), spot[1] - line - 2, area.width() - 4, line)
        painter.drawText(place, right, text)

    def _paint_beads(self, painter: QPainter, active: Beads) -> None:
        assert self._dataset is not None
        self._signs.draw(painter, self._spots, self._dataset.labels, active.held_out)
        selected = [i for i in self._studio.selection if i < len(self._spots)]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for chosen, colour, radius in (
            (active.visited.tolist(), "text", 9.0), (selected, "accent", 7.0),
        ):  # fmt: skip
            painter.setPen(QPen(self.theme.colour(colour), self.theme.thick(2.0)))
            across = radius * self.theme.scale
            for item in chosen:
                painter.drawEllipse(QPointF(*self._spots[item].tolist()), across, across)

    # The pointer

    def resizeEvent(self, event: object) -> None:
        self._refresh()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        item = self._nearest(event.position())
        if item is None:
            self._card_beside.hide()
        else:
            self._card_beside.tell(self._rows_about(item), event.position().x(), self.area(), self)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        item = self._nearest(event.position())
        self._studio.select(() if item is None else (item,))

    def leaveEvent(self, event: QEvent) -> None:
        self._card_beside.hide()

    def _nearest(self, spot: QPointF) -> int | None:
        if len(self._spots) == 0 or self.sentence:
            return None
        away = np.hypot(self._spots[:, 0] - spot.x(), self._spots[:, 1] - spot.y())
        item = int(np.argmin(away))
        return item if away[item] <= NEAR else None

    def _rows_about(self, item: int) -> tuple[Row, ...]:
        shown, dataset = self._beads[self._owner], self._dataset
        assert dataset is not None
        label = int(dataset.labels[item])
        held = ", held out" if shown.held_out[item] else ""
        noun = "Point" if self._studio.points is not None else "Example"
        name = Cell(short(dataset.class_names[label]), class_index=label)
        return (
            (Cell(f"{noun} {item + 1}{held}", bold=True), name),
            (Cell("margin", "muted"), Cell(reading(float(shown.margins[item])), right=True)),
            (Cell("loss", "muted"), Cell(reading(float(shown.losses[item])), right=True)),
        )


def _usual(values: Floats) -> float:
    """A round number a little beyond nearly all of these, so that the scale seldom moves."""
    finite = values[np.isfinite(values)]
    high = float(np.quantile(finite, 0.99)) if len(finite) else 0.0
    high = min(max(high * 1.05, LEAST_REACH), 1e9)
    power = 10.0 ** math.floor(math.log10(high))
    return next(k * power for k in (*REACHES, 10.0) if k * power >= high)
