"""Reading and writing: one door for every kind of file that is accepted."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.dataset import Dataset
    from core.experiment import Experiment
    from core.files.tables import Table

TABLE_SUFFIXES = (".csv", ".tsv", ".tab")
MIXED_SUFFIXES = (".txt", ".data", ".dat")  # a table, LIBSVM or JSON lines: the content decides
LIBSVM_SUFFIXES = (".libsvm", ".svm", ".svmlight")
JSON_SUFFIXES = (".jsonl", ".ndjson", ".json")  # JSON lines or an experiment
EXPERIMENT_SUFFIXES = (".perceptarium",)
SUFFIXES = TABLE_SUFFIXES + MIXED_SUFFIXES + LIBSVM_SUFFIXES + JSON_SUFFIXES + EXPERIMENT_SUFFIXES


def read_any(
    path: str | os.PathLike[str], encoding: str | None = None
) -> Table | Dataset | Experiment:
    """What the file holds; its reader is picked by the suffix and, where that leaves it open,
    by the content."""
    from core.files.kinds import parse_any
    from core.files.text import read_bytes
    from core.files.wording import complaint

    name = Path(path).name
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        known = ", ".join(SUFFIXES)
        raise complaint(name, f"expected a file of one of these kinds: {known}.")
    return parse_any(read_bytes(path), name, suffix, encoding)
