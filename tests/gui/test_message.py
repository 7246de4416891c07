"""Questions and complaints, as they look."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QTimer
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from gui.message import Button, Messages
from gui.theme import Theme
from tests.gui.shell import messages


def test_text_and_buttons_of_a_question_keep_the_same_margins(
    qtbot: QtBot, application_theme: Theme
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    left: dict[str, int] = {}
    right: list[int] = []

    def look() -> None:
        (box,) = messages()
        for label in box.findChildren(QLabel):
            if label.text():
                left[label.text()] = label.mapTo(box, QPoint()).x()
        ends = [b.mapTo(box, b.rect().topRight()).x() for b in box.buttons()]
        right.append(box.width() - max(ends))
        box.button(Button.Cancel).click()

    QTimer.singleShot(50, look)
    assert Messages(window).ask_to_save("two clusters") == Button.Cancel
    assert set(left) == {"Save the changes to “two clusters”?", "Otherwise they are lost."}
    assert len(set(left.values())) == 1
    assert right[0] == pytest.approx(min(left.values()), abs=2), "the same space on both sides"


def test_a_long_complaint_uses_the_width_it_has(qtbot: QtBot, application_theme: Theme) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    Messages(window).complain("A file of this kind cannot be read, and this is why: " + 3 * "so ")
    (box,) = messages()
    (label,) = [label for label in box.findChildren(QLabel) if label.text()]
    assert label.mapTo(box, QPoint()).x() <= 24
    assert label.width() >= box.width() - 48
    box.close()
