"""The experiment: one small immutable value from which everything on screen follows."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from core.points import DEFAULT_CLASS_NAMES

OrderKind: TypeAlias = Literal["given", "shuffled", "random"]

# The parts of the window that a locked view may leave out.
PARTS = (
    "menu", "tools", "classes", "data", "learners", "what-if", "theory", "words", "views",
    "transport", "timeline", "curves", "step", "status",
)  # fmt: skip


class PointsData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="points"):
    """Points as drawn: coordinates, labels (indices) and the names of the classes."""

    xy: tuple[tuple[float, float], ...] = ()
    labels: tuple[int, ...] = ()
    class_names: tuple[str, ...] = DEFAULT_CLASS_NAMES[:2]
    axis_names: tuple[str, str] = ("x", "y")


class TableData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="table"):
    """A numeric table; labels are indices into the class names."""

    values: tuple[tuple[float, ...], ...]
    labels: tuple[int, ...]
    column_names: tuple[str, ...]
    class_names: tuple[str, ...]


class TextsData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="texts"):
    """Labelled texts; labels are indices into the class names."""

    texts: tuple[str, ...]
    labels: tuple[int, ...]
    class_names: tuple[str, ...]


Data: TypeAlias = PointsData | TableData | TextsData

TextUnit: TypeAlias = Literal["words", "characters", "cues"]
TextValue: TypeAlias = Literal["presence", "counts", "tf-idf"]


class TextFeatures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What learners see of a text: which n-grams, as which values.

    `cues` are six hand-made features of sentiment; the other settings do not matter to them.
    """

    unit: TextUnit = "words"
    shortest: int = 1  # n of the n-grams, from
    longest: int = 1  # … to, at most 5
    values: TextValue = "presence"
    lowercase: bool = True
    least_documents: int = 1  # a feature is kept when at least this many training texts hold it
    most_features: int | None = None  # keep only the most frequent
    stop_list: bool = False
    negation: bool = False  # NOT_ on words from a negation to the next punctuation mark
    position: bool = False  # words marked by the part of the text they are in: first, middle, last
    unit_length: bool = False  # divide each text's values by their Euclidean length
    buckets: int | None = None  # hash features into this many, which then have no names
    punctuation: bool = False  # marks of punctuation are words too
    least_count: int = 1  # … and it must occur at least so often in the training texts together


class FeatureMapChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which feature map points pass through; the numbers matter to random Fourier only."""

    name: str = "plain"
    components: int = 100
    gamma: float = 1.0
    seed: int = 0


class LearnerChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A learner by name, the parameters that differ from its defaults, and how it is read.

    `also` are further readouts of the same run that are shown beside the main one.
    """

    name: str
    parameters: dict[str, float | int | bool | str] = {}
    readout: str = "last"
    also: tuple[str, ...] = ()
    visible: bool = True

    @property
    def readouts(self) -> tuple[str, ...]:
        """All that are shown, the main one first."""
        return (self.readout, *self.also)


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """In which order the examples come, and how many make one step."""

    kind: OrderKind = "shuffled"
    seed: int = 0
    batch: int = 1


class Split(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which fraction is held out, and the seed that picks it."""

    fraction: float = 0.0
    seed: int = 0


class Stopping(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When a run ends: the first rule that holds; a rule left at None (or False) is off."""

    passes: int = 20
    clean_pass: bool = True
    tolerance: float | None = None
    patience: int | None = None


class Experiment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Data, features, learners, order, split, stopping rules, and the step one is looking at.

    `shown` is a locked view: the only parts of the window (of `PARTS`) that students see.
    """

    data: Data = PointsData()
    features: FeatureMapChoice = FeatureMapChoice()
    text_features: TextFeatures = TextFeatures()
    bias: bool = True
    learners: tuple[LearnerChoice, ...] = ()
    order: Order = Order()
    split: Split = Split()
    stopping: Stopping = Stopping()
    position: int = 0
    shown: tuple[str, ...] | None = None  # None: everything

    def shows(self, part: str) -> bool:
        """Is this part of the window to be seen?"""
        return self.shown is None or part in self.shown
