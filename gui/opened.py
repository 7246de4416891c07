"""What a file holds, as far as it can be known without asking anybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from core.experiment import Experiment
from core.files import (
    ARCHIVE_SUFFIXES,
    EXPERIMENT_SUFFIXES,
    PAIR_SUFFIXES,
    SUFFIXES,
    suffix_of,
)
from core.files.wording import complaint

if TYPE_CHECKING:
    from core.files.tables import Table
    from core.files.texts import LabelledTexts
    from core.files.texts.preview import TextPreview, TextsFile
    from core.files.watch import Asked, Progress
    from gui.import_preview import Preview, TableFile


BEGINNING = 1_000_000  # bytes of a file by which it is known what it holds
# What shows texts and is not loaded before there are any: beside the window, like a large file.
TEXT_VIEWS = ("gui.panels.words", "gui.panels.reader", "gui.stage.document_map")


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


@dataclass(frozen=True)
class RawTexts:
    """Texts in the rows of a file, whose shape a person may want to correct."""

    file: TextsFile
    preview: TextPreview  # as found out


@dataclass(frozen=True)
class Texts:
    """Texts from a folder, an archive or two files, where there is nothing to correct."""

    texts: LabelledTexts
    name: str


Opened: TypeAlias = Experiment | RawTable | Columns | RawTexts | Texts


def read_opened(
    path: Path,
    anyway: bool = False,
    progress: Progress | None = None,
    cancelled: Asked | None = None,
) -> Opened:
    """Read a file of any accepted kind; PlainError says what is wrong with it.

    Only texts can be large enough for `anyway`, and for progress to matter.
    """
    from core.dataset import Dataset
    from core.files.kinds import kind_of, parse_any
    from core.files.limits import MOST_BYTES, MOST_BYTES_ANYWAY
    from core.files.text import read_bytes
    from core.files.texts import LabelledTexts
    from core.projection import table_of

    suffix = suffix_of(path)
    if path.is_dir() or suffix in ARCHIVE_SUFFIXES + PAIR_SUFFIXES:
        from core.files.texts import read_texts

        texts = read_texts(path, anyway=anyway, progress=progress, cancelled=cancelled)
        _load_text_views()
        return Texts(texts, path.name)
    if suffix not in SUFFIXES:
        raise complaint(path.name, f"expected a file of one of these kinds: {', '.join(SUFFIXES)}.")
    data = read_bytes(path, MOST_BYTES_ANYWAY if anyway else MOST_BYTES)
    kind = kind_of(data, path.name, suffix)
    if kind == "texts":
        return raw_texts(data, path.name, progress, cancelled)
    if len(data) > MOST_BYTES:
        data = read_bytes(path)  # says that it is too large
    if kind == "table":
        return raw_table(data, path.name)
    found = parse_any(data, path.name, suffix)
    if isinstance(found, Experiment):
        return found
    if isinstance(found, LabelledTexts):
        return Texts(found, path.name)
    return Columns(table_of(found) if isinstance(found, Dataset) else found, path.name)


def raw_table(data: bytes, name: str) -> RawTable:
    import gui.import_dialog  # noqa: F401 (a large file is read beside the window; this as well)
    from gui.import_preview import TableFile, Wishes

    file = TableFile(data, name)
    return RawTable(file, file.preview(Wishes()))


def raw_texts(
    data: bytes, name: str, progress: Progress | None = None, cancelled: Asked | None = None
) -> RawTexts:
    import gui.import_texts_dialog  # noqa: F401 (as above)
    from core.files.texts.preview import TextsFile
    from core.files.watch import Watch

    file = TextsFile(data, name)
    _load_text_views()
    watch = Watch(progress, cancelled, max(len(data), 1))
    return RawTexts(file, file.preview(watch=watch))


def read_together(
    paths: Sequence[Path],
    anyway: bool = False,
    progress: Progress | None = None,
    cancelled: Asked | None = None,
) -> Texts:
    """Several files with the texts of one class each."""
    from core.files.texts import read_texts

    texts = read_texts(paths, anyway=anyway, progress=progress, cancelled=cancelled)
    _load_text_views()
    return Texts(texts, f"{len(paths)} files")


def _load_text_views() -> None:
    for view in TEXT_VIEWS:
        import_module(view)


def may_be_large(path: Path) -> bool:
    """Whether it holds texts, of which more may be loaded than of other data."""
    from core.errors import PlainError
    from core.files.kinds import kind_of

    suffix = suffix_of(path)
    if path.is_dir() or suffix in ARCHIVE_SUFFIXES + PAIR_SUFFIXES:
        return True
    if suffix not in SUFFIXES or suffix in EXPERIMENT_SUFFIXES:
        return False
    try:
        with open(path, "rb") as file:
            head = file.read(BEGINNING)
        return kind_of(_whole_lines(head), path.name, suffix) == "texts"
    except (OSError, ValueError, PlainError):
        return False  # reading it will say what is wrong


def _whole_lines(head: bytes) -> bytes:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):  # a line's end has two bytes there, or four
        return head[: len(head) // 4 * 4]
    return head[: head.rfind(b"\n") + 1] or head
