"""Pegasos: the support vector machine by stochastic gradient descent with a rate of 1/(λt).

Shalev-Shwartz, Singer & Srebro, Pegasos: primal estimated sub-gradient solver for SVM,
ICML (2007).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from core.learners.declaration import Card, Learner
from core.learners.rule import Numbers, Rule, Turn, Visit
from core.learners.telling import Occasion, Telling
from core.parameters import Real, Switch, Value

if TYPE_CHECKING:
    from core.dataset import Dataset
    from core.experiment import Order

PARAMETERS = (
    Real(
        "lam",
        "Shrinkage λ",
        0.01,
        1e-6,
        10.0,
        "Strength of the pull towards zero.",
        log=True,
        decimals=6,
    ),
    Switch("projection", "Projection", False, "Keep the weights inside the ball of radius 1/√λ."),
)


def rate(step: int, parameters: Numbers) -> float:
    lam, _ = parameters
    return 1.0 / (lam * step)


def step_size(visit: Visit, parameters: Numbers) -> float:
    lam, projection = parameters
    if visit.margin >= 1.0:
        return 0.0
    if not projection:
        return visit.rate
    kept = 1.0 - 1.0 / visit.step
    along = 2.0 * kept * visit.rate * visit.margin
    squared = kept * kept * visit.weight_norm + along + visit.rate**2 * visit.squared_norm
    radius = 1.0 / math.sqrt(lam)
    return visit.rate * min(1.0, radius / math.sqrt(squared)) if squared > 0.0 else visit.rate


def shrink(turn: Turn, parameters: Numbers) -> float:
    """1 − 1/t, times what the projection left of this step."""
    _, projection = parameters
    kept = 1.0 - 1.0 / turn.step
    if projection and turn.size > 0.0:
        return kept * turn.size / turn.rate
    return kept


def obstacle(dataset: Dataset, parameters: Mapping[str, Value], order: Order) -> str | None:
    if parameters["projection"] and order.batch > 1:
        return "Pegasos projects after every single example: switch projection or batches off."
    return None


def penalty(parameters: Mapping[str, Value], examples: int) -> float:
    return float(parameters["lam"])


def tell(occasion: Occasion) -> Telling:
    visit, show, t = occasion.visit, occasion.show, occasion.step.number
    kept, tex = occasion.step.shrink, show.tex
    if visit.size == 0.0:
        return Telling(
            rf"{occasion.margin_tex} \ge 1 \;\Rightarrow\; w \leftarrow {tex(kept)}\,w",
            f"{occasion.outcome}, with the full margin, so it does not pull; "
            f"all weights shrink to {show(kept)} of themselves.",
        )
    size = visit.size * occasion.batch
    projected = size < occasion.rate * (1.0 - 1e-12)
    rate = rf"\tfrac{{1}}{{{tex(occasion.number('lam'))}\cdot {t}}} = {tex(occasion.rate)}"
    rest = ""
    if projected:
        radius = 1.0 / math.sqrt(occasion.number("lam"))
        share = size / occasion.rate
        rate += rf",\quad \tfrac{{1/\sqrt\lambda}}{{\lVert w\rVert}} = {tex(share)}"
        rest = f", cut to {show(share)} of it by the projection on the ball of {show(radius)}"
    return Telling(
        rf"{occasion.margin_tex} < 1,\quad \eta = {rate} \;\Rightarrow\; "
        rf"{occasion.moves(tex(size), kept)}",
        f"{occasion.outcome}, less than a margin of 1; all weights shrink to {show(kept)} of "
        f"themselves and turn towards this example by {show(size)}{rest}{occasion.aside}.",
        cap="projection" if projected else "learning rate",
    )


PEGASOS = Learner(
    name="pegasos",
    title="Pegasos",
    idea=(
        "Shrink the weights a little at every step; when an example lies within the margin, also "
        "step towards it, with a rate that falls as one over the step number."
    ),
    formula=(
        r"w \leftarrow \left(1-\tfrac1t\right) w + [\gamma<1]\,\tfrac{1}{\lambda t}"
        r"\bigl(f(x,y)-f(x,\hat y)\bigr)"
    ),
    parameters=PARAMETERS,
    method=Rule(step_size, rate, shrink),
    loss="hinge",
    card=Card(
        optimises="The mean hinge loss plus (λ/2)‖w‖²: a soft-margin support vector machine.",
        use_when="You want a large margin and have many examples.",
        strengths="No learning rate to tune, a guarantee on how fast it gets close.",
        weaknesses="Jumps wildly in the first steps; never exactly at the optimum.",
        reference="Shalev-Shwartz, Singer & Srebro 2007.",
        training="shrink, and step towards examples inside the margin",
    ),
    tell=tell,
    readouts=("last", "averaged"),
    obstacle=obstacle,
    penalty=penalty,
    two_class_formula=(
        r"w \leftarrow \left(1-\tfrac1t\right) w + [y\,(w\cdot x)<1]\,\tfrac{1}{\lambda t}\,y\,x"
    ),
)
