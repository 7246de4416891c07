"""The window without its panels: header, menus, documents and settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QLineEdit,
    QMainWindow,
    QMessageBox,
    QVBoxLayout,
    QWidget,
)

from gui.actions import Actions
from gui.documents import Documents
from gui.header import Header
from gui.settings import Settings
from gui.studio import Studio
from gui.theme import Theme

Button = QMessageBox.StandardButton


@dataclass
class Shell:
    """What the tests act on; `field` is a text field somewhere in the window."""

    window: QMainWindow
    studio: Studio
    theme: Theme
    settings: Settings
    documents: Documents
    actions: Actions
    header: Header
    field: QLineEdit


def make_shell(studio: Studio, theme: Theme, settings: Settings) -> Shell:
    window = QMainWindow()
    documents = Documents(studio, window, settings)
    actions = Actions(studio, theme, window, documents, settings)
    header = Header(studio, theme, actions)
    field = QLineEdit()
    middle = QWidget()
    column = QVBoxLayout(middle)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(header)
    column.addWidget(field)
    window.setCentralWidget(middle)
    actions.fill_menu_bar(window.menuBar())
    window.resize(1200, 200)
    return Shell(window, studio, theme, settings, documents, actions, header, field)


def messages() -> list[QMessageBox]:
    """The message boxes that are open."""
    boxes = [w for w in QApplication.topLevelWidgets() if isinstance(w, QMessageBox)]
    return [box for box in boxes if box.isVisible()]


@contextmanager
def answering(button: Button) -> Iterator[list[str]]:
    """Click that button in the next question that is asked; yields the questions asked."""
    asked: list[str] = []

    def click() -> None:
        for box in messages():
            asked.append(box.text())
            box.button(button).click()

    timer = QTimer()
    timer.timeout.connect(click)
    timer.start(10)
    yield asked
    timer.stop()


def choosing(monkeypatch: pytest.MonkeyPatch, path: object) -> list[str]:
    """Let every file dialog answer with this path, or with nothing; the suggestions made."""
    suggested: list[str] = []

    def answer(parent: QWidget, title: str, suggestion: str, kinds: str) -> tuple[str, str]:
        suggested.append(suggestion)
        return ("" if path is None else str(path)), ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", answer)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *asked: answer(*asked, "")[0])
    return suggested


def top_level(kind: type[QWidget]) -> Callable[[], QWidget | None]:
    """Finds the open window of that kind."""

    def find() -> QWidget | None:
        found = [w for w in QApplication.topLevelWidgets() if isinstance(w, kind)]
        return next((w for w in found if w.isVisible()), None)

    return find
