"""A chart whose every sign is a document: looked at, pointed at, chosen and walked among."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import (
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
)

from core.rows import Floats, Ints
from gui.panels.hover_card import HoverCard
from gui.stage import spotlight
from gui.stage.chart import EDGE, Chart
from gui.stage.documents import Documents, documents_at, why_none
from gui.stage.signs import Signs
from gui.stage.stamps import Stamps
from gui.stage.terrain import Terrain
from gui.studio import Studio
from gui.theme import Theme

SIZES = ((400, 9.0), (1_500, 8.0), (4_000, 6.5), (10**9, 5.5))  # of signs, for so many documents
NEAR = 9.0  # pixels within which a document is meant
DRAG = 4.0  # pixels before a press becomes a frame
MOST_CROSSED = 500  # mistakes; of more, crosses would hide the signs
MOST_RINGED = 40  # visited documents; of a larger batch none is
SHORTEST_ARROW = 4.0  # pixels
CALM = 30.0  # steps a second up to which single steps can be followed
GOLDEN_SHARE = (math.sqrt(5.0) - 1.0) / 2.0
WALKS = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}
STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}


class DocumentsChart(Chart):
    """Subclasses override `arrange` and `places`, and paint what lies under and over the signs.

    All is worked out when it is painted, at most once for a moment.
    """

    def __init__(self, studio: Studio, theme: Theme, name: str, *, top: float = EDGE) -> None:
        super().__init__(theme, top=top)
        self.studio = studio
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.shown: Documents | None = None
        self.spots: Floats = np.zeros((0, 2))  # of the documents, in pixels
        self.stamps = Stamps()
        self._signs = Signs(theme)
        self._terrain = Terrain()
        self._beside = HoverCard(theme, self)
        self._order: NDArray[np.intp] = np.zeros(0, np.intp)
        self._stale = True
        self._pressed: QPointF | None = None
        self._band: QRectF | None = None
        self._before: frozenset[int] = frozenset()  # what was selected when a frame was begun
        for signal in (
            studio.cursor_changed, studio.results_changed, studio.active_changed,
            studio.experiment_changed, studio.looks_changed,
        ):  # fmt: skip
            signal.connect(self.ask)
        theme.changed.connect(self.ask)
        studio.selection_changed.connect(self.update)
        studio.playing_changed.connect(self.update)

    # From the moment

    def ask(self) -> None:
        """Something has changed."""
        self._stale = True
        self._beside.hide()
        self.update()

    def settle(self) -> None:
        """Catch up with the studio."""
        if not self._stale:
            return
        self._stale = False
        self.shown = shown = documents_at(self.studio, self._terrain)
        self.sentence = why_none(self.studio) if shown is None else self.arrange(shown)
        self.spots = np.zeros((0, 2))
        if shown is not None and not self.sentence:
            self.spots = self.places(shown)
        if self._terrain.behind:  # a vote is counted a part a frame
            self._terrain.behind = False
            QTimer.singleShot(0, self.ask)

    def arrange(self, shown: Documents) -> str:
        """Overridden: set axes and names; or the sentence why there is nothing to see."""
        raise NotImplementedError

    def places(self, shown: Documents) -> Floats:
        """Overridden: where the documents are, in pixels [n, 2]."""
        raise NotImplementedError

    def places_before(self, shown: Documents, rows: Ints) -> Floats | None:
        """Overridden where a step moves documents: where these were before it, in pixels."""
        return None

    @property
    def sign_size(self) -> float:
        """In pixels; the more documents, the smaller."""
        return self._usual_size * self.theme.scale

    @property
    def _usual_size(self) -> float:
        count = 0 if self.shown is None else len(self.shown)
        return next(size for most, size in SIZES if count <= most)

    def told(self) -> str:
        """What the view says in words, for those who cannot see it and for tests."""
        self.settle()
        if self.shown is None or self.sentence:
            return self.sentence
        return f"{len(self.shown):,} documents, {self.shown.title}: {self.shown.tally()}"

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        self.settle()
        super().paintEvent(event)
        if not self.studio.playing:
            self.setAccessibleDescription(self.told())

    def paint_plot(self, painter: QPainter, area: QRectF) -> None:
        shown = self.shown
        if shown is None:
            return
        self.paint_ground(painter, area, shown)
        dataset = shown.dataset
        self._signs.size, size = self._usual_size, self.sign_size
        mixed = self._mixed(len(shown))
        held_out = dataset.held_out_rows
        self._signs.draw(painter, self.spots[mixed], dataset.labels[mixed], held_out[mixed])
        ink, ground = self.theme.colour("text"), self.theme.colour("stage")
        wrong = self.spots[shown.wrong]
        if not self.studio.playing and len(wrong) <= MOST_CROSSED:
            self.stamps.crosses(painter, wrong, 0.34 * size, ink, 0.14 * size)
        chosen = [i for i in self.studio.selection if i < len(self.spots)]
        accent, width = self.theme.colour("accent"), self.theme.thick(2.0)
        self.stamps.rings(painter, self.spots[chosen], size, accent, ground, width)
        self._paint_visited(painter, shown)
        if spotlight.is_due(self.studio, self.theme):
            inside = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            spotlight.shine(painter, inside, self.spots[shown.moment.visited], self.theme)
        self.paint_over(painter, area, shown)
        if self._band is not None:
            self._paint_band(painter, self._band)

    def _mixed(self, count: int) -> NDArray[np.intp]:
        """An order, always the same, in which no class lies over another, as files are by class."""
        if len(self._order) != count:
            self._order = np.argsort(np.arange(count) * GOLDEN_SHARE % 1.0)
        return self._order

    def paint_ground(self, painter: QPainter, area: QRectF, shown: Documents) -> None:
        """Overridden: what lies under the documents."""

    def paint_over(self, painter: QPainter, area: QRectF, shown: Documents) -> None:
        """Overridden: what lies over them."""

    def _paint_visited(self, painter: QPainter, shown: Documents) -> None:
        rows = shown.moment.visited
        if not 0 < len(rows) <= MOST_RINGED:
            return
        ink, ground = self.theme.colour("text"), self.theme.colour("stage")
        radius = self._signs.across + self.theme.thick(2.5)
        width = self.theme.thick(2.0)
        self.stamps.rings(painter, self.spots[rows], radius, ink, ground, width)
        if self.studio.playing and self.studio.speed > CALM:
            return
        before = self.places_before(shown, rows)
        if before is not None:
            for start, end in zip(before.tolist(), self.spots[rows].tolist(), strict=True):
                self._paint_arrow(painter, QPointF(*start), QPointF(*end), radius)

    def _paint_arrow(self, painter: QPainter, start: QPointF, end: QPointF, radius: float) -> None:
        """From where a document was to the ring around where it is."""
        length = math.hypot(end.x() - start.x(), end.y() - start.y())
        if length < radius + SHORTEST_ARROW:
            return
        along = (end - start) * (1.0 / length)
        tip, aside = end - along * (radius + 1.5), QPointF(-along.y(), along.x())
        scale, thick = self.theme.scale, self.theme.thick
        neck = tip - along * min(9.0 * scale, length - radius)
        head = QPolygonF([tip, neck + aside * (4.0 * scale), neck - aside * (4.0 * scale)])
        for colour, width in (("stage", thick(4.5)), ("text", thick(1.8))):
            painter.setPen(QPen(self.theme.colour(colour), width))
            painter.setBrush(self.theme.colour(colour))
            painter.drawEllipse(start, 1.6, 1.6)
            painter.drawLine(start, neck)
            painter.setPen(QPen(self.theme.colour(colour), width - 1.0))
            painter.drawPolygon(head)

    def _paint_band(self, painter: QPainter, band: QRectF) -> None:
        colour = self.theme.colour("accent")
        painter.setPen(QPen(colour, 1.0))
        colour.setAlphaF(0.1)
        painter.setBrush(colour)
        painter.drawRect(band)

    # The pointer

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.ask()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.settle()
        spot = event.position()
        if self._pressed is not None:
            self._stretch_band(self._pressed, spot)
            return
        item = self._nearest(spot)
        if item is None or self.shown is None:
            self._beside.hide()
        else:
            self._beside.tell(self.shown.card(item), spot.x(), self.area(), self)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self.settle()
        self._beside.hide()
        adding = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self._pressed = event.position()
        self._before = self.studio.selection if adding else frozenset()
        item = self._nearest(event.position())
        if item is not None:
            self.studio.select(self._before ^ {item})
        elif not adding:
            self.studio.select(())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pressed = self._band = None
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._beside.hide()

    def hideEvent(self, event: QEvent) -> None:
        self._beside.hide()  # it lies in the window, and would stay there

    def _stretch_band(self, start: QPointF, end: QPointF) -> None:
        if self._band is None and (end - start).manhattanLength() < DRAG:
            return
        self._band = band = QRectF(start, end).normalized()
        x, y = self.spots[:, 0], self.spots[:, 1]
        inside = (x >= band.left()) & (x <= band.right()) & (y >= band.top()) & (y <= band.bottom())
        self.studio.select(self._before.union(np.flatnonzero(inside).tolist()))
        self.update()

    def _nearest(self, spot: QPointF) -> int | None:
        if len(self.spots) == 0:
            return None
        away = np.hypot(self.spots[:, 0] - spot.x(), self.spots[:, 1] - spot.y())
        item = int(np.argmin(away))
        return item if away[item] <= NEAR else None

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Down and up (or Ctrl with right and left) walk among the documents from left to right."""
        keys = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        key = Qt.Key(event.key())
        control = keys == Qt.KeyboardModifier.ControlModifier
        step = WALKS.get(key, 0) if control else STEPS.get(key, 0) if not keys else 0
        self.settle()
        if not step or len(self.spots) == 0:
            super().keyPressEvent(event)
            return
        self._walk(step)

    def _walk(self, step: int) -> None:
        order = np.lexsort((self.spots[:, 1], self.spots[:, 0]))
        chosen = [i for i in self.studio.selection if i < len(order)]
        if chosen:
            ranks = np.flatnonzero(np.isin(order, chosen))
            rank = int(ranks[-1] if step > 0 else ranks[0]) + step
        else:
            middle = self.area().center().x()
            rank = int(np.abs(self.spots[order, 0] - middle).argmin())
        self.studio.select((int(order[min(max(rank, 0), len(order) - 1)]),))
