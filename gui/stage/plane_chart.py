"""A chart of a plane with the same scale in both directions, to be zoomed and dragged."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent

from core.boundary import Box
from core.rows import Floats
from gui.panels.curve_axis import span_axis
from gui.panels.hover_card import HoverCard
from gui.panels.text_grid import Row
from gui.stage.calm_box import moved, widened, zoomed
from gui.stage.chart import Chart
from gui.stage.path_painting import BEYOND
from gui.theme import Theme

NOTCH = 1.2  # zoom
CLOSEST, FARTHEST = 1e-6, 1e12  # shorter sides of what can be zoomed to
DRAG = 4.0  # pixels that a click may slip
UNIT = Box(-1.0, -1.0, 1.0, 1.0)


class PlaneChart(Chart):
    """Subclasses show a box with `show_box` whenever `refresh` is called."""

    def __init__(self, theme: Theme, top: float) -> None:
        super().__init__(theme, top=top)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.card = HoverCard(theme, self)
        self.box = UNIT  # as seen, in the shape of the area
        self.held: Box | None = None  # where somebody has zoomed to
        self._plot: QRectF | None = None  # the area, once it is known
        self._shown: object = None  # for which it was worked out
        self._pressed: tuple[QPointF, Box] | None = None
        self._dragged = False

    def refresh(self) -> None:
        """Overridden: look again at what there is to show, in `held` if that is a box."""

    def hover(self, at: QPointF) -> None:
        """Overridden: the pointer is here, inside the plot."""

    def click(self, at: QPointF) -> None:
        """Overridden: clicked here, inside the plot."""

    # The range

    def show_box(self, box: Box) -> None:
        """Both axes get the same scale, so that right angles are seen as such."""
        key = (box, self.width(), self.height(), self.font().key())
        if key == self._shown:
            return
        self._shown = key
        for _ in range(3):  # the room for numbers depends on the numbers
            self._plot = area = super().area()
            self.box = widened(box, area.width() / area.height())
            self.across = span_axis(self.box.x0, self.box.x1, most_ticks=round(area.width() / 70))
            self.up = span_axis(self.box.y0, self.box.y1, most_ticks=round(area.height() / 45))

    def update_plot(self) -> None:
        """Paint again what lies between the axes."""
        self.update(self.area().toAlignedRect().adjusted(-2, -2, 2, 2))

    def area(self) -> QRectF:
        return super().area() if self._plot is None else self._plot

    def to_pixels(self, spots: Floats) -> Floats:
        """Spots [m, 2] of the plane as pixels [m, 2], also of what is not in sight."""
        area, box = self.area(), self.box
        with np.errstate(all="ignore"):
            x = area.left() + (spots[:, 0] - box.x0) * (area.width() / (box.x1 - box.x0))
            y = area.bottom() - (spots[:, 1] - box.y0) * (area.height() / (box.y1 - box.y0))
        return np.stack([x, y], axis=1)

    def pixel(self, spot: tuple[float, float]) -> QPointF:
        area, box = self.area(), self.box
        across = (spot[0] - box.x0) * (area.width() / (box.x1 - box.x0))
        up = (spot[1] - box.y0) * (area.height() / (box.y1 - box.y0))
        if not abs(across) + abs(up) < BEYOND:
            return QPointF(BEYOND, BEYOND)  # out of sight, or nowhere
        return QPointF(area.left() + across, area.bottom() - up)

    def spot_at(self, at: QPointF) -> tuple[float, float]:
        area, box = self.area(), self.box
        across, up = (at.x() - area.left()) / area.width(), (area.bottom() - at.y()) / area.height()
        return box.x0 + across * (box.x1 - box.x0), box.y0 + up * (box.y1 - box.y0)

    def fit(self) -> None:
        self._hold(None)

    def zoom_in(self) -> None:
        self._zoom(1.0 / NOTCH, self.box.centre)

    def zoom_out(self) -> None:
        self._zoom(NOTCH, self.box.centre)

    def _zoom(self, factor: float, about: tuple[float, float]) -> None:
        wider = zoomed(self.box, factor, about)
        if CLOSEST < wider.shorter_side < FARTHEST:
            self._hold(wider)

    def _hold(self, box: Box | None) -> None:
        self.held = box
        if self.isVisible():
            self.refresh()

    # The pointer

    def tell(self, rows: tuple[Row, ...], at: QPointF) -> None:
        """Show rows in a card just below the pointer."""
        area = self.area()
        below = QRectF(area.left(), at.y() + 10.0, area.width(), area.height())
        self.card.tell(rows, at.x(), below, self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        notches = event.angleDelta().y() / 120.0
        if notches and not self.sentence and self.area().contains(event.position()):
            self._zoom(NOTCH**-notches, self.spot_at(event.position()))
            event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._dragged = False
        inside = not self.sentence and self.area().contains(event.position())
        self._pressed = (event.position(), self.box) if inside else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        if self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            self._drag(at)
        elif self.sentence or not self.area().contains(at):
            self.card.hide()
        else:
            self.hover(at)

    def _drag(self, at: QPointF) -> None:
        assert self._pressed is not None
        start, box = self._pressed
        way = at - start
        if self._dragged or way.manhattanLength() > DRAG:
            self._dragged = True
            self.card.hide()
            unit = (box.x1 - box.x0) / self.area().width()
            self._hold(moved(box, -way.x() * unit, way.y() * unit))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        left = event.button() == Qt.MouseButton.LeftButton
        if left and self._pressed is not None and not self._dragged:
            self.click(event.position())
        self._pressed = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if not self.sentence and self.area().contains(event.position()):
            self.fit()

    def leaveEvent(self, event: QEvent) -> None:
        self.card.hide()

    def minimumSizeHint(self) -> QSize:
        return QSize(260, 180)
