"""What every learner promises, checked on small made data.

Learners of other packages are checked when they are loaded, ours in the tests.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import partial
from typing import get_args

import numpy as np

from core.dataset import Dataset
from core.errors import PlainError
from core.experiment import Order, Stopping
from core.learners.declaration import Boosting, Counting, Learner, Loss, Readout
from core.learners.rule import Rule
from core.parameters import Choice, Parameter, Real, Switch, Value, Whole
from core.rows import Floats, Rows
from core.run import Run

ORDER = Order("shuffled", seed=3)
MOST_MOMENTS = 40  # at which a run is looked at where not every step matters
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def broken_promises(learner: Learner) -> list[str]:
    """Sentences that say which promise this learner breaks, and where; none for a sound one.

    It never raises. The checks go from the declaration to long runs, and the first one that fails
    is the last one made, since the others would only fail by it or compile for nothing.
    """
    for check in CHECKS:
        try:
            broken = list(check(learner))
        except Exception as error:  # whatever foreign code raises is an answer here
            asked = check.__name__.strip("_").replace("_", " ")
            said = next(iter(str(error).strip().splitlines()), "no message")
            broken = [f"Asked whether it {asked}, it raises {type(error).__name__}: {said}"]
        if broken:
            return broken
    return []


# The declaration


def _declares_itself(learner: Learner) -> Iterator[str]:
    if not NAME.fullmatch(learner.name):
        yield f"Its name “{learner.name}” is not made of small letters, digits and single hyphens."
    for what in ("title", "idea", "formula"):
        if not str(getattr(learner, what)).strip():
            yield f"Its {what} is empty."
    for part in fields(learner.card):
        if not str(getattr(learner.card, part.name)).strip():
            yield f"Its card does not say anything under “{part.name}”."
    if not isinstance(learner.method, Rule | Counting | Boosting):
        yield "Its method is neither a rule nor counting nor boosting."
    if learner.loss not in get_args(Loss):
        yield f"Its loss “{learner.loss}” is not known."
    if "last" not in learner.readouts or len(set(learner.readouts)) < len(learner.readouts):
        yield "Its readouts must hold “last”, and each of them once."
    for readout in learner.readouts:
        if readout not in get_args(Readout):
            yield f"Its readout “{readout}” is not known."


def _declares_parameters(learner: Learner) -> Iterator[str]:
    names = [parameter.name for parameter in learner.parameters]
    if len(set(names)) < len(names):
        yield "Two of its parameters have one name."
    for parameter in learner.parameters:
        where = f"Its parameter “{parameter.name}”"
        if not parameter.name.isidentifier():
            yield f"{where} is not a name that can be typed as an option."
        if not parameter.title.strip() or not parameter.help.strip():
            yield f"{where} has no title or no help."
        fault = _fault_in_range(parameter)
        if fault:
            yield f"{where} {fault}."


def _fault_in_range(parameter: Parameter) -> str | None:
    if isinstance(parameter, Real | Whole):
        if not parameter.low < parameter.high:
            return "has no range"
        if parameter.log and parameter.low <= 0:
            return "has a log scale that does not start above zero"
        if isinstance(parameter, Real) and parameter.default != 0.0:
            shown = round(parameter.default, parameter.decimals)
            if shown == 0.0:
                return "has too few decimals for its own default"
    if isinstance(parameter, Choice) and len(set(parameter.options)) < len(parameter.options):
        return "has an option twice"
    try:
        settled = parameter.check(parameter.default)
    except PlainError:
        return "has a default that it does not allow"
    return None if settled == parameter.default else "has a default that it changes"


# Made data: small counts, which every kind of learner takes


def _made(examples: int, classes: int) -> Dataset:
    rng = np.random.default_rng(7)
    table = rng.integers(0, 4, (examples, 3)).astype(np.float64)
    labels = np.arange(examples) % classes
    table[np.arange(examples), labels % 3] += 2.0  # something to learn
    return _dataset(table, labels, classes)


def _dataset(table: Floats, labels: object, classes: int) -> Dataset:
    names = tuple("ABCD"[:classes])
    return Dataset(Rows.from_dense(table), np.asarray(labels), names, ("x", "y", "z"))


def _degenerate() -> dict[str, Dataset]:
    two = _made(8, 2)
    ones = np.ones((4, 3))
    return {
        "no data": _dataset(np.zeros((0, 3)), [], 2),
        "no data of four classes": _dataset(np.zeros((0, 3)), [], 4),
        "one example": _dataset(ones[:1], [1], 2),
        "one class": _dataset(two.rows.dense(), np.zeros(8, int), 2),
        "one class of four": _dataset(two.rows.dense(), np.full(8, 2), 4),
        "zero vectors": _dataset(0.0 * ones, [0, 1, 0, 1], 2),
        "zero vectors of four classes": _dataset(0.0 * ones, [0, 1, 2, 3], 4),
        "opposite labels on one point": _dataset(ones, [0, 1, 0, 1], 2),
        "everything held out": two.holding_out(np.ones(8, np.bool_)),
    }


def _run(
    learner: Learner,
    dataset: Dataset,
    parameters: dict[str, Value] | None = None,
    bias: bool = True,
) -> Run | None:
    """A fresh run of three passes; None where the learner says in a sentence that it cannot."""
    stopping = Stopping(passes=3, clean_pass=False)
    try:
        return Run(dataset, learner, parameters, order=ORDER, stopping=stopping, bias=bias)
    except PlainError:
        return None


def _runs(learner: Learner) -> Iterator[tuple[str, Callable[[], Run | None]]]:
    """The cases in which a learner is watched closely; each can be run again and again."""
    for classes in (2, 4):
        yield f"{classes} classes", partial(_run, learner, _made(11, classes))


def _accepts_plain_data(learner: Learner) -> Iterator[str]:
    runs = [(case, fresh()) for case, fresh in _runs(learner)]
    if all(run is None for _, run in runs):
        yield "It refuses to learn even from small, plain data."
    for case, run in runs:
        stop = None if run is None else run.play().stopped
        if stop is not None and stop.kind == "diverged":
            yield f"Its weights leave the range of numbers even on small, plain data ({case})."


# The promises


def _leaves_its_inputs_alone(learner: Learner) -> Iterator[str]:
    data = _made(9, 2).split(0.3)
    rows, marks = data.rows, data.held_out_rows
    arrays = (rows.starts, rows.columns, rows.values, data.labels, marks)
    before = [array.tobytes() for array in arrays]
    run = _run(learner, data)
    if run is not None:
        _everything(run.play())
    if [array.tobytes() for array in arrays] != before:
        yield "It changes the data that it learns from."


def _steps_as_it_plays(learner: Learner) -> Iterator[str]:
    for case, fresh in _runs(learner):
        played, again, single, odd = fresh(), fresh(), fresh(), fresh()
        if played is None or again is None or single is None or odd is None:
            continue
        recorded = _everything(played.play())
        if _everything(again.play()) != recorded:
            yield f"The same seed gives another tape the second time ({case})."
        while single.stopped is None:
            single.advance(1)
        if _everything(single) != recorded:
            yield f"Stepped one by one it learns otherwise than played in one go ({case})."
        for count in (2, 5, 1, 7, 3, 1000):
            odd.advance(count)
        if _everything(odd) != recorded:
            yield f"Stepped in odd chunks it learns otherwise than played in one go ({case})."


def _seeks_as_it_replays(learner: Learner) -> Iterator[str]:
    for case, fresh in _runs(learner):
        run = fresh()
        if run is None:
            continue
        on_the_way = [_weights(run, 0)]
        while run.advance(1):
            on_the_way.append(_weights(run, run.steps))
        steps = np.arange(run.steps + 1)
        for way in (steps, steps[::-1], np.random.default_rng(1).permutation(steps)):
            if any(_weights(run, int(t)) != on_the_way[t] for t in way):
                yield f"Looking back gives other weights than there were ({case})."
                break


def _predicts_before_any_step(learner: Learner) -> Iterator[str]:
    for case, fresh in _runs(learner):
        run = fresh()
        if run is None:
            continue
        for readout in learner.readouts:
            scores = run.at(0).scores(readout=readout)
            if scores.shape != (len(run.dataset), run.dataset.classes):
                yield f"It does not give one score to every label ({case}, {readout})."
            elif not np.isfinite(scores).all():
                yield f"It does not predict before the first step ({case}, {readout})."


def _stands_poor_data(learner: Learner) -> Iterator[str]:
    for case, data in _degenerate().items():
        for bias in (True, False):
            run = _run(learner, data, bias=bias)
            if run is not None and not _all_finite(run.play()):
                yield f"It gives numbers that are not finite: {case}{'' if bias else ', no bias'}."


def _stands_every_setting(learner: Learner) -> Iterator[str]:
    for parameter in learner.parameters:
        for value in _extremes(parameter):
            for classes in (2, 4):
                run = _run(learner, _made(9, classes), parameters={parameter.name: value})
                if run is not None and not _all_finite(run.play()):
                    setting = f"{parameter.name} = {value}, {classes} classes"
                    yield f"It gives numbers that are not finite: {setting}."


def _extremes(parameter: Parameter) -> tuple[Value, ...]:
    if isinstance(parameter, Choice):
        return parameter.options
    if isinstance(parameter, Switch):
        return (False, True)
    return (parameter.low, parameter.high)


CHECKS = (
    _declares_itself,
    _declares_parameters,
    _accepts_plain_data,
    _leaves_its_inputs_alone,
    _steps_as_it_plays,
    _seeks_as_it_replays,
    _predicts_before_any_step,
    _stands_poor_data,
    _stands_every_setting,
)


# What is compared


def _weights(run: Run, t: int) -> bytes:
    return run.at(t).weights().tobytes()


def _everything(run: Run) -> tuple[object, ...]:
    """All that a finished run recorded and all that it is read as, to the last bit."""
    read = [
        _read(run, t, readout) for readout in run.learner.readouts for t in range(run.steps + 1)
    ]
    visits = [run.at(t).visited.tobytes() for t in range(run.steps + 1)]
    margins = getattr(getattr(run.recording, "tape", None), "margins", np.zeros(0)).tobytes()
    marks = (run.mistake_flags().tobytes(), run.recording.changes(0, run.steps).tobytes())
    return (run.steps, run.stopped, read, visits, margins, marks)


def _read(run: Run, t: int, readout: str) -> tuple[bytes, bytes]:
    moment = run.at(t)
    scores = moment.scores(readout=readout).tobytes()
    return scores, b"" if readout == "voted" else moment.weights(readout).tobytes()


def _all_finite(run: Run) -> bool:
    steps = np.unique(np.linspace(0, run.steps, MOST_MOMENTS).astype(int))
    for readout in run.learner.readouts:
        for t in steps:
            moment = run.at(int(t))
            if not np.isfinite(moment.scores(readout=readout)).all():
                return False
            if readout != "voted" and not np.isfinite(moment.weights(readout)).all():
                return False
    return True
