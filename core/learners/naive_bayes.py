"""Naive Bayes for counts: how often does each word occur in each class?

Maron, Automatic indexing: an experimental inquiry (1961); McCallum & Nigam, A comparison of event
models for naive Bayes text classification (1998).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from core.learners.declaration import Card, Counting, Learner
from core.learners.telling import Occasion, Telling, name_tex
from core.parameters import Real, Value

if TYPE_CHECKING:
    from core.dataset import Dataset
    from core.experiment import Order

LARGEST_TOTAL = 1e300
MOST_WORKED = 2  # features whose probability is worked out in the telling of a step

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
    sentence = (
        f"By the counts so far, {occasion.outcome}; now its features are counted for "
        f"{occasion.gold}."
    )
    tally, tex = occasion.tally, occasion.show.tex
    assert tally is not None
    gold, alpha = name_tex(occasion.gold), occasion.number("alpha")
    added = math.fsum(feature.value for feature in tally.features)
    total = rf"{tex(tally.total)} + {tex(added)} + {tex(alpha)}\cdot {tally.vocabulary}"
    under = tally.total + added + alpha * tally.vocabulary
    parts = []
    for feature in tally.features[:MOST_WORKED]:
        count = feature.count + feature.value + alpha
        parts.append(
            rf"\phi_{{{gold},{name_tex(feature.name)}}} = "
            rf"\frac{{{tex(feature.count)} + {tex(feature.value)} + {tex(alpha)}}}{{{total}}}"
            rf" = {tex(count / under)}"
        )
    if tally.prior:
        examples, of_all = tally.examples + 1.0, tally.all_examples + 1.0
        share = rf"\frac{{{examples:.0f}}}{{{of_all:.0f}}} = {tex(examples / of_all)}"
        parts.append(rf"\mu_{{{gold}}} = {share}")
    return Telling(r",\quad ".join(parts) or r"\text{nothing to count}", sentence)


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
        features="counts, taken as independent given the label",
        training="count each example once, then divide",
    ),
    tell=tell,
    probabilistic=True,
    obstacle=obstacle,
)
