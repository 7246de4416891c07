"""The scroll bar that takes no room: content that is lower where it is narrower finds rest."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gui.panels.floating_bar import FloatingBar
from gui.theme import Theme


class Contrary(QWidget):
    """The narrower, the lower, as a formula is that shrinks to its room."""

    def __init__(self) -> None:
        super().__init__()
        self.sizes: list[QSize] = []
        self.around: QWidget | None = None  # which would go with its last name
        self.needed = 10

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.sizes.append(event.size())
        self.needed = 320 if event.size().width() > 195 else 280
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(50, self.needed)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


def shown(qtbot: QtBot, height: int) -> tuple[QScrollArea, FloatingBar, Contrary]:
    area, content = QScrollArea(), Contrary()
    content.around = window = QWidget()
    inside = QWidget()
    column = QVBoxLayout(inside)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(content)
    area.setWidget(inside)
    area.setWidgetResizable(True)
    bar = FloatingBar(area)
    layout = QVBoxLayout(window)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(area)
    window.resize(202, height)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    QApplication.processEvents()
    return area, bar, content


def test_it_comes_and_goes_and_nothing_gets_wider(qtbot: QtBot, application_theme: Theme) -> None:
    area, bar, content = shown(qtbot, 300)
    widths = set()
    for height in (300, 250, 310, 200, 500):
        area.window().resize(202, height)
        QApplication.processEvents()
        widths.add(content.width())
        assert bar.isVisible() == (content.needed > area.viewport().height())
    assert len(widths) == 1
    assert len(content.sizes) < 20


def test_it_scrolls_and_follows(qtbot: QtBot, application_theme: Theme) -> None:
    area, bar, _ = shown(qtbot, 150)
    assert bar.isVisible()
    assert bar.geometry().right() == area.rect().right() - area.frameWidth()
    assert not area.viewport().geometry().intersects(bar.geometry())
    bar.setValue(40)
    assert area.verticalScrollBar().value() == 40
    qtbot.keyClick(area, Qt.Key.Key_Down)
    assert bar.value() == area.verticalScrollBar().value() > 40
    assert bar.maximum() == area.verticalScrollBar().maximum() > 0
