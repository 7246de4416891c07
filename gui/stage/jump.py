"""The last move of two weights, taken apart: shrunk towards nothing, then along the example."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF

from core.online import OnlineRecording
from core.run import Moment
from core.weight_space import Axes
from gui.stage.path_painting import fainter, paint_arrow, paint_letter

Spot = tuple[float, float]
CORNER = 8.0  # pixels, of the sign for a right angle


@dataclass(frozen=True)
class Jump:
    """From where it was, over where shrinking left it, to where it is."""

    before: Spot
    shrunk: Spot
    after: Spot
    sign: str  # what was added: +x, −x, or the sum of a batch


def jump_at(moment: Moment, axes: Axes) -> Jump | None:
    """The move of the step that led here, if an example moved the weights."""
    recording, t = moment.run.recording, moment.t
    if not isinstance(recording, OnlineRecording) or t == 0 or not recording.changes(t - 1, t)[0]:
        return None
    step = recording.step(t)
    places = list(axes)
    rows = [update.row for update in step.updates]
    values = recording.own_rows(moment.run.dataset.rows.take(rows)).dense_columns(axes)
    sizes = np.array([update.coefficients[0] for update in step.updates])
    before, after = step.before[places, 0], step.after[places, 0]
    added = sizes @ values
    if not np.isfinite([before, after, added]).all():
        return None
    sign = "+x" if sizes[0] > 0.0 else "−x"
    return Jump(
        _spot(before), _spot(after - added), _spot(after), sign if len(rows) == 1 else "+Σ±x"
    )


def paint_jump(
    painter: QPainter, ends: tuple[QPointF, QPointF, QPointF], sign: str, font: QFont,
    colour: QColor, ground: QColor,
) -> None:  # fmt: skip
    """An arrow along the example, with what was added written beside it."""
    before, shrunk, after = ends
    if (shrunk - before).manhattanLength() > 2.0:
        painter.setPen(QPen(colour, 1.0))
        painter.drawLine(before, shrunk)
    paint_arrow(painter, shrunk, after, colour, ground)
    way = after - shrunk
    length = (way.x() ** 2 + way.y() ** 2) ** 0.5
    if length > 14.0:
        aside = QPointF(-way.y(), way.x()) * (11.0 / length)
        if aside.x() < 0.0:
            aside = -aside
        middle = (shrunk + after) * 0.5 + aside
        paint_letter(painter, middle + QPointF(-2.0, 4.0), sign, font, colour, ground)


def paint_foot(painter: QPainter, tip: QPointF, foot: QPointF, colour: QColor) -> None:
    """The way on from a jump to the line it stands upright on, with the sign for that."""
    way = tip - foot
    length = (way.x() ** 2 + way.y() ** 2) ** 0.5
    if length < 2.0:
        return
    painter.setPen(QPen(fainter(colour, 0.6), 1.0, Qt.PenStyle.DotLine))
    painter.drawLine(tip, foot)
    towards = way * (1.0 / length)
    aside = QPointF(-towards.y(), towards.x())
    up, over = foot + towards * CORNER, foot + aside * CORNER
    painter.setPen(QPen(colour, 1.2))
    painter.drawPolyline(QPolygonF([up, up + aside * CORNER, over]))


def _spot(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Spot:
    return float(values[0]), float(values[1])
