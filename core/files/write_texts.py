"""Labelled texts as CSV or TSV that read back as the same texts."""

from __future__ import annotations

import os
import re
from pathlib import Path

from core.experiment import TextsData
from core.files.atomic import write_atomically
from core.files.cells import protect, text_cell
from core.files.write_tables import distinct_names, label_title

_HALF = re.compile("[\ud800-\udfff]")  # of a character: nothing that could be written


def write_texts(path: str | os.PathLike[str], data: TextsData) -> None:
    """A header, then the label and the text; tabs when the file is called .tsv or .tab."""
    tabs = Path(path).suffix.lower() in (".tsv", ".tab")
    write_atomically(path, texts_text(data, "\t" if tabs else ",").encode())


def texts_text(data: TextsData, delimiter: str = ",") -> str:
    """What `write_texts` writes; every text is in quotation marks, whatever it holds."""
    names = distinct_names(data.class_names)
    labels = [text_cell(name) for name in names]
    lines = [f"{label_title(names)}{delimiter}text"]
    for text, label in zip(data.texts, data.labels, strict=True):
        lines.append(f"{labels[label]}{delimiter}{_cell(text)}")
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    safe = protect(_HALF.sub("\ufffd", text))
    return '"' + safe.replace('"', '""') + '"'
