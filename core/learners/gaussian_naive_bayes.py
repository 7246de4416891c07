"""Naive Bayes for measurements: a bell curve for each class and feature.

Duda & Hart, Pattern classification and scene analysis (1973).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from core.learners.declaration import Card, Counting, Learner
from core.learners.telling import Occasion, Telling, name_tex
from core.parameters import Real, Value

if TYPE_CHECKING:
    from core.dataset import Dataset
    from core.experiment import Order

LARGEST_SQUARABLE = 1e100  # its square, divided by the smallest variance, is still a number
MOST_WORKED = 2  # features whose curve is worked out in the telling of a step

PARAMETERS = (
    Real(
        "smoothing",
        "Smoothing",
        1e-9,
        1e-12,
        1.0,
        "This part of the largest variance is added to every variance.",
        log=True,
        decimals=12,
    ),
)


def obstacle(dataset: Dataset, parameters: Mapping[str, Value], order: Order) -> str | None:
    if np.abs(dataset.rows.values).max(initial=0.0) > LARGEST_SQUARABLE:
        return "Gaussian naive Bayes squares the values, and some are too large to be squared."
    return None


def tell(occasion: Occasion) -> Telling:
    tally, show, tex = occasion.tally, occasion.show, occasion.show.tex
    assert tally is not None
    gold, n = name_tex(occasion.gold), tally.examples + 1.0
    parts = []
    for feature, floor in zip(tally.features[:MOST_WORKED], tally.floors, strict=False):
        where = rf"{{{gold},{name_tex(feature.name)}}}"
        mean = (feature.count + feature.value) / n
        square = (feature.square + feature.value**2) / n
        variance = max(square - mean**2, 0.0) + floor
        parts.append(
            rf"m_{where} = \frac{{{tex(feature.count)} + {show.term(feature.value)}}}{{{n:.0f}}}"
            rf" = {tex(mean)},\quad \sigma^2_{where} = "
            rf"\frac{{{tex(feature.square)} + {show.term(feature.value)}^2}}{{{n:.0f}}}"
            rf" - {show.term(mean)}^2 + {tex(floor)} = {tex(variance)}"
        )
    return Telling(
        r",\quad ".join(parts) or r"\text{nothing to measure}",
        f"By the bell curves so far, {occasion.outcome}; now it moves the mean and variance of "
        f"{occasion.gold}.",
    )


GAUSSIAN_NAIVE_BAYES = Learner(
    name="gaussian-naive-bayes",
    title="Gaussian naive Bayes",
    idea=(
        "Fit a bell curve to every feature of every class by its mean and variance, and ask which "
        "class makes the example most probable, as if its features were independent."
    ),
    formula=(
        r"\hat y = \arg\max_y\ \log\mu_y - \sum_j \left(\tfrac12\log(2\pi\sigma_{y,j}^2)"
        r" + \frac{(x_j-m_{y,j})^2}{2\sigma_{y,j}^2}\right)"
    ),
    parameters=PARAMETERS,
    method=Counting("gaussian"),
    loss="log",
    card=Card(
        optimises="The joint probability of labels and features under bell curves.",
        use_when="Measurements that cluster around a typical value in each class.",
        strengths="One pass, curved boundaries, no step size.",
        weaknesses="Wrong when features depend on one another or are not bell-shaped.",
        reference="Duda & Hart 1973.",
        features="measurements, taken as independent and bell-shaped",
        training="mean and variance of each class, in one pass",
    ),
    tell=tell,
    probabilistic=True,
    obstacle=obstacle,
)
