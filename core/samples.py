"""The bundled samples: labelled texts with a card each, ready to be opened as experiments."""

from __future__ import annotations

import csv
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

import assets
from core.dataset import number_labels
from core.experiment import (
    Experiment,
    LearnerChoice,
    Order,
    Split,
    Stopping,
    TextFeatures,
    TextsData,
)

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SMALL = 30  # texts; of fewer, none is held out
HELD_OUT = 0.2
PASSES = 10


@dataclass(frozen=True)
class Sample:
    """A bundled set of texts and its card."""

    name: str
    title: str
    what: str
    watch: tuple[str, ...]  # things worth watching
    learners: tuple[str, ...]
    features: TextFeatures

    def experiment(self) -> Experiment:
        """The texts with the features and learners that suit them, at step 0."""
        data = _texts(self.name)
        fraction = HELD_OUT if len(data.texts) >= SMALL else 0.0
        return Experiment(
            data=data,
            text_features=self.features,
            learners=tuple(LearnerChoice(name) for name in self.learners),
            order=Order("shuffled" if fraction else "given"),
            split=Split(fraction),
            stopping=Stopping(passes=PASSES),
        )

    def holds(self, data: TextsData) -> bool:
        """Whether these are its texts."""
        return data is _texts(self.name) or data == _texts(self.name)


@cache
def samples() -> tuple[Sample, ...]:
    """All of them, in the order of their cards."""
    found = []
    for path in sorted(assets.path("datasets").glob("*.toml")):
        card = tomllib.loads(path.read_text(encoding="utf-8"))
        found.append((int(card["order"]), _sample(path, card)))
    return tuple(sample for _, sample in sorted(found, key=lambda pair: pair[0]))


def _sample(path: Path, card: dict[str, Any]) -> Sample:
    return Sample(
        name=path.stem,
        title=card["title"],
        what=card["what"],
        watch=tuple(card["watch"]),
        learners=tuple(card["learners"]),
        features=msgspec.convert(card.get("features", {}), TextFeatures),
    )


@cache
def _texts(name: str) -> TextsData:
    with open(assets.path("datasets", f"{name}.csv"), encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    labels, class_names = number_labels([row["label"] for row in rows])
    return TextsData(tuple(row["text"] for row in rows), tuple(labels.tolist()), class_names)
