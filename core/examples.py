"""Examples before it is decided which of them are held out."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.dataset import Dataset
from core.errors import PlainError
from core.experiment import TextFeatures, TextsData
from core.rows import Ints, frozen_array


class Examples(Protocol):
    """What a dataset offers, too: it can hold out any of its examples."""

    @property
    def labels(self) -> Ints: ...

    @property
    def class_names(self) -> tuple[str, ...]: ...

    def holding_out(self, mask: NDArray[np.bool_]) -> Dataset:
        """All examples, exactly these held out."""
        ...

    def __len__(self) -> int: ...


class TextExamples:
    """Texts, whose features are only known when it is known which texts are for training."""

    def __init__(self, data: TextsData, choice: TextFeatures) -> None:
        from core.texts.reading import ReadableTexts

        if len(data.texts) != len(data.labels):
            raise PlainError(f"There are {len(data.texts)} texts but {len(data.labels)} labels.")
        self._texts = data.texts
        self.class_names = data.class_names
        self.labels: Ints = frozen_array(data.labels, np.int32)
        self._readable = ReadableTexts(data.texts, choice)

    def __len__(self) -> int:
        return len(self._texts)

    def holding_out(self, mask: NDArray[np.bool_]) -> Dataset:
        """The texts read by the words of those that are not held out."""
        reading, rows = self._readable.reading(~mask)
        return Dataset(
            rows,
            self.labels,
            self.class_names,
            reading.feature_names,
            items=self._texts,
            held_out=mask,
            reading=reading,
        )
