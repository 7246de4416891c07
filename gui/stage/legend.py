"""Which line is whose."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QGridLayout, QWidget

from gui.card import labelled
from gui.panels.titles import learner_titles, read_as
from gui.stage.picture import Picture
from gui.stage.strokes import pen_for
from gui.stage.words import shows_margins


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
            for column, widget in enumerate((LineSample(pen), labelled(text))):
                self._rows.addWidget(widget, row, column)
                widget.show()  # or it would be missing from this frame
        self._rows.activate()
        self.adjustSize()


def _entries(picture: Picture) -> tuple[tuple[int, str, str], ...]:
    """Learner, readout and text of each line."""
    choices = picture.studio.experiment.learners
    titles = learner_titles(choices)
    entries = []
    for i in picture.learners:
        for readout in choices[i].readouts:
            text = read_as(titles[i], readout)
            if readout == choices[i].readout and shows_margins(picture, choices[i]):
                text += ", margins ±1"
            entries.append((i, readout, text))
    return tuple(entries)
