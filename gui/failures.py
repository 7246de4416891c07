"""Failures that nobody foresaw: written down, told once, and survived."""

from __future__ import annotations

import contextlib
import faulthandler
import logging
import sys
import threading
import traceback
from collections import Counter
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO

from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    Qt,
    QtMsgType,
    Signal,
    qInstallMessageHandler,
    qVersion,
)
from PySide6.QtWidgets import QApplication, QWidget

from core.errors import PlainError
from gui import __version__
from gui.session import Session

if TYPE_CHECKING:
    from gui.notice import Notice

TELLING_FRAMES = 4  # the innermost calls, by which a failure is known again
MOST_TOLD = 20  # failures in the details of one notice

SENTENCE = "Something went wrong that Perceptarium did not expect."
MORE = "Your work is untouched and you can go on. The details help to mend it."

log = logging.getLogger("perceptarium")


class Failures(QObject):
    """The one place where exceptions end that were caught nowhere else, from any thread."""

    _noticed = Signal(str, str)  # a sentence that says it all, or details

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._window: QWidget | None = None
        self._notice: Notice | None = None
        self._told: list[str] = []  # the details in the open notice
        self._times: Counter[str] = Counter()  # by the place where it happened
        self._handlers = _log_to(session.folder / "log" / "perceptarium.log")
        self._crash: BinaryIO | None = None
        self._noticed.connect(self._tell, Qt.ConnectionType.QueuedConnection)

    def take_over(self) -> None:
        """From now on, nothing goes unnoticed."""
        sys.excepthook = self.notice
        threading.excepthook = self._notice_thread
        sys.unraisablehook = self._notice_unraisable
        qInstallMessageHandler(_note_message)
        try:
            self._crash = open(self._session.crash, "wb", buffering=0)  # noqa: SIM115
            faulthandler.enable(self._crash)
        except OSError:
            if sys.stderr is not None:
                faulthandler.enable()

    def show_on(self, window: QWidget) -> None:
        self._window = window

    def end(self) -> None:
        """The session ended as it should."""
        qInstallMessageHandler(None)
        sys.excepthook = sys.__excepthook__
        threading.excepthook = threading.__excepthook__
        sys.unraisablehook = sys.__unraisablehook__
        faulthandler.disable()
        if self._crash is not None:
            self._crash.close()
            with contextlib.suppress(OSError):
                self._session.crash.unlink()
        for handler in self._handlers:
            log.removeHandler(handler)
            handler.close()

    # What happened, in whichever thread

    def notice(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Write it down and tell it, unless it is the same again."""
        if not issubclass(kind, Exception):
            sys.__excepthook__(kind, error, trace)
            return
        if not self._is_new(kind, trace):
            return
        details = "".join(traceback.format_exception(kind, error, trace))
        log.error("%s", details)
        with contextlib.suppress(RuntimeError):  # the application may be gone by now
            self._noticed.emit(str(error) if isinstance(error, PlainError) else "", details)

    def _notice_thread(self, found: threading.ExceptHookArgs) -> None:
        if found.exc_value is not None:
            self.notice(found.exc_type, found.exc_value, found.exc_traceback)

    def _notice_unraisable(self, found: Any) -> None:
        # Of the program's own making mostly, while something is thrown away: nobody need be told.
        if self._is_new(found.exc_type, found.exc_traceback):
            lines = traceback.format_exception(found.exc_type, found.exc_value, found.exc_traceback)
            log.error("Ignored in %r: %s", found.object, "".join(lines))

    def _is_new(self, kind: type[BaseException], trace: TracebackType | None) -> bool:
        """The same failure, such as one in every frame, is written down at 10, 100, … only."""
        frames = list(traceback.walk_tb(trace))[-TELLING_FRAMES:]
        places = (f"{frame.f_code.co_filename}:{line}" for frame, line in frames)
        key = f"{kind.__name__} at {' < '.join(places)}"
        self._times[key] += 1
        times = self._times[key]
        if times > 1 and set(str(times)[1:]) == {"0"} and str(times)[0] == "1":
            log.error("%s, for the %dth time", key, times)
        return times == 1

    # Telling it, in the window's thread

    def _tell(self, sentence: str, details: str) -> None:
        self._told = [*self._told, details][:MOST_TOLD]
        if self._notice is not None:
            count = len(self._told)
            self._notice.tell_more(f"It happened in {count} places. {MORE}", self._details())
            return
        from gui.notice import Notice

        window = QApplication.activeModalWidget() or self._window
        self._notice = Notice(
            window, sentence or SENTENCE, MORE, [("Close", self._forget)], self._details()
        )
        self._notice.open()

    def _forget(self) -> None:
        self._notice, self._told = None, []

    def _details(self) -> str:
        return "\n".join((about_this_computer(), *self._told))


def about_this_computer() -> str:
    """What a failure may depend on."""
    import platform

    return (
        f"Perceptarium {__version__}, Python {platform.python_version()}, Qt {qVersion()}, "
        f"{platform.platform()}\n"
    )


def _note_message(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    """What Qt has to say goes into the log, and to whoever started it from a terminal."""
    levels = {QtMsgType.QtDebugMsg: logging.DEBUG, QtMsgType.QtInfoMsg: logging.INFO,
              QtMsgType.QtWarningMsg: logging.WARNING}  # fmt: skip
    log.log(levels.get(kind, logging.ERROR), "Qt: %s", message)


class _LateFile(logging.Handler):
    """A log file whose means are loaded with the first thing to write, which mostly never comes."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._file: logging.Handler | None = None

    def emit(self, record: logging.LogRecord) -> None:
        if self._file is None:
            from gui.log_file import LogFile

            self._file = LogFile(self._path)
        self._file.emit(record)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
        super().close()


def _log_to(path: Path) -> list[logging.Handler]:
    """A log that never grows beyond bounds; and what matters is seen in a terminal too."""
    log.setLevel(logging.INFO)
    log.propagate = False
    handlers: list[logging.Handler] = []
    if sys.stderr is not None:
        handlers.append(logging.StreamHandler())
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handlers.append(_LateFile(path))
    for handler in handlers:
        log.addHandler(handler)
    return handlers
