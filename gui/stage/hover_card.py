"""What every learner makes of the point under the pointer."""

from __future__ import annotations

import math

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QVBoxLayout, QWidget

from core.learners.telling import NumberStyle
from core.measure import losses, margins
from gui.card import labelled
from gui.panels.titles import learner_titles, read_as
from gui.stage.picture import Picture

DISTANCE = 18  # pixels from the pointer
number = NumberStyle(digits=3)
MOST_DECIMALS = 6


class HoverCard(QFrame):
    """A table: a row per learner, its score for each class, the margin and the learner's loss."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._stage = parent
        self.setProperty("card", True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName("Point under the pointer")
        self._column = layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 9, 12, 9)
        layout.setSpacing(5)
        self._headline = labelled("", "title")
        self._where = labelled("", "muted")
        layout.addWidget(self._headline)
        layout.addWidget(self._where)
        self._table = QGridLayout()
        self._table.setHorizontalSpacing(14)
        self._table.setVerticalSpacing(3)
        layout.addLayout(self._table)
        self.hide()

    @property
    def text(self) -> str:
        """All that it says, row by row."""
        lines = [self._headline.text(), self._where.text()]
        for row in range(self._table.rowCount()):
            items = (self._table.itemAtPosition(row, c) for c in range(self._table.columnCount()))
            labels = [item.widget() for item in items if item is not None]
            lines.append(" ".join(w.text() for w in labels if isinstance(w, QLabel)))
        return "\n".join(line for line in lines if line)

    def show_point(self, picture: Picture, pointer: QPoint | None) -> None:
        """The hovered point, beside the pointer; nothing when there is none."""
        index, points = picture.studio.hovered, picture.studio.points
        if index is None or points is None or pointer is None or index >= len(picture.placed):
            self.hide()
            return
        name = points.class_names[points.labels[index]]
        held_out = " · held out" if picture.placed.held_out[index] else ""
        self._headline.setText(f"{name} · point {index + 1}{held_out}")
        x, y = points.xy[index]
        (along, up) = points.axis_names
        finest = picture.frame.pixels_per_unit
        self._where.setText(f"{along} {place_text(x, finest)}   {up} {place_text(y, finest)}")
        self._fill(picture, index)
        self._column.activate()
        self.adjustSize()
        self._stand_beside(pointer)
        self.show()
        self.raise_()

    def _fill(self, picture: Picture, index: int) -> None:
        while (item := self._table.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        rows = [row for i in picture.learners if (row := _row(picture, i, index)) is not None]
        if not rows:
            return
        points = picture.studio.points
        assert points is not None
        heads = ["score", *(_shortened(n) for n in points.class_names), "margin", "loss"]
        for place, text in enumerate(heads):
            self._put(labelled(text, "muted"), 0, place)
        for line, row in enumerate(rows):
            for place, text in enumerate(row):
                self._put(labelled(text), line + 1, place)

    def _put(self, label: QLabel, row: int, column: int) -> None:
        side = Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignRight
        label.setAlignment(side)
        self._table.addWidget(label, row, column)
        label.show()  # or it would be missing from this frame

    def _stand_beside(self, pointer: QPoint) -> None:
        room = self._stage.size()
        x, y = pointer.x() + DISTANCE, pointer.y() + DISTANCE
        if x + self.width() > room.width() - 6:
            x = pointer.x() - DISTANCE - self.width()
        if y + self.height() > room.height() - 6:
            y = pointer.y() - DISTANCE - self.height()
        self.move(max(x, 6), max(y, 6))


def _row(picture: Picture, learner: int, index: int) -> list[str] | None:
    """Name, scores, margin and loss of one learner, as text."""
    moment, choice = picture.studio.moment(learner), picture.choice(learner)
    if moment is None or choice is None or index >= len(moment.run.dataset):
        return None
    experiment = picture.studio.results.experiment
    scores = picture.terrain.data_scores(moment, choice.readout)[index : index + 1]
    label = moment.run.dataset.labels[index : index + 1]
    margin = float(margins(scores, label)[0])
    loss = float(losses(moment.run.learner.loss, scores, label)[0])
    title = read_as(learner_titles(experiment.learners)[learner], choice.readout)
    return [title, *map(number, scores[0].tolist()), number(margin), number(loss)]


def place_text(place: float, pixels_per_unit: float) -> str:
    """A coordinate with as many decimals as can be told apart at this scale."""
    decimals = min(max(round(math.log10(max(pixels_per_unit, 1.0))), 0), MOST_DECIMALS)
    if abs(place) >= 1e7 or pixels_per_unit > 10.0 ** (MOST_DECIMALS + 1):
        return NumberStyle(digits=MOST_DECIMALS)(place)
    rounded = round(place, decimals) + 0.0  # 0 and never −0
    return f"{rounded:.{decimals}f}".replace("-", "−")


def _shortened(name: str) -> str:
    return name if len(name) <= 12 else name[:11] + "…"
