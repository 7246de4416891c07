"""What a step does to the average of all weights so far, or to their vote."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.learners.telling import NumberStyle, name_tex
from core.rows import Floats

if TYPE_CHECKING:
    from core.run import Moment

AVERAGE_RULE = r"\bar w_t = \bar w_{t-1} + \tfrac1t\,\bigl(w_t - \bar w_{t-1}\bigr)"
VOTE_RULE = r"\hat y = \arg\max_k\ \sum_{i=1}^{t} \bigl[\hat y_{w_i}(x) = k\bigr]"


@dataclass(frozen=True)
class Change:
    """One weight before and after a step."""

    feature: str
    label: str  # whose weight it is; empty when two classes share one vector
    before: float
    after: float


@dataclass(frozen=True)
class ReadoutTold:
    """How the readout follows from the step; formulas in TeX."""

    readout: str
    rule: str
    worked: str
    sentence: str
    changes: tuple[Change, ...] = ()  # of the averaged weights, the largest first
    changes_left_out: int = 0
    voters: int = 0  # different weight vectors that vote
    survived: int = 0  # steps, this one included, that the present weights have stood
    scores: tuple[float, ...] = ()  # of the (first) visited example, after the step
    margin: float | None = None


def readout_told(
    moment: Moment, readout: str, show: NumberStyle, most_changes: int
) -> ReadoutTold | None:
    """None for the last weights themselves, and before the first step."""
    if moment.t == 0 or readout == "last":
        return None
    if readout == "voted":
        return _vote(moment, show)
    return _average(moment, show, most_changes)


def _average(moment: Moment, show: NumberStyle, most: int) -> ReadoutTold:
    run, t = moment.run, moment.t
    before, after = run.at(t - 1).weights("averaged"), moment.weights("averaged")
    names = run.recording.feature_names
    heads = run.dataset.class_names if after.shape[1] > 1 else ()
    changes, left_out = changes_between(before, after, names, heads, most)
    moved = float(np.sqrt(np.square(after - before).sum()))
    scores, margin = _visited_scores(moment, "averaged")
    sentence = (
        f"The average now holds {t:,} weight vectors and goes 1/{t:,} of the way to the present "
        f"one, by {show(moved)} in all."
        if changes
        else f"The present weights are the average already, so with {t:,} weight vectors it "
        "stays where it is."
    )
    worked = _average_worked(moment, before, after, show)
    return ReadoutTold(
        "averaged", AVERAGE_RULE, worked, sentence, changes, left_out, scores=scores, margin=margin
    )


def _average_worked(moment: Moment, before: Floats, after: Floats, show: NumberStyle) -> str:
    """The formula at work on the weight of the average that moves most."""
    place = int(np.abs(after - before).argmax())
    feature, head = divmod(place, after.shape[1])
    run, tex = moment.run, show.tex
    name = name_tex(run.recording.feature_names[feature])
    if after.shape[1] > 1:
        name += "," + name_tex(run.dataset.class_names[head])
    old, new = float(before[feature, head]), float(after[feature, head])
    present = float(moment.weights("last")[feature, head])
    return (
        rf"\bar w_{{{name}}} = {tex(old)} + \tfrac{{1}}{{{moment.t}}}"
        rf"\bigl({tex(present)} - {show.term(old)}\bigr) = {tex(new)}"
    )


def _vote(moment: Moment, show: NumberStyle) -> ReadoutTold:
    run, t = moment.run, moment.t
    changed = np.flatnonzero(run.recording.changes(0, t)) + 1  # the steps that made new weights
    last = int(changed[-1]) if len(changed) else 1
    survived = t - last + 1 if len(changed) else t
    # Weights of zero, before the first change, score every label the same and vote for none.
    voters = len(changed)
    scores, margin = _visited_scores(moment, "voted")
    names = run.dataset.class_names
    shares = r",\ ".join(
        rf"{name_tex(name)}: \tfrac{{{round(share * t)}}}{{{t}}} = {show.tex(share)}"
        for name, share in zip(names, scores, strict=True)
    )
    if not voters:
        sentence = "All weights are still zero, and vote for nobody."
    elif survived == 1:
        sentence = f"New weights join the vote with their first step; {_vectors(voters)} so far."
    else:
        sentence = f"The present weights have stood {survived:,} steps and have as many votes; "
        sentence += f"{_vectors(voters)} so far."
    return ReadoutTold(
        "voted", VOTE_RULE, shares, sentence, voters=voters, survived=survived, scores=scores,
        margin=margin,
    )  # fmt: skip


def _vectors(count: int) -> str:
    return "one weight vector votes" if count == 1 else f"{count:,} weight vectors vote"


def _visited_scores(moment: Moment, readout: str) -> tuple[tuple[float, ...], float | None]:
    """Scores and margin of the first example of the step, read in this way, after the step."""
    dataset = moment.run.dataset
    if not len(moment.visited):
        return (), None
    row = int(moment.visited[0])
    scores = moment.scores(dataset.rows.take([row]), readout)[0]
    gold = int(dataset.labels[row])
    return tuple(scores.tolist()), float(scores[gold] - np.delete(scores, gold).max())


def changes_between(
    before: Floats,
    after: Floats,
    feature_names: tuple[str, ...],
    class_names: tuple[str, ...],
    most: int,
) -> tuple[tuple[Change, ...], int]:
    """The weights that differ, the largest difference first, and how many were left out."""
    old = np.zeros_like(after)
    old[: len(before)] = before  # boosting adds a weight with every step
    moved = np.abs(after - old)
    changes = []
    for place in largest_places(moved, most):
        feature, head = divmod(place, moved.shape[1])
        label = class_names[head] if class_names else ""
        pair = float(old[feature, head]), float(after[feature, head])
        changes.append(Change(feature_names[feature], label, *pair))
    return tuple(changes), int(np.count_nonzero(moved)) - len(changes)


def largest_places(sizes: Floats, most: int) -> list[int]:
    """Where the largest sizes above zero are in the flattened array, the first of equals first."""
    flat = sizes.ravel()
    places = np.flatnonzero(flat)
    if len(places) > most > 0:
        least = np.partition(flat[places], -most)[-most]
        places = places[flat[places] >= least]
    found: list[int] = places[np.argsort(-flat[places], kind="stable")][:most].tolist()
    return found
