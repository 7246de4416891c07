"""Which reader a file is for."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from core.dataset import Dataset
from core.errors import PlainError
from core.experiment import Experiment
from core.files import (
    EXPERIMENT_SUFFIXES,
    JSON_SUFFIXES,
    LIBSVM_SUFFIXES,
    MIXED_SUFFIXES,
    TABLE_SUFFIXES,
)
from core.files.experiment import decode_experiment
from core.files.json_lines import parse_json_lines
from core.files.libsvm import parse_libsvm
from core.files.tables import Table, parse_table
from core.files.text import decode_text

_ENVELOPE = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"format"\s*:\s*"perceptarium"')
_PAIR = re.compile(r"[0-9]+:[^:]+")


Kind: TypeAlias = Literal["experiment", "table", "json lines", "libsvm"]


def parse_any(
    data: bytes, name: str, suffix: str, encoding: str | None = None
) -> Table | Dataset | Experiment:
    """What the bytes of a file with this suffix hold."""
    if _is_experiment(data, suffix):
        return decode_experiment(data, name)
    text, _ = decode_text(data, name, encoding)
    kind = _kind_of_text(text, suffix)
    if kind == "json lines":
        return parse_json_lines(text, name)
    return parse_libsvm(text, name) if kind == "libsvm" else parse_table(text, name)


def kind_of(data: bytes, name: str, suffix: str) -> Kind:
    """Which reader the bytes are for; a table needs not be readable to be known for one."""
    if _is_experiment(data, suffix):
        return "experiment"
    if suffix in TABLE_SUFFIXES:
        return "table"
    try:
        return _kind_of_text(decode_text(data, name)[0], suffix)
    except PlainError:
        if suffix in MIXED_SUFFIXES:
            return "table"  # in an encoding that a person can still choose
        raise


def _is_experiment(data: bytes, suffix: str) -> bool:
    return suffix in EXPERIMENT_SUFFIXES or (
        suffix in JSON_SUFFIXES and _ENVELOPE.match(data) is not None
    )


def _kind_of_text(text: str, suffix: str) -> Kind:
    if suffix in TABLE_SUFFIXES:
        return "table"
    first = _first_line(text)
    if suffix in JSON_SUFFIXES or (suffix not in LIBSVM_SUFFIXES and first.startswith("{")):
        return "json lines"
    if suffix in LIBSVM_SUFFIXES or _looks_like_pairs(first):
        return "libsvm"
    return "table"


def _first_line(text: str) -> str:
    """The beginning of the first line that is neither blank nor a comment."""
    for line in text.split("\n"):
        start = line[:1_000].strip()
        if start and not start.startswith("#"):
            return start
    return ""


def _looks_like_pairs(line: str) -> bool:
    """Whether a label is followed by index:value pairs; the last word may be cut off."""
    words = line.partition("#")[0].split()[1:5]
    return bool(words) and all(_PAIR.fullmatch(word) for word in words)
