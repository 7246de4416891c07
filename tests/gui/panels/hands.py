"""What a person does to a panel: type, press, choose, read."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QSlider, QWidget
from pytestqt.qtbot import QtBot

from core.experiment import LearnerChoice, PointsData
from gui.choices import ChoiceBox
from gui.fields import NumberField
from gui.studio import Studio


class Hands:
    """On a panel that is shown, with the studio behind it."""

    def __init__(self, qtbot: QtBot, panel: QWidget, studio: Studio) -> None:
        self.qtbot, self.panel, self.studio = qtbot, panel, studio
        qtbot.addWidget(panel)
        panel.show()
        qtbot.waitExposed(panel)
        panel.activateWindow()

    # Finding

    def all_named(self, kind: type, name: str) -> list[Any]:
        """The widgets of this kind and accessible name that can be seen."""
        found: list[Any] = self.panel.findChildren(kind)
        return [w for w in found if w.isVisible() and w.accessibleName() == name]

    def named(self, kind: type, name: str, place: int = 0) -> Any:
        return self.all_named(kind, name)[place]

    def has(self, kind: type, name: str) -> bool:
        return bool(self.all_named(kind, name))

    def texts(self) -> list[str]:
        return [label.text() for label in self.panel.findChildren(QLabel) if label.isVisible()]

    def reads(self, text: str) -> bool:
        """Does any label hold this text?"""
        return any(text in each for each in self.texts())

    # Doing

    def press(self, widget: QWidget) -> None:
        self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)

    def type(self, name: str, text: str, place: int = 0) -> NumberField:
        """Replace what is in a field, and press Enter."""
        field: NumberField = self.named(NumberField, name, place)
        field.setFocus()
        field.selectAll()
        self.qtbot.keyClicks(field, text)
        self.qtbot.keyClick(field, Qt.Key.Key_Return)
        return field

    def drag(self, name: str, *places: int) -> None:
        """Press a slider at the first place and drag it along the others, in pixels."""
        slider: QSlider = self.named(QSlider, name)
        points = [QPoint(x, slider.height() // 2) for x in places]
        self.qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=points[0])
        for point in points[1:]:
            self.qtbot.mouseMove(slider, point)
        self.qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=points[-1])

    def choose(self, name: str, text: str) -> None:
        """Click a box, then its entry that begins with this text."""
        box: ChoiceBox = self.named(ChoiceBox, name)
        self.press(box)
        view = box.view()
        entry = box.model().index(box.findText(text, Qt.MatchFlag.MatchStartsWith), 0)
        QApplication.processEvents()
        place = view.visualRect(entry).center()
        self.qtbot.mouseMove(view.viewport(), place)
        # A click right after the box has opened does not count.
        self.qtbot.wait(QApplication.doubleClickInterval() + 20)
        self.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)

    def menu(self) -> QMenu:
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        return menu

    def entry(self, text: str) -> QAction:
        """An entry of the open menu."""
        return next(action for action in self.menu().actions() if action.text() == text)

    def pick(self, text: str) -> None:
        """Click an entry of the open menu."""
        place = self.menu().actionGeometry(self.entry(text)).center()
        self.qtbot.mouseClick(self.menu(), Qt.MouseButton.LeftButton, pos=place)
        QApplication.processEvents()

    def undo(self, times: int = 1) -> None:
        for _ in range(times):
            self.studio.undo_stack.undo()

    def wait_for_results(self) -> None:
        studio = self.studio
        self.qtbot.waitUntil(
            lambda: studio.results.experiment is studio.experiment and studio.results.done,
            timeout=30_000,
        )

    # The studio

    @property
    def learners(self) -> tuple[LearnerChoice, ...]:
        return self.studio.experiment.learners

    @property
    def points(self) -> PointsData:
        assert self.studio.points is not None
        return self.studio.points
