"""The perceptron: on a mistake, turn the weights towards the example by one whole example.

Rosenblatt, The perceptron, Psychological Review 65 (1958); several classes as in Collins,
Discriminative training methods for hidden Markov models (2002).
"""

from __future__ import annotations

from core.learners.declaration import Card, Learner
from core.learners.rule import Numbers, Rule, Visit
from core.learners.telling import Occasion, Telling
from core.parameters import Choice, Real

PARAMETERS = (
    Real(
        "learning_rate",
        "Learning rate η",
        1.0,
        0.001,
        100.0,
        "How far one mistake moves the weights.",
        log=True,
    ),
    Choice(
        "ties",
        "Ties",
        "a tie is a mistake",
        ("a tie is a mistake", "first label wins"),
        "What counts when two labels score the same, as all do at the start.",
    ),
)


def mistaken(margin: float, gold_first: bool, parameters: Numbers) -> bool:
    _, first_label_wins = parameters
    if margin == 0.0 and first_label_wins:
        return not gold_first
    return margin <= 0.0


def step_size(visit: Visit, parameters: Numbers) -> float:
    learning_rate, _ = parameters
    return learning_rate if visit.mistake else 0.0


def tell(occasion: Occasion) -> Telling:
    visit, show, margin = occasion.visit, occasion.show, occasion.margin_tex
    if not visit.mistake:
        why = r"> 0" if visit.margin > 0.0 else r"\text{, the first label wins}"
        return Telling(
            rf"{margin} {why} \;\Rightarrow\; \text{{no change}}",
            f"{occasion.outcome}, so nothing changes.",
        )
    rate = occasion.number("learning_rate")
    tie = ", which counts as a mistake" if visit.margin == 0.0 else ""
    return Telling(
        rf"{margin} \le 0 \;\Rightarrow\; {occasion.moves(show.tex(rate))}",
        f"{occasion.outcome}{tie}; the weights turn towards this example by η = {show(rate)}"
        f"{occasion.aside}.",
        cap="learning rate",
    )


PERCEPTRON = Learner(
    name="perceptron",
    title="Perceptron",
    idea=(
        "Predict; if wrong, add the example to the weights of the right label and take it from "
        "those of the label that won. If right, change nothing."
    ),
    formula=r"w \leftarrow w + \eta\,\bigl(f(x,y) - f(x,\hat y)\bigr) \;\text{ if } \hat y \neq y",
    parameters=PARAMETERS,
    method=Rule(step_size, mistaken=mistaken),
    loss="perceptron",
    card=Card(
        optimises="Nothing it can be said to minimise step by step; it only removes mistakes.",
        use_when="The classes can be separated by a line, or as the simplest thing to start from.",
        strengths="One line of code, online, and sure to find a separator if there is one.",
        weaknesses="Never settles on data that cannot be separated; any separator will do for it, "
        "however close to the points; no probabilities.",
        reference="Rosenblatt 1958; Novikoff 1962; Freund & Schapire 1999; Collins 2002.",
        training="add and subtract examples, on mistakes only",
    ),
    tell=tell,
    readouts=("last", "averaged", "voted"),
    two_class_formula=r"w \leftarrow w + \eta\,y\,x \;\text{ if } y\,(w\cdot x) \le 0",
)
