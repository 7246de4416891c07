"""The DATA that a command works on: a file, a folder, or the name of a toy set."""

from __future__ import annotations

import argparse
import difflib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from core.errors import PlainError
from core.experiment import Experiment, PointsData, Stopping, TextsData
from core.files import read_any
from core.generators import TOYS, make_points
from core.rows import Ints, frozen_array

if TYPE_CHECKING:
    from core.dataset import Dataset
    from core.examples import Examples

TOY_NAMES = tuple(toy.name for toy in TOYS)
# What holds when neither an option nor an experiment file says otherwise: exactly these passes.
DEFAULTS = Experiment(stopping=Stopping(clean_pass=False))


@dataclass(frozen=True)
class Source:
    """What DATA stands for: an experiment to start from, with the data in it where they fit."""

    title: str
    experiment: Experiment
    dataset: Dataset | None = None  # of many features, mostly zero, which no experiment holds
    path: Path | None = None
    names: tuple[str, ...] | None = None  # of the files, where every text has its own
    note: str | None = None  # what could not be used

    def examples(self, experiment: Experiment) -> Examples:
        """The examples as the experiment wants to see them, nothing held out yet."""
        if self.dataset is not None:
            return self.dataset
        from core.runs import examples_of

        return examples_of(experiment.data, experiment.features, experiment.text_features)

    @property
    def labels(self) -> Ints:
        """Of every example, whatever its features."""
        if self.dataset is not None:
            return self.dataset.labels
        return frozen_array(self.experiment.data.labels, np.int32)

    @property
    def are_points(self) -> bool:
        return self.dataset is None and isinstance(self.experiment.data, PointsData)

    @property
    def are_texts(self) -> bool:
        return self.dataset is None and isinstance(self.experiment.data, TextsData)


def add_data_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "data",
        metavar="DATA",
        help="a file (table, texts, LIBSVM, JSON lines or experiment), a folder of texts with a "
        f"folder for each class, or, if there is no such file, toy data: {', '.join(TOY_NAMES)}; "
        "or bundled texts, such as reviews",
    )
    toys = parser.add_argument_group("toy data")
    toys.add_argument("--n", type=int, metavar="N", help="how many points (default 200)")
    toys.add_argument("--noise", type=float, metavar="X", help="how untidy, 0 to 1")
    toys.add_argument("--balance", type=float, metavar="X", help="share of the first class")
    toys.add_argument("--classes", type=int, metavar="K", help="how many classes (default 2)")


def read_data(arguments: argparse.Namespace) -> Source:
    """What the DATA argument and the options for toy data ask for."""
    name: str = arguments.data
    path = Path(name)
    if path.exists() or name not in TOY_NAMES:
        _refuse_toy_options(arguments)
        return _read(path, name)
    from core.runs import points_data

    wanted: dict[str, Any] = {
        key: value for key, value in _toy_options(arguments).items() if value is not None
    }
    points = make_points(name, seed=arguments.seed or 0, **wanted)
    return Source(name, msgspec.structs.replace(DEFAULTS, data=points_data(points)))


def _read(path: Path, name: str) -> Source:
    if not path.exists():
        return _sample(name)
    found = read_any(path)
    if isinstance(found, Experiment):
        return Source(path.name, found, path=path)
    from core.dataset import Dataset
    from core.files.texts import LabelledTexts

    if isinstance(found, Dataset):
        return Source(path.name, DEFAULTS, found, path)
    experiment = msgspec.structs.replace(DEFAULTS, data=found.to_data())
    if isinstance(found, LabelledTexts):
        note = found.summary() if found.left_out else None
        return Source(path.resolve().name, experiment, path=path, names=found.names, note=note)
    return Source(path.name, experiment, path=path)


def _sample(name: str) -> Source:
    from core.samples import samples

    bundled = {sample.name: sample for sample in samples()}
    if name in bundled:
        found = bundled[name].experiment()
        return Source(name, msgspec.structs.replace(found, stopping=DEFAULTS.stopping))
    close = difflib.get_close_matches(name.lower(), (*TOY_NAMES, *bundled), n=1)
    hint = f"; did you mean “{close[0]}”? Toy" if close else "; toy"
    raise PlainError(
        f"There is no file and no toy data “{name}”{hint} data are: {', '.join(TOY_NAMES)}; "
        f"bundled texts are: {', '.join(bundled)}."
    )


def _toy_options(arguments: argparse.Namespace) -> dict[str, float | int | None]:
    return {name: getattr(arguments, name) for name in ("n", "noise", "balance", "classes")}


def _refuse_toy_options(arguments: argparse.Namespace) -> None:
    for name, value in _toy_options(arguments).items():
        if value is not None:
            raise PlainError(
                f"--{name} is for toy data ({', '.join(TOY_NAMES)}), not for “{arguments.data}”."
            )
