"""Weight space: every example a half-plane, and the weights on their way through what is left."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QElapsedTimer, QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from core.boundary import Box
from core.rows import Floats, Ints
from core.run import Moment
from core.weight_space import Axes, BiasIs, HalfPlanes, clipped, half_planes, version_space
from gui.choices import Toggle
from gui.fields import explain
from gui.panels.curve_axis import reading
from gui.panels.text_grid import Cell, Row
from gui.panels.time_words import grouped
from gui.stage.half_plane_layer import HalfPlaneLayer
from gui.stage.half_plane_lines import MOST_LINES, lines_of
from gui.stage.jump import Jump, jump_at, paint_foot, paint_jump
from gui.stage.path_painting import fainter
from gui.stage.weight_plane import WeightPlane
from gui.studio import Studio
from gui.theme import Theme

NEAR = 6.0  # pixels within which a line is meant
FAR_BEYOND = 100.0  # times the box, to see whether there is a version space anywhere
SLOW_PER_SECOND = 15  # lines and version space while playing; the weights move more often


class WeightSpaceView(WeightPlane):
    """Lines are in their class's colour, with hairs on the side that they ask for."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__(studio, theme, "Weight space")
        self.free = Toggle("free bias")
        explain(
            self.free,
            "Off: the bias is what it is now. On: it may be anything, and what is shown is what "
            "pairs of examples of both classes ask of the two weights.",
            "Free bias",
        )
        self.free.toggled.connect(self.refresh)
        self.controls.line.addStretch(1)
        self.controls.line.addWidget(self.free)
        self._planes: HalfPlanes | None = None
        self._spot = (0.0, 0.0)  # the two weights of the main readout
        self.layer = HalfPlaneLayer(theme)
        self._visited = self._selected = np.zeros(0, np.int64)  # places among the half-planes
        self.version: Floats | None = None  # corners of the version space in sight
        self._version_told = ""
        self._clock = QElapsedTimer()  # since all lines were looked at
        self._seen: object = None
        self._hurried = False  # were they left as they were?
        self.jump: Jump | None = None
        self._hovered: int | None = None  # a place among the half-planes

    @property
    def bias(self) -> BiasIs:
        return "free" if self.free.isChecked() and self.free.isEnabled() else "fixed"

    def told(self) -> str:
        lines = self.layer.lines
        if self.sentence or lines is None:
            return self.sentence
        wrong = int(lines.offended.sum())
        return "; ".join((*self.notes, f"{len(lines)} lines, {wrong} on the wrong side"))

    # From the moment

    def follow(self, moment: Moment, axes: Axes) -> None:
        last = len(self.controls.names) - 1
        self.free.setEnabled(moment.run.bias and last not in axes)
        self._planes = half_planes(moment, axes, self.readout, bias=self.bias)
        self.jump = jump_at(moment, axes)
        across, up = moment.weights(self.readout)[list(axes), 0].tolist()
        self._spot = (across, up)
        self._visited = np.flatnonzero(np.isin(self._planes.rows, moment.visited))
        self._selected = np.flatnonzero(np.isin(self._planes.rows, [*self.studio.selection]))
        always = np.concatenate([self._selected, self._visited])
        lines = lines_of(self._planes, self._spot, self.box, always)
        ends = self.to_pixels(lines.ends.reshape(-1, 2)).reshape(-1, 4)
        self.layer.show_lines(lines, ends, self._labels()[lines.places])
        recently = self._clock.isValid() and self._clock.elapsed() < 1000 / SLOW_PER_SECOND
        seen = (moment.run, axes, self.bias, self.box)
        self._hurried = self.studio.playing and recently and seen == self._seen
        if not self._hurried:
            self._clock.start()
            self._seen = seen
            reach = FAR_BEYOND * max(map(abs, (self.box.x0, self.box.y0, self.box.x1, self.box.y1)))
            wide = Box(-reach, -reach, reach, reach)
            whole = version_space(moment, axes, wide, self.readout, bias=self.bias)
            self.version = None if whole is None else _inside(whole, self.box)
            self._version_told = self._about_version(whole is not None)
        self.notes = (self._version_told, *self._about_lines())

    def _about_version(self, somewhere: bool) -> str:
        assert self.moment is not None
        if self.version is not None:
            return "shaded: every example is right (version space)"
        if somewhere:
            return "the version space is out of sight"
        others = len(self.controls.names) - 2
        if others == 0 or (others == 1 and self.bias == "free"):
            return "no weights get all right"
        fixed = "this bias" if others == 1 and self.moment.run.bias else "these other weights"
        return f"with {fixed}, no weights get all right"

    def _about_lines(self) -> tuple[str, ...]:
        assert self._planes is not None
        assert self.layer.lines is not None
        shown, all_of_them = len(self.layer.lines), len(self._planes.rows)
        if shown < all_of_them > MOST_LINES:
            return (f"{shown} of {grouped(all_of_them)} lines",)
        return ()

    # Painting

    def paint_plot(self, painter: QPainter, area: QRectF) -> None:
        if self._planes is None or self.moment is None:
            return
        painter.setClipRect(area)
        self._paint_version(painter)
        self.paint_origin(painter, area)
        self._paint_visited_side(painter)
        self.layer.paint_all(painter, self, self._hurried)
        self._paint_marked(painter)
        self.paint_ways(painter)
        self._paint_jump(painter)
        self.paint_present(painter)
        self.paint_notes(painter, area)

    def _paint_version(self, painter: QPainter) -> None:
        if self.version is None:
            return
        corners = self._polygon(self.version)
        good = self.theme.colour("good")
        painter.setPen(QPen(fainter(good, 0.7), 1.2))
        painter.setBrush(fainter(good, 0.17))
        painter.drawPolygon(corners)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _paint_visited_side(self, painter: QPainter) -> None:
        """What the visited example asks for, as a soft tint of its class."""
        assert self._planes is not None
        if len(self._visited) != 1:
            return
        place, box = int(self._visited[0]), self.box
        corners = np.array([[box.x0, box.y0], [box.x1, box.y0], [box.x1, box.y1], [box.x0, box.y1]])
        side = clipped(corners, self._planes.normals[place], float(self._planes.offsets[place]))
        if len(side) >= 3:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(fainter(self._colour(place), 0.09))
            painter.drawPolygon(self._polygon(side))
            painter.setBrush(Qt.BrushStyle.NoBrush)

    def _polygon(self, corners: Floats) -> QPolygonF:
        return QPolygonF([QPointF(x, y) for x, y in self.to_pixels(corners).tolist()])

    def _paint_marked(self, painter: QPainter) -> None:
        """The lines of selected, hovered and visited examples, with their class's sign."""
        hovered = [] if self._hovered is None else [self._hovered]
        text, accent = self.theme.colour("text"), self.theme.colour("accent")
        for places, colour, width in (
            (hovered, text, 2.0),
            (self._selected.tolist(), accent, 2.8),
            (self._visited.tolist(), text, 2.8),
        ):
            for place in places:
                self.layer.paint_one(painter, place, colour, width)

    def _paint_jump(self, painter: QPainter) -> None:
        jump = self.jump
        if jump is None:
            return
        colour = self.theme.learner_colour(self.studio.active)
        ends = (self.pixel(jump.before), self.pixel(jump.shrunk), self.pixel(jump.after))
        foot = self._foot(ends[2])
        if foot is not None:
            paint_foot(painter, ends[2], foot, self.theme.colour("text"))
        font = self.font()
        font.setItalic(True)
        paint_jump(painter, ends, jump.sign, font, colour, self.theme.colour("stage"))

    def _foot(self, tip: QPointF) -> QPointF | None:
        """Where the jump, or its way on, meets the line of the example that caused it."""
        visited, lines = self._visited, self.layer.lines
        found = None if lines is None or len(visited) != 1 else lines.at(int(visited[0]))
        if lines is None or found is None or self.bias == "free":
            return None  # the line of a pair stands upright on neither of them
        side = lines.sides[found]
        away = float((np.array([tip.x(), tip.y()]) - self.layer.ends[found][:2]) @ side)
        foot = tip - QPointF(float(side[0]), float(side[1])) * away
        return foot if self.area().contains(foot) else None

    def _labels(self) -> Ints:
        assert self.moment is not None
        assert self._planes is not None
        return self.moment.run.dataset.labels[self._planes.rows]

    def _colour(self, place: int) -> QColor:
        return self.theme.class_colour(int(self._labels()[place]))

    # The pointer

    def hover(self, at: QPointF) -> None:
        self._hovered = self._nearest(at)
        if self._hovered is None:
            self.card.hide()
        else:
            self.tell(self._rows_about(self._hovered), at)
        self.update()

    def click(self, at: QPointF) -> None:
        place = self._nearest(at)
        assert self._planes is not None
        self.studio.select(() if place is None else (int(self._planes.rows[place]),))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hovered = None
        self.update()

    def _nearest(self, at: QPointF) -> int | None:
        return self.layer.nearest(at.x(), at.y(), NEAR)

    def _rows_about(self, place: int) -> tuple[Row, ...]:
        assert self.moment is not None
        assert self._planes is not None
        planes, dataset = self._planes, self.moment.run.dataset
        row = int(planes.rows[place])
        label = int(dataset.labels[row])
        noun = "Point" if self.studio.points is not None else "Example"
        rows: list[Row] = [
            (Cell(f"{noun} {row + 1}", bold=True), Cell(dataset.class_names[label],
                                                        class_index=label)),
        ]  # fmt: skip
        if planes.partners is not None:
            partner = int(planes.partners[place])
            other = int(dataset.labels[partner])
            rows.append(
                (Cell(f"with {partner + 1}"), Cell(dataset.class_names[other], class_index=other))
            )
        margin = float(planes.normals[place] @ np.array(self._spot) + planes.offsets[place])
        told = "wrong" if margin <= 0.0 else "right"
        rows.append((Cell("margin", "muted"), Cell(reading(margin), right=True)))
        rows.append((Cell("these weights get it", "muted"), Cell(told, right=True)))
        return tuple(rows)


def _inside(polygon: Floats, box: Box) -> Floats | None:
    """The part of a convex polygon [k, 2] that lies in a box, if any."""
    for normal, offset in (
        ((1.0, 0.0), -box.x0), ((-1.0, 0.0), box.x1), ((0.0, 1.0), -box.y0), ((0.0, -1.0), box.y1),
    ):  # fmt: skip
        polygon = clipped(polygon, np.array(normal), offset)
        if len(polygon) < 3:
            return None
    return polygon
