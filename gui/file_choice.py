"""Asking for a file or a folder, to open or to write."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from core.files import (
    ARCHIVE_SUFFIXES,
    EXPERIMENT_SUFFIXES,
    JSON_SUFFIXES,
    LIBSVM_SUFFIXES,
    MIXED_SUFFIXES,
    PAIR_SUFFIXES,
    SUFFIXES,
    TABLE_SUFFIXES,
)
from gui.message import Messages


def _filter(title: str, suffixes: Sequence[str]) -> str:
    return f"{title} ({' '.join('*' + suffix for suffix in suffixes)})"


TEXTS = TABLE_SUFFIXES + MIXED_SUFFIXES + JSON_SUFFIXES + PAIR_SUFFIXES + ARCHIVE_SUFFIXES
OPENABLE = ";;".join(
    (
        _filter("All that can be opened", SUFFIXES),
        _filter("Experiments", EXPERIMENT_SUFFIXES),
        _filter("Tables", TABLE_SUFFIXES + MIXED_SUFFIXES),
        _filter("Texts", TEXTS),
        _filter("LIBSVM and JSON lines", LIBSVM_SUFFIXES + JSON_SUFFIXES),
        "All files (*)",
    )
)
LESSON_SUFFIX = ".toml"
LESSONS = _filter("Lessons", (LESSON_SUFFIX,))
EXPERIMENTS = _filter("Experiments", EXPERIMENT_SUFFIXES)
TABLES = _filter("Tables", TABLE_SUFFIXES)


def file_to_open(window: QWidget, title: str, folder: Path | None) -> Path | None:
    name, _ = QFileDialog.getOpenFileName(window, title, str(folder or _home()), OPENABLE)
    return Path(name) if name else None


def lesson_to_open(window: QWidget) -> Path | None:
    name, _ = QFileDialog.getOpenFileName(window, "Open lesson", str(_home()), LESSONS)
    return Path(name) if name else None


def folder_to_open(window: QWidget, title: str, folder: Path | None) -> Path | None:
    name = QFileDialog.getExistingDirectory(window, title, str(folder or _home()))
    return Path(name) if name else None


def file_to_write(
    window: QWidget,
    messages: Messages,
    title: str,
    suggestion: Path,
    kinds: str,
    suffixes: Sequence[str],
) -> Path | None:
    """Where to write; a name without one of the suffixes gets the first of them."""
    if not suggestion.is_absolute():
        suggestion = _home() / suggestion
    name, _ = QFileDialog.getSaveFileName(window, title, str(suggestion), kinds)
    if not name:
        return None
    path = Path(name)
    if path.suffix.lower() in suffixes:
        return path
    path = path.with_name(path.name + suffixes[0])
    # The dialog asked about the name without the suffix, if at all.
    return path if not path.exists() or messages.ask_to_replace(path.name) else None


def _home() -> Path:
    kind = QStandardPaths.StandardLocation.DocumentsLocation
    documents = Path(QStandardPaths.writableLocation(kind) or Path.home())
    return documents if documents.is_dir() else Path.home()
