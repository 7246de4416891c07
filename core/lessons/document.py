"""What a lesson's file holds, field by field. Files count from 1, as people do."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import Meta, field

from core.experiment import (
    FeatureMapChoice,
    LearnerChoice,
    Order,
    OrderKind,
    Split,
    Stopping,
    TextFeatures,
)

Title: TypeAlias = Annotated[str, Meta(min_length=1, max_length=120)]
Words: TypeAlias = Annotated[str, Meta(max_length=300)]
Prose: TypeAlias = Annotated[str, Meta(min_length=1, max_length=6_000)]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
Number: TypeAlias = Annotated[int, Meta(ge=1, le=10_000)]
Step: TypeAlias = int | str  # “start”, “end”, “first mistake”, “last mistake”, “pass 3”
Spot: TypeAlias = tuple[float, float]
LabelledSpot: TypeAlias = tuple[float, float, Name]
Text: TypeAlias = Annotated[str, Meta(max_length=5_000)]
Found: TypeAlias = bool | int | float | str | tuple[float | str, ...]

MOST_SCENES = 40
MOST_CLAIMS = 60
MOST_POINTS = 2_000
MOST_TEXTS = 1_000

ViewName: TypeAlias = Literal[
    "",
    "plane",
    "losses",
    "weights",
    "cost",
    "evaluation",
    "documents",
    "two-words",
    "projection",
    "word-paths",
    "texts",
]


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pass


class Setting(_Part, frozen=True, kw_only=True):
    """A scene's experiment, as far as it differs from that of the scene before."""

    toy: Name | None = None
    n: Annotated[int, Meta(ge=1, le=MOST_POINTS)] | None = None
    noise: float | None = None
    balance: float | None = None
    seed: int = 0
    classes: int = 2
    points: Annotated[tuple[LabelledSpot, ...], Meta(max_length=MOST_POINTS)] | None = None
    sample: Name | None = None
    texts: Annotated[tuple[tuple[Name, Text], ...], Meta(max_length=MOST_TEXTS)] | None = None
    class_names: tuple[Name, ...] | None = None
    axis_names: tuple[Name, Name] | None = None
    features: Name | FeatureMapChoice | None = None
    text_features: TextFeatures | None = None
    bias: bool | None = None
    learners: Annotated[tuple[Name | LearnerChoice, ...], Meta(max_length=4)] | None = None
    order: OrderKind | Order | None = None
    split: float | Split | None = None
    stopping: Stopping | None = None


class Show(_Part, frozen=True, kw_only=True):
    """What a scene shows of its experiment."""

    step: Step = "start"
    learner: Number = 1
    view: ViewName = ""
    beside: ViewName = ""
    side_by_side: bool | None = None
    regions: bool | None = None
    margins: bool | None = None
    arrow: bool | None = None
    trail: bool | None = None
    ghost: bool | None = None
    legend: bool | None = None
    best_line: bool | None = None
    log_scale: bool | None = None
    loss: Literal["zero-one", "perceptron", "hinge", "log", "exp", "error", "norm"] | None = None
    what_if: Literal["", "orders", "sweep", "examples", "drop"] = ""
    sweep: Words = ""  # the parameter that is swept
    try_it: Text = ""  # a sentence to try on the learners
    word: Words = ""  # the one that is looked at
    words: tuple[Name, Name] | None = None  # the axes of the two-words view

    @property
    def learner_index(self) -> int:
        return self.learner - 1

    def looks(self) -> dict[str, object]:
        """The looks that the scene asks for by name; all others are as usual."""
        found: dict[str, object] = {
            name: getattr(self, name) for name in _LOOKS if getattr(self, name) is not None
        }
        return {**found, "view": self.view, "beside": self.beside}


_LOOKS = (
    "side_by_side", "regions", "margins", "arrow", "trail", "ghost", "legend", "best_line",
    "log_scale", "loss",
)  # fmt: skip


