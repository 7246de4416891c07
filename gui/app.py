"""The application: Qt set up, the theme, the first window."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from gui import __version__
from gui.theme import Theme, load_fonts

SWITCH_SECONDS = 0.0005
LOADED_AFTER = 4_000  # milliseconds


def make_application() -> QApplication:
    """The one QApplication, with our style and type."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(
        Qt.HighDpiScaleFactorRoundingPolicy.PassThrough
    )
    # Pictures this small are scaled sooner than other threads could be woken up to help.
    os.environ.setdefault("QT_NO_GUI_THREADPOOL", "1")
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
    # What is loaded by now stays for good: there is no use in looking through it again and again.
    QTimer.singleShot(LOADED_AFTER, gc.freeze)
    if file is not None:
        QTimer.singleShot(0, lambda: window.documents.open(file))
    return application.exec()
