"""The LIBSVM format: a label and “index:value” pairs per line, indices ascending from 1."""

from __future__ import annotations

import os
from array import array
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from core.dataset import MOST_CLASSES, Dataset, number_labels
from core.errors import PlainError
from core.files.atomic import write_atomically
from core.files.limits import HIGHEST_INDEX, MOST_CELLS, MOST_ROWS
from core.files.numbers import parse_number, why_no_number
from core.files.strict_json import decode_json
from core.files.tables import ClassNames
from core.files.text import lines_of, read_text
from core.files.wording import checked_label, complaint, found, tidy
from core.files.write_tables import distinct_names
from core.rows import Rows, frozen_array

WIDEST = 1_000_000
_NOTE = "# perceptarium "


class _Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the format itself cannot say; written as a comment, which other programs skip."""

    class_names: tuple[str, ...]
    width: int
    feature_names: tuple[str, ...] | None = None


class _Pairs:
    """The pairs of all lines so far, as compressed rows with 1-based indices."""

    def __init__(self) -> None:
        self.starts = array("q", [0])
        self.indices = array("q")
        self.values = array("d")
        self.labels: list[str] = []
        self.highest = 0


def read_libsvm(path: str | os.PathLike[str], encoding: str | None = None) -> Dataset:
    """The examples in a LIBSVM file.

    Features that never occur get a column too, up to a million of them; beyond that only those
    that occur do, named by their index.
    """
    text, _ = read_text(path, encoding)
    return parse_libsvm(text, Path(path).name)


def parse_libsvm(text: str, name: str) -> Dataset:
    """The examples in a text, all of them, or an error that names the line."""
    pairs = _Pairs()
    classes = ClassNames(name, "the first column")
    note: _Note | None = None
    for line, content in enumerate(lines_of(text), 1):
        if content.startswith(_NOTE) and note is None and not pairs.labels:
            note = decode_json(content[len(_NOTE) :].encode(), name, _Note, line)
            _check_note(note, name, line)
            continue
        tokens = content.partition("#")[0].split()
        if not tokens:
            continue
        if len(pairs.labels) == MOST_ROWS:
            raise complaint(name, f"expected at most {MOST_ROWS:,} rows.", line)
        pairs.labels.append(classes.add(_label(tokens[0], name, line), line))
        _add_pairs(pairs, tokens, name, line)
    if not pairs.highest:
        raise complaint(name, "expected lines such as “1 3:0.5 7:2”, found none with numbers.")
    if note is None:
        return _plain_dataset(pairs, classes.names())
    return _noted_dataset(pairs, note, name)


def _label(token: str, name: str, line: int) -> str:
    """Numbers in one spelling, so that +1, 1 and 1.0 are one class; other words as they are."""
    if ":" in token:
        raise complaint(name, f"expected a label, {found(token)}.", line)
    number = parse_number(token)
    if number is None:
        return token
    return str(int(number)) if number.is_integer() and abs(number) < 2**53 else repr(number)


def _add_pairs(pairs: _Pairs, tokens: list[str], name: str, line: int) -> None:
    previous = 0
    for token in tokens[1:]:
        left, colon, right = token.partition(":")
        index = int(left) if left.isascii() and left.isdecimal() and len(left) <= 20 else 0
        if not colon or index == 0:
            what = "expected index:value with an index from 1"
            raise complaint(name, f"{what}, {found(token)}.", line)
        if index > HIGHEST_INDEX:
            what = f"expected an index up to {HIGHEST_INDEX}, found {index}."
            raise complaint(name, what, line)
        if index <= previous:
            what = f"expected ascending indices, found {index} after {previous}."
            raise complaint(name, what, line)
        value = parse_number(right)
        if value is None:
            hint = why_no_number(right, ".")
            raise complaint(name, f"expected a number after “{left}:”, {found(right)}{hint}.", line)
        previous = index
        if value != 0.0:
            pairs.indices.append(index)
            pairs.values.append(value)
    if len(pairs.values) > MOST_CELLS:
        raise complaint(name, f"expected at most {MOST_CELLS:,} numbers.", line)
    pairs.highest = max(pairs.highest, previous)
    pairs.starts.append(len(pairs.values))


def _plain_dataset(pairs: _Pairs, class_names: tuple[str, ...]) -> Dataset:
    columns = _array(pairs.indices) - 1
    occurring = None if pairs.highest <= WIDEST else np.unique(columns)
    if occurring is None:
        names = _plain_names(pairs.highest)
    else:
        names = tuple(f"f{j + 1}" for j in occurring.tolist())
        columns = np.searchsorted(occurring, columns)
    labels, _ = number_labels(pairs.labels, class_names)
    return Dataset(_rows(pairs, columns, len(names)), labels, class_names, names)


def _noted_dataset(pairs: _Pairs, note: _Note, name: str) -> Dataset:
    if pairs.highest > note.width:
        raise complaint(name, f"expected an index up to {note.width}, found {pairs.highest}.")
    written = note.class_names if _all_numbers(note.class_names) else _positions(note.class_names)
    stray = next((label for label in pairs.labels if label not in written), None)
    if stray is not None:
        raise complaint(name, f"the label “{stray}” is not among the classes it names.")
    labels, _ = number_labels(pairs.labels, written)
    names = note.feature_names or _plain_names(note.width)
    rows = _rows(pairs, _array(pairs.indices) - 1, note.width)
    return Dataset(rows, labels, note.class_names, names)


def _check_note(note: _Note, name: str, line: int) -> None:
    if not 0 <= note.width <= WIDEST or len(note.feature_names or ()) not in (0, note.width):
        raise complaint(name, f"expected a width up to {WIDEST:,} and a name for each.", line)
    classes = {checked_label(label, name, line) for label in note.class_names}
    if len(classes) < len(note.class_names) or not 2 <= len(classes) <= MOST_CLASSES:
        raise complaint(name, f"expected 2 to {MOST_CLASSES} different class names.", line)


def _rows(pairs: _Pairs, columns: NDArray[np.int64], width: int) -> Rows:
    return Rows(
        frozen_array(_array(pairs.starts), np.int64),
        frozen_array(columns, np.int32),
        frozen_array(np.array(pairs.values, np.float64), np.float64),
        width,
    )


def _array(numbers: array[int]) -> NDArray[np.int64]:
    return np.array(numbers, np.int64)


def _plain_names(width: int) -> tuple[str, ...]:
    return tuple(f"f{j}" for j in range(1, width + 1))


def _all_numbers(class_names: tuple[str, ...]) -> bool:
    """Whether the class names can be labels of the format themselves, in their own spelling."""
    return all(
        parse_number(name) is not None and _label(name, "", 0) == name for name in class_names
    )


def _positions(class_names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(str(k) for k in range(len(class_names)))


def write_libsvm(path: str | os.PathLike[str], dataset: Dataset) -> None:
    """The dataset's rows; names and width go into a comment, from which they are read back."""
    write_atomically(path, libsvm_text(dataset).encode())


def libsvm_text(dataset: Dataset) -> str:
    """What `write_libsvm` writes."""
    if dataset.rows.width > WIDEST:
        raise PlainError(f"A LIBSVM file is written for at most {WIDEST:,} features.")
    class_names = tuple(distinct_names(dataset.class_names))
    names = tuple(map(tidy, dataset.feature_names))
    plain = names == _plain_names(dataset.rows.width)
    note = _Note(class_names, dataset.rows.width, None if plain else names)
    written = class_names if _all_numbers(class_names) else _positions(class_names)
    lines = [_NOTE + msgspec.json.encode(note).decode()]
    for i, label in enumerate(dataset.labels.tolist()):
        columns, values = dataset.rows.row(i)
        pairs = zip(columns.tolist(), values.tolist(), strict=True)
        lines.append(" ".join([written[label], *(f"{j + 1}:{value!r}" for j, value in pairs)]))
    return "\n".join(lines) + "\n"
