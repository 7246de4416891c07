"""Naive Bayes for measurements: a bell curve for each class and feature.

Duda & Hart, Pattern classification and scene analysis (1973).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from core.learners.declaration import Card, Counting, Learner
from core.learners.telling import Occasion, Telling
from core.parameters import Real, Value

if TYPE_CHECKING:
    from core.dataset import Dataset
    from core.experiment import Order

LARGEST_SQUARABLE = 1e100  # its square, divided by the smallest variance, is still a number

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
    return Telling(
        r"n_y \leftarrow n_y + 1,\quad \Sigma_y \leftarrow \Sigma_y + x,\quad "
        r"Q_y \leftarrow Q_y + x^2",
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
    ),
    tell=tell,
    probabilistic=True,
    obstacle=obstacle,
)
