"""All learners side by side: a table that follows from their declarations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass

from core.learners.declaration import Boosting, Counting, Learner

HEADS = ("Learner", "Features", "Training", "Decoding", "Loss", "Goes by", "Probabilities")

_LOSS_WORDS = {
    "zero-one": "zero-one",
    "perceptron": "perceptron: max(0, −margin)",
    "hinge": "hinge: max(0, 1 − margin)",
    "log": "log: −log of the right label's probability",
    "exp": "exponential: e^−margin",
}


@dataclass(frozen=True)
class Compared:
    """One row of the table, in the order of HEADS."""

    title: str
    features: str  # which it may be given
    training: str
    decoding: str  # how a label is chosen
    loss: str
    online: str  # whether one example at a time, or all at once
    probabilistic: str

    @property
    def cells(self) -> tuple[str, ...]:
        return astuple(self)


def compared(learner: Learner) -> Compared:
    """A learner's row."""
    return Compared(
        title=learner.title,
        features=learner.card.features,
        training=learner.card.training,
        decoding=_decoding(learner),
        loss=_LOSS_WORDS[learner.loss],
        online=_pace(learner),
        probabilistic="yes" if learner.probabilistic else "no, scores only",
    )


def comparison(learners: Iterable[Learner]) -> tuple[Compared, ...]:
    return tuple(compared(learner) for learner in learners)


def _decoding(learner: Learner) -> str:
    if isinstance(learner.method, Counting):
        return "the label with the highest log-probability, a sum over features"
    if isinstance(learner.method, Boosting):
        return "the label with the largest say of the stumps"
    others = [way for way in learner.readouts if way != "last"]
    ways = {"averaged": "the averaged weights", "voted": "a vote of all weights"}
    rest = f"; also by {' or '.join(ways[way] for way in others)}" if others else ""
    return f"the label with the highest score w·x{rest}"


def _pace(learner: Learner) -> str:
    if learner.online:
        return "online"
    if isinstance(learner.method, Counting):
        return "online, a single pass"
    return "batch: all examples every round"
