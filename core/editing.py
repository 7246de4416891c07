"""Changes to drawn points and to classes, each a new value: the old one stays as it was."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeVar

from msgspec.structs import replace

from core.errors import PlainError
from core.experiment import PointsData, TextsData
from core.points import DEFAULT_CLASS_NAMES, MOST_CLASSES

MOST_POINTS = 10_000
LONGEST_NAME = 200
FINEST = 12  # decimals of a point that was moved

Named = TypeVar("Named", bound=PointsData | TextsData)


def add_points(data: PointsData, spots: Sequence[tuple[float, float]], label: int) -> PointsData:
    """These points, of this class, behind the others; no more than MOST_POINTS in all."""
    spots = tuple(spots)[: max(MOST_POINTS - len(data.xy), 0)]
    return replace(data, xy=data.xy + spots, labels=data.labels + (label,) * len(spots))


def move_points(data: PointsData, chosen: Collection[int], dx: float, dy: float) -> PointsData:
    """The chosen points shifted; 0.1 + 0.2 is 0.3 here."""
    xy = list(data.xy)
    for i in chosen:
        x, y = xy[i]
        xy[i] = (round(x + dx, FINEST), round(y + dy, FINEST))
    return replace(data, xy=tuple(xy))


def remove_points(data: PointsData, chosen: Collection[int]) -> PointsData:
    """All but the chosen points."""
    gone = set(chosen)
    kept = [i for i in range(len(data.xy)) if i not in gone]
    return replace(
        data, xy=tuple(data.xy[i] for i in kept), labels=tuple(data.labels[i] for i in kept)
    )


def relabel_points(data: PointsData, chosen: Collection[int], label: int) -> PointsData:
    """The chosen points moved into a class."""
    moved = set(chosen)
    labels = tuple(label if i in moved else old for i, old in enumerate(data.labels))
    return replace(data, labels=labels)


def add_class(data: PointsData) -> PointsData:
    """One more class, with the first letter that is free."""
    names = data.class_names
    if len(names) >= MOST_CLASSES:
        raise PlainError(f"There may be {MOST_CLASSES} classes at most.")
    free = next(name for name in DEFAULT_CLASS_NAMES if name not in names)
    return replace(data, class_names=(*names, free))


def rename_class(data: Named, index: int, name: str) -> Named:
    """Another name for a class; names are not empty, not too long, and differ."""
    name = " ".join(name.split())
    if not name:
        raise PlainError("A class needs a name.")
    if len(name) > LONGEST_NAME:
        raise PlainError(f"A class name may have {LONGEST_NAME} characters at most.")
    others = data.class_names[:index] + data.class_names[index + 1 :]
    if name in others:
        raise PlainError(f"There is already a class “{name}”.")
    names = (*data.class_names[:index], name, *data.class_names[index + 1 :])
    return replace(data, class_names=names)


def remove_class(data: PointsData, index: int) -> PointsData:
    """Without a class and its points; the classes behind it move up. Two always stay."""
    if len(data.class_names) <= 2:
        raise PlainError("Two classes are the fewest there can be.")
    members = [i for i, label in enumerate(data.labels) if label == index]
    rest = remove_points(data, members)
    names = data.class_names[:index] + data.class_names[index + 1 :]
    labels = tuple(label - (label > index) for label in rest.labels)
    return replace(rest, labels=labels, class_names=names)
