"""A fitted reading of texts: which features there are, and what a text becomes in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from core.errors import PlainError
from core.experiment import TextFeatures
from core.rows import Floats, Rows, frozen_array
from core.texts.buckets import bucket, counted_in_buckets
from core.texts.checks import check_choice, nothing_left
from core.texts.counted import CountedTexts, Counts, Known, counted_as
from core.texts.cues import CUES, cue_marks, cue_rows
from core.texts.grams import CharacterGrams, WordGrams, grams_of
from core.texts.spans import Mark


class _Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A reading as plain data."""

    choice: TextFeatures
    grams: tuple[str, ...] = ()
    rarity: tuple[float, ...] | None = None


@dataclass(frozen=True, eq=False)
class TextReading:
    """Immutable. Features are sorted by name; their names come from the training texts alone.

    tf-idf is the count times ln((1 + n) / (1 + texts that hold it)) + 1, over n training texts,
    as in scikit-learn.
    """

    choice: TextFeatures
    grams: tuple[str, ...] = ()  # as they are looked up; none for cues and buckets
    rarity: Floats | None = None  # the second factor of tf-idf, per feature

    @classmethod
    def fit(cls, texts: Sequence[str], choice: TextFeatures) -> TextReading:
        """The reading whose features are those of these texts."""
        return ReadableTexts(texts, choice).reading()[0]

    @classmethod
    def from_json(cls, written: Any) -> TextReading:
        """From what `to_json` gave; PlainError when it cannot have been that."""
        try:
            found = msgspec.convert(written, _Written)
        except msgspec.ValidationError as error:
            raise PlainError(f"This is no saved reading of texts: {error}.") from None
        check_choice(found.choice)
        rarity = None if found.rarity is None else frozen_array(found.rarity, np.float64)
        reading = cls(found.choice, found.grams, rarity)
        if len(set(found.grams)) != len(found.grams):
            raise PlainError("This is no saved reading of texts: a feature is there twice.")
        wanted = reading.width if found.choice.values == "tf-idf" and not reading.of_cues else None
        if (None if rarity is None else len(rarity)) != wanted:
            raise PlainError("This is no saved reading of texts: its tf-idf does not fit.")
        return reading

    def to_json(self) -> dict[str, Any]:
        """Plain data for a file."""
        rarity = None if self.rarity is None else tuple(self.rarity.tolist())
        written: dict[str, Any] = msgspec.to_builtins(_Written(self.choice, self.grams, rarity))
        return written

    @property
    def of_cues(self) -> bool:
        return self.choice.unit == "cues"

    @property
    def width(self) -> int:
        """How many features there are."""
        return len(CUES) if self.of_cues else self.choice.buckets or len(self.grams)

    @cached_property
    def feature_names(self) -> tuple[str, ...]:
        if self.of_cues:
            return CUES
        if self.choice.buckets is not None:
            return tuple(f"bucket {k}" for k in range(self.choice.buckets))
        return tuple(map(self._maker.shown, self.grams))

    def rows(self, texts: Sequence[str]) -> Rows:
        """What these texts become; features that are not known are dropped."""
        if self.of_cues:
            return cue_rows(texts)
        if self.choice.buckets is not None:
            return self.valued(counted_in_buckets(texts, self._maker, self.choice.buckets))
        return self.valued(counted_as(texts, self._maker, self._numbers))

    def marks(self, text: str) -> tuple[Mark, ...]:
        """The words (or characters) of the text in order, each with the features it is part of."""
        if self.of_cues:
            return cue_marks(text)
        pieces = self._maker.pieces(text)
        counting = [k for k, piece in enumerate(pieces) if piece.name is not None]
        parts: list[set[int]] = [set() for _ in pieces]
        for run, gram in self._maker.placed([pieces[k].name or "" for k in counting]):
            feature = self._number(gram)
            if feature is not None:
                for place in run:
                    parts[counting[place]].add(feature)
        return _joined([(p.start, p.end, found) for p, found in zip(pieces, parts, strict=True)])

    def valued(self, counts: Counts) -> Rows:
        """Counts as the values that were chosen."""
        values = counts.counts
        if self.choice.values == "presence":
            values = np.ones_like(values)
        elif self.rarity is not None:
            values = values * self.rarity[counts.columns]
        if self.choice.unit_length:
            lengths = np.diff(counts.starts)
            text = np.repeat(np.arange(len(lengths)), lengths)
            values = values / np.sqrt(np.bincount(text, values**2, len(lengths)))[text]
        return Rows(
            frozen_array(counts.starts, np.int64),
            frozen_array(counts.columns, np.int32),
            frozen_array(values, np.float64),
            self.width,
        )

    @cached_property
    def _maker(self) -> WordGrams | CharacterGrams:
        return grams_of(self.choice)

    @cached_property
    def _numbers(self) -> Known:
        return Known(zip(self.grams, range(len(self.grams)), strict=True))

    def _number(self, gram: str) -> int | None:
        if self.choice.buckets is not None:
            return bucket(gram, self.choice.buckets)
        return self._numbers.get(gram)


