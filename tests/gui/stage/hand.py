"""A hand that does to the stage what a person does, and small things to show it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.experiment import Experiment, LearnerChoice, PointsData, Split
from gui.stage.plane_stage import PlaneStage
from gui.stage.plane_view import PlaneView
from gui.studio import Studio

Show = Callable[[Experiment], None]
LEFT, RIGHT, MIDDLE = (
    Qt.MouseButton.LeftButton,
    Qt.MouseButton.RightButton,
    Qt.MouseButton.MiddleButton,
)
NO_KEY = Qt.KeyboardModifier.NoModifier


class Hand:
    """Does to the stage what a person does, with the pointer at spots of the plane."""

    def __init__(self, stage: PlaneStage, studio: Studio, qtbot: QtBot) -> None:
        self.stage, self.studio, self._qtbot = stage, studio, qtbot

    @property
    def view(self) -> PlaneView:
        return self.stage.views[0]

    def pixel(self, spot: tuple[float, float]) -> QPoint:
        x, y = self.view.frame.pixel_of(spot)
        return QPoint(round(x), round(y))

    def spot(self, pixel: QPoint) -> tuple[float, float]:
        return self.view.frame.spot_at(pixel.x(), pixel.y())

    def press(self, at: QPoint, button: Qt.MouseButton = LEFT, keys: object = NO_KEY) -> None:
        self._qtbot.mousePress(self.view.viewport(), button, keys, at)

    def move(self, at: QPoint) -> None:
        self._qtbot.mouseMove(self.view.viewport(), at)

    def release(self, at: QPoint, button: Qt.MouseButton = LEFT, keys: object = NO_KEY) -> None:
        self._qtbot.mouseRelease(self.view.viewport(), button, keys, at)

    def click(self, at: QPoint, button: Qt.MouseButton = LEFT, keys: object = NO_KEY) -> None:
        self.press(at, button, keys)
        self.release(at, button, keys)

    def double_click(self, at: QPoint, button: Qt.MouseButton) -> None:
        """The second press and release; Qt's own double click leaves the button down."""
        self._qtbot.mouseDClick(self.view.viewport(), button, NO_KEY, at)
        self.release(at, button)

    def drag(
        self, start: QPoint, end: QPoint, button: Qt.MouseButton = LEFT, keys: object = NO_KEY
    ) -> None:
        """In ten small moves, as a mouse reports them."""
        self.press(start, button, keys)
        for k in range(1, 11):
            self.move(start + (end - start) * k / 10)
        self.release(end, button, keys)

    def wheel(self, at: QPoint, notches: int, keys: Qt.KeyboardModifier = NO_KEY) -> None:
        viewport = self.view.viewport()
        place = QPointF(at)
        event = QWheelEvent(
            place, QPointF(viewport.mapToGlobal(at)), QPoint(), QPoint(0, 120 * notches),
            Qt.MouseButton.NoButton, keys, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(viewport, event)

    def hover(self, at: QPoint) -> None:
        self.move(at + QPoint(60, 40))
        self.move(at)

    def settle(self) -> None:
        """Until the runs belong to what is drawn, and all of it is on the screen."""
        studio = self.studio
        self._qtbot.waitUntil(
            lambda: studio.results.done and studio.results.experiment is studio.experiment,
            timeout=30_000,
        )
        self.stage.catch_up()

    @property
    def xy(self) -> tuple[tuple[float, float], ...]:
        assert self.studio.points is not None
        return self.studio.points.xy


SQUARE = PointsData(
    xy=((-2.0, -2.0), (-2.0, 2.0), (2.0, -2.0), (2.0, 2.0), (0.0, 0.5)),
    labels=(0, 0, 1, 1, 1),
)


def experiment_of(
    data: PointsData = SQUARE, *learners: LearnerChoice, **changes: object
) -> Experiment:
    """A small experiment, nothing held out."""
    chosen = learners or (LearnerChoice("perceptron"),)
    return replace(Experiment(data=data, learners=chosen, split=Split(0.0)), **changes)
