"""The loss view: each loss against the margin, and every example a bead on its learner's curve."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPen

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
from gui.stage.kept import Kept
from gui.stage.signs import Signs
from gui.stage.stamps import Stamps
from gui.studio import Studio
from gui.theme import Theme
from gui.why_nothing import why_nothing

REACHES = (1.0, 2.0, 3.0, 5.0, 8.0)  # ends of a scale, times a power of ten
LEAST_REACH = 2.0
LOWEST_TOP = 2.5  # of the losses, so that the curves are seen
PER_SECOND = 60
NEAR = 9.0  # pixels within which a bead is meant
TOP = 34.0
LEGEND, LEGEND_EDGE, SAMPLE = 12.0, 14.0, 18.0
MOST_ROWS = 2  # of the legend with the names of learners in it
FAINT = 0.6
RING = 2.6  # pixels, the radius of a bead of another learner
DASHES = {
    "zero-one": Qt.PenStyle.SolidLine,
    "perceptron": Qt.PenStyle.DashDotLine,
    "hinge": Qt.PenStyle.DashDotDotLine,
    "log": Qt.PenStyle.DashLine,
    "exp": Qt.PenStyle.DotLine,
}


class LossesView(Chart):
    """Beads of the active learner are class signs; those of the others are small rings."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__(theme, top=TOP)
        self._studio = studio
        self.setAccessibleName("Losses against the margin")
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._curves = Kept(self._paint_curves)
        self._signs, self._stamps = Signs(theme, 9.0), Stamps()
        self._card_beside = HoverCard(theme, self)
        self._beads: dict[int, Beads] = {}
        # Whose beads they are: while it is painted, the studio may be ahead of what was worked out.
        self._owner = 0
        self._own: dict[str, int] = {}  # whose each loss is, where it is anybody's
        self._names: list[tuple[str, str, float, int]] = []
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
        self._beads = {}
        choices = studio.results.experiment.learners[: len(studio.experiment.learners)]
        for index, choice in enumerate(choices):
            moment = studio.moment(index)
            if moment is not None and choice.visible and len(moment.run.dataset):
                self._beads[index] = beads(moment, choice.readout)
        self._owner, self._titles = studio.active, learner_titles(choices)
        owner = studio.moment(studio.active)
        self._dataset = None if owner is None else owner.run.dataset
        active = self._beads.get(studio.active)
        self.sentence = "" if active else why_nothing(studio, "its losses")
        if active is not None:
            self._own = {shown.loss: index for index, shown in self._beads.items()}
            self._own[active.loss] = self._owner
            self._names = self._place_names()
            if self._names[-1][-1] >= MOST_ROWS:
                self._names = self._place_names(brief=True)
            more = self._names[-1][-1] * QFontMetricsF(self.small_font()).lineSpacing()
            self._top = TOP * self.theme.scale + more
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
        room = area.adjusted(-8, -8, 8, 8)
        painter.setClipRect(room)
        key = (self.across, self.up, self._own, self.theme.palette.name, self.theme.scale)
        self._curves.draw(painter, room, key)
        for index, shown in self._beads.items():
            if index != self._owner:
                colour = self.theme.learner_colour(index)
                colour.setAlphaF(0.55)
                spots = self.pixels(shown.margins, shown.losses)
                clear = QColor(Qt.GlobalColor.transparent)
                self._stamps.rings(painter, spots, RING * self.theme.scale, colour, clear, 1.0)
        self._paint_mean(painter, area, active)
        self._paint_beads(painter, active)
        painter.setClipping(False)
        self._paint_names_of_curves(painter)

    def _paint_curves(self, painter: QPainter) -> None:
        area = self.area()
        x = float(self.pixels(np.zeros(1), np.zeros(1))[0, 0])
        painter.setPen(QPen(self.theme.colour("muted"), 1.2))
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        for loss in LOSSES:
            self._paint_curve(painter, loss, self._own.get(loss))

    def _paint_curve(self, painter: QPainter, loss: str, owner: int | None) -> None:
        assert self.across is not None
        assert self.up is not None
        line = curve(loss, self.across.low, self.across.high)
        painter.setPen(self._pen(loss, owner, 1.4 if owner is None else 2.2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        seen = np.where(line.losses <= self.up.high, line.losses, np.nan)
        polyline(painter, self.pixels(line.margins, seen))

    def _pen(self, loss: str, owner: int | None, width: float) -> QPen:
        """Nobody's losses are all grey: how they are dashed tells them apart."""
        if owner is not None:
            return QPen(self.theme.learner_colour(owner), self.theme.thick(width))
        colour = self.theme.colour("muted")
        colour.setAlphaF(FAINT)
        return QPen(colour, self.theme.thick(width), DASHES[loss], Qt.PenCapStyle.FlatCap)

    def names_of_curves(self) -> list[tuple[str, QRectF]]:
        """What is said of each loss, and where, together with the sample before it."""
        metrics = QFontMetricsF(self.small_font())
        height = metrics.lineSpacing()
        return [
            (text, QRectF(x, LEGEND + row * height, _breadth(metrics, text), metrics.height()))
            for _, text, x, row in self._names
        ]

    def _paint_names_of_curves(self, painter: QPainter) -> None:
        """Samples at the top, in the order of the losses."""
        painter.setFont(self.small_font())
        metrics = QFontMetricsF(self.small_font())
        for loss, (text, place) in zip(LOSSES, self.names_of_curves(), strict=True):
            owner = self._own.get(loss)
            base = place.top() + metrics.ascent()
            middle = base - metrics.ascent() / 2 + 1
            painter.setPen(self._pen(loss, owner, 2.0))
            painter.drawLine(QPointF(place.left(), middle), QPointF(place.left() + SAMPLE, middle))
            painter.setPen(self.theme.colour("muted" if owner is None else "text"))
            painter.drawText(QPointF(place.left() + SAMPLE + 5, base), text)

    def _place_names(self, *, brief: bool = False) -> list[tuple[str, str, float, int]]:
        """A loss, what is said of it, how far from the left and in which row it stands.

        `brief`: whose it is, only the colour says.
        """
        metrics = QFontMetricsF(self.small_font())
        placed: list[tuple[str, str, float, int]] = []
        x, row = LEGEND_EDGE, 0
        for loss in LOSSES:
            owner = self._own.get(loss)
            text = loss if owner is None or brief else f"{loss}: {self._titles[owner]}"
            most = self.width() - 2 * LEGEND_EDGE - SAMPLE - 5
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, most)
            width = _breadth(metrics, text)
            if placed and x + width > self.width() - LEGEND_EDGE:
                x, row = LEGEND_EDGE, row + 1
            placed.append((loss, text, x, row))
            x += width + 16
        return placed

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


def _breadth(metrics: QFontMetricsF, text: str) -> float:
    """Of a sample with what is said of it."""
    return SAMPLE + 5.0 + metrics.horizontalAdvance(text)


def _usual(values: Floats) -> float:
    """A round number a little beyond nearly all of these, so that the scale seldom moves."""
    finite = values[np.isfinite(values)]
    high = float(np.quantile(finite, 0.99)) if len(finite) else 0.0
    high = min(max(high * 1.05, LEAST_REACH), 1e9)
    power = 10.0 ** math.floor(math.log10(high))
    return next(k * power for k in (*REACHES, 10.0) if k * power >= high)
