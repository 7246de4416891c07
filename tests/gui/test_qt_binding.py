"""What this project relies on in its Qt binding; some versions of it end the process."""

from __future__ import annotations

import sys

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot


class _Painted(QWidget):
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.drawLine(0, 0, self.width(), self.isVisible())


def test_repainting_does_not_use_up_none_and_true(qtbot: QtBot) -> None:
    widget = _Painted()
    qtbot.addWidget(widget)
    widget.grab()
    before = [sys.getrefcount(value) for value in (None, True, False)]
    for _ in range(2000):
        widget.grab()
    after = [sys.getrefcount(value) for value in (None, True, False)]
    # Other code may take or give back a few; a leak would be one or more for each repaint.
    assert min(now - then for now, then in zip(after, before, strict=True)) > -500
