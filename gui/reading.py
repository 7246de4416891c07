"""Reading files for the window: beside it when that takes long, and asking where they leave
something open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QProgressDialog, QWidget

from core.errors import PlainError
from core.experiment import Data, Experiment
from core.files import ARCHIVE_SUFFIXES, PAIR_SUFFIXES, suffix_of
from core.files.limits import MOST_BYTES, MOST_BYTES_ANYWAY
from core.files.watch import Asked, Progress
from core.files.wording import TooMuchError
from core.points import MOST_CLASSES
from gui.background import Background
from gui.message import Messages
from gui.opened import (
    Columns,
    Opened,
    RawTable,
    RawTexts,
    Texts,
    may_be_large,
    raw_table,
    raw_texts,
    read_opened,
    read_together,
)
from gui.plain_text import short

LARGE = 1_000_000  # bytes from which a file is read beside the window
PATIENCE = 500  # milliseconds before a progress bar is shown
FINE = 1000  # steps of the progress bar

Use = Callable[[Data | Experiment], bool]  # whether it was used after all


class Reading(QObject):
    """Reads one thing at a time and hands on what it holds, or says why it cannot be read."""

    missed = Signal(object)  # the path of something that is no longer there
    said = Signal(str)  # what was read, in a sentence

    def __init__(self, window: QWidget, messages: Messages) -> None:
        super().__init__(window)
        self._window, self._messages = window, messages
        self._background = Background(self)
        self._progress: QProgressDialog | None = None

    def read(self, paths: Sequence[Path], use: Use, anyway: bool = False) -> None:
        """Read a file, a folder or several files with one class each, and go on with that."""
        self.stop()
        size = sum(map(_size, paths))
        if not anyway and size > MOST_BYTES and all(map(may_be_large, paths)):
            # What is too large even so is refused by the reader.
            anyway = size > MOST_BYTES_ANYWAY or self._messages.ask_to_load(_how_large(paths, size))
            if not anyway:
                return
        job = partial(_read, tuple(paths), anyway)
        then = partial(self._take, paths=paths, use=use)
        failed = partial(self._fail, paths=paths)
        if size > LARGE or len(paths) > 1 or _holds_many(paths[0]):
            self._show_progress(paths)
            self._background.begin_watched(job, then, failed, self._advance)
            return
        try:
            opened = job(None, None)
        except PlainError as error:
            failed(str(error))
        else:
            then(opened)

    def stop(self) -> None:
        """Read no further; nothing comes of it."""
        self._background.drop()
        if self._progress is not None:
            progress, self._progress = self._progress, None
            progress.reset()
            progress.deleteLater()

    # What was found

    def _take(self, opened: Opened | TooMuchError, paths: Sequence[Path], use: Use) -> None:
        self.stop()
        if isinstance(opened, TooMuchError):
            if self._messages.ask_to_load(_how_large(paths, 0)):
                self.read(paths, use, anyway=True)
        elif isinstance(opened, Experiment):
            use(opened)
        elif isinstance(opened, RawTable):
            self._ask_about_table(opened, use)
        elif isinstance(opened, RawTexts):
            self._ask_about_texts(opened, use)
        elif isinstance(opened, Texts):
            self._take_texts(opened, use)
        else:
            self._take_columns(opened, use)

    def _take_texts(self, opened: Texts, use: Use) -> None:
        from gui.left_out import LeftOutDialog

        texts = opened.texts
        if not use(texts.to_data()):
            return
        self.said.emit(f"Opened {texts.summary()}")
        if texts.left_out_count > 1:  # of a single one the summary says it all
            LeftOutDialog(texts, self._window).open()

    def _take_columns(self, opened: Columns, use: Use) -> None:
        from gui.choose_columns import ChooseColumns

        table = opened.table
        if len(table.column_names) == 2 and len(table.class_names) <= MOST_CLASSES:
            use(table.to_data())
        else:
            self._ask(ChooseColumns(table, opened.name, self._window), use)

    # Asking

    def _ask_about_table(self, opened: RawTable, use: Use) -> None:
        from gui.import_dialog import ImportDialog

        file = opened.file
        dialog = ImportDialog(file, opened.preview, self._window)
        dialog.switch_asked.connect(
            lambda: self._ask_about_texts(raw_texts(file.data, file.name), use)
        )
        self._ask(dialog, use)

    def _ask_about_texts(self, opened: RawTexts, use: Use) -> None:
        from gui.import_texts_dialog import ImportTextsDialog

        file = opened.file
        dialog = ImportTextsDialog(file, opened.preview, self._window)
        dialog.switch_asked.connect(
            lambda: self._ask_about_table(raw_table(file.data, file.name), use)
        )
        self._ask(dialog, use)

    def _ask(self, dialog: QDialog, use: Use) -> None:
        """Go on with the data of a dialog once it is accepted."""

        def finish(result: int) -> None:
            data = getattr(dialog, "data", None)
            said = getattr(dialog, "summary", "")
            dialog.deleteLater()
            if result == QDialog.DialogCode.Accepted and data is not None and use(data) and said:
                self.said.emit(said)

        dialog.finished.connect(finish)
        dialog.open()

    # Waiting

    def _fail(self, sentence: str, paths: Sequence[Path]) -> None:
        self.stop()
        for path in paths:
            if not path.exists():
                self.missed.emit(path)
        self._messages.complain(sentence)

    def _show_progress(self, paths: Sequence[Path]) -> None:
        what = short(paths[0].name) if len(paths) == 1 else f"{len(paths)} files"
        progress = QProgressDialog(f"Reading {what} …", "Cancel", 0, 0, self._window)
        progress.setWindowTitle("Open")
        progress.setMinimumDuration(PATIENCE)
        progress.setMinimumWidth(360)
        progress.setAutoReset(False)
        progress.setAutoClose(False)
        progress.canceled.connect(self.stop)
        progress.setValue(0)  # from here on it counts the time
        self._progress = progress

    def _advance(self, fraction: float) -> None:
        if self._progress is not None and self._progress.isVisible():
            self._progress.setRange(0, FINE)
            self._progress.setValue(round(fraction * FINE))


def _read(
    paths: Sequence[Path], anyway: bool, progress: Progress | None, cancelled: Asked | None
) -> Opened | TooMuchError:
    """What is only too large is no failure: somebody may want it all the same."""
    try:
        if len(paths) > 1:
            return read_together(paths, anyway, progress, cancelled)
        return read_opened(paths[0], anyway, progress, cancelled)
    except TooMuchError as error:
        if anyway or not all(map(may_be_large, paths)):
            raise
        return error


def _how_large(paths: Sequence[Path], size: int) -> str:
    """“reviews.csv has 85 MB”, as far as it is known."""
    what = f"“{short(paths[0].name)}”" if len(paths) == 1 else "These files together"
    verb = "has" if len(paths) == 1 else "have"
    if size:
        return f"{what} {verb} {size / 1e6:.0f} MB"
    return f"{what} {verb} more than {MOST_BYTES / 1e6:g} MB of texts"


def _holds_many(path: Path) -> bool:
    """Whether it may take long, however small it is."""
    return path.is_dir() or suffix_of(path) in ARCHIVE_SUFFIXES + PAIR_SUFFIXES


def _size(path: Path) -> int:
    try:
        return 0 if path.is_dir() else path.stat().st_size
    except (OSError, ValueError):
        return 0  # reading it will say what is wrong
