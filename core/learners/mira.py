"""MIRA (passive-aggressive): the smallest change that gives the example a margin of one.

Crammer, Dekel, Keshet, Shalev-Shwartz & Singer, Online passive-aggressive algorithms,
JMLR 7 (2006).
"""

from __future__ import annotations

from core.learners.declaration import Card, Learner
from core.learners.rule import Numbers, Rule, Visit
from core.learners.telling import Occasion, Telling
from core.parameters import Choice, Real

HARD, PA_I, PA_II, PREDICTION_ONLY = 0.0, 1.0, 2.0, 3.0

PARAMETERS = (
    Real(
        "C",
        "Step limit C",
        1.0,
        0.0001,
        10000.0,
        "The longest step allowed: small is careful, large corrects each example in full.",
        log=True,
    ),
    Choice(
        "variant",
        "Variant",
        "PA-I",
        ("hard", "PA-I", "PA-II", "prediction-only"),
        "hard: no limit; PA-I: capped at C; PA-II: softened by C; prediction-only: PA-I, but "
        "only on mistakes.",
    ),
)


def step_size(visit: Visit, parameters: Numbers) -> float:
    C, variant = parameters
    loss = max(0.0, 1.0 - visit.margin)
    if loss == 0.0 or visit.squared_norm == 0.0:
        return 0.0
    if variant == PREDICTION_ONLY and not visit.mistake:
        return 0.0
    if variant == PA_II:
        return loss / (visit.squared_norm + 1.0 / (2.0 * C))
    tau = loss / visit.squared_norm
    return tau if variant == HARD else min(C, tau)


def tell(occasion: Occasion) -> Telling:
    visit, show, tex = occasion.visit, occasion.show, occasion.show.tex
    C, variant = occasion.number("C"), str(occasion.parameters["variant"])
    loss, norm = max(0.0, 1.0 - visit.margin), visit.squared_norm
    start = rf"\ell = \max(0,\ 1 - {show.term(visit.margin)}) = {tex(loss)},\quad "
    if visit.size == 0.0:
        why = "has its margin of 1" if loss == 0.0 else "is right, and only mistakes count here"
        why = "is zero: no step can help it" if norm == 0.0 and loss > 0.0 else why
        return Telling(
            rf"{start}\tau = 0", f"{occasion.outcome}; the example {why}, so nothing changes."
        )
    tau = visit.size * occasion.batch
    fraction = rf"\frac{{{tex(loss)}}}{{{tex(norm)}}}"
    capped = variant in ("PA-I", "prediction-only") and loss / norm > C
    rest = f", capped by C = {show(C)}" if capped else ""
    if variant == "PA-II":
        fraction = rf"\frac{{{tex(loss)}}}{{{tex(norm)} + {tex(1.0 / (2.0 * C))}}}"
        rest = f", softened by C = {show(C)}"
    elif variant != "hard":
        fraction = rf"\min\left({tex(C)},\ {fraction}\right)"
    return Telling(
        rf"{start}\tau = {fraction} = {tex(tau)},\quad {occasion.moves(tex(tau))}",
        f"{occasion.outcome}; the weights turn towards this example by "
        f"τ = {show(tau)}{rest}{occasion.aside}.",
        cap="C" if capped else None,
    )


MIRA = Learner(
    name="mira",
    title="MIRA",
    idea=(
        "Ask every example for a margin of one over the best wrong label, and change the weights "
        "as little as that takes, but never by more than C."
    ),
    formula=(
        r"\tau = \min\left(C,\ \frac{\max(0,\,1-\gamma)}{\lVert f(x,y)-f(x,\hat y)\rVert^2}\right),"
        r"\quad w \leftarrow w + \tau\,\bigl(f(x,y)-f(x,\hat y)\bigr)"
    ),
    parameters=PARAMETERS,
    method=Rule(step_size),
    loss="hinge",
    card=Card(
        optimises="At each step, closeness to the old weights plus C times the hinge loss.",
        use_when="You want online learning with a margin and one knob for how hard to correct.",
        strengths="Online, large margins, steps find their length; C trades bias for variance.",
        weaknesses="A single bad example can overturn what was learnt when C is large; "
        "no probabilities.",
        reference="Crammer & Singer 2003; Crammer et al. 2006.",
        training="the smallest step that gives each example its margin",
    ),
    tell=tell,
    readouts=("last", "averaged", "voted"),
    two_class_formula=(
        r"\tau = \min\left(C,\ \frac{\max(0,\,1-y\,(w\cdot x))}{\lVert x\rVert^2}\right),"
        r"\quad w \leftarrow w + \tau\,y\,x"
    ),
)