class Look(_Part, frozen=True, kw_only=True):
    """Something that can be measured: what, and where to look; left out is as usual."""

    kind: Words = ""
    learner: Number | None = None
    step: Step | None = None
    readout: Literal["last", "averaged", "voted"] | None = None
    # One of the examples, or any place on the plane. (A limit on the number beside a pair would
    # make msgspec's types crash the collector of garbage.)
    point: int | Spot | None = None
    text: Text | None = None
    label: Name | None = None
    feature: Name | None = None
    loss: Literal["zero-one", "perceptron", "hinge", "log", "exp"] | None = None
    part: Literal["train", "held-out"] | None = None
    pass_: Number | None = field(default=None, name="pass")
    shuffles: Annotated[int, Meta(ge=2, le=100)] | None = None
    with_: Setting | None = field(default=None, name="with")  # the experiment changed for this


class Claim(Look, frozen=True, kw_only=True):
    """A statement about the experiment that the engine can check."""

    is_: Found | None = field(default=None, name="is")
    within: Annotated[float, Meta(ge=0.0)] | None = None  # else half of the last digit written
    above: float | None = None
    below: float | None = None
    at_least: float | None = None
    at_most: float | None = None
    more_than: Look | None = None
    less_than: Look | None = None
    to: Look | None = None  # the other boundary, of an angle


class _Question(_Part, frozen=True, kw_only=True):
    text: Prose
    explain: Prose
    play_to: Step | None = None


class ChoiceQuestion(_Question, frozen=True, kw_only=True, tag="choice", tag_field="kind"):
    """One of a few answers is right."""

    choices: Annotated[tuple[Words, ...], Meta(min_length=2, max_length=9)]
    answer: Number
    # One statement for each choice; that of the right answer holds, the others do not.
    claims: Annotated[tuple[Claim, ...], Meta(max_length=9)] = ()
    kind: ClassVar[str] = "choice"

    @property
    def right(self) -> int:
        """The place of the right choice, from 0."""
        return self.answer - 1


class NumberQuestion(_Question, frozen=True, kw_only=True, tag="number", tag_field="kind"):
    """A number is asked for."""

    answer: float
    tolerance: Annotated[float, Meta(ge=0.0)] = 0.0
    unit: Words = ""
    measure: Look | None = None  # what in the engine has this value
    kind: ClassVar[str] = "number"


PointAnswer: TypeAlias = Literal[
    "next mistake", "next visit", "most influential", "nearest", "heaviest"
]


class PointQuestion(_Question, frozen=True, kw_only=True, tag="point", tag_field="kind"):
    """One of the points is to be picked; the engine knows which."""

    answer: PointAnswer | Number
    learner: Number | None = None
    kind: ClassVar[str] = "point"


class LineQuestion(_Question, frozen=True, kw_only=True, tag="line", tag_field="kind"):
    """A line is to be placed: between the points, or where the boundary will be."""

    points: Annotated[tuple[LabelledSpot, ...], Meta(max_length=200)] | None = None
    step: Step | None = None  # the boundary then; without it, the line is to part the points
    learner: Number | None = None
    readout: Literal["last", "averaged"] = "last"
    degrees: Annotated[float, Meta(gt=0.0, le=90.0)] = 15.0
    near: Annotated[float, Meta(gt=0.0)] | None = None  # distance from the middle of the points
    kind: ClassVar[str] = "line"


Question: TypeAlias = ChoiceQuestion | NumberQuestion | PointQuestion | LineQuestion


class Scene(_Part, frozen=True, kw_only=True):
    """One page of a lesson."""

    title: Title
    text: Prose
    experiment: Setting = Setting()
    show: Show = Show()
    question: Question | None = None
    claims: Annotated[tuple[Claim, ...], Meta(max_length=MOST_CLAIMS)] = field(
        default=(), name="claim"
    )


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """What a list of lessons shows."""

    title: Title
    about: Annotated[str, Meta(min_length=1, max_length=400)]
    minutes: Annotated[int, Meta(ge=1, le=120)] = 10


class Lesson(Heading, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Scenes in their order."""

    scenes: Annotated[tuple[Scene, ...], Meta(min_length=1, max_length=MOST_SCENES)] = field(
        name="scene"
    )
    # Numbers in its texts that are not found by the engine, and so are in no claim.
    not_claims: tuple[Words, ...] = ()
