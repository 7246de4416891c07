"""How toy data on the stage were made; an experiment holds only the points themselves."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.experiment import PointsData
from core.generators import Toy, make_points, toy_named
from core.parameters import Real, Value, Whole
from core.points import DEFAULT_CLASS_NAMES
from core.runs import points_data
from gui.beginning import first_points

BALANCE = Real(
    "balance", "Balance", 0.5, 0.02, 0.98, "the share of points that the first class has",
    decimals=2,
)  # fmt: skip


@dataclass(frozen=True)
class Recipe:
    """Everything that a set of toy points follows from; without a balance all classes are even."""

    toy: str
    n: int = 200
    noise: float | None = None
    balance: float | None = None
    classes: int = 2
    seed: int = 0

    @property
    def kind(self) -> Toy:
        return toy_named(self.toy)

    def value(self, name: str) -> Value:
        """What a control shows for this field."""
        if name == "noise":
            return self.kind.noise if self.noise is None else self.noise
        if name == "balance":
            return even_share(self.classes) if self.balance is None else self.balance
        number = getattr(self, name)
        assert isinstance(number, int)
        return number

    def changed(self, name: str, value: Value) -> Recipe:
        """With another value; one that is the default is not written down."""
        if name == "noise" and value == self.kind.noise:
            return replace(self, noise=None)
        if name == "balance" and value == even_share(self.classes):
            return replace(self, balance=None)
        return replace(self, **{name: value})  # type: ignore[arg-type]

    def another(self, toy: str) -> Recipe:
        """As many points of another kind, with the noise that suits it."""
        kind = toy_named(toy)
        classes = min(max(self.classes, kind.fewest_classes), kind.most_classes)
        balance = self.balance if classes == self.classes else None
        return replace(self, toy=toy, noise=None, classes=classes, balance=balance)

    def make(self, before: PointsData | None = None) -> PointsData:
        """The points; classes and axes keep the names that they had before."""
        made = points_data(
            make_points(self.toy, self.n, self.noise, self.balance, self.classes, self.seed)
        )
        if before is None:
            return made
        kept = before.class_names[: self.classes]
        free = (name for name in DEFAULT_CLASS_NAMES if name not in kept)
        names = kept + tuple(next(free) for _ in range(self.classes - len(kept)))
        return PointsData(made.xy, made.labels, names, before.axis_names)


def classes_of(kind: Toy) -> Whole:
    """How many classes this kind of toy data can have."""
    low, high = kind.fewest_classes, kind.most_classes
    return Whole("classes", "Classes", low, low, high, "how many classes there are")


def even_share(classes: int) -> float:
    return round(1.0 / classes, 2)


class RecipeBook:
    """Remembers what was made by which recipe, so that it is known again, after undo too."""

    def __init__(self) -> None:
        self._known: dict[int, Recipe] = {}
        self._seen: tuple[object, Recipe | None] = (None, None)
        beginning = _fingerprint(first_points())
        self._known[beginning] = Recipe("overlap", n=120, noise=0.35, seed=26)

    def make(self, recipe: Recipe, before: PointsData | None = None) -> PointsData:
        data = recipe.make(before)
        self._known[_fingerprint(data)] = recipe
        return data

    def recipe_of(self, data: PointsData) -> Recipe | None:
        """How these points were made; None when by hand, or elsewhere. Names do not matter."""
        if self._seen[0] is not data.xy:
            self._seen = (data.xy, self._known.get(_fingerprint(data)))
        return self._seen[1]


def _fingerprint(data: PointsData) -> int:
    return hash((data.xy, data.labels))
