"""Documents: new, open, save, recent, drop; and nothing unsaved is lost without a question."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QMimeData, QObject
from PySide6.QtWidgets import QDialog, QProgressDialog, QWidget

from core.errors import PlainError
from core.experiment import Data, Experiment, PointsData
from core.files import EXPERIMENT_SUFFIXES, TABLE_SUFFIXES
from core.points import MOST_CLASSES
from gui.background import Background
from gui.beginning import empty_experiment
from gui.file_choice import EXPERIMENTS, TABLES, file_to_open, file_to_write
from gui.message import Button, Messages
from gui.opened import Columns, Opened, RawTable, read_opened
from gui.plain_text import short
from gui.settings import Settings
from gui.studio import Studio

LARGE = 1_000_000  # bytes from which a file is read beside the window
PATIENCE = 500  # milliseconds before a progress bar is shown

Use = Callable[[Data | Experiment, Path], None]


class Documents(QObject):
    """What the File menu does. The open experiment changes only when everything went well."""

    def __init__(self, studio: Studio, window: QWidget, settings: Settings) -> None:
        super().__init__(window)
        self._studio, self._window, self._settings = studio, window, settings
        self._messages = Messages(window)
        self._background = Background(self)
        self._progress: QProgressDialog | None = None

    # New and open

    def new(self) -> None:
        if self._may_replace():
            self._studio.open_document(empty_experiment(), None)

    def open(self, path: Path | None = None) -> None:
        """Open a file of any accepted kind, asking which unless it is given."""
        path = path or file_to_open(self._window, "Open", self._folder())
        if path is not None:
            self._read(path, self._open_found)

    def import_table(self) -> None:
        """Put the data of a file into this experiment; that can be undone."""
        path = file_to_open(self._window, "Import", self._folder())
        if path is not None:
            self._read(path, self._import_found)

    def drop(self, mime: QMimeData) -> None:
        """Open the file that was dropped on the window."""
        files = [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]
        if len(files) > 1:
            self._messages.complain("One file at a time can be opened; drop just one.")
        elif files:
            self.open(files[0])
        else:
            self._messages.complain("Only files of this computer can be opened.")

    def _open_found(self, found: Data | Experiment, path: Path) -> None:
        if not self._may_replace():
            return
        if isinstance(found, Experiment):
            self._studio.open_document(found, path)
        else:
            experiment = replace(self._studio.experiment, data=found, position=0)
            self._studio.open_document(experiment, None)
        self._settings.add_recent(path)

    def _import_found(self, found: Data | Experiment, path: Path) -> None:
        data = found.data if isinstance(found, Experiment) else found
        experiment = replace(self._studio.experiment, data=data)
        self._studio.edit(experiment, f"Import {short(path.name)}")
        self._settings.add_recent(path)

    # Reading

    def _read(self, path: Path, use: Use) -> None:
        """Read a file, beside the window when it is large, and go on with what it holds."""
        self._stop_reading()
        then = partial(self._take, path=path, use=use)
        if _size(path) > LARGE:
            self._show_progress(path.name)
            self._background.begin(lambda: read_opened(path), then, self._fail)
            return
        try:
            opened = read_opened(path)
        except PlainError as error:
            self._fail(str(error))
            if not path.exists():
                self._settings.forget_recent(path)
        else:
            then(opened)

    def _take(self, opened: Opened, path: Path, use: Use) -> None:
        self._stop_reading()
        if isinstance(opened, Experiment):
            use(opened, path)
        elif isinstance(opened, RawTable):
            from gui.import_dialog import ImportDialog

            self._ask(ImportDialog(opened.file, opened.preview, self._window), path, use)
        else:
            self._take_columns(opened, path, use)

    def _take_columns(self, opened: Columns, path: Path, use: Use) -> None:
        from gui.choose_columns import ChooseColumns

        table = opened.table
        if len(table.column_names) == 2 and len(table.class_names) <= MOST_CLASSES:
            use(table.to_data(), path)
        else:
            self._ask(ChooseColumns(table, opened.name, self._window), path, use)

    def _ask(self, dialog: QDialog, path: Path, use: Use) -> None:
        """Go on with the data of a dialog once it is accepted."""

        def finish(result: int) -> None:
            data = getattr(dialog, "data", None)
            dialog.deleteLater()
            if result == QDialog.DialogCode.Accepted and data is not None:
                use(data, path)

        dialog.finished.connect(finish)
        dialog.open()

    def _fail(self, sentence: str) -> None:
        self._stop_reading()
        self._messages.complain(sentence)

    def _show_progress(self, name: str) -> None:
        progress = QProgressDialog(f"Reading {short(name)} …", "Cancel", 0, 0, self._window)
        progress.setWindowTitle("Open")
        progress.setMinimumDuration(PATIENCE)
        progress.canceled.connect(self._stop_reading)
        self._progress = progress

    def _stop_reading(self) -> None:
        self._background.drop()
        if self._progress is not None:
            progress, self._progress = self._progress, None
            progress.reset()
            progress.deleteLater()

    # Save

    def save(self) -> bool:
        """Save under the name it has, or ask for one; whether it is saved now."""
        path = self._studio.path
        return self.save_as() if path is None else self._write(path)

    def save_as(self) -> bool:
        name = self._studio.path or Path("experiment.perceptarium")
        if self._studio.path is None and (folder := self._folder()) is not None:
            name = folder / name
        path = file_to_write(
            self._window, self._messages, "Save", name, EXPERIMENTS, EXPERIMENT_SUFFIXES
        )
        return path is not None and self._write(path)

    def _write(self, path: Path) -> bool:
        from core.files.experiment import save_experiment

        try:
            save_experiment(path, replace(self._studio.experiment, position=self._studio.t))
        except PlainError as error:
            self._messages.complain(str(error))
            return False
        self._studio.saved(path)
        self._settings.add_recent(path)
        self._studio.said.emit(f"Saved as {short(path.name)}.")
        return True

    def export_data(self) -> None:
        """Write the data as a table that can be opened again."""
        data = self._studio.experiment.data
        if not data.labels:
            self._messages.complain("There are no points to export yet.")
            return
        name = self._studio.path.with_suffix(".csv") if self._studio.path else Path("points.csv")
        path = file_to_write(
            self._window, self._messages, "Export data", name, TABLES, TABLE_SUFFIXES
        )
        if path is None:
            return
        try:
            _write_data(path, data)
        except PlainError as error:
            self._messages.complain(str(error))
        else:
            self._studio.said.emit(f"Exported as {short(path.name)}.")

    # Unsaved changes

    def may_close(self) -> bool:
        """Whether the window may close; asks when something would be lost."""
        if not self._may_replace():
            return False
        self._stop_reading()
        return True

    def _may_replace(self) -> bool:
        if not self._studio.modified:
            return True
        path = self._studio.path
        answer = self._messages.ask_to_save(short(path.name) if path else "Untitled")
        return self.save() if answer == Button.Save else answer == Button.Discard

    def _folder(self) -> Path | None:
        """Where the user is at work."""
        last = self._studio.path or next(iter(self._settings.recent), None)
        return last.parent if last is not None and last.parent.is_dir() else None


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except (OSError, ValueError):
        return 0  # reading it will say what is wrong


def _write_data(path: Path, data: Data) -> None:
    import numpy as np

    from core.files.tables import Table
    from core.files.write_tables import write_table

    labels = tuple(data.class_names[k] for k in data.labels)
    if isinstance(data, PointsData):
        table = Table(np.array(data.xy), labels, data.axis_names, data.class_names)
    else:
        table = Table(np.array(data.values), labels, data.column_names, data.class_names)
    write_table(path, table)
