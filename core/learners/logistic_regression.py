"""Logistic regression by stochastic gradient descent: every example pulls by how surprised we are.

Robbins & Monro, A stochastic approximation method (1951); Bottou, Large-scale machine learning
with stochastic gradient descent (2010).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from core.learners.declaration import Card, Learner
from core.learners.rule import Numbers, Rule, Turn, Visit
from core.learners.telling import MOST_LISTED, Occasion, Telling, name_tex
from core.measure import probabilities
from core.parameters import Choice, Real, Value

CONSTANT, INVERSE_ROOT, INVERSE = 0.0, 1.0, 2.0

PARAMETERS = (
    Real(
        "learning_rate",
        "Learning rate η",
        0.1,
        0.0001,
        100.0,
        "The length of the first step.",
        log=True,
    ),
    Choice(
        "decay",
        "Decay",
        "constant",
        ("constant", "1/√t", "1/t"),
        "How the learning rate falls with the step number t.",
    ),
    Real(
        "l2", "Shrinkage λ", 0.0, 0.0, 1.0, "Pulls all weights towards zero: (λ/2)‖w‖² in the cost."
    ),
)


def rate(step: int, parameters: Numbers) -> float:
    learning_rate, decay, _ = parameters
    if decay == INVERSE_ROOT:
        return learning_rate / math.sqrt(step)
    if decay == INVERSE:
        return learning_rate / step
    return learning_rate


def step_size(visit: Visit, parameters: Numbers) -> float:
    """η · (1 − p), with p the probability of the right one of two labels."""
    odds = math.exp(-abs(visit.margin))  # of the less likely label: this cannot overflow
    return visit.rate * (odds if visit.margin > 0.0 else 1.0) / (1.0 + odds)


def shrink(turn: Turn, parameters: Numbers) -> float:
    _, _, l2 = parameters
    return 1.0 - turn.rate * l2


def penalty(parameters: Mapping[str, Value], examples: int) -> float:
    return float(parameters["l2"])


def tell(occasion: Occasion) -> Telling:
    visit, show, rate = occasion.visit, occasion.show, occasion.rate
    shares = tuple(probabilities(np.array(visit.scores)).tolist())
    p, kept = shares[visit.gold], occasion.step.shrink
    surprise = 1.0 - p if p < 0.5 else math.fsum(q for k, q in enumerate(shares) if k != visit.gold)
    smaller = f" after all weights shrank to {show(kept)} of themselves" if kept != 1.0 else ""
    whose = "the weights turn" if occasion.two else f"the weights of {occasion.gold} turn"
    rest = "" if occasion.two else ", those of the others away from it by their probabilities"
    return Telling(
        _worked_for_two(occasion, p) if occasion.two else _worked_for_more(occasion, shares),
        f"{occasion.gold} was given a probability of {show(p)}; {whose} towards this example by "
        f"{show(rate)} × {show(surprise)} = {show(rate * surprise)}{rest}{smaller}"
        f"{occasion.aside}.",
        cap="learning rate",
    )


def _worked_for_two(occasion: Occasion, p: float) -> str:
    tex, term = occasion.show.tex, occasion.show.term
    pull = rf"{tex(occasion.rate)}\cdot (1 - {tex(p)})"
    return (
        rf"p_y = \frac{{1}}{{1 + e^{{-{term(occasion.visit.margin)}}}}} = {tex(p)},\quad "
        rf"{occasion.moves(pull, occasion.step.shrink)}"
    )


def _worked_for_more(occasion: Occasion, shares: tuple[float, ...]) -> str:
    """Each label's probability, and the coefficient of x that follows from it."""
    visit, tex = occasion.visit, occasion.show.tex
    labels: Sequence[int] = range(len(shares))
    if len(shares) > MOST_LISTED:
        labels = (visit.gold, visit.wrong)
    parts = []
    for k in labels:
        name = name_tex(occasion.class_names[k])
        pull = rf"{tex(occasion.rate)}\cdot ({int(k == visit.gold)} - {tex(shares[k])})"
        pull = rf"\tfrac1{{{occasion.batch}}}\cdot {pull}" if occasion.batch > 1 else pull
        own = occasion.kept_tex(occasion.step.shrink)
        parts.append(rf"w_{{{name}}} \leftarrow {own}w_{{{name}}} + {pull}\,x")
    return r",\quad ".join(parts)


LOGISTIC_REGRESSION = Learner(
    name="logistic-regression",
    title="Logistic regression",
    idea=(
        "Turn scores into probabilities and move the weights by the gradient of the log loss: "
        "each example pulls as strongly as its label surprised the model."
    ),
    formula=(
        r"w_k \leftarrow (1-\eta\lambda)\,w_k + \eta\,\bigl([k=y] - p_k\bigr)\,x,"
        r"\quad p = \mathrm{softmax}(w\cdot x)"
    ),
    parameters=PARAMETERS,
    method=Rule(step_size, rate, shrink, heads="softmax"),
    loss="log",
    card=Card(
        optimises="The mean log loss of the training examples plus (λ/2)‖w‖²; a convex function.",
        use_when="You want probabilities, or features that overlap and depend on one another.",
        strengths="Probabilities, one best solution, any features.",
        weaknesses="Needs a learning rate; on separable data the weights grow for ever without L2.",
        reference="Berger, Della Pietra & Della Pietra 1996; Bottou 2010.",
        training="small steps down the gradient, on every example",
    ),
    tell=tell,
    readouts=("last", "averaged"),
    probabilistic=True,
    penalty=penalty,
    two_class_formula=(
        r"w \leftarrow (1-\eta\lambda)\,w + \eta\,(1-p_y)\,y\,x,"
        r"\quad p_y = \frac{1}{1+e^{-y\,(w\cdot x)}}"
    ),
)
