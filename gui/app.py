"""The application: Qt set up, the theme, the first window."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from gui import __version__
from gui.theme import Theme, load_fonts

SWITCH_SECONDS = 0.0005


def make_application() -> QApplication:
    """The one QApplication, with our style and type."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(
        Qt.HighDpiScaleFactorRoundingPolicy.PassThrough
    )
    # Between two frames the engine's thread has the interpreter for itself at most this long.
    sys.setswitchinterval(SWITCH_SECONDS)
    application = QApplication(sys.argv[:1])
    application.setApplicationName("perceptarium")
    application.setApplicationDisplayName("Perceptarium")
    application.setOrganizationName("perceptarium")
    application.setApplicationVersion(__version__)
    application.setStyle("Fusion")
    application.setFont(load_fonts())
    return application


def open_window(file: Path | None) -> int:
    """Open the window, with this file if there is one, and run until it is closed."""
    application = make_application()
    from gui.main_window import MainWindow

    window = MainWindow(Theme())
    window.show()
    if file is not None:
        QTimer.singleShot(0, lambda: window.documents.open(file))
    return application.exec()
