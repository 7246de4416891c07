"""Claims that only some learners or data know: multipliers, rounds of boosting, words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.errors import PlainError
from core.lessons.document import Found
from core.lessons.sight import Sight
from core.rows import Floats

if TYPE_CHECKING:
    from core.boosting import BoostRecording


def multiplier(sight: Sight) -> Found:
    """The sum of an example's step sizes: α of a support vector machine."""
    return float(np.ravel(_dual(sight)[sight.row])[0])


def support_vectors(sight: Sight) -> Found:
    """How many examples hold the boundary: their multipliers are above zero."""
    return int(np.count_nonzero(_dual(sight) > 1e-9))


def round_error(sight: Sight) -> Found:
    """ε of the rule that a round of boosting adds."""
    return _boosted(sight).stumps[sight.t - 1].error


def say(sight: Sight) -> Found:
    return _boosted(sight).stumps[sight.t - 1].alpha


def rule(sight: Sight) -> Found:
    """The question that a round of boosting adds, in words."""
    return _boosted(sight).feature_names[sight.t - 1]


def example_weight(sight: Sight) -> Found:
    """How much an example counts when the next round begins."""
    place = int(np.flatnonzero(sight.played.dataset.training == sight.row)[0])
    return float(_boosted(sight).example_weights(sight.t)[place])


def examples(sight: Sight) -> Found:
    return len(sight.part)


def features(sight: Sight) -> Found:
    return sight.played.dataset.rows.width


def texts_with(sight: Sight) -> Found:
    """How many training texts hold a word; with a label, how many of that class."""
    from core.text_words import documents_with

    dataset = sight.played.dataset
    held = np.intersect1d(documents_with(dataset, sight.feature), dataset.training)
    if sight.look.label is not None:
        held = held[dataset.labels[held] == sight.label]
    return len(held)


def heaviest(sight: Sight) -> Found:
    """The five features that speak most for a class, the strongest first."""
    from core.text_words import heaviest as found

    names = sight.run.recording.feature_names
    return tuple(names[k] for k, _ in found(sight.moment, sight.readout, sight.label, 5))


def _dual(sight: Sight) -> Floats:
    from core.online import OnlineRecording

    recording = sight.run.recording
    if not isinstance(recording, OnlineRecording):
        raise PlainError(f"{sight.run.learner.title} has no multipliers.")
    return recording.dual(sight.t)


def _boosted(sight: Sight) -> BoostRecording:
    from core.boosting import BoostRecording

    recording = sight.run.recording
    if not isinstance(recording, BoostRecording):
        raise PlainError(f"{sight.run.learner.title} has no rounds.")
    return recording


OWN_MEASURES = (
    multiplier, support_vectors, round_error, say, rule, example_weight, examples, features,
    texts_with, heaviest,
)  # fmt: skip
