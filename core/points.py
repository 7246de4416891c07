"""Points on the plane with their labels: what a person draws, before any feature map."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.errors import PlainError
from core.rows import Floats, Ints, frozen_array

MOST_CLASSES = 8
DEFAULT_CLASS_NAMES = ("A", "B", "C", "D", "E", "F", "G", "H")


@dataclass(frozen=True, eq=False)
class Points:
    """Immutable labelled points; `labels` index into `class_names`. No points at all is fine."""

    xy: Floats  # [n, 2]
    labels: Ints  # [n]
    class_names: tuple[str, ...] = DEFAULT_CLASS_NAMES[:2]

    def __post_init__(self) -> None:
        xy = frozen_array(self.xy, np.float64).reshape(-1, 2)
        labels = frozen_array(self.labels, np.int32)
        object.__setattr__(self, "xy", xy)
        object.__setattr__(self, "labels", labels)
        object.__setattr__(self, "class_names", tuple(self.class_names))
        if not np.isfinite(xy).all():
            raise PlainError("A point has a coordinate that is not a finite number.")
        if len(labels) != len(xy):
            raise PlainError(f"There are {len(xy)} points but {len(labels)} labels.")
        if not 2 <= len(self.class_names) <= MOST_CLASSES:
            raise PlainError(
                f"Points have 2 to {MOST_CLASSES} classes, not {len(self.class_names)}."
            )
        if len(labels) and not (labels.min() >= 0 and labels.max() < len(self.class_names)):
            raise PlainError("A label does not name one of the classes.")

    def __len__(self) -> int:
        return len(self.labels)
