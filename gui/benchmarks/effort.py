"""How much work a benchmark puts into its answer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Effort:
    """Sizes of the data, and how often each thing is timed."""

    rounds: int  # interleaved pairs, of whose ratios the median counts
    seconds: float  # a timing repeats what it times until this much has passed
    documents: int
    vocabulary: int
    words: int  # nonzeros in a document, on average
    text_passes: int
    points: tuple[tuple[int, int], ...]  # how many, and passes over them
    peer_steps: int  # how many steps of a slow peer are timed
    seeks: int
    trajectories: int
    boosting_rounds: int
    animation_steps: int = 100_000
    text_frames: int = 400  # of documents that drift over their map
    keys: int = 300  # pressed in the field where any sentence can be tried


FULL = Effort(
    rounds=15,
    seconds=0.05,
    documents=20_000,
    vocabulary=50_000,
    words=80,
    text_passes=10,
    points=((200, 20), (10_000, 10)),
    peer_steps=1_000,
    seeks=1_000,
    trajectories=50,
    boosting_rounds=50,
)
QUICK = Effort(
    rounds=3,
    seconds=0.01,
    documents=20_000,
    vocabulary=50_000,
    words=80,
    text_passes=10,
    points=((200, 20), (10_000, 10)),
    peer_steps=300,
    seeks=300,
    trajectories=20,
    boosting_rounds=50,
    animation_steps=10_000,
    text_frames=120,
    keys=100,
)
