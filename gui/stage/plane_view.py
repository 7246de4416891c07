"""One view of the plane: the layers, the small texts on top of them, and the pointer."""

from __future__ import annotations

from enum import IntFlag

from pyqtgraph import GraphicsView, ViewBox
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QTabletEvent,
    QWheelEvent,
)  # fmt: skip
from PySide6.QtWidgets import QGraphicsView

from core.experiment import PointsData, TextsData
from gui.stage import keys, pen, spotlight, words
from gui.stage.arrow import ArrowLayer
from gui.stage.boundaries import BoundaryLayer
from gui.stage.brush import BrushItem
from gui.stage.camera import Camera
from gui.stage.chart import round_off
from gui.stage.chips import NoteChip, Sentence
from gui.stage.fan import BestLineLayer, FanLayer
from gui.stage.frame import Frame
from gui.stage.ghost import GhostLayer
from gui.stage.grid_lines import GridLayer
from gui.stage.hover_card import HoverCard
from gui.stage.legend import Legend
from gui.stage.marks import MarkLayer
from gui.stage.picks import PickLayer
from gui.stage.picture import Picture
from gui.stage.placed import Placed, Placement
from gui.stage.pointer import Pointer
from gui.stage.points import PointLayer
from gui.stage.preparing import PreparingLine
from gui.stage.regions import RegionLayer
from gui.stage.terrain import ROUGH, Terrain
from gui.stage.text_places import TextPlaces
from gui.stage.tools import Tool
from gui.stage.trail import TrailLayer
from gui.studio import Studio
from gui.theme import Theme

MOVING = 64  # cells of a curved map's regions while the view moves
KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


class Need(IntFlag):
    """What has to be drawn again."""

    POINTS = 1
    MOMENT = 2
    FRAME = 4
    STYLE = 8
    MARKS = 16
    ALL = 31


