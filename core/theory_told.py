"""The mistake bound beside the mistakes made: what theory has to say about a run, in words."""

from __future__ import annotations

import math
from dataclasses import dataclass

from core.boundary import Line, line_of
from core.dataset import Dataset
from core.learners.telling import NumberStyle
from core.run import Moment, Run
from core.theory import GoOn, Theory, separability


@dataclass(frozen=True)
class TheoryTold:
    """The figures of a theory meter. `bound` is there only where it applies to this run."""

    theory: Theory
    separable: str  # “yes”, “no” or “unknown”
    radius: float
    margin: float | None  # the best there is
    data_bound: float | None  # R²/m² of the data, whoever learns
    bound: float | None  # the same, if this run's mistakes must stay below it
    mistakes: int  # of this run so far
    updates: int
    reasons: tuple[str, ...]  # why the bound does not apply; empty where it does
    remarks: tuple[str, ...]  # what else to know
    sentence: str

    @property
    def applies(self) -> bool:
        return self.bound is not None

    @property
    def share(self) -> float | None:
        """How much of the bound the mistakes have used up."""
        return None if not self.bound else self.mistakes / self.bound


def theory_of(dataset: Dataset, bias: bool = True, go_on: GoOn = lambda: None) -> Theory:
    """Separability and bound of the training examples; the same for every learner and moment.

    `go_on` is called now and then, and may break it off by an exception.
    """
    some = dataset.training
    if len(some) == len(dataset):
        return separability(dataset.rows, dataset.labels, dataset.classes, bias, go_on)
    rows, labels = dataset.rows.take(some), dataset.labels[some]
    return separability(rows, labels, dataset.classes, bias, go_on)


def theory_told(
    moment: Moment, theory: Theory | None = None, show: NumberStyle | None = None
) -> TheoryTold:
    """The meter at a moment; `theory` is that of the run's dataset, if it is known already."""
    run, show = moment.run, show or NumberStyle(2)
    theory = theory_of(run.dataset, run.bias) if theory is None else theory
    reasons = reasons_against(run, theory)
    bound = None if reasons else theory.bound
    mistakes = run.mistakes(moment.t)
    return TheoryTold(
        theory=theory,
        separable={True: "yes", False: "no", None: "unknown"}[theory.separable],
        radius=theory.radius,
        margin=theory.margin,
        data_bound=theory.bound,
        bound=bound,
        mistakes=mistakes,
        updates=run.updates(moment.t),
        reasons=reasons,
        remarks=() if reasons else _remarks(run),
        sentence=_sentence(theory, bound, mistakes, reasons, show),
    )


def reasons_against(run: Run, theory: Theory) -> tuple[str, ...]:
    """One sentence for each reason why R²/m² does not bound this run's mistakes."""
    reasons = [theory.note] if theory.bound is None else []
    if run.learner.name != "perceptron":
        reasons.append(f"The bound is proved for the perceptron, not for {run.learner.title}.")
    elif run.order.batch > 1:
        reasons.append(
            f"The bound is proved for one example a step; here a step averages {run.order.batch}."
        )
    return tuple(reasons)


def _remarks(run: Run) -> tuple[str, ...]:
    remarks = ["It holds for every order of the examples, and for any number of passes."]
    if run.parameters.get("learning_rate", 1.0) != 1.0:
        remarks.append(
            "The learning rate does not change it: starting from zero, it only scales all weights."
        )
    if run.dataset.held_out_rows.any():
        remarks.append("It counts mistakes in training; held-out examples are not in it.")
    return tuple(remarks)


def _sentence(
    theory: Theory, bound: float | None, mistakes: int, reasons: tuple[str, ...], show: NumberStyle
) -> str:
    made = f"{mistakes:,} mistake{'' if mistakes == 1 else 's'} so far"
    if bound is None:
        return f"{reasons[0]} ({made[0].upper()}{made[1:]}.)"
    assert theory.margin is not None
    whole = f", that is {math.floor(bound * (1.0 + 1e-9)):,}," if bound < 1e6 else ""
    return (
        f"The classes can be parted with a margin of {show(theory.margin)}, so the perceptron "
        f"makes at most R²/m² = {show(bound)}{whole} mistakes in all: {made}."
    )


def best_lines(theory: Theory) -> tuple[Line, Line, Line] | None:
    """On the plane of two plain features: the line of the best margin, and where gaps are −m, +m.

    The margin counts the bias as a weight, so that this is the middle line of the widest street
    only for data around the origin. None for other data, or where there is no such margin.
    """
    weights, margin = theory.weights, theory.margin
    if weights is None or margin is None or weights.shape[1] != 1 or not 2 <= len(weights) <= 3:
        return None
    line = line_of(weights[:, 0])
    if line is None:
        return None
    return (
        line,
        Line(line.normal, line.offset + margin),
        Line(line.normal, line.offset - margin),
    )
