"""Curves along the run: a choice of what, the scale, and the plot."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.card import Card, labelled
from gui.choices import Toggle
from gui.panels.choice import Choice
from gui.panels.curve_lines import QUANTITIES
from gui.panels.curve_painting import OTHER_STROKE, STROKES, stroke_pen
from gui.panels.curve_plot import CurvePlot
from gui.panels.time_words import unit_of
from gui.studio import Studio
from gui.theme import Theme

ROOM_FOR_UNIT = 780  # pixels of the panel from which the unit stands beside the title


class CurvesPanel(Card):
    """Its title is where one chooses what is plotted."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__()
        self._studio = studio
        self.quantity = Choice(theme)
        self.quantity.offer([quantity.title for quantity in QUANTITIES.values()])
        self.quantity.setAccessibleName("What is plotted")
        self.quantity.setToolTip("Choose what is plotted along the run")
        self.quantity.activated.connect(self._choose)
        self.unit = labelled("", "muted")
        self.legend = LineLegend(studio, theme)
        self.log_switch = Toggle("log")
        self.log_switch.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.log_switch.setAccessibleName("Logarithmic scale")
        self.log_switch.clicked.connect(lambda on: studio.look(log_scale=on))
        self.plot = CurvePlot(studio, theme)
        for widget in (self.quantity, self.unit):
            self.header.addWidget(widget)
        self.header.addStretch(1)
        self.header.addWidget(self.legend)
        self.header.addSpacing(8)
        self.header.addWidget(self.log_switch)
        self.body.setContentsMargins(14, 11, 14, 6)  # the plot has its own space around it
        self.body.setSpacing(2)
        self.body.addLayout(self.header)
        self.body.addWidget(self.plot, 1)
        studio.looks_changed.connect(self._show_looks)
        self._show_looks()

    def _choose(self, index: int) -> None:
        self._studio.look(loss=tuple(QUANTITIES)[index])

    def _show_looks(self) -> None:
        looks = self._studio.looks
        name = looks.loss if looks.loss in QUANTITIES else "hinge"
        quantity = QUANTITIES[name]
        self.quantity.choose(tuple(QUANTITIES).index(name))
        self.unit.setText(quantity.unit)
        self.log_switch.setEnabled(not quantity.signed)
        self.log_switch.setChecked(looks.log_scale and not quantity.signed)
        self.log_switch.setToolTip(
            "A margin can be below zero, where there is no logarithm"
            if quantity.signed
            else "Logarithmic scale: every tick is ten times the one below"
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.unit.setVisible(self.width() >= ROOM_FOR_UNIT)


class LineLegend(QWidget):
    """Which stroke means what, and in what time is counted."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__()
        self._studio, self._theme = studio, theme
        self._shown = ""
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)
        for signal in (studio.results_changed, studio.looks_changed):
            signal.connect(self._redraw)

    def words(self) -> str:
        return "  ".join([*(name for name, _ in self._entries()), self._time()])

    def _redraw(self) -> None:
        words = self.words()
        if words == self._shown:  # results come in many times a second
            return
        self._shown = words
        self.setAccessibleName(words)
        self.updateGeometry()
        self.update()

    def _time(self) -> str:
        return f"{unit_of(self._studio.results).many} →"

    def _entries(self) -> list[tuple[str, tuple[str, bool]]]:
        """Names and the keys of their strokes, for the lines there are."""
        learners = [result for result in self._studio.results.learners if result.choice.visible]
        beside = {readout for result in learners for readout in result.choice.also}
        entries = []
        if self._studio.looks.loss != "norm":
            entries = [("train", ("main", False))]
            curves = [curve for result in learners for curve in result.curves.values()]
            if any(curve.held_out is not None for curve in curves):
                entries.append(("held out", ("main", True)))
        return entries + [(readout, (readout, False)) for readout in sorted(beside)]

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        width = sum(metrics.horizontalAdvance(name) + 46 for name, _ in self._entries())
        return QSize(width + metrics.horizontalAdvance(self._time()), metrics.height() + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self._time()), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            muted, middle = self._theme.colour("muted"), self.height() / 2
            x, time = 0.0, self.fontMetrics().horizontalAdvance(self._time())
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
            for name, key in self._entries():
                width = self.fontMetrics().horizontalAdvance(name)
                if x + width + 46 + time > self.width() + 1:
                    break
                painter.setPen(muted)
                painter.drawText(QRectF(x, 0, width + 2, self.height()), flags, name)
                painter.setPen(stroke_pen(STROKES.get(key, OTHER_STROKE), muted))
                painter.drawLine(QPointF(x + width + 5, middle), QPointF(x + width + 29, middle))
                x += width + 46
            painter.setPen(muted)
            painter.drawText(QRectF(x, 0, time + 2, self.height()), flags, self._time())
