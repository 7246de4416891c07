"""The experiment file, `.perceptarium`: versioned JSON that a person can read and compare.

{"format": "perceptarium", "version": 2, "experiment": {…}}, with every value written out, so
that a file keeps its meaning should a default change.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from core.errors import PlainError
from core.experiment import Experiment
from core.files.atomic import write_atomically
from core.files.experiment_checks import FindLearner, check_experiment
from core.files.limits import MOST_BYTES, MOST_COLUMNS, MOST_ROWS, MOST_TEXTS
from core.files.strict_json import Bounds, decode_json
from core.files.text import read_bytes
from core.files.wording import complaint

FORMAT = "perceptarium"
VERSION = 2
SUFFIX = ".perceptarium"
_BOUNDS = Bounds(lists=2 * MOST_ROWS, texts=2 * (MOST_TEXTS + MOST_COLUMNS))
_MOST_ON_A_LINE = 500  # characters of texts; many class names may stay together


def _with_texts(content: dict[str, Any]) -> dict[str, Any]:
    """Version 2 added texts, their features and locked views; in version 1 they are at rest."""
    return {**content, "text_features": {}, "shown": None}


# From the version in the file to the next one, as plain JSON values.
MIGRATIONS: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: _with_texts}


class _Envelope(msgspec.Struct, frozen=True):
    format: str
    version: int
    experiment: msgspec.Raw = msgspec.Raw(b"")


def save_experiment(
    path: str | os.PathLike[str], experiment: Experiment, find_learner: FindLearner | None = None
) -> None:
    """Write the experiment whole, or leave what is there untouched."""
    write_atomically(path, encode_experiment(experiment, find_learner))


def load_experiment(
    path: str | os.PathLike[str], find_learner: FindLearner | None = None
) -> Experiment:
    """The experiment in a file, checked throughout."""
    return decode_experiment(read_bytes(path), Path(path).name, find_learner)


def encode_experiment(experiment: Experiment, find_learner: FindLearner | None = None) -> bytes:
    """The bytes of the file; refuses what could not be loaded again."""
    check_experiment(experiment, find_learner)
    content = msgspec.to_builtins(experiment)
    envelope = {"format": FORMAT, "version": VERSION, "experiment": content}
    # Half a character, which a keyboard can leave in a name, is the only thing replaced.
    data = (laid_out(envelope) + "\n").encode(errors="replace")
    if len(data) > MOST_BYTES:
        raise PlainError(
            f"The experiment would take {len(data) / 1e6:.0f} MB, but an experiment file has at "
            f"most {MOST_BYTES / 1e6:g} MB; use less data."
        )
    return data


def decode_experiment(
    data: bytes, name: str, find_learner: FindLearner | None = None
) -> Experiment:
    """The experiment in the bytes of a file; the name is for the error sentence."""
    if len(data) > MOST_BYTES:
        raise complaint(name, f"expected a file of at most {MOST_BYTES / 1e6:g} MB, found more.")
    envelope = decode_json(data.removeprefix(b"\xef\xbb\xbf"), name, _Envelope, bounds=_BOUNDS)
    if envelope.format != FORMAT:
        raise complaint(name, "expected an experiment of Perceptarium, found something else.")
    if envelope.version > VERSION:
        raise complaint(name, "it was saved by a newer version of Perceptarium; update to open it.")
    if envelope.version < VERSION and envelope.version not in MIGRATIONS:
        raise complaint(name, f"there is no version {envelope.version} of experiment files.")
    content = bytes(envelope.experiment)
    for version in range(envelope.version, VERSION):
        migrated = MIGRATIONS[version](decode_json(content, name, dict[str, Any]))
        content = msgspec.json.encode(migrated)
    experiment = decode_json(content, name, Experiment, bounds=_BOUNDS)
    try:
        check_experiment(experiment, find_learner)
    except PlainError as error:
        raise complaint(name, str(error)) from None
    return experiment


def laid_out(value: Any, indent: str = "") -> str:
    """JSON with one entry per line, save that what holds no lists or objects stays on one line.

    So a point is a line, and moving it changes that line alone. So is a text.
    """
    if isinstance(value, dict):
        entries = [(json.dumps(key, ensure_ascii=False) + ": ", v) for key, v in value.items()]
        brackets = "{}"
    elif isinstance(value, list | tuple):
        entries = [("", v) for v in value]
        brackets = "[]"
    else:
        return _on_one_line(value)
    nested = any(isinstance(v, dict | list | tuple) for _, v in entries)
    if not nested and sum(len(v) for _, v in entries if isinstance(v, str)) <= _MOST_ON_A_LINE:
        return _on_one_line(value)
    inner = indent + " "
    lines = ",\n".join(f"{inner}{key}{laid_out(v, inner)}" for key, v in entries)
    return f"{brackets[0]}\n{lines}\n{indent}{brackets[1]}"


def _on_one_line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
