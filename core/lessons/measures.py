"""What claims can be about: each kind by its name, and how the engine measures it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from core.errors import PlainError
from core.lessons.document import Found
from core.lessons.own_measures import OWN_MEASURES
from core.lessons.sight import Sight
from core.rows import Floats

if TYPE_CHECKING:
    from core.recording import Update

Measure: TypeAlias = Callable[[Sight], Found]


def weights(sight: Sight) -> Found:
    """All of them after a step, bias last."""
    found = sight.run.weights(sight.t, sight.readout)
    return tuple(np.ravel(found).tolist())


def weight(sight: Sight) -> Found:
    """Of a feature; with two classes, how far it speaks for the label asked about."""
    found = sight.moment.weights(sight.readout)[sight.feature]
    if len(found) > 1:
        return float(found[sight.label])
    return float(found[0]) if sight.label == 1 else -float(found[0])


def norm(sight: Sight) -> Found:
    return float(np.linalg.norm(sight.moment.weights(sight.readout)))


def score(sight: Sight) -> Found:
    """By how much the label asked about leads the best other one."""
    return _lead(sight.scores, sight.label)


def least_margin(sight: Sight) -> Found:
    """The smallest margin of all training examples."""
    return float(_margins(sight).min())


def distance(sight: Sight) -> Found:
    """From the boundary to the nearest example; negative if one is on the wrong side."""
    length = float(np.linalg.norm(_across(sight)))
    if not length > 0.0:
        raise PlainError("there is no boundary to be away from.")
    return float(_margins(sight).min()) / length


def loss(sight: Sight) -> Found:
    """The mean over the training (or held-out) examples, or that of one of them."""
    from core.measure import losses

    some = sight.part if sight.look.point is None else np.array([sight.row])
    name = sight.look.loss or sight.run.learner.loss
    scores = sight.moment.scores(readout=sight.readout)[some]
    return float(losses(name, scores, sight.played.dataset.labels[some]).mean())


def probability(sight: Sight) -> Found:
    from core.measure import probabilities

    if not sight.run.learner.probabilistic:
        raise PlainError(f"{sight.run.learner.title} has no probabilities.")
    return float(probabilities(sight.scores)[sight.label])


def prediction(sight: Sight) -> Found:
    return sight.played.dataset.class_names[int(sight.scores.argmax())]


def accuracy(sight: Sight) -> Found:
    return float(_right(sight).mean())


def correct(sight: Sight) -> Found:
    """How many examples are classified as they should be."""
    return int(_right(sight).sum())


def mistakes(sight: Sight) -> Found:
    """So far, or in one pass."""
    if sight.look.pass_ is not None:
        steps = sight.pass_steps
        return int(sight.run.recording.mistakes(steps.start - 1, steps.stop - 1).sum())
    return sight.run.mistakes(sight.t)


def updates(sight: Sight) -> Found:
    return sight.run.updates(sight.t)


def mistake(sight: Sight) -> Found:
    """Did this step begin with a wrong prediction?"""
    return bool(sight.run.mistake_flags(sight.t)[-1])


def visited(sight: Sight) -> Found:
    """The number of the example that a step looks at."""
    return int(sight.moment.visited[0]) + 1


def step_size(sight: Sight) -> Found:
    return _update(sight).size


def margin_before(sight: Sight) -> Found:
    """Of the example that a step visits, before it changes anything."""
    return _update(sight).margin


def steps(sight: Sight) -> Found:
    return sight.run.steps


def stopped(sight: Sight) -> Found:
    """Why the run ended: “clean pass”, “passes”, “diverged” …"""
    assert sight.run.stopped is not None
    return sight.run.stopped.kind


def separable(sight: Sight) -> Found:
    found = sight.played.theory.separable
    return "unknown" if found is None else found


def bound(sight: Sight) -> Found:
    return _known(sight.played.theory.bound, "mistake bound")


def radius(sight: Sight) -> Found:
    return sight.played.theory.radius


def best_margin(sight: Sight) -> Found:
    return _known(sight.played.theory.margin, "margin")


def turn(sight: Sight) -> Found:
    """Degrees that the weights turn in a pass, all turns added up."""
    total, before = 0.0, None
    for t in (sight.pass_steps.start - 1, *sight.pass_steps):
        now = np.ravel(sight.run.at(t).weights(sight.readout))
        total += 0.0 if before is None else degrees_between(before, now)
        before = now
    return total


def flips(sight: Sight) -> Found:
    """How often, in a pass, the prediction for some training example changes."""
    from core.measure import predictions

    count, before = 0, None
    for t in (sight.pass_steps.start - 1, *sight.pass_steps):
        now = predictions(sight.run.at(t).scores(readout=sight.readout))[sight.part]
        count += 0 if before is None else int(np.count_nonzero(now != before))
        before = now
    return count


def order_spread(sight: Sight) -> Found:
    """Degrees by which final boundaries differ from their middle, on average over shuffles."""
    from core.what_if import orders

    count = sight.look.shuffles or 20
    fans = orders(sight.played.experiment, sight.index, count, beside=()).fans
    fan = next(fan for fan in fans if fan.readout == sight.readout)
    assert fan.angles is not None
    return float(fan.angles.mean())


def angle(one: Sight, other: Sight) -> float:
    """Degrees between two boundaries."""
    return degrees_between(_across(one), _across(other))


def degrees_between(one: Floats, other: Floats) -> float:
    """0 where one of them has no direction."""
    lengths = float(np.linalg.norm(one)), float(np.linalg.norm(other))
    if 0.0 in lengths:
        return 0.0
    u, v = one / lengths[0], other / lengths[1]
    return math.degrees(
        2.0 * math.atan2(float(np.linalg.norm(u - v)), float(np.linalg.norm(u + v)))
    )


def _across(sight: Sight) -> Floats:
    """The weights of the features alone: across the boundary."""
    found = sight.moment.weights(sight.readout)
    return np.ravel(found[:-1] if sight.run.bias else found)


def _margins(sight: Sight) -> Floats:
    from core.measure import margins

    scores = sight.moment.scores(readout=sight.readout)[sight.part]
    return margins(scores, sight.played.dataset.labels[sight.part])


def _right(sight: Sight) -> Floats:
    scores = sight.moment.scores(readout=sight.readout)[sight.part]
    return np.asarray(scores.argmax(axis=1) == sight.played.dataset.labels[sight.part])


def _lead(scores: Floats, label: int) -> float:
    return float(scores[label] - np.delete(scores, label).max())


def _update(sight: Sight) -> Update:
    step = sight.moment.step
    if step is None or not step.updates:
        raise PlainError("there is no step here that visits an example.")
    return step.updates[0]


def _known(number: float | None, what: str) -> float:
    if number is None:
        raise PlainError(f"these data have no {what}.")
    return number


_MEASURES: tuple[Measure, ...] = (
    weights, weight, norm, score, least_margin, distance, loss, probability, prediction, accuracy,
    correct, mistakes, updates, mistake, visited, step_size, margin_before, steps, stopped,
    separable, bound, radius, best_margin, turn, flips, order_spread, *OWN_MEASURES,
)  # fmt: skip

MEASURES: dict[str, Measure] = {one.__name__.replace("_", " "): one for one in _MEASURES}
KINDS = (*MEASURES, "angle")
