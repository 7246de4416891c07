"""Logistic regression by stochastic gradient descent: every example pulls by how surprised we are.

Robbins & Monro, A stochastic approximation method (1951); Bottou, Large-scale machine learning
with stochastic gradient descent (2010).
"""

from __future__ import annotations

import math

from core.learners.declaration import Card, Learner
from core.learners.rule import Numbers, Rule, Turn, Visit
from core.learners.telling import Occasion, Telling
from core.parameters import Choice, Real

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


def tell(occasion: Occasion) -> Telling:
    visit, show = occasion.visit, occasion.show
    highest = max(visit.scores)
    raised = [math.exp(score - highest) for score in visit.scores]
    p = raised[visit.gold] / sum(raised)
    rate, pull = occasion.rate, occasion.rate * (1.0 - p)
    kept = occasion.step.shrink
    shrunk = rf"{show(kept)}\,w" if kept != 1.0 else "w"
    smaller = f" after all weights shrank to {show(kept)} of themselves" if kept != 1.0 else ""
    return Telling(
        rf"w_y \leftarrow {shrunk} + {show(rate)}\,(1 - {show(p)})\,x = {shrunk} + {show(pull)}\,x",
        f"{occasion.gold} was given a probability of {show(p)}; the weights turn towards this "
        f"example by {show(rate)} × {show(1.0 - p)} = {show(pull)}{smaller}.",
        cap="learning rate",
    )


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
    ),
    tell=tell,
    readouts=("last", "averaged"),
    probabilistic=True,
)
