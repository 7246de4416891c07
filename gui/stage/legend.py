"""Which line is whose."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from core.learners import find
from gui.card import labelled
from gui.stage.picture import Picture
from gui.stage.strokes import pen_for
from gui.stage.words import learner_title, readout_title


class LineSample(QWidget):
    """A short piece of a line as it is drawn on the stage."""

    def __init__(self, pen: QPen) -> None:
        super().__init__()
        self.pen = pen
        self.setFixedSize(28, 12)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self.pen)
        middle = self.height() / 2
        painter.drawLine(QPointF(2, middle), QPointF(self.width() - 2, middle))


class Legend(QFrame):
    """Rebuilt when learners or looks change, not from step to step."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName("Legend")
        self._rows = QGridLayout(self)
        self._rows.setContentsMargins(12, 8, 14, 8)
        self._rows.setHorizontalSpacing(9)
        self._rows.setVerticalSpacing(4)
        self._shown: object = None

    def refresh(self, picture: Picture, *, always: bool = False) -> None:
        """Show the lines of this picture; `always`: as a title, whatever the looks say."""
        entries = _entries(picture)
        shown = (entries, picture.theme.palette.name)
        if shown != self._shown:
            self._shown = shown
            self._fill(picture, entries)
        self.setVisible(bool(entries) and (always or picture.studio.looks.legend))

    def _fill(self, picture: Picture, entries: tuple[tuple[int, str, str], ...]) -> None:
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for row, (learner, readout, text) in enumerate(entries):
            pen = pen_for("boundary", readout, picture.theme.learner_colour(learner))
            self._rows.addWidget(LineSample(pen), row, 0)
            self._rows.addWidget(labelled(text), row, 1)
        self._rows.activate()
        self.adjustSize()


def _entries(picture: Picture) -> tuple[tuple[int, str, str], ...]:
    """Learner, readout and text of each line."""
    experiment = picture.studio.experiment
    entries = []
    for i in picture.learners:
        if i >= len(experiment.learners):
            continue
        choice = experiment.learners[i]
        for readout in choice.readouts:
            text = readout_title(learner_title(experiment, i), readout)
            margins = picture.studio.looks.margins and find(choice.name).loss == "hinge"
            points = picture.studio.points
            two = points is not None and len(points.class_names) == 2
            if margins and two and readout == choice.readout != "voted":
                text += ", margins ±1"
            entries.append((i, readout, text))
    return tuple(entries)
