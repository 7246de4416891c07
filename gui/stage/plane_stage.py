"""The stage for points: one view with all learners, or a view for each of them."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QTimer
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from core.boundary import Spot
from gui.stage.camera import Camera
from gui.stage.placed import Placement
from gui.stage.plane_view import Need, PlaneView
from gui.stage.terrain import Terrain
from gui.stage.tools import tools_for
from gui.studio import FRAME_MILLISECONDS, Studio
from gui.theme import Theme

MOST_VIEWS = 4
SETTLED_AFTER = 140  # milliseconds after the view's last movement
STEP_OF_ZOOM = 1.25
ROOM_FOR_THREE = 780  # pixels from which three views stand in one row


class PlaneStage(QWidget):
    """Listens to the studio, and draws at most once for all that has happened in between."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__()
        self._studio, self._theme = studio, theme
        self._camera, self._terrain, self._placement = Camera(), Terrain(), Placement()
        self._tools = tools_for(studio)
        self._layout = QGridLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(8)
        self._pool: list[PlaneView] = []
        self._shown = 0
        self._cells: list[tuple[int, int]] = []  # where they are
        self._due = Need.ALL
        self._points_seen: object = None
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self.catch_up)
        self._settling = QTimer(self)
        self._settling.setSingleShot(True)
        self._settling.setInterval(SETTLED_AFTER)
        self._settling.timeout.connect(self._settle)
        self._arrange()
        self._listen()
        self.fit()

    def _listen(self) -> None:
        studio = self._studio
        studio.experiment_changed.connect(self._experiment_changed)
        studio.document_opened.connect(self.fit)
        studio.results_changed.connect(self._results_came)
        studio.cursor_changed.connect(self._cursor_moved)
        studio.active_changed.connect(self._moment_changed)
        studio.what_if.changed.connect(self._moment_changed)
        studio.theory.changed.connect(self._moment_changed)
        studio.picking.changed.connect(self._selection_changed)
        studio.computer.preparing_changed.connect(self._moment_changed)
        studio.playing_changed.connect(self._moment_changed)  # some things are shown at rest only
        studio.looks_changed.connect(self._looks_changed)
        studio.selection_changed.connect(self._selection_changed)
        studio.hand_changed.connect(self._hand_changed)
        self._theme.changed.connect(self._style_changed)
        self._camera.changed.connect(self._camera_moved)

    @property
    def views(self) -> list[PlaneView]:
        """The views that are shown now."""
        return self._pool[: self._shown]

    def fit(self) -> None:
        """Look at all points."""
        self._camera.fit(self._placement.of(self._studio.experiment).xy)

    def fit_with(self, spot: Spot) -> None:
        """Look at all points, and at this spot."""
        xy = self._placement.of(self._studio.experiment).xy
        self._camera.fit(np.vstack([xy, np.array([spot])]))

    def look_as(self, other: PlaneStage) -> None:
        """See the part of the plane that another stage shows."""
        self._camera.look_as(other._camera)

    def zoom_in(self) -> None:
        self._camera.zoom(1.0 / STEP_OF_ZOOM, self._camera.centre)

    def zoom_out(self) -> None:
        self._camera.zoom(STEP_OF_ZOOM, self._camera.centre)

    def catch_up(self) -> None:
        """Draw now what is due."""
        self._soon.stop()
        due, self._due = self._due, Need(0)
        for view in self.views:
            view.refresh(due)
        if self._terrain.behind:  # a long vote goes on in the next frame
            self._terrain.behind = False
            self._request(Need.MOMENT)

    def _request(self, need: Need) -> None:
        self._due |= need
        if self.isVisible() and not self._soon.isActive():
            self._soon.start(0)

    def showEvent(self, event: QShowEvent) -> None:
        self._due = Need.ALL
        self.catch_up()

    # What may have changed

    def _experiment_changed(self) -> None:
        self._arrange()
        placed = self._placement.of(self._studio.experiment)
        if placed is not self._points_seen:
            before, self._points_seen = self._points_seen, placed
            drawing = any(view.pointer.busy for view in self.views)
            if before is not None and len(placed) != len(before):  # type: ignore[arg-type]
                self._studio.hovered = None
                self._studio.select(())  # its numbers would mean other points
            if not drawing and not self._camera.suits(placed.xy, self.views[0].frame.box):
                self.fit()
        self._request(Need.POINTS)

    def _results_came(self) -> None:
        if not self._studio.playing:
            self._request(Need.MOMENT)
            return
        self._due |= Need.MOMENT  # the next frame will see to it, unless time stands still
        if self.isVisible() and not self._soon.isActive():
            self._soon.start(2 * FRAME_MILLISECONDS)

    def _moment_changed(self) -> None:
        self._request(Need.MOMENT)

    def _cursor_moved(self) -> None:
        self._due |= Need.MOMENT
        if self._studio.playing and self.isVisible():
            self.catch_up()  # at once, so that all the window is painted together
        else:
            self._request(Need.MOMENT)

    def _selection_changed(self) -> None:
        self._request(Need.MARKS)

    def _style_changed(self) -> None:
        self._request(Need.ALL)

    def _looks_changed(self) -> None:
        self._arrange()
        self._request(Need.ALL)

    def _hand_changed(self) -> None:
        for view in self.views:
            view.show_brush()

    def _hovered_changed(self) -> None:
        for view in self.views:
            view.show_hovered()

    def _camera_moved(self) -> None:
        for view in self._pool:
            view.moving = True
        self._settling.start()
        self._request(Need.FRAME)

    def _settle(self) -> None:
        for view in self._pool:
            view.moving = False
        if self._studio.experiment.features.name != "plain":
            self._request(Need.FRAME)

    # The views

    def _arrange(self) -> None:
        """One view, or one per visible learner in a grid; views once made are used again."""
        learners = self._studio.experiment.learners
        visible = [i for i, choice in enumerate(learners) if choice.visible][:MOST_VIEWS]
        apart = self._studio.looks.side_by_side and len(visible) > 1
        owners: list[int | None] = [*visible] if apart else [None]
        cells = cells_for(len(owners), self.width())
        if ([view.own_learner for view in self.views], self._cells) == (owners, cells):
            return
        while len(self._pool) < len(owners):
            self._pool.append(self._new_view())
        self._shown, self._cells = len(owners), cells
        for k in range(2 * MOST_VIEWS):  # views of the same size, or of none
            self._layout.setColumnStretch(k, int(any(left <= k < left + 2 for _, left in cells)))
            self._layout.setRowStretch(k, int(any(row == k for row, _ in cells)))
        for place, view in enumerate(self._pool):
            self._layout.removeWidget(view)
            view.setVisible(place < len(owners))
            if place < len(owners):
                view.own_learner = owners[place]
                self._layout.addWidget(view, *cells[place], 1, 2)
        self._request(Need.ALL)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _new_view(self) -> PlaneView:
        view = PlaneView(
            self._studio, self._theme, self._camera, self._terrain, self._placement, self._tools
        )
        view.setParent(self)
        view.hovered_changed.connect(self._hovered_changed)
        if not self._pool:
            self.setFocusProxy(view)
        return view


def cells_for(count: int, width: int) -> list[tuple[int, int]]:
    """Row and left column of each view, all two columns wide, so that one can stand centred."""
    if count == 3 and width < ROOM_FOR_THREE:
        return [(0, 0), (0, 2), (1, 1)]
    columns = count if count <= 3 else 2
    return [(place // columns, 2 * (place % columns)) for place in range(count)]
