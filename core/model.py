"""A trained linear model of texts as one JSON file, which predicts without the program.

{"format": "perceptarium model", "version": 1, …}, every value written out. For example:

    from core.model import Model
    Model.load("model.json").predict(["what a lovely film"])
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from core.errors import PlainError
from core.files.atomic import write_atomically
from core.files.strict_json import Bounds, decode_json
from core.files.text import read_bytes
from core.files.wording import complaint
from core.learners.declaration import Boosting, Counting, Learner
from core.measure import probabilities
from core.recording import label_scores
from core.rows import Floats, frozen_array
from core.run import Moment
from core.text_words import feature_weights
from core.texts import TextReading

FORMAT = "perceptarium model"
VERSION = 1
MOST_BYTES = 100_000_000
MOST_FEATURES = 1_000_000
MOST_NUMBERS = 8_000_000
_BOUNDS = Bounds(lists=MOST_FEATURES + 100, texts=2 * MOST_FEATURES + 1_000)


class _Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    version: int
    class_names: tuple[str, ...]
    learner: str
    parameters: dict[str, float | int | bool | str]
    readout: str
    probabilistic: bool
    reading: dict[str, Any]
    feature_names: tuple[str, ...]  # for a reader of the file; the reading says them again
    bias: tuple[float, ...]  # one per weight vector: one for two classes
    weights: tuple[tuple[float, ...], ...]  # a line per feature


@dataclass(frozen=True, eq=False)
class Model:
    """Weights with the reading they belong to. Two classes share one weight vector."""

    class_names: tuple[str, ...]
    reading: TextReading
    weights: Floats  # [features, heads]
    bias: Floats  # [heads]
    learner: str
    readout: str = "last"
    probabilistic: bool = False
    parameters: dict[str, float | int | bool | str] | None = None

    @classmethod
    def of(cls, moment: Moment, readout: str = "last") -> Model:
        """The model that a run has become; PlainError when it is no weighted sum of features."""
        run = moment.run
        if run.dataset.reading is None:
            raise PlainError("Only models of texts can be saved.")
        check_savable(run.learner, readout)
        weights = feature_weights(moment, readout)
        assert weights is not None
        if not np.isfinite(weights).all():
            raise PlainError("The weights are beyond all numbers, and cannot be saved.")
        whole = moment.weights(readout)
        bias = whole[-1] if len(whole) > len(weights) else np.zeros(weights.shape[1])
        return cls(
            run.dataset.class_names,
            run.dataset.reading,
            frozen_array(weights, np.float64),
            frozen_array(bias, np.float64),
            run.learner.name,
            readout,
            run.learner.probabilistic,
            dict(run.parameters),
        )

    def predict(self, texts: Sequence[str]) -> list[str]:
        """The best class of each text."""
        return [self.class_names[k] for k in self.scores(texts).argmax(axis=1)]

    def scores(self, texts: Sequence[str]) -> Floats:
        """[texts, classes]."""
        rows = self.reading.rows(texts)
        text = np.repeat(np.arange(len(rows)), np.diff(rows.starts))
        sums = np.tile(self.bias, (len(rows), 1))
        for head in range(self.weights.shape[1]):
            parts = rows.values * self.weights[rows.columns, head]
            sums[:, head] += np.bincount(text, parts, len(rows))
        return label_scores(sums)

    def probabilities(self, texts: Sequence[str]) -> Floats | None:
        """[texts, classes], where the learner has them."""
        return probabilities(self.scores(texts)) if self.probabilistic else None

    def contributions(self, text: str) -> list[tuple[str, tuple[float, ...]]]:
        """What each feature of a text, and the bias, adds to each class; the strongest first."""
        columns, values = self.reading.rows([text]).row(0)
        parts = np.vstack([values[:, None] * self.weights[columns], self.bias])
        parts = label_scores(parts)
        names = [*(self.reading.feature_names[k] for k in columns), "bias"]
        spread = parts.max(axis=1) - parts.min(axis=1)
        ranked = np.argsort(-spread, kind="stable")
        return [(names[k], tuple(parts[k].tolist())) for k in ranked if spread[k] > 0.0]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file whole, or leave what is there untouched."""
        write_atomically(path, self.encode())

    def encode(self) -> bytes:
        """The bytes of the file; refuses what could not be loaded again."""
        if len(self.weights) > MOST_FEATURES:
            raise PlainError(f"A model with more than {MOST_FEATURES:,} features cannot be saved.")
        written = _Written(
            FORMAT,
            VERSION,
            self.class_names,
            self.learner,
            self.parameters or {},
            self.readout,
            self.probabilistic,
            self.reading.to_json(),
            self.reading.feature_names,
            tuple(self.bias.tolist()),
            tuple(map(tuple, self.weights.tolist())),
        )
        # Half a character, which a text can hold, is the only thing replaced.
        data = _encoded(msgspec.to_builtins(written))
        if len(data) > MOST_BYTES or data.count(b",") > MOST_NUMBERS:
            raise PlainError("The model is too large for a file; keep fewer features.")
        return data

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Model:
        """The model in a file, checked throughout."""
        return cls.decode(read_bytes(path, MOST_BYTES), Path(path).name)

    @classmethod
    def decode(cls, data: bytes, name: str) -> Model:
        """The model in the bytes of a file; the name is for the error sentence."""
        if len(data) > MOST_BYTES or data.count(b",") > MOST_NUMBERS:
            raise complaint(name, f"expected at most {MOST_FEATURES:,} features, found more.")
        head = decode_json(data, name, _Head, bounds=_BOUNDS)
        if head.format != FORMAT:
            raise complaint(name, "expected a model of Perceptarium, found something else.")
        if head.version != VERSION:
            raise complaint(name, f"there is no version {head.version} of model files yet.")
        written = decode_json(data, name, _Written, bounds=_BOUNDS)
        try:
            reading = TextReading.from_json(written.reading)
        except PlainError as error:
            raise complaint(name, str(error)) from None
        heads = 1 if len(written.class_names) == 2 else len(written.class_names)
        lines = written.weights
        if (
            len(written.class_names) < 2
            or len(lines) != reading.width
            or any(len(line) != heads for line in (written.bias, *lines))
        ):
            raise complaint(name, "its weights do not fit its classes and features.")
        return cls(
            written.class_names,
            reading,
            frozen_array(np.array(lines, np.float64).reshape(-1, heads), np.float64),
            frozen_array(written.bias, np.float64),
            written.learner,
            written.readout,
            written.probabilistic,
            written.parameters,
        )


class _Head(msgspec.Struct, frozen=True):
    format: str = ""
    version: int = 0


def check_savable(learner: Learner, readout: str) -> None:
    """PlainError unless this learner, so read, is a weight for each feature."""
    method = learner.method
    bells = isinstance(method, Counting) and method.model != "multinomial"
    if readout == "voted" or isinstance(method, Boosting) or bells:
        how = " read as a vote" if readout == "voted" else ""
        raise PlainError(f"{learner.title}{how} has no weight for each word, and cannot be saved.")


def is_model(data: bytes) -> bool:
    """Do these bytes begin like a model?"""
    return FORMAT.encode() in data[:200]


def _encoded(content: dict[str, Any]) -> bytes:
    import json

    lines = (
        f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False, allow_nan=False)}"
        for key, value in content.items()
    )
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode(errors="replace")
