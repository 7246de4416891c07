"""Every kind of file the program opens, as a function of its bytes that loads them or refuses."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

from core.dataset import Dataset
from core.experiment import Experiment
from core.files.experiment import decode_experiment, encode_experiment
from core.files.experiment_checks import check_experiment
from core.files.kinds import kind_of, parse_any
from core.files.limits import LONGEST_NAME
from core.files.tables import Table
from core.files.texts import LabelledTexts, parse_pasted
from core.files.texts.preview import TextsFile
from core.lessons.reading import decode_lesson
from core.lessons.staging import experiments_of
from core.model import Model
from core.share import read_code, share_code

Target = Callable[[bytes], object]


def reader_of(suffix: str) -> Target:
    """What opening a file with this suffix does, and what the window then makes of it."""
    name = "file" + suffix

    def read(data: bytes) -> object:
        kind_of(data, name, suffix)
        found = parse_any(data, name, suffix)
        check_found(found)
        return found

    return read


def check_found(found: Table | Dataset | Experiment | LabelledTexts) -> None:
    """What was let in can be used: finite, with short names, good for an experiment."""
    if isinstance(found, Dataset):
        assert np.isfinite(found.rows.values).all()
        assert all(0 < len(name) <= LONGEST_NAME for name in found.class_names)
        return
    if isinstance(found, LabelledTexts):
        assert "\n" not in found.summary()
    if isinstance(found, Table):
        assert np.isfinite(found.values).all()
    experiment = found if isinstance(found, Experiment) else Experiment(data=found.to_data())
    check_experiment(experiment)
    if isinstance(found, Experiment) and len(found.data.labels) < 10_000:
        # The same again, but for halves of characters, which no file can hold.
        again = decode_experiment(encode_experiment(found), "again.perceptarium")
        assert len(again.data.labels) == len(found.data.labels)
        assert again.learners == found.learners


def preview(data: bytes) -> object:
    """What the dialog of texts shows before anything is taken."""
    return TextsFile(data, "preview.csv").preview()


def pasted(data: bytes) -> object:
    return parse_pasted(data.decode(errors="replace"))


def lesson(data: bytes) -> object:
    found = decode_lesson(data, "lesson.toml")
    for experiment in experiments_of(found):
        check_experiment(experiment)
    return found


def model(data: bytes) -> object:
    found = Model.decode(data, "model.json")
    scores = found.scores(["a good film", ""])
    assert scores.shape == (2, len(found.class_names))
    assert not np.isnan(scores).any()
    return found


def code(data: bytes) -> object:
    found = read_code(data.decode(errors="replace"))
    assert all(math.isfinite(number) for number in _numbers(msgspec.to_builtins(found)))
    share_code(found)
    return found


def _numbers(value: Any) -> list[float]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        return [number for inner in value for number in _numbers(inner)]
    return [value] if isinstance(value, float) else []


TARGETS: dict[str, Target] = {
    **{
        suffix: reader_of(suffix)
        for suffix in (
            *(".csv", ".tsv", ".txt", ".data", ".libsvm", ".jsonl", ".json", ".perceptarium"),
            *(".zip", ".tar", ".tar.gz", ".tar.bz2", ".tar.xz"),
        )
    },
    "preview": preview,
    "pasted": pasted,
    "lesson": lesson,
    "model": model,
    "code": code,
}
