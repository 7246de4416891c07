"""AdaBoost: a vote of simple rules, each chosen for the examples that the others get wrong.

Freund & Schapire, A decision-theoretic generalization of on-line learning (1997); several classes
as SAMME, Zhu, Zou, Rosset & Hastie, Multi-class AdaBoost (2009).
"""

from __future__ import annotations

import math

from core.learners.declaration import Boosting, Card, Learner
from core.learners.telling import Occasion, Telling
from core.parameters import Whole

PARAMETERS = (
    Whole("rounds", "Rounds", 50, 1, 2000, "How many decision stumps may join the vote.", log=True),
)


def tell(occasion: Occasion) -> Telling:
    facts, show, tex = occasion.step.facts, occasion.show, occasion.show.tex
    error, alpha, classes = facts["error"], facts["alpha"], len(occasion.class_names)
    more = rf" + \ln {classes - 1}" if classes > 2 else ""
    shown = tex(error) if error > 0.0 else r"10^{-10}"  # stands in for no error at all
    worked = (
        rf"\varepsilon = {tex(error)},\quad "
        rf"\alpha = \tfrac12\left(\ln\frac{{{tex(1.0 - error)}}}{{{shown}}}{more}\right)"
        rf" = {tex(alpha)}"
    )
    if error == 0.0:
        return Telling(
            worked,
            f"The stump “{occasion.added}” makes no mistake, and gets a say of α = {show(alpha)}; "
            "there is nothing left to learn.",
        )
    grown, shrunk = math.exp(alpha), math.exp(-alpha)
    worked += rf",\quad D_i \leftarrow D_i\cdot {tex(grown)} / Z\ \text{{if wrong, }}"
    worked += rf"D_i\cdot {tex(shrunk)} / Z\ \text{{if right}}"
    share = "half" if classes == 2 else f"{classes - 1}/{classes}"
    return Telling(
        worked,
        f"The best stump, “{occasion.added}”, errs on {show(100.0 * error)} % of the weight and "
        f"gets a say of α = {show(alpha)}; its mistakes will hold {share} of the weight next.",
    )


ADABOOST = Learner(
    name="adaboost",
    title="AdaBoost",
    idea=(
        "Pick the one-question rule with the least weighted error, give it a say according to "
        "that error, then raise the weight of the examples it got wrong, and repeat."
    ),
    formula=(
        r"\alpha = \tfrac12\left(\ln\frac{1-\varepsilon}{\varepsilon} + \ln(K-1)\right),\quad "
        r"D_i \leftarrow D_i\,e^{\pm\alpha} / Z,\ + \text{ if wrong}"
    ),
    parameters=PARAMETERS,
    method=Boosting(),
    loss="exp",
    card=Card(
        optimises="The mean exponential loss, one rule at a time.",
        use_when="Simple yes-or-no questions about the features each say a little.",
        strengths="Curved boundaries from trivial rules; margins grow on after the last error.",
        weaknesses="Pours its attention into mislabelled examples.",
        reference="Freund & Schapire 1997; Zhu et al. 2009.",
        features="any; one is asked about at a time",
        training="add the best stump, reweigh the examples, repeat",
    ),
    tell=tell,
    two_class_formula=(
        r"\alpha = \tfrac12\ln\frac{1-\varepsilon}{\varepsilon},\quad "
        r"D_i \leftarrow D_i\,e^{-\alpha\,y_i h(x_i)} / Z"
    ),
)
