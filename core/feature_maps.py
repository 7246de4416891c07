"""Feature maps for points: what a linear classifier sees of x and y."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from core.errors import PlainError
from core.parameters import Real, Whole
from core.rows import Floats

if TYPE_CHECKING:
    from core.experiment import FeatureMapChoice

COMPONENTS = Whole("components", "Waves", 100, 1, 2000, "how many random waves", log=True)
GAMMA = Real(
    "gamma", "Gamma", 1.0, 0.0001, 10_000.0, "how fine the waves are: higher is finer", log=True
)
SEED = Whole("seed", "Seed", 0, 0, 2**31 - 1, "another seed, other waves")


@dataclass(frozen=True)
class FeatureMapKind:
    """A feature map as a menu shows it."""

    name: str
    title: str
    help: str


FEATURE_MAPS: tuple[FeatureMapKind, ...] = (
    FeatureMapKind("plain", "Plain", "x and y as they are: boundaries are straight lines."),
    FeatureMapKind(
        "quadratic", "Quadratic", "Adds x², xy and y²: boundaries are ellipses and hyperbolas."
    ),
    FeatureMapKind("cubic", "Cubic", "All products up to the third power: wavier boundaries."),
    FeatureMapKind(
        "random-fourier",
        "Random Fourier",
        "Random cosine waves that imitate a Gaussian kernel: boundaries of almost any shape.",
    ),
)


@dataclass(frozen=True)
class FeatureMap:
    """Turns points [n, 2] into features [n, D]; the bias is not among them."""

    name: str
    title: str
    feature_names: tuple[str, ...]
    formula: Callable[[Floats], Floats]

    @property
    def linear(self) -> bool:
        """Whether a linear classifier's boundary is a straight line on the plane."""
        return self.name == "plain"

    def transform(self, xy: Floats) -> Floats:
        """The features of every point; refuses points whose features are not finite numbers."""
        points = np.asarray(xy, np.float64).reshape(-1, 2)
        with np.errstate(over="ignore", invalid="ignore"):
            features = self.formula(points)
        if not np.isfinite(features).all():
            raise PlainError(
                f"A point is too far out for the {self.title.lower()} feature map; "
                "move it closer or use the plain one."
            )
        return features


def plain() -> FeatureMap:
    """x and y themselves."""
    return FeatureMap("plain", "Plain", ("x", "y"), np.array)


def quadratic() -> FeatureMap:
    """x, y, x², xy, y²."""
    return _polynomial("quadratic", "Quadratic", degree=2)


def cubic() -> FeatureMap:
    """Every product of x and y up to degree three."""
    return _polynomial("cubic", "Cubic", degree=3)


def random_fourier(components: int = 100, gamma: float = 1.0, seed: int = 0) -> FeatureMap:
    """√(2/D)·cos(ω·x + b), so that products of features are near exp(−γ‖x − x'‖²).

    ω is drawn from N(0, 2γ), b evenly from 0..2π (Rahimi and Recht, 2007).
    """
    components, gamma = COMPONENTS.check(components), GAMMA.check(gamma)
    random = np.random.default_rng(SEED.check(seed))
    frequencies = random.normal(0.0, math.sqrt(2.0 * gamma), (components, 2)).T
    phases = random.uniform(0.0, 2.0 * math.pi, components)
    names = tuple(f"wave {k + 1}" for k in range(components))
    waves = partial(_waves, frequencies, phases)
    return FeatureMap("random-fourier", "Random Fourier", names, waves)


def feature_map(choice: FeatureMapChoice) -> FeatureMap:
    """The feature map that an experiment asks for."""
    if choice.name == "plain":
        return plain()
    if choice.name == "quadratic":
        return quadratic()
    if choice.name == "cubic":
        return cubic()
    if choice.name == "random-fourier":
        return random_fourier(choice.components, choice.gamma, choice.seed)
    known = ", ".join(kind.name for kind in FEATURE_MAPS)
    raise PlainError(f"There is no feature map “{choice.name}”; there are: {known}.")


def _polynomial(name: str, title: str, degree: int) -> FeatureMap:
    powers = tuple((d - j, j) for d in range(1, degree + 1) for j in range(d + 1))
    names = tuple(_power("x", i) + _power("y", j) for i, j in powers)
    return FeatureMap(name, title, names, partial(_products, powers))


def _power(letter: str, exponent: int) -> str:
    return ("", letter, letter + "²", letter + "³")[exponent]


def _products(powers: tuple[tuple[int, int], ...], xy: Floats) -> Floats:
    x, y = xy.T
    return np.stack([x**i * y**j for i, j in powers], axis=1)


def _waves(frequencies: Floats, phases: Floats, xy: Floats) -> Floats:
    angles = xy @ frequencies + phases
    return math.sqrt(2.0 / len(phases)) * np.cos(angles)
