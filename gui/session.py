"""A session: one open window, the files that are its own, and how another knows that it lives."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

from PySide6.QtCore import QLockFile, QStandardPaths

from core.files import EXPERIMENT_SUFFIXES

SUFFIX, CRASH_SUFFIX = EXPERIMENT_SUFFIXES[0], ".crash"
HALF_WRITTEN_FOR = 3_600  # seconds after which nobody writes to a file any more


def data_folder() -> Path:
    """Where the system keeps what an application wants to find again."""
    kind = QStandardPaths.StandardLocation.AppDataLocation
    return Path(QStandardPaths.writableLocation(kind))


class Session:
    """Its lock is held for as long as it lives, so that nobody else touches its files."""

    def __init__(self, folder: Path | None = None, name: str | None = None) -> None:
        self.folder = folder or data_folder()
        self.name = name or os.urandom(8).hex()
        self.recovery = self.folder / "recovery" / f"{self.name}{SUFFIX}"
        self.crash = self.folder / "log" / f"{self.name}{CRASH_SUFFIX}"
        self._lock = QLockFile(str(self.recovery.with_suffix(".lock")))
        self._lock.setStaleLockTime(0)  # however long it lasts, only a dead one's is taken over

    def hold(self) -> bool:
        """Take it; False when another process has it, or nothing can be written there."""
        with contextlib.suppress(OSError):
            for file in (self.recovery, self.crash):
                file.parent.mkdir(parents=True, exist_ok=True)
        return bool(self._lock.tryLock(0))

    def leave(self) -> None:
        """Let go of it; its files stay."""
        self._lock.unlock()


def left_behind(folder: Path | None = None) -> list[Session]:
    """Sessions that ended without tidying up, the newest first; they are held from now on."""
    folder = folder or data_folder()
    _clear_half_written(folder / "recovery")
    files = [*folder.glob(f"recovery/*{SUFFIX}"), *folder.glob(f"log/*{CRASH_SUFFIX}")]
    newest: dict[str, float] = {}
    for file in files:
        with contextlib.suppress(OSError):
            newest[file.stem] = max(file.stat().st_mtime, newest.get(file.stem, 0.0))
    names = sorted(newest, key=newest.__getitem__, reverse=True)
    return [session for name in names if (session := Session(folder, name)).hold()]


def _clear_half_written(folder: Path) -> None:
    """What a session was about to write when it ended; the file before it is whole."""
    for file in folder.glob(".perceptarium-*.tmp"):
        with contextlib.suppress(OSError):
            if time.time() - file.stat().st_mtime > HALF_WRITTEN_FOR:
                file.unlink()
