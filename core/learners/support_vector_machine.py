"""The support vector machine by dual coordinate descent: exact, one example's multiplier a step.

Hsieh, Chang, Lin, Keerthi & Sundararajan, A dual coordinate descent method for large-scale linear
SVM, ICML (2008). Several classes: one machine per class against all others.
"""

from __future__ import annotations

from core.learners.declaration import Card, Learner
from core.learners.rule import Numbers, Rule, Visit
from core.learners.telling import Occasion, Telling
from core.parameters import Real

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


def tell(occasion: Occasion) -> Telling:
    visit, show = occasion.visit, occasion.show
    if len(visit.coefficients) > 1:
        moved = sum(c != 0.0 for c in visit.coefficients)
        return Telling(
            rf"\Delta\alpha = ({', '.join(show(abs(c)) for c in visit.coefficients)})",
            f"{occasion.outcome}; {moved} of the {len(visit.coefficients)} machines, one per "
            "class against the rest, set their multiplier of this example anew.",
        )
    C, change = occasion.number("C"), visit.signed_size
    after = visit.past + change
    at_limit = "C" if after >= C else "zero" if after <= 0.0 else None
    worked = (
        rf"\alpha = \min\left({show(C)},\ \max\left(0,\ {show(visit.past)} + "
        rf"\frac{{1-({show(visit.margin)})}}{{{show(visit.squared_norm)}}}\right)\right)"
        rf" = {show(after)}"
    )
    if change == 0.0:
        return Telling(worked, f"{occasion.outcome}; its multiplier is best where it is.")
    limit = f", held at {at_limit}" if at_limit else ""
    return Telling(
        worked,
        f"{occasion.outcome}; its multiplier goes from {show(visit.past)} to {show(after)}{limit}, "
        f"and the weights turn {'towards' if change > 0.0 else 'away from'} this example.",
        cap=at_limit,
    )


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
    ),
    tell=tell,
    readouts=("last", "averaged"),
)
