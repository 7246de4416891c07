"""The dataset that learners learn from: features, labels, names, source items and the split."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.errors import PlainError
from core.points import Points
from core.rows import Floats, Ints, Rows, freeze_arrays, frozen_array
from core.split import held_out_mask

if TYPE_CHECKING:
    from core.feature_maps import FeatureMap
    from core.texts import TextReading

MOST_CLASSES = 50


@dataclass(frozen=True, eq=False)
class Dataset:
    """Immutable. `rows` are the features without the bias, which a run adds when it is on.

    `items` are what the rows were made of, for showing: points [n, 2], table rows [n, columns],
    texts, or nothing.
    """

    rows: Rows
    labels: Ints  # [n], indices into class_names
    class_names: tuple[str, ...]
    feature_names: tuple[str, ...]
    items: Floats | tuple[str, ...] | None = None
    held_out: NDArray[np.bool_] | None = None  # [n]; None: all are for training
    reading: TextReading | None = None  # how texts became rows; its words come from training texts

    def __post_init__(self) -> None:
        labels = frozen_array(self.labels, np.int32)
        mask = np.zeros(len(labels), np.bool_) if self.held_out is None else self.held_out
        object.__setattr__(self, "labels", labels)
        object.__setattr__(self, "held_out", frozen_array(mask, np.bool_))
        if len(labels) != len(self.rows) or len(mask) != len(labels):
            raise PlainError(f"There are {len(self.rows)} examples but {len(labels)} labels.")
        if not 2 <= len(self.class_names) <= MOST_CLASSES:
            raise PlainError(
                f"A dataset has 2 to {MOST_CLASSES} classes; this one has {len(self.class_names)}."
            )
        if len(labels) and not (labels.min() >= 0 and labels.max() < len(self.class_names)):
            raise PlainError("A label does not name one of the classes.")
        if len(self.feature_names) != self.rows.width:
            raise PlainError(
                f"There are {self.rows.width} features but {len(self.feature_names)} names."
            )

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        freeze_arrays(state.values())

    @classmethod
    def from_points(cls, points: Points, feature_map: FeatureMap | None = None) -> Dataset:
        """Points seen through a feature map (plain x and y without one)."""
        if feature_map is None:
            from core.feature_maps import plain

            feature_map = plain()
        return cls(
            Rows.from_dense(feature_map.transform(points.xy)),
            points.labels,
            points.class_names,
            feature_map.feature_names,
            items=points.xy,
        )

    @classmethod
    def from_table(
        cls,
        table: ArrayLike,
        labels: Sequence[Any] | NDArray[Any],
        column_names: Sequence[str] | None = None,
        class_names: Sequence[str] | None = None,
    ) -> Dataset:
        """A numeric table with any number of columns and one label per row."""
        rows = Rows.from_dense(table)
        names = column_names or [f"x{j + 1}" for j in range(rows.width)]
        numbers, classes = number_labels(labels, class_names)
        items = frozen_array(table, np.float64)
        return cls(rows, numbers, classes, tuple(names), items=items)

    @classmethod
    def from_dictionaries(
        cls,
        examples: Sequence[Mapping[str, float]],
        labels: Sequence[Any] | NDArray[Any],
        class_names: Sequence[str] | None = None,
        items: tuple[str, ...] | None = None,
    ) -> Dataset:
        """Feature name to value, one mapping per example; features in order of first appearance."""
        numbering: dict[str, int] = {}
        starts = [0]
        columns: list[int] = []
        values: list[float] = []
        for example in examples:
            found = sorted((numbering.setdefault(k, len(numbering)), v) for k, v in example.items())
            columns += [j for j, v in found if v != 0]
            values += [float(v) for _, v in found if v != 0]
            starts.append(len(columns))
        if not np.isfinite(values).all():
            raise PlainError("The data hold a value that is not a finite number.")
        rows = Rows(
            frozen_array(starts, np.int64),
            frozen_array(columns, np.int32),
            frozen_array(values, np.float64),
            len(numbering),
        )
        numbers, classes = number_labels(labels, class_names)
        return cls(rows, numbers, classes, tuple(numbering), items=items)

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def classes(self) -> int:
        return len(self.class_names)

    @property
    def training(self) -> NDArray[np.int64]:
        """Indices of the examples to learn from."""
        return np.flatnonzero(~self.held_out_rows)

    @property
    def held_out_rows(self) -> NDArray[np.bool_]:
        assert self.held_out is not None
        return self.held_out

    def split(self, fraction: float, seed: int = 0) -> Dataset:
        """The same examples with this fraction held out, stratified by class."""
        return replace(self, held_out=held_out_mask(self.labels, fraction, seed))

    def holding_out(self, mask: NDArray[np.bool_]) -> Dataset:
        """The same examples with exactly these held out."""
        return replace(self, held_out=mask)


def number_labels(
    labels: Sequence[Any] | NDArray[Any], class_names: Sequence[str] | None = None
) -> tuple[Ints, tuple[str, ...]]:
    """Labels as indices into the class names, which are sorted when not given.

    Whole numbers sort by value, everything else as text.
    """
    texts = [str(label) for label in labels]
    if class_names is None:
        class_names = sorted(set(texts), key=_label_order)
    number = {name: k for k, name in enumerate(class_names)}
    unknown = next((text for text in texts if text not in number), None)
    if unknown is not None:
        raise PlainError(f"The label “{unknown}” is not one of the classes.")
    return frozen_array([number[text] for text in texts], np.int32), tuple(class_names)


def _label_order(name: str) -> tuple[int, float, str]:
    try:
        number = float(name)
    except ValueError:
        number = math.nan
    # “nan” sorts as text too: it has no place among numbers.
    return (1, 0.0, name) if math.isnan(number) else (0, number, name)