class PlaneView(GraphicsView):  # type: ignore[misc]
    """Shows the learner in focus, or always the same one when there are several views."""

    hovered_changed = Signal()

    def __init__(
        self,
        studio: Studio,
        theme: Theme,
        camera: Camera,
        terrain: Terrain,
        placement: Placement,
        tools: dict[str, Tool],
    ) -> None:
        super().__init__(useOpenGL=False, background=None)
        self.studio, self.theme, self.camera, self.tools = studio, theme, camera, tools
        self.terrain, self._placement = terrain, placement
        self.own_learner: int | None = None  # None: the one in focus, and all boundaries
        self.moving = False  # is the camera on its way?
        self._focused_by_key = False
        self.setAccessibleName("Stage")
        self.setAccessibleDescription(
            "The points and what is learnt from them. Ctrl and the arrow keys move a crosshair, "
            "Return uses the tool there, arrows nudge what is selected."
        )
        self.setMinimumSize(180, 140)
        self.setAcceptDrops(False)  # the window takes files, wherever they fall
        self.viewport().setAcceptDrops(False)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setCacheMode(QGraphicsView.CacheModeFlag.CacheNone)
        self.view_box = ViewBox(enableMouse=False, enableMenu=False, defaultPadding=0.0)
        self.view_box.disableAutoRange()
        self.setCentralItem(self.view_box)
        self._make_layers()
        self._make_texts()
        self._places = TextPlaces(self)
        self.pointer = Pointer(self)

    def _make_layers(self) -> None:
        box = self.view_box
        self.regions, self.grid, self.trail = RegionLayer(box), GridLayer(box), TrailLayer(box)
        self.boundaries, self.arrow, self.brush = (
            BoundaryLayer(box),
            ArrowLayer(box),
            BrushItem(box),
        )
        self.points, self.marks, self.ghost = PointLayer(box), MarkLayer(box), GhostLayer(box)
        self.fan, self.best_line = FanLayer(box), BestLineLayer(box)
        self.picks = PickLayer(box)

    def _make_texts(self) -> None:
        self.legend, self.note = Legend(self), NoteChip(self, self.theme)
        self.hint = Sentence(self, "muted", "What to do")
        self.notice = Sentence(self, "notice", "Why nothing is learnt")
        self.hover_card = HoverCard(self)
        self.preparing = PreparingLine(self, self.theme)

    # What is shown

    @property
    def frame(self) -> Frame:
        size = self.viewport().size()
        width, height = max(size.width(), 1), max(size.height(), 1)
        box = self.camera.box_for(width, height)
        return Frame(box, width, height, self.theme.thick(1.0))

    @property
    def placed(self) -> Placed:
        return self._placement.of(self.studio.experiment)

    def picture(self) -> Picture:
        """What the layers are to show now."""
        studio = self.studio
        visible = tuple(i for i, c in enumerate(studio.experiment.learners) if c.visible)
        if not isinstance(studio.results.experiment.data, PointsData):
            visible = ()  # what was learnt from a table's columns is not to be seen on the plane
        learner = studio.active if self.own_learner is None else self.own_learner
        if self.own_learner is not None:
            visible = tuple(i for i in visible if i == self.own_learner)
        cells = self.terrain.fine if self.own_learner is None else ROUGH
        if self.moving and studio.experiment.features.name != "plain":
            cells = MOVING
        return Picture(
            studio=studio,
            theme=self.theme,
            frame=self.frame,
            placed=self.placed,
            terrain=self.terrain,
            learner=learner if learner in visible else None,
            learners=visible,
            cells=cells,
            pixel_ratio=self.devicePixelRatioF(),
        )

    def refresh(self, need: Need = Need.ALL) -> None:
        """Draw again what is needed."""
        if isinstance(self.studio.experiment.data, TextsData):
            return  # another view is about to take the stage
        picture = self.picture()
        if need & (Need.FRAME | Need.STYLE):
            box = picture.frame.box
            self.view_box.setRange(
                xRange=(box.x0, box.x1), yRange=(box.y0, box.y1), padding=0, disableAutoRange=True
            )
        if need & (Need.FRAME | Need.STYLE | Need.POINTS):
            self.grid.refresh(picture)
            self.points.refresh(picture)
        if need & (Need.FRAME | Need.STYLE | Need.MOMENT):
            for layer in (
                self.regions, self.trail, self.fan, self.best_line, self.ghost, self.boundaries,
                self.arrow,
            ):  # fmt: skip
                layer.refresh(picture)
        self.marks.refresh(picture)
        self.picks.refresh(picture)
        self.legend.refresh(picture, always=self.own_learner is not None)
        self.note.show_note(words.note(picture))
        self.hint.say(words.hint(picture))
        self.notice.say(words.notice(picture))
        self.preparing.show_running(self.studio.computer.preparing, self.width())
        self._show_hover_card(picture)
        self._places.lay()
        self.show_brush()

    def show_hovered(self) -> None:
        """Ring the point under the pointer, and say what learners make of it."""
        picture = self.picture()
        self.marks.show_hovered(picture)
        self._show_hover_card(picture)

    def show_brush(self) -> None:
        spot, unit = self.pointer.spot, 1.0 / self.frame.pixels_per_unit
        radius = self.pointer.tool.radius(unit)
        circle = None if spot is None or radius is None else (spot, radius)
        cross = spot if self.pointer.by_key else None
        hand = self.studio.hand
        tint = self.theme.class_colour(hand.label) if hand.tool == "spray" else None
        self.brush.show_brush(self.frame, self.theme, circle, self.pointer.tool.band, cross, tint)
        self.viewport().setCursor(self.pointer.cursor)

    def _show_hover_card(self, picture: Picture) -> None:
        place = self.pointer.place
        # Who has just drawn here wants to see where to draw next.
        here = place is not None and not self.pointer.busy and not self.pointer.has_worked
        at = QPoint(round(place.x()), round(place.y())) if place is not None and here else None
        self.hover_card.show_point(picture, at)

    def drawForeground(self, painter: QPainter, rect: QRectF) -> None:
        """Round the corners off and draw the card's edge."""
        whole = QRectF(self.viewport().rect())
        if spotlight.is_due(self.studio, self.theme):
            spots = self.marks.visited.xy
            spotlight.shine(painter, whole, self.frame.to_pixels(spots), self.theme)
        focused = self._focused_by_key and self.hasFocus()
        round_off(painter, whole, self.theme, "accent" if focused else "border")

    def drawBackground(self, painter: QPainter, rect: QRectF) -> None:
        painter.fillRect(rect, self.theme.colour("stage"))

    # Events

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if hasattr(self, "pointer"):  # Qt resizes once before there is anything to show
            self.refresh(Need.FRAME)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QTabletEvent):
            pen.follow(self, event)
            return True
        return bool(super().viewportEvent(event))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._focused_by_key = False
        self.pointer.press(event)
        self._hover_at(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.pointer.move(event)
        self._hover_at(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.pointer.release(event)
        self._hover_at(event.position())
        self._places.lay()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.MiddleButton:
            self.camera.fit(self.placed.xy)
        else:
            self.pointer.press(event)  # the second of two quick clicks

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.pointer.wheel(event)
        self.show_brush()
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        self.pointer.leave()
        self._hover_at(None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._focused_by_key = event.reason() in KEYBOARD
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.viewport().update()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if keys.is_meant_for_selection(self.studio, event.key(), event.modifiers()):
                event.accept()
            return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not keys.press(self, event):
            event.ignore()
        elif self.pointer.by_key:
            self._hover_at(self.pointer.place)

    def _hover_at(self, place: QPointF | None) -> None:
        point = None
        inside = place is not None and self.viewport().rect().contains(place.toPoint())
        if place is not None and inside and not self.pointer.busy:
            point = self.pointer.grip(place, Qt.KeyboardModifier.NoModifier).point
        if point is None and not self.pointer.busy:
            self.pointer.has_worked = False
        self._set_hovered(point)
        self.show_brush()

    def _set_hovered(self, point: int | None) -> None:
        if point != self.studio.hovered:
            self.studio.hovered = point
            self.hovered_changed.emit()
        elif point is not None:
            self._show_hover_card(self.picture())
