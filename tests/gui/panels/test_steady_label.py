"""Numbers that run do not set the whole window in motion."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gui.panels.steady_label import ROOM, SteadyLabel


class Layouts(QObject):
    """Counts how often a widget's layout is to be worked out again."""

    count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.LayoutRequest
        return False


def in_a_row(qtbot: QtBot, label: SteadyLabel) -> tuple[QWidget, Layouts]:
    window, layouts = QWidget(), Layouts()
    qtbot.addWidget(window)
    row = QHBoxLayout(window)
    row.addWidget(label)
    row.addStretch(1)
    window.resize(400, 60)
    window.show()
    qtbot.waitExposed(window)
    QApplication.processEvents()
    window.installEventFilter(layouts)
    return window, layouts


def test_nothing_is_laid_out_again_while_there_is_room(qtbot: QtBot) -> None:
    label = SteadyLabel("100 mistakes so far")
    _window, layouts = in_a_row(qtbot, label)
    for count in range(101, 160):
        label.setText(f"{count} mistakes so far")
        QApplication.processEvents()
    assert layouts.count <= 4
    assert label.text() == label.accessibleName() == "159 mistakes so far"


def test_what_needs_more_room_gets_it(qtbot: QtBot) -> None:
    label = SteadyLabel("1")
    _window, layouts = in_a_row(qtbot, label)
    label.setText("one hundred mistakes so far")
    qtbot.waitUntil(lambda: layouts.count > 0)
    needed = label.fontMetrics().horizontalAdvance(label.text())
    qtbot.waitUntil(lambda: needed <= label.width() < needed + ROOM)


def test_room_for_the_widest_is_kept_from_the_start(qtbot: QtBot) -> None:
    label = SteadyLabel("–", widest="100.0")
    _window, layouts = in_a_row(qtbot, label)
    width = label.width()
    for text in ("0.0", "99.9", "100.0", "–"):
        label.setText(text)
        QApplication.processEvents()
        assert label.width() == width
    assert layouts.count == 0


def test_the_text_is_seen(qtbot: QtBot) -> None:
    label = SteadyLabel("1")
    window, _ = in_a_row(qtbot, label)
    before = window.grab().toImage()
    label.setText("7")
    assert window.grab().toImage() != before


def test_a_name_that_it_was_given_stays(qtbot: QtBot) -> None:
    label = SteadyLabel()
    label.setAccessibleName("Accuracy")
    _window, _ = in_a_row(qtbot, label)
    label.setText("99 %")
    assert label.accessibleName() == "Accuracy"
