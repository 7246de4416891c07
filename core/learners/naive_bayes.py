"""Naive Bayes for counts: how often does each word occur in each class?

Maron, Automatic indexing: an experimental inquiry (1961); McCallum & Nigam, A comparison of event
models for naive Bayes text classification (1998).
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

LARGEST_TOTAL = 1e300

PARAMETERS = (
    Real(
        "alpha",
        "Smoothing α",
        1.0,
        1e-9,
        100.0,
        "Imagined extra occurrences of every feature in every class, so that none is impossible.",
        log=True,
        decimals=9,
    ),
)


def obstacle(dataset: Dataset, parameters: Mapping[str, Value], order: Order) -> str | None:
    if dataset.rows.values.min(initial=0.0) < 0.0:
        return (
            "Naive Bayes counts occurrences, and these data have values below zero: "
            "use Gaussian naive Bayes instead."
        )
    with np.errstate(over="ignore"):
        if dataset.rows.values.sum() > LARGEST_TOTAL:
            return "Naive Bayes adds the values up, and some are too large to be added."
    return None


def tell(occasion: Occasion) -> Telling:
    return Telling(
        r"\mathrm{count}(y, j) \leftarrow \mathrm{count}(y, j) + x_j",
        f"By the counts so far, {occasion.outcome}; now its features are counted for "
        f"{occasion.gold}.",
    )


NAIVE_BAYES = Learner(
    name="naive-bayes",
    title="Naive Bayes",
    idea=(
        "Count how often each feature goes with each label. The best label makes both itself and "
        "the features most probable, as if each feature had been drawn on its own."
    ),
    formula=(
        r"\phi_{y,j} = \frac{\mathrm{count}(y,j)+\alpha}{\mathrm{count}(y)+\alpha V},\quad "
        r"\hat y = \arg\max_y\ \log\mu_y + \sum_j x_j\log\phi_{y,j}"
    ),
    parameters=PARAMETERS,
    method=Counting("multinomial"),
    loss="log",
    card=Card(
        optimises="The joint probability of labels and features, smoothed by α; by counting alone.",
        use_when="Texts, little data, or as a first answer before anything else is tried.",
        strengths="One pass, no step size, good with few examples, each weight is a count.",
        weaknesses="Counts the same evidence twice when features depend on one another, and is "
        "then far too sure of itself.",
        reference="Maron 1961; McCallum & Nigam 1998.",
    ),
    tell=tell,
    probabilistic=True,
    obstacle=obstacle,
)
