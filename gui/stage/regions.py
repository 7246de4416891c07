"""The tint of the plane: who wins where, and how clearly."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from core.boundary import Grid, region_map
from core.run import Moment
from gui.stage.picture import Picture
from gui.stage.stairs import is_stepped, stairs_at
from gui.stage.straight_regions import StraightRegions
from gui.stage.terrain import cells_for, is_straight
from gui.theme import Theme

SHADES = 64  # of one class's tint
MOST_PIXELS = 2_000_000  # of a picture whose every pixel is worked out
# How much of a class's colour is in its tint, least and most clearly.
LIGHT_TINT, DARK_TINT = (0.05, 0.25), (0.06, 0.27)


class RegionLayer(QGraphicsItem):
    """One small picture, stretched smoothly over the view."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.setZValue(-100)
        self.grid: Grid | None = None
        self.labels: NDArray[np.uint8] | None = None  # [height, width], bottom row first
        self._bounds = QRectF()
        self._pixels: NDArray[np.uint32] | None = None  # the image's memory
        self._image: QImage | None = None
        self._straight = StraightRegions()
        self._shades: tuple[str, NDArray[np.uint32]] | None = None

    def refresh(self, picture: Picture) -> None:
        frame = picture.frame
        bounds = QRectF(0.0, 0.0, frame.width, frame.height)
        if bounds != self._bounds:
            self.prepareGeometryChange()
            self._bounds = bounds
        self.grid = self.labels = self._image = self._pixels = None
        moment = picture.moment
        if picture.studio.looks.regions and moment is not None:
            if is_stepped(moment.run, picture.features):
                self._show_steps(moment, picture)
            else:
                self._show_cells(moment, picture)
        self.update()

    def _show_cells(self, moment: Moment, picture: Picture) -> None:
        readout, features = picture.readout, picture.features
        grid = picture.frame.grid(cells_for(moment, readout, features, picture.cells))
        found = self._found(moment, picture, grid)
        if found is not None:
            self._paint_cells(_tinted(*found, self._shades_of(picture.theme)))
            self.grid, self.labels = grid, found[0]

    def _found(
        self, moment: Moment, picture: Picture, grid: Grid
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32]] | None:
        """Labels and confidence of the cells."""
        if is_straight(moment.run, picture.readout, picture.features):
            found = self._straight.of(moment.weights(picture.readout), grid)
            if found is not None:
                return found
        scores = picture.terrain.scores(moment, picture.readout, picture.features, grid)
        return None if scores is None else region_map(scores, grid.shape)

    def _show_steps(self, moment: Moment, picture: Picture) -> None:
        """Rectangles, to the very pixel."""
        frame = picture.frame
        stairs = stairs_at(moment, frame.box)
        fine = min(picture.pixel_ratio, (MOST_PIXELS / (frame.width * frame.height)) ** 0.5)
        grid = Grid(
            frame.box, max(round(fine * frame.width), 1), max(round(fine * frame.height), 1)
        )
        up, across = stairs.cells_of(grid)
        tints = _tinted(stairs.labels, stairs.confidence, self._shades_of(picture.theme))
        self._paint_cells(tints[up][:, across])
        self.grid, self.labels = grid, stairs.labels[up][:, across]

    def _paint_cells(self, tints: NDArray[np.uint32]) -> None:
        """0xffRRGGBB [height, width], bottom row first."""
        self._pixels = np.ascontiguousarray(tints[::-1])
        height, width = tints.shape
        self._image = QImage(
            self._pixels.data, width, height, 4 * width, QImage.Format.Format_RGB32
        )

    def _shades_of(self, theme: Theme) -> NDArray[np.uint32]:
        name = theme.palette.name
        if self._shades is None or self._shades[0] != name:
            self._shades = (name, shades(theme))
        return self._shades[1]

    def boundingRect(self) -> QRectF:
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        if self._image is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(self._bounds, self._image)


def _tinted(
    labels: NDArray[np.uint8], confidence: NDArray[np.float32], shades: NDArray[np.uint32]
) -> NDArray[np.uint32]:
    places = labels * np.uint16(SHADES)
    places += (confidence * np.float32(SHADES - 0.001)).astype(np.uint8)
    return np.take(shades, places)


def shades(theme: Theme) -> NDArray[np.uint32]:
    """0xffRRGGBB for label · SHADES + shade; labels without a class have the stage's colour.

    So has a score of no confidence at all: nothing is known there yet.
    """
    ground = _rgb(theme.colour("stage"))
    table = np.tile(ground, (256, SHADES, 1))
    least, most = DARK_TINT if theme.palette.is_dark else LIGHT_TINT
    shares = least + (most - least) * np.arange(SHADES) / (SHADES - 1)
    shares[0] = 0.0
    for k in range(len(theme.palette.classes)):
        colour = _rgb(theme.class_colour(k))
        table[k] = ground + shares[:, None] * (colour - ground)
    red, green, blue = (table.reshape(-1, 3) + 0.5).astype(np.uint32).T
    packed = np.uint32(0xFF000000) | red << np.uint32(16) | green << np.uint32(8) | blue
    return np.asarray(packed, np.uint32)


def _rgb(colour: QColor) -> NDArray[np.float64]:
    return np.array([colour.red(), colour.green(), colour.blue()], np.float64)
