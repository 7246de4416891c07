"""The support vector machine by dual coordinate descent: exact, one example's multiplier a step.

Hsieh, Chang, Lin, Keerthi & Sundararajan, A dual coordinate descent method for large-scale linear
SVM, ICML (2008). Several classes: one machine per class against all others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from core.learners.declaration import Card, Learner
from core.learners.rule import Numbers, Rule, Visit
from core.learners.telling import MOST_LISTED, Occasion, Telling, name_tex
from core.parameters import Real, Value

PARAMETERS = (
    Real(
        "C",
        "Penalty C",
        1.0,
        0.0001,
        10000.0,
        "The price of a margin violation: large insists on every example, small allows exceptions.",
        log=True,
    ),
)


def step_size(visit: Visit, parameters: Numbers) -> float:
    """The change of α that is best while all others stay: a Newton step, kept within 0 … C."""
    (C,) = parameters
    if visit.squared_norm == 0.0:
        return 0.0
    best = visit.past + (1.0 - visit.margin) / visit.squared_norm
    return min(max(best, 0.0), C) - visit.past


def penalty(parameters: Mapping[str, Value], examples: int) -> float:
    """Divided by C and the number of examples, its cost is the mean loss and this."""
    return 1.0 / (float(parameters["C"]) * max(examples, 1))


def tell(occasion: Occasion) -> Telling:
    visit, show = occasion.visit, occasion.show
    machines = [_machine(occasion, head) for head in range(len(visit.coefficients))]
    moved = [machine for machine in machines if machine.change != 0.0]
    worked = r",\quad ".join(m.worked for m in (moved or machines[:1])[:MOST_LISTED])
    limits = {machine.limit for machine in moved}
    cap = "C" if "C" in limits else "zero" if "zero" in limits else None
    if visit.squared_norm == 0.0:
        return Telling(
            r"x = 0 \;\Rightarrow\; \text{no change}",
            f"{occasion.outcome}; the example is zero: no step can help it, so nothing changes.",
        )
    if not moved:
        return Telling(worked, f"{occasion.outcome}; its multiplier is best where it is.")
    if not occasion.two:
        return Telling(
            worked,
            f"{occasion.outcome}; {len(moved)} of the {len(machines)} machines, one per class "
            f"against the rest, set their multiplier of this example anew{occasion.aside}.",
            cap=cap,
        )
    (machine,) = moved
    limit = f", held at {machine.limit}" if machine.limit else ""
    towards = "towards" if machine.change > 0.0 else "away from"
    return Telling(
        worked,
        f"{occasion.outcome}; its multiplier goes from {show(machine.past)} to "
        f"{show(machine.best)}{limit}, and the weights turn {towards} this example"
        f"{occasion.aside}.",
        cap=cap,
    )


class Machine(NamedTuple):
    """One two-class machine at an example: its multiplier before, the best one, and the step."""

    worked: str
    past: float
    best: float
    change: float
    limit: str | None


def _machine(occasion: Occasion, head: int) -> Machine:
    visit, show, C = occasion.visit, occasion.show, occasion.number("C")
    past, change = visit.pasts[head], visit.coefficients[head]
    positive = visit.gold == (1 if occasion.two else head)
    change = (change if positive else -change) * occasion.batch  # of the multiplier, in full
    score = visit.scores[1] * 2.0 if occasion.two else visit.scores[head]
    margin, norm = (score if positive else -score), visit.squared_norm / (1 if occasion.two else 2)
    best = past + change
    limit = "C" if best >= C else "zero" if best <= 0.0 else None
    name = "" if occasion.two else f"_{{{name_tex(occasion.class_names[head])}}}"
    worked = (
        rf"\alpha{name} = \min\left({show.tex(C)},\ \max\left(0,\ {show.tex(past)} + "
        rf"\frac{{1-{show.term(margin)}}}{{{show.tex(norm)}}}\right)\right) = {show.tex(best)}"
    )
    if occasion.batch > 1:
        part = change / occasion.batch
        worked += rf",\ \Delta\alpha{name} = \tfrac1{{{occasion.batch}}}"
        worked += rf"({show.tex(best)} - {show.tex(past)}) = {show.tex(part)}"
    return Machine(worked, past, best, change, limit)


SUPPORT_VECTOR_MACHINE = Learner(
    name="support-vector-machine",
    title="Support vector machine",
    idea=(
        "Find the line with the widest street between the classes. Each example has a multiplier "
        "α between 0 and C; each step sets one of them to its best value given the others."
    ),
    formula=(
        r"\alpha_i \leftarrow \min\left(C,\ \max\left(0,\ \alpha_i + "
        r"\frac{1-\gamma_i}{\lVert x_i\rVert^2}\right)\right),\quad w=\sum_i \alpha_i y_i x_i"
    ),
    parameters=PARAMETERS,
    method=Rule(step_size, heads="one against rest"),
    loss="hinge",
    card=Card(
        optimises="½‖w‖² plus C times the sum of hinge losses, exactly.",
        use_when="You want the maximum-margin line and to see which examples hold it in place.",
        strengths="Converges to the one optimum; only the support vectors (α > 0) matter.",
        weaknesses="Several passes over the data; no probabilities.",
        reference="Cortes & Vapnik 1995; Hsieh et al. 2008.",
        training="set one example's multiplier to its best at a time",
    ),
    tell=tell,
    readouts=("last", "averaged"),
    penalty=penalty,
)
