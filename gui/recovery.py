"""Unsaved work, written beside the window so that no sudden end can take more than a moment."""

from __future__ import annotations

import contextlib
import threading
from pathlib import Path

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from core.errors import PlainError
from core.experiment import Data, Experiment
from core.files.atomic import writing_atomically
from core.files.experiment import FORMAT, VERSION, decode_experiment, encode_experiment
from core.files.limits import MOST_BYTES
from core.files.text import read_bytes
from gui.beside import start_beside
from gui.closing import wait_for
from gui.session import Session
from gui.studio import Studio

WAIT = 0.5  # seconds after a change; those that come meanwhile are written with it
PIECE = 1_000_000  # bytes; between two the writer notices that it is no longer wanted
TOGETHER = 1_000  # rows or texts that are encoded at a time
LONGEST_END = 1.0  # seconds for a piece that is being written


class Unsaved(msgspec.Struct, frozen=True):
    """What a session held when it was last written: the experiment, and the file it came from."""

    experiment: Experiment
    path: Path | None


class _Note(msgspec.Struct, frozen=True):
    """The part of a recovery file that an experiment file does not have."""

    document: str = ""


class _Envelope(msgspec.Struct, frozen=True):
    recovery: _Note = _Note()


class Recovery(QObject):
    """Keeps the session's recovery file in step with the experiment while that is unsaved."""

    written = Signal()  # the file says what the experiment was a moment ago
    failed = Signal(str)  # one sentence, the first time it cannot be written

    def __init__(self, studio: Studio, session: Session) -> None:
        super().__init__(studio)
        self._studio, self._session = studio, session
        self._change = threading.Condition()
        self._wanted: list[Unsaved | None] = []  # the newest, None: the file is to go
        self._ending = False
        self._complained = False
        self._thread = start_beside(self._work, "recovery")
        studio.experiment_changed.connect(self._hand_over)
        studio.document_changed.connect(self._hand_over)
        studio.closed.connect(self.end)

    def end(self) -> None:
        """The window was closed on purpose: nothing is left to recover."""
        with self._change:
            self._ending = True
            self._change.notify()
        wait_for(self._thread, LONGEST_END)
        _remove(self._session.recovery)

    def _hand_over(self) -> None:
        """At once, so that it is safe even if the window stands still the moment after."""
        studio = self._studio
        now = replace(studio.experiment, position=studio.t)
        with self._change:
            self._wanted = [Unsaved(now, studio.path) if studio.modified else None]
            self._change.notify()

    # In the thread

    def _work(self) -> None:
        while True:
            with self._change:
                while not (self._ending or self._wanted):
                    self._change.wait()
                if self._change.wait_for(lambda: self._ending, WAIT):
                    return
                unsaved = self._wanted.pop()
            if unsaved is None:
                _remove(self._session.recovery)
            else:
                self._write(unsaved)

    def _write(self, unsaved: Unsaved) -> None:
        try:
            data = encoded(unsaved)
            with writing_atomically(self._session.recovery) as file:
                for start in range(0, len(data), PIECE):
                    file.write(data[start : start + PIECE])
                if self._ending:
                    raise _NotWantedError
        except _NotWantedError:
            return
        except Exception as error:  # whatever it is, the window must go on
            if not self._complained:
                self._complained = True
                reason = str(error) if isinstance(error, PlainError) else type(error).__name__
                self.failed.emit(f"Unsaved changes are not kept for recovery: {reason}")
            return
        self.written.emit()


class _NotWantedError(Exception):
    """The window is being closed."""


def encoded(unsaved: Unsaved) -> bytes:
    """An experiment file with a note; it is not laid out for people, which takes longer."""
    note = _Note("" if unsaved.path is None else str(unsaved.path.absolute()))
    envelope = {"format": FORMAT, "version": VERSION}
    try:
        experiment = msgspec.structs.asdict(unsaved.experiment)
        experiment["data"] = _in_parts(unsaved.experiment.data)
        data = msgspec.json.encode({**envelope, "experiment": experiment, "recovery": note})
    except UnicodeEncodeError:  # half a character, in a text or in the name of the file
        data = encode_experiment(unsaved.experiment)
    if len(data) > MOST_BYTES:
        raise PlainError("there is more than an experiment file can hold.")
    return data


def _in_parts(data: Data) -> dict[str, object]:
    """The data encoded in parts; as a whole, they would hold up the window for that long."""
    parts = {name: _encoded(getattr(data, name)) for name in data.__struct_fields__}
    return {"type": data.__struct_config__.tag, **parts}


def _encoded(values: tuple[object, ...]) -> msgspec.Raw:
    starts = range(0, len(values), TOGETHER)
    parts = (msgspec.json.encode(values[start : start + TOGETHER])[1:-1] for start in starts)
    return msgspec.Raw(b"[" + b",".join(parts) + b"]")


def read_unsaved(file: Path) -> Unsaved:
    """What a recovery file holds; PlainError when that cannot be used."""
    data = read_bytes(file)
    experiment = decode_experiment(data, file.name)
    document = ""
    with contextlib.suppress(msgspec.MsgspecError):
        document = msgspec.json.decode(data, type=_Envelope).recovery.document
    return Unsaved(experiment, Path(document) if document and "\0" not in document else None)


def _remove(file: Path) -> None:
    with contextlib.suppress(OSError):
        file.unlink(missing_ok=True)
