"""Reading and writing: one door for every kind of file that is accepted."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.dataset import Dataset
    from core.experiment import Experiment
    from core.files.tables import Table
    from core.files.texts import LabelledTexts

TABLE_SUFFIXES = (".csv", ".tsv", ".tab")
MIXED_SUFFIXES = (".txt", ".data", ".dat")  # a table, LIBSVM or JSON lines: the content decides
LIBSVM_SUFFIXES = (".libsvm", ".svm", ".svmlight")
JSON_SUFFIXES = (".jsonl", ".ndjson", ".json")  # JSON lines or an experiment
EXPERIMENT_SUFFIXES = (".perceptarium",)
PAIR_SUFFIXES = (".pos", ".neg")  # texts, one class in each of two files
ARCHIVE_SUFFIXES = (  # texts, one folder for each class or one table
    *(".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz"),
)
SUFFIXES = (
    *(TABLE_SUFFIXES + MIXED_SUFFIXES + LIBSVM_SUFFIXES + JSON_SUFFIXES + EXPERIMENT_SUFFIXES),
    *(PAIR_SUFFIXES + ARCHIVE_SUFFIXES),
)


def suffix_of(path: str | os.PathLike[str]) -> str:
    """What the name ends in, in small letters; both parts of .tar.gz and its like."""
    name = Path(path).name.lower()
    double = [suffix for suffix in ARCHIVE_SUFFIXES if suffix.count(".") == 2]
    for suffix in double:
        if name.endswith(suffix) and name != suffix:
            return suffix
    return Path(name).suffix


def read_any(
    path: str | os.PathLike[str], encoding: str | None = None
) -> Table | Dataset | Experiment | LabelledTexts:
    """What the file holds; its reader is picked by the suffix and, where that leaves it open,
    by the content. Folders hold texts."""
    from core.files.kinds import parse_any
    from core.files.text import read_bytes
    from core.files.wording import complaint

    name = Path(path).name
    suffix = suffix_of(path)
    if suffix in PAIR_SUFFIXES or os.path.isdir(path):
        from core.files.texts import read_texts

        return read_texts(path, encoding=encoding)
    if suffix not in SUFFIXES:
        known = ", ".join(SUFFIXES)
        raise complaint(name, f"expected a file of one of these kinds: {known}.")
    return parse_any(read_bytes(path), name, suffix, encoding)
