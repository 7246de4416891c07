"""At the start: what earlier sessions left behind when they ended unexpectedly."""

from __future__ import annotations

import contextlib
import os
from datetime import datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from core.experiment import PointsData
from gui.background import Background
from gui.documents import Documents
from gui.failures import about_this_computer
from gui.notice import Choice, Notice
from gui.plain_text import short
from gui.recovery import Unsaved, read_unsaved
from gui.session import Session, left_behind

MOST_DETAILS = 200_000  # bytes of a crash log
MOST_SEEN = 10  # crash logs that are kept after they were told
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August",
          "September", "October", "November", "December")  # fmt: skip


class Rescue(QObject):
    """Offers one thing after another; nothing is thrown away unless a person says so."""

    def __init__(self, window: QWidget, documents: Documents, own: Session) -> None:
        super().__init__(window)
        self._window, self._documents, self._own = window, documents, own
        self._background = Background(self)
        self._left: list[Session] = []
        self._spoken = False

    def begin(self) -> None:
        self._left = [one for one in left_behind(self._own.folder) if one.name != self._own.name]
        self._next()

    def end(self) -> None:
        """Whatever is left is for the next time."""
        self._background.finish()
        for session in self._left:
            session.leave()
        self._left = []

    def _next(self) -> None:
        while self._left:
            session = self._left[0]
            if session.recovery.exists():
                self._background.begin(
                    partial(read_unsaved, session.recovery),
                    partial(self._offer, session),
                    partial(self._set_aside, session),
                )
                return
            details = _details(session)
            if details and not self._spoken:
                self._show(
                    "Perceptarium ended unexpectedly the last time.",
                    "Nothing unsaved was lost. The details help to mend it.",
                    [("Close", partial(self._done, session))],
                    details,
                )
                return
            self._seen(session)

    def _offer(self, session: Session, unsaved: Unsaved) -> None:
        points = isinstance(unsaved.experiment.data, PointsData)
        what = "drawing" if points else "experiment"
        name = "" if unsaved.path is None else f" to “{short(unsaved.path.name)}”"
        self._show(
            f"Perceptarium ended unexpectedly; open the {what} from {_time(session.recovery)}?",
            f"Its changes{name} were not saved." if name else "It was never saved.",
            [
                ("Open", partial(self._open, session, unsaved)),
                ("Remove", partial(self._remove, session)),
                ("Not now", self._later),
            ],
            _details(session),
        )

    def _set_aside(self, session: Session, reason: str) -> None:
        aside = session.recovery.with_name(session.recovery.name + ".damaged")
        with contextlib.suppress(OSError):
            os.replace(session.recovery, aside)
        self._show(
            "What was unsaved when Perceptarium ended unexpectedly is damaged and was set aside.",
            f"It is now “{aside.name}”, beside the log.",
            [("Close", partial(self._done, session))],
            f"{reason}\n{aside}\n{_details(session)}",
        )

    def _open(self, session: Session, unsaved: Unsaved) -> None:
        if not self._documents.recover(unsaved.experiment, unsaved.path):
            self._later()
            return
        with contextlib.suppress(OSError):
            os.replace(session.recovery, self._own.recovery)  # it is ours to look after now
        self._seen(session)
        self.end()

    def _remove(self, session: Session) -> None:
        with contextlib.suppress(OSError):
            session.recovery.unlink()
        self._done(session)

    def _later(self) -> None:
        for session in self._left:
            _put_away_crash(session)
        self.end()

    def _done(self, session: Session) -> None:
        self._seen(session)
        self._next()

    def _seen(self, session: Session) -> None:
        """There is nothing more to say about this one."""
        _put_away_crash(session)
        session.leave()
        if session in self._left:  # not when the window was closed over the question
            self._left.remove(session)

    def _show(self, sentence: str, more: str, choices: list[Choice], details: str) -> None:
        self._spoken = True
        Notice(self._window, sentence, more, choices, details).open()


def _details(session: Session) -> str:
    """What a hard crash has left, if it was one."""
    try:
        with open(session.crash, "rb") as file:
            found = file.read(MOST_DETAILS).decode(errors="replace")
    except OSError:
        return ""
    return f"{about_this_computer()}\n{found}" if found.strip() else ""


def _put_away_crash(session: Session) -> None:
    """Told once; the newest are kept, in case somebody asks later."""
    with contextlib.suppress(OSError):
        if session.crash.stat().st_size == 0:
            session.crash.unlink()
        else:
            os.replace(session.crash, session.crash.with_suffix(".seen"))
        seen = sorted(session.crash.parent.glob("*.seen"), key=lambda file: file.stat().st_mtime)
        for old in seen[:-MOST_SEEN]:
            old.unlink()


def _time(file: Path) -> str:
    """“11:42”, or “3 May, 11:42” when that was another day."""
    when = datetime.fromtimestamp(file.stat().st_mtime)
    time = f"{when.hour}:{when.minute:02d}"
    same_day = when.date() == datetime.now().date()
    return time if same_day else f"{when.day} {MONTHS[when.month - 1]}, {time}"