class ReadableTexts:
    """Texts that are taken apart once, and can then be read with any of them as training."""

    def __init__(self, texts: Sequence[str], choice: TextFeatures) -> None:
        check_choice(choice)
        self._texts, self._choice = texts, choice
        self._counted: CountedTexts | None = None
        if choice.unit != "cues" and choice.buckets is None:
            self._counted = CountedTexts.of(texts, grams_of(choice))

    def reading(self, training: NDArray[np.bool_] | None = None) -> tuple[TextReading, Rows]:
        """The reading that the training texts (all by default) give, and all texts read by it."""
        choice = self._choice
        if training is None:
            training = np.ones(len(self._texts), np.bool_)
        if choice.unit == "cues":
            return TextReading(choice), cue_rows(self._texts)
        if self._counted is None:
            assert choice.buckets is not None
            counts = counted_in_buckets(self._texts, grams_of(choice), choice.buckets)
            among = np.repeat(training, np.diff(counts.starts))
            documents = np.bincount(counts.columns[among], minlength=choice.buckets)
            reading = TextReading(choice, rarity=_rarity(choice, documents, training))
            return reading, reading.valued(counts)
        return self._fitted(self._counted, training)

    def _fitted(
        self, counted: CountedTexts, training: NDArray[np.bool_]
    ) -> tuple[TextReading, Rows]:
        documents, occurrences = counted.frequencies(training)
        kept = _kept(self._choice, documents, occurrences)
        if training.any() and not kept.any():
            raise nothing_left(self._choice, bool(documents.any()))
        grams = tuple(compress(counted.grams, kept))
        reading = TextReading(self._choice, grams, _rarity(self._choice, documents[kept], training))
        return reading, reading.valued(counted.counts.of_columns(kept))


def _kept(
    choice: TextFeatures, documents: NDArray[np.int64], occurrences: Floats
) -> NDArray[np.bool_]:
    """Which features are kept; of equally frequent ones those whose names come first."""
    kept = (documents >= max(choice.least_documents, 1)) & (occurrences >= choice.least_count)
    if choice.most_features is not None:
        candidates = np.flatnonzero(kept)
        ranked = candidates[np.argsort(-occurrences[candidates], kind="stable")]
        kept[ranked[choice.most_features :]] = False
    return kept


def _rarity(
    choice: TextFeatures, documents: NDArray[np.int64], training: NDArray[np.bool_]
) -> Floats | None:
    if choice.values != "tf-idf":
        return None
    return frozen_array(np.log((1.0 + training.sum()) / (1.0 + documents)) + 1.0, np.float64)


def _joined(found: Sequence[tuple[int, int, set[int]]]) -> tuple[Mark, ...]:
    """Pieces of one and the same character become one mark."""
    marks: list[Mark] = []
    for start, end, features in found:
        if marks and marks[-1].end > start:
            last = marks.pop()
            start, features = last.start, features | set(last.features)
        marks.append(Mark(start, end, tuple(sorted(features))))
    return tuple(marks)
