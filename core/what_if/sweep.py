"""What if a parameter had another value? Accuracy and length of the weights over its range."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.dataset import Dataset
from core.errors import PlainError
from core.experiment import Experiment
from core.learners import find
from core.parameters import Choice, Parameter, Switch, Value, Whole, settle
from core.rows import Floats
from core.what_if.variation import (
    Outcome,
    choice_of,
    examples_for,
    outcome,
    stacked,
    variation,
)
from core.what_if.watch import Asked, Progress, Watch, never, unheard

FIGURES = 3  # significant ones of a value between the ends of its range

_NOT_RUN = Outcome(math.nan, math.nan, math.nan, 0, None)


@dataclass(frozen=True, eq=False)
class Sweep:
    """One parameter over its range, ascending; nan where the learner could not run."""

    parameter: Parameter
    readout: str
    values: tuple[Value, ...]
    current: int  # the place of the experiment's own value
    train: Floats  # [values], accuracy
    held_out: Floats | None  # [values]; None when nothing is held out
    norms: Floats  # [values], ‖w‖; nan for a vote
    mistakes: NDArray[np.int64]  # [values], in the whole run
    obstacles: tuple[str, ...]  # why a value could not be tried; empty where it was
    weights: Floats | None  # [values, features, heads]; None when they are too many, or not all

    @property
    def log(self) -> bool:
        """Is the parameter on a logarithmic scale?"""
        return not isinstance(self.parameter, Choice | Switch) and self.parameter.log


def sweep(
    experiment: Experiment,
    learner_index: int,
    parameter_name: str,
    points: int = 25,
    *,
    dataset: Dataset | None = None,
    progress: Progress = unheard,
    cancelled: Asked = never,
) -> Sweep:
    """Train once for each of about `points` values of a learner's parameter.

    Numbers are spread over the declared range on their declared scale, with the value in force
    among them; choices and switches take each of their options.
    """
    dataset = examples_for(experiment, dataset)
    choice = choice_of(experiment, learner_index)
    learner = find(choice.name)
    parameter = next((p for p in learner.parameters if p.name == parameter_name), None)
    if parameter is None:
        names = ", ".join(p.name for p in learner.parameters) or "none"
        raise PlainError(f"{learner.title} has no parameter “{parameter_name}”; it has: {names}.")
    now = settle(learner.parameters, choice.parameters)[parameter.name]
    values = values_of(parameter, now, points)
    watch = Watch(len(values), progress, cancelled)
    outcomes, obstacles = [], []
    for value in values:
        try:
            run = variation(dataset, choice, experiment, parameters={parameter.name: value})
        except PlainError as error:
            outcomes.append(_NOT_RUN)
            obstacles.append(str(error))
        else:
            outcomes.append(outcome(watch.play(run), choice.readout))
            obstacles.append("")
        watch.one_more()
    held_out = np.array([each.held_out for each in outcomes])
    return Sweep(
        parameter=parameter,
        readout=choice.readout,
        values=values,
        current=values.index(now),
        train=np.array([each.train for each in outcomes]),
        held_out=held_out if dataset.held_out_rows.any() else None,
        norms=np.array([each.norm for each in outcomes]),
        mistakes=np.array([each.mistakes for each in outcomes], np.int64),
        obstacles=tuple(obstacles),
        weights=stacked([each.weights for each in outcomes]),
    )


def values_of(parameter: Parameter, now: Value, points: int) -> tuple[Value, ...]:
    """The values to try, ascending, with `now` among them and none twice.

    Between the ends they are rounded as the parameter is shown, so that any can be set by hand.
    """
    if isinstance(parameter, Choice):
        return parameter.options
    if isinstance(parameter, Switch):
        return (False, True)
    low, high = float(parameter.low), float(parameter.high)
    spread = np.linspace(0.0, 1.0, max(points, 2))
    found = low * (high / low) ** spread if parameter.log else low + (high - low) * spread
    rounded = {float(f"{value:.{FIGURES}g}") for value in found[1:-1]}
    if isinstance(parameter, Whole):
        whole = {round(value) for value in rounded} | {parameter.low, parameter.high, int(now)}
        return tuple(sorted(whole))
    numbers = {round(value, parameter.decimals) for value in rounded} | {low, high, float(now)}
    return tuple(sorted(value for value in numbers if low <= value <= high))
