"""A few labelled texts, and a hand that points at documents of a chart."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from core.experiment import Experiment, LearnerChoice, Order, Split, Stopping, TextsData
from gui.stage.documents_chart import DocumentsChart
from gui.studio import Studio

GOOD = ("a lovely film", "lovely and warm", "warm funny film", "funny and lovely", "a warm film")
BAD = ("a dull film", "dull and slow", "slow grim film", "grim and dull", "a slow film")
NEWS = ("the match was won", "goal in the last match", "the team won the cup",
        "the vote was close", "a vote in parliament", "parliament and the law",
        "the study found cells", "cells in a lab", "a lab found water")  # fmt: skip
LEFT = Qt.MouseButton.LeftButton


def films(*learners: LearnerChoice, held_out: float = 0.0) -> Experiment:
    """Two classes: bad is 0, good is 1; the texts in turn."""
    texts = tuple(text for pair in zip(BAD, GOOD, strict=True) for text in pair)
    data = TextsData(texts, (0, 1) * len(GOOD), ("bad", "good"))
    return _experiment(data, learners, held_out)


def news(*learners: LearnerChoice) -> Experiment:
    data = TextsData(NEWS, (0, 0, 0, 1, 1, 1, 2, 2, 2), ("sport", "politics", "science"))
    return _experiment(data, learners, 0.0)


def _experiment(data: TextsData, learners: tuple[LearnerChoice, ...], held: float) -> Experiment:
    chosen = learners or (LearnerChoice("perceptron"),)
    return Experiment(data=data, learners=chosen, order=Order("given"), split=Split(held),
                      stopping=Stopping(passes=4, clean_pass=False))  # fmt: skip


class Reader:
    """Opens experiments in a studio, and acts on a chart that shows them."""

    def __init__(self, chart: DocumentsChart, studio: Studio, qtbot: QtBot) -> None:
        self.chart, self.studio, self.qtbot = chart, studio, qtbot

    def open(self, experiment: Experiment) -> None:
        self.studio.open_document(experiment, None)
        self.settle()

    def settle(self) -> None:
        studio = self.studio
        self.qtbot.waitUntil(
            lambda: studio.results.done and studio.results.experiment is studio.experiment,
            timeout=30_000,
        )
        self.qtbot.waitUntil(lambda: not self.chart.told().endswith("…"), timeout=10_000)

    def spot(self, item: int) -> QPoint:
        self.chart.settle()
        x, y = self.chart.spots[item].tolist()
        return QPoint(round(x), round(y))

    def click(self, at: QPoint, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        self.qtbot.mouseClick(self.chart, LEFT, keys, at)

    def hover(self, at: QPoint) -> None:
        self.qtbot.mouseMove(self.chart, at + QPoint(40, 30))
        self.qtbot.mouseMove(self.chart, at)

    def drag(self, start: QPoint, end: QPoint) -> None:
        self.qtbot.mousePress(self.chart, LEFT, pos=start)
        for k in range(1, 6):
            self.qtbot.mouseMove(self.chart, start + (end - start) * k / 5)
        self.qtbot.mouseRelease(self.chart, LEFT, pos=end)

    def colour(self, at: QPoint) -> QColor:
        return self.chart.grab().toImage().pixelColor(at)
