"""Documents: new, open, save, recent, drop; and nothing unsaved is lost without a question."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from core.errors import PlainError
from core.experiment import Data, Experiment, PointsData, TableData, TextsData
from core.files import EXPERIMENT_SUFFIXES, MIXED_SUFFIXES, PAIR_SUFFIXES, TABLE_SUFFIXES, suffix_of
from gui.beginning import empty_experiment, with_data
from gui.file_choice import (
    EXPERIMENTS,
    LESSON_SUFFIX,
    TABLES,
    file_to_open,
    file_to_write,
    folder_to_open,
)
from gui.message import Button, Messages
from gui.plain_text import short
from gui.reading import Reading
from gui.settings import Settings
from gui.studio import Studio

TOGETHER = ("", ".text", *PAIR_SUFFIXES, *MIXED_SUFFIXES)  # of files with the texts of one class


class Documents(QObject):
    """What the File menu does. The open experiment changes only when everything went well."""

    lesson_asked = Signal(object)  # the path of a lesson that is to be opened

    def __init__(self, studio: Studio, window: QWidget, settings: Settings) -> None:
        super().__init__(window)
        self._studio, self._window, self._settings = studio, window, settings
        self._messages = Messages(window)
        self._reading = Reading(window, self._messages)
        self._reading.missed.connect(settings.forget_recent)
        self._reading.said.connect(studio.said)

    # New and open

    def new(self) -> None:
        if self.may_replace():
            self._studio.open_document(empty_experiment(), None)

    def open(self, path: Path | None = None) -> None:
        """Open a file of any accepted kind, asking which unless it is given."""
        path = path or file_to_open(self._window, "Open", self._folder())
        if path is not None and suffix_of(path) == LESSON_SUFFIX:
            self.lesson_asked.emit(path)
        elif path is not None:
            self._reading.read((path,), partial(self._open_found, path=path))

    def open_folder(self, path: Path | None = None) -> None:
        """Open a folder with texts, asking which unless it is given."""
        path = path or folder_to_open(self._window, "Open folder", self._folder())
        if path is not None:
            self.open(path)

    def open_experiment(self, experiment: Experiment) -> None:
        """Open one that comes from no file."""
        if self.may_replace():
            self._studio.open_document(experiment, None)

    def complain(self, sentence: str) -> None:
        """Show what did not work."""
        self._messages.complain(sentence)

    def import_data(self) -> None:
        """Put the data of a file into this experiment; that can be undone."""
        path = file_to_open(self._window, "Import", self._folder())
        if path is not None:
            self._reading.read((path,), partial(self._import_found, path=path))

    def paste_texts(self) -> None:
        """Put labelled texts from the clipboard into this experiment; that can be undone."""
        from gui.paste_dialog import PasteDialog

        dialog = PasteDialog(self._window)

        def finish(result: int) -> None:
            data = dialog.data
            dialog.deleteLater()
            if result == QDialog.DialogCode.Accepted and data is not None:
                self._put(data, "Paste texts")

        dialog.finished.connect(finish)
        dialog.open()

    def drop(self, mime: QMimeData) -> None:
        """Open what was dropped on the window: one file or folder, or a file for each class."""
        files = [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]
        if not files:
            self._messages.complain("Only files of this computer can be opened.")
        elif len(files) == 1:
            self.open(files[0])
        elif any(file.is_dir() for file in files):
            self._messages.complain("Drop the one folder that holds a folder for each class.")
        elif all(suffix_of(file) in TOGETHER for file in files):
            self._reading.read(files, partial(self._open_found, path=None))
        else:
            self._messages.complain(
                "One file at a time can be opened, save text files with one class each; "
                "drop just one."
            )

    def _open_found(self, found: Data | Experiment, path: Path | None) -> bool:
        if not self.may_replace():
            return False
        if isinstance(found, Experiment):
            self._studio.open_document(found, path)
        else:
            experiment = replace(with_data(self._studio.experiment, found), position=0)
            self._studio.open_document(experiment, None)
        if path is not None:
            self._settings.add_recent(path)
        return True

    def _import_found(self, found: Data | Experiment, path: Path) -> bool:
        self._put(
            found.data if isinstance(found, Experiment) else found, f"Import {short(path.name)}"
        )
        self._settings.add_recent(path)
        return True

    def _put(self, data: Data, text: str) -> None:
        self._studio.edit(with_data(self._studio.experiment, data), text)

    def recover(self, experiment: Experiment, path: Path | None) -> bool:
        """Go on with what an earlier session left unsaved; whether it is open now."""
        if not self.may_replace():
            return False
        self._studio.open_document(experiment, path)
        self._studio.undo_stack.resetClean()  # it is as unsaved as it was
        return True

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
        name = Path("texts.csv" if isinstance(data, TextsData) else "points.csv")
        if self._studio.path is not None:
            name = self._studio.path.with_suffix(".csv")
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
        if not self.may_replace():
            return False
        self._reading.stop()
        return True

    def may_replace(self) -> bool:
        """Whether something else may be opened; asks when something would be lost."""
        if not self._studio.modified:
            return True
        path = self._studio.path
        answer = self._messages.ask_to_save(short(path.name) if path else "Untitled")
        return self.save() if answer == Button.Save else answer == Button.Discard

    def _folder(self) -> Path | None:
        """Where the user is at work."""
        last = self._studio.path or next(iter(self._settings.recent), None)
        return last.parent if last is not None and last.parent.is_dir() else None


def _write_data(path: Path, data: Data) -> None:
    if isinstance(data, TextsData):
        from core.files.write_texts import write_texts

        write_texts(path, data)
    else:
        _write_numbers(path, data)


def _write_numbers(path: Path, data: PointsData | TableData) -> None:
    import numpy as np

    from core.files.tables import Table
    from core.files.write_tables import write_table

    labels = tuple(data.class_names[k] for k in data.labels)
    if isinstance(data, PointsData):
        table = Table(np.array(data.xy), labels, data.axis_names, data.class_names)
    else:
        table = Table(np.array(data.values), labels, data.column_names, data.class_names)
    write_table(path, table)
