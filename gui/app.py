"""The application: Qt set up, the theme, the first window."""

from __future__ import annotations

import gc
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from gui import __version__, closing
from gui.failures import Failures
from gui.session import Session
from gui.swift_imports import read_no_sources
from gui.theme import Theme, load_fonts

if TYPE_CHECKING:
    from core.experiment import Experiment
    from gui.main_window import MainWindow

SWITCH_SECONDS = 0.0005
LOADED_AFTER = 4_000  # milliseconds
OFFER_AFTER = 300  # milliseconds, when the window is there to be seen


def make_application() -> QApplication:
    """The one QApplication, with our style and type."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(
        Qt.HighDpiScaleFactorRoundingPolicy.PassThrough
    )
    read_no_sources()
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


def open_window(file: Path | None, code: str = "") -> int:
    """Open the window, with a file or a share code if there is one, and run until it is closed."""
    experiment = _experiment_of(code)
    application = make_application()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # unsaved work is kept, as at any sudden end
    session = Session()
    session.hold()
    failures = Failures(session)
    failures.take_over()
    from gui.main_window import MainWindow

    window = MainWindow(Theme())
    failures.show_on(window)
    window.ready.connect(lambda: _keep_safe(window, session))
    window.show()
    # What is loaded by now stays for good: there is no use in looking through it again and again.
    QTimer.singleShot(LOADED_AFTER, gc.freeze)
    if file is None and experiment is None:
        window.ready.connect(window.welcome.greet, Qt.ConnectionType.QueuedConnection)
    elif file is not None:
        QTimer.singleShot(0, lambda: window.documents.open(file))
    if experiment is not None:
        QTimer.singleShot(0, lambda: window.documents.open_experiment(experiment))
    result = application.exec()
    failures.end()
    session.leave()
    return _end(application, result)


def _experiment_of(code: str) -> Experiment | None:
    if not code:
        return None
    from core.share import read_code

    return read_code(code)


def _keep_safe(window: MainWindow, session: Session) -> None:
    """Unsaved work survives a sudden end, and what an earlier one left is offered."""
    from gui.recovery import Recovery
    from gui.rescue import Rescue

    studio = window.studio
    recovery = Recovery(studio, session)
    recovery.failed.connect(studio.said)
    rescue = Rescue(window, window.documents, session)
    QTimer.singleShot(OFFER_AFTER, rescue.begin)
    studio.closing.connect(closing.hurry)
    studio.closed.connect(rescue.end)
    # Garbage must not be collected in a thread that has not ended by then.
    studio.closed.connect(gc.disable)


def _end(application: QApplication, result: int) -> int:
    """End the process here and now: nothing that is loaded or still runs is of use any more.

    Taking Python down piece by piece takes longer than all the rest, and what is compiling would
    be torn down in the middle of its work. Qt hands on what was copied, unless a thread might
    still speak to it.
    """
    if not closing.still_running():
        application.shutdown()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    os._exit(result)
