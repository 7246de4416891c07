"""Which reader a file is for."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from core.dataset import Dataset
from core.errors import PlainError
from core.experiment import Experiment
from core.files import (
    ARCHIVE_SUFFIXES,
    EXPERIMENT_SUFFIXES,
    JSON_SUFFIXES,
    LIBSVM_SUFFIXES,
    MIXED_SUFFIXES,
    PAIR_SUFFIXES,
    TABLE_SUFFIXES,
)
from core.files.experiment import decode_experiment
from core.files.json_lines import parse_json_lines
from core.files.libsvm import parse_libsvm
from core.files.tables import Table, parse_table
from core.files.text import decode_text, lines_of
from core.files.texts import LabelledTexts, parse_archive
from core.files.texts.parse import holds_texts, parse_texts
from core.files.wording import complaint

_ENVELOPE = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"format"\s*:\s*"perceptarium"')
_PAIR = re.compile(r"[0-9]+:[^:]+")


Kind: TypeAlias = Literal["experiment", "table", "json lines", "libsvm", "texts"]


def parse_any(
    data: bytes, name: str, suffix: str, encoding: str | None = None
) -> Table | Dataset | Experiment | LabelledTexts:
    """What the bytes of a file with this suffix hold."""
    if _is_experiment(data, suffix):
        return decode_experiment(data, name)
    if suffix in ARCHIVE_SUFFIXES:
        return parse_archive(data, name, encoding=encoding)
    if suffix in PAIR_SUFFIXES:
        raise complaint(name, "expected it beside a file with the other class, found it alone.")
    text, _ = decode_text(data, name, encoding)
    kind = _kind_of_text(text, suffix)
    if kind == "texts":
        return parse_texts(text, name)
    if kind == "json lines":
        return parse_json_lines(text, name)
    return parse_libsvm(text, name) if kind == "libsvm" else parse_table(text, name)


def kind_of(data: bytes, name: str, suffix: str) -> Kind:
    """Which reader the bytes are for; a table needs not be readable to be known for one."""
    if _is_experiment(data, suffix):
        return "experiment"
    if suffix in ARCHIVE_SUFFIXES + PAIR_SUFFIXES:
        return "texts"
    try:
        return _kind_of_text(decode_text(data, name)[0], suffix)
    except PlainError:
        if suffix in TABLE_SUFFIXES + MIXED_SUFFIXES:
            return "table"  # in an encoding that a person can still choose
        raise


def _is_experiment(data: bytes, suffix: str) -> bool:
    return suffix in EXPERIMENT_SUFFIXES or (
        suffix in JSON_SUFFIXES and _ENVELOPE.match(data) is not None
    )


def _kind_of_text(text: str, suffix: str) -> Kind:
    if suffix in LIBSVM_SUFFIXES:
        return "libsvm"
    first = _first_line(text)
    if suffix not in TABLE_SUFFIXES:
        if suffix in JSON_SUFFIXES or first.startswith("{"):
            return "texts" if holds_texts(text) else "json lines"
        if _looks_like_pairs(first):
            return "libsvm"
    return "texts" if holds_texts(text) else "table"


def _first_line(text: str) -> str:
    """The beginning of the first line that is neither blank nor a comment."""
    for line in lines_of(text):
        start = line[:1_000].strip()
        if start and not start.startswith("#"):
            return start
    return ""


def _looks_like_pairs(line: str) -> bool:
    """Whether a label is followed by index:value pairs; the last word may be cut off."""
    words = line.partition("#")[0].split()[1:5]
    return bool(words) and all(_PAIR.fullmatch(word) for word in words)
