"""What a file holds, as far as it can be known without asking anybody."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from core.experiment import Experiment
from core.files import SUFFIXES
from core.files.wording import complaint

if TYPE_CHECKING:
    from core.files.tables import Table
    from gui.import_preview import Preview, TableFile


@dataclass(frozen=True)
class RawTable:
    """A table as it stands in its file, whose shape a person may want to correct."""

    file: TableFile
    preview: Preview  # as found out


@dataclass(frozen=True)
class Columns:
    """A table that needs no correcting, but perhaps a choice of columns."""

    table: Table
    name: str


Opened: TypeAlias = Experiment | RawTable | Columns


def read_opened(path: Path) -> Opened:
    """Read a file of any accepted kind; PlainError says what is wrong with it."""
    from core.dataset import Dataset
    from core.files.kinds import kind_of, parse_any
    from core.files.text import read_bytes
    from core.projection import table_of

    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise complaint(path.name, f"expected a file of one of these kinds: {', '.join(SUFFIXES)}.")
    data = read_bytes(path)
    if kind_of(data, path.name, suffix) == "table":
        return _raw_table(data, path.name)
    found = parse_any(data, path.name, suffix)
    if isinstance(found, Experiment):
        return found
    return Columns(table_of(found) if isinstance(found, Dataset) else found, path.name)


def _raw_table(data: bytes, name: str) -> RawTable:
    import gui.import_dialog  # noqa: F401 (a large file is read beside the window; this as well)
    from gui.import_preview import TableFile, Wishes

    file = TableFile(data, name)
    return RawTable(file, file.preview(Wishes()))
