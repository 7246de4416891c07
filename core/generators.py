"""Toy data: named, seeded sets of points, each made to show one thing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.errors import PlainError
from core.parameters import Real, Whole
from core.points import DEFAULT_CLASS_NAMES, Points
from core.rows import Floats

COUNT = Whole("n", "Points", 200, 1, 10_000, "how many points in all", log=True)
NOISE = Real("noise", "Noise", 0.0, 0.0, 1.0, "how untidy the picture is", decimals=2)
SEED = Whole("seed", "Seed", 0, 0, 2**31 - 1, "another seed, other points of the same kind")
REACH = 3.0  # all points lie in [-REACH, REACH] in both directions

Counts: TypeAlias = list[int]
# Draws count[k] points of each class k, class by class, with a noise in 0..1: [n, 2]
Draw: TypeAlias = "Callable[[np.random.Generator, Counts, float], Floats]"
Keep: TypeAlias = Callable[[Floats, int], NDArray[np.bool_]]

DECIMALS = 4  # of toy points: numbers that one can calculate with by hand


@dataclass(frozen=True)
class Toy:
    """A kind of toy data, as a menu shows it and as it is drawn."""

    name: str
    title: str
    help: str
    noise_help: str  # what more noise does to the picture
    noise: float  # by default
    draw: Draw
    fewest_classes: int = 2
    most_classes: int = 2
    order: Literal["shuffled", "by class", "last stays"] = "shuffled"


def make_points(
    name: str,
    n: int = 200,
    noise: float | None = None,
    balance: float | None = None,
    classes: int = 2,
    seed: int = 0,
) -> Points:
    """Exactly n points of the named kind; the same arguments always give the same points.

    `balance` is the share of the first class; the others share the rest evenly.
    """
    toy = toy_named(name)
    n, seed = COUNT.check(n), SEED.check(seed)
    noise = NOISE.check(toy.noise if noise is None else noise)
    _check_classes(toy, classes)
    counts = class_counts(n, balance, classes)
    random = np.random.default_rng(seed)
    xy = toy.draw(random, counts, noise)
    labels = np.repeat(np.arange(classes, dtype=np.int32), counts)
    order = np.arange(n)
    if toy.order != "by class":
        moving = n - 1 if toy.order == "last stays" else n
        order[:moving] = random.permutation(moving)
    return Points(xy[order].round(DECIMALS), labels[order], DEFAULT_CLASS_NAMES[:classes])


def toy_named(name: str) -> Toy:
    """The kind of toy data with this name."""
    for toy in TOYS:
        if toy.name == name:
            return toy
    known = ", ".join(toy.name for toy in TOYS)
    raise PlainError(f"There is no toy data “{name}”; there are: {known}.")


def class_counts(n: int, balance: float | None, classes: int) -> Counts:
    """How many points each class gets: whole numbers of sum n, by largest remainder."""
    first = 1.0 / classes if balance is None else balance
    if not 0.0 < first < 1.0:
        raise PlainError(f"balance must be above 0 and below 1, not {first:g}.")
    shares = np.full(classes, (1.0 - first) / (classes - 1))
    shares[0] = first
    # Rounding away the last digits keeps ties ties: 0.3 · 10 must not beat 3.
    exact = np.round(shares * n, 9)
    counts = np.floor(exact).astype(int)
    largest = np.argsort(counts - exact, kind="stable")
    counts[largest[: n - counts.sum()]] += 1
    return [int(count) for count in counts]


def _check_classes(toy: Toy, classes: int) -> None:
    low, high = toy.fewest_classes, toy.most_classes
    if not low <= classes <= high:
        wanted = f"{low} classes" if low == high else f"{low} to {high} classes"
        raise PlainError(f"The toy data “{toy.name}” have {wanted}, not {classes}.")


def _blobs(random: np.random.Generator, counts: Counts, noise: float) -> Floats:
    """Round clouds; what would come too near to another class's part of the plane is redrawn.

    Class k's part is where centre[k] has the largest product with the point, seen from the
    middle of all centres: a linear rule, so the classes are separable for any noise.
    """
    middle = random.uniform(-0.5, 0.5, 2)
    directions = _directions(len(counts), random.uniform(0.0, 2.0 * np.pi))

    def keep(xy: Floats, k: int) -> NDArray[np.bool_]:
        products = (xy - middle) @ directions.T
        rivals = np.delete(products, k, axis=1).max(axis=1)
        return np.asarray(products[:, k] - rivals > 0.25)

    return _clouds(random, counts, middle + 1.7 * directions, 0.1 + 0.7 * noise, keep)


def _overlap(random: np.random.Generator, counts: Counts, noise: float) -> Floats:
    centres = 1.1 * _directions(len(counts), random.uniform(0.0, 2.0 * np.pi))
    return _clouds(random, counts, centres, 0.45 + 0.6 * noise)


def _moons(random: np.random.Generator, counts: Counts, noise: float) -> Floats:
    upper, lower = (np.pi * _evenly(count) for count in counts)
    moons = [
        np.stack([1.5 * np.cos(upper) - 0.75, 1.5 * np.sin(upper) - 0.4], axis=1),
        np.stack([0.75 - 1.5 * np.cos(lower), 0.4 - 1.5 * np.sin(lower)], axis=1),
    ]
    return _shaken(random, np.concatenate(moons), 0.7 * noise)


def _circles(random: np.random.Generator, counts: Counts, noise: float) -> Floats:
    radii = np.repeat([1.1, 2.2], counts)
    angles = np.concatenate([2.0 * np.pi * random.random(count) for count in counts])
    circles = radii[:, None] * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return _shaken(random, circles, 0.7 * noise)


def _xor(random: np.random.Generator, counts: Counts, noise: float) -> Floats:
    side = np.concatenate([np.where(np.arange(count) % 2, 1.0, -1.0) for count in counts])
    turn = np.repeat([1.0, -1.0], counts)
    inside = random.uniform(0.3, 2.5, (len(side), 2))
    return _shaken(random, inside * np.stack([side, side * turn], axis=1), 0.5 * noise)


def _spiral(random: np.random.Generator, counts: Counts, noise: float) -> Floats:
    along = np.concatenate([_evenly(count) for count in counts])
    arms = np.repeat(np.arange(len(counts)), counts) * (2.0 * np.pi / len(counts))
    angles = arms + 2.5 * np.pi * along
    spiral = (0.3 + 2.4 * along)[:, None] * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return _shaken(random, spiral, 0.5 * noise)


def _checkerboard(random: np.random.Generator, counts: Counts, noise: float) -> Floats:
    columns, rows = np.divmod(np.arange(16), 4)
    squares = []
    for k, count in enumerate(counts):
        own = np.flatnonzero((columns + rows) % 2 == k)
        squares.append(own[np.arange(count) % len(own)])
    corner = np.stack([columns, rows], axis=1)[np.concatenate(squares)]
    inside = random.uniform(0.05, 0.95, corner.shape)
    return _shaken(random, 1.4 * (corner + inside - 2.0), 0.5 * noise)


def _bad_example(random: np.random.Generator, counts: Counts, noise: float) -> Floats:
    """Clean blobs, but the very last point lies among the other class."""
    xy = _blobs(random, counts, noise)
    own = 1 if counts[1] else 0
    others = xy[: counts[0]] if own else xy[:0]
    if len(others):
        # Halfway from the other class's mean to its farthest point: sure to be inside its hull.
        mean = others.mean(axis=0)
        away = others[np.square(others - xy[-1]).sum(axis=1).argmax()]
        xy[-1] = (mean + away) / 2.0
    return xy


def _thin_margin(random: np.random.Generator, counts: Counts, noise: float) -> Floats:
    """Two half discs along a slanted line, exactly as far apart as the gap."""
    gap = 0.4 * 0.01**noise
    angle = random.uniform(0.0, 2.0 * np.pi)
    normal = np.array([np.cos(angle), np.sin(angle)])
    along = np.array([-normal[1], normal[0]])
    # A point of one class faces two of the other across the gap: no other line has more room.
    edges = (np.array([0.0]), np.array([-2.0, 2.0]))
    halves = []
    for side, count, edge in zip((-1.0, 1.0), counts, edges, strict=True):
        radius, turn = np.sqrt(random.random(count)), np.pi * random.random(count)
        depth, place = 2.2 * radius * np.sin(turn), 2.4 * radius * np.cos(turn)
        depth[: len(edge)], place[: len(edge)] = 0.0, edge[:count]
        across = side * (gap / 2.0 + depth)
        halves.append(across[:, None] * normal + place[:, None] * along)
    return np.concatenate(halves)


def _directions(classes: int, start: float) -> Floats:
    angles = start + 2.0 * np.pi * np.arange(classes) / classes
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _evenly(count: int) -> Floats:
    """Positions from 0 to 1; a single one is in the middle."""
    return (np.arange(count) + 0.5) / max(count, 1)


def _shaken(random: np.random.Generator, xy: Floats, spread: float) -> Floats:
    """Each point moved a little at random, but not out of the picture."""
    return np.clip(xy + spread * random.standard_normal(xy.shape), -REACH, REACH)


def _clouds(
    random: np.random.Generator,
    counts: Counts,
    centres: Floats,
    spread: float,
    keep: Keep = lambda xy, k: np.ones(len(xy), np.bool_),
) -> Floats:
    """Normal clouds around the centres; points out of the picture or not to keep are redrawn."""
    clouds = []
    for k, count in enumerate(counts):
        cloud = np.empty((0, 2))
        while len(cloud) < count:
            more = centres[k] + spread * random.standard_normal((2 * count + 8, 2))
            inside = (np.abs(more) <= REACH).all(axis=1)
            cloud = np.concatenate([cloud, more[inside & keep(more, k)]])
        clouds.append(cloud[:count])
    return np.concatenate(clouds)


_WIDER = "how wide the clouds are"
_SHAKEN = "how far points are shaken off the clean shape"

TOYS: tuple[Toy, ...] = (
    Toy(
        "blobs",
        "Separable blobs",
        "Round clouds that straight lines separate, however wide they are.",
        _WIDER,
        0.4,
        _blobs,
        most_classes=5,
    ),
    Toy(
        "overlap",
        "Overlapping blobs",
        "Round clouds that run into each other: no line gets every point right.",
        _WIDER,
        0.3,
        _overlap,
        most_classes=5,
    ),
    Toy("moons", "Moons", "Two half circles that reach into each other.", _SHAKEN, 0.15, _moons),
    Toy("circles", "Circles", "A ring around a ring.", _SHAKEN, 0.15, _circles),
    Toy("xor", "Xor", "Opposite corners belong together.", _SHAKEN, 0.1, _xor),
    Toy(
        "spiral",
        "Spiral",
        "Arms wound around each other.",
        _SHAKEN,
        0.1,
        _spiral,
        most_classes=5,
    ),
    Toy("checkerboard", "Checkerboard", "Four by four squares.", _SHAKEN, 0.0, _checkerboard),
    Toy(
        "bad-example",
        "One bad example",
        "Two clean blobs, and a last point that lies among the wrong class.",
        _WIDER,
        0.4,
        _bad_example,
        order="last stays",
    ),
    Toy(
        "sorted",
        "Sorted by class",
        "Separable blobs, all of the first class before any of the second.",
        _WIDER,
        0.4,
        _blobs,
        order="by class",
    ),
    Toy(
        "thin-margin",
        "Thin margin",
        "Separable, but with hardly any room between the classes.",
        "how thin the gap is, from 0.4 down to 0.004",
        0.5,
        _thin_margin,
    ),
)
