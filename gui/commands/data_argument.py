"""The DATA that a command works on: a file, a folder, or the name of a toy set."""

from __future__ import annotations

import argparse
import difflib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from core.errors import PlainError
from core.experiment import Experiment, PointsData, Stopping
from core.files import SUFFIXES, read_any
from core.generators import TOYS, make_points

if TYPE_CHECKING:
    from core.dataset import Dataset

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

    def examples(self, experiment: Experiment) -> Dataset:
        """The examples as the experiment wants to see them, nothing held out."""
        if self.dataset is not None:
            return self.dataset
        from core.runs import examples_of

        return examples_of(experiment.data, experiment.features)

    @property
    def are_points(self) -> bool:
        return self.dataset is None and isinstance(self.experiment.data, PointsData)


def add_data_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "data",
        metavar="DATA",
        help="a file (table, LIBSVM, JSON lines or experiment), or, if there is no such file, "
        f"toy data: {', '.join(TOY_NAMES)}",
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
    if path.is_dir():
        raise PlainError(
            f"“{name}” is a folder, and folders cannot be read yet: "
            f"DATA is a file ({', '.join(SUFFIXES)}) or toy data ({', '.join(TOY_NAMES)})."
        )
    if not path.exists():
        close = difflib.get_close_matches(name.lower(), TOY_NAMES, n=1)
        hint = f"; did you mean “{close[0]}”? Toy" if close else "; toy"
        raise PlainError(
            f"There is no file and no toy data “{name}”{hint} data are: {', '.join(TOY_NAMES)}."
        )
    found = read_any(path)
    if isinstance(found, Experiment):
        return Source(path.name, found, path=path)
    from core.dataset import Dataset

    if isinstance(found, Dataset):
        return Source(path.name, DEFAULTS, found, path)
    return Source(path.name, msgspec.structs.replace(DEFAULTS, data=found.to_data()), path=path)


def _toy_options(arguments: argparse.Namespace) -> dict[str, float | int | None]:
    return {name: getattr(arguments, name) for name in ("n", "noise", "balance", "classes")}


def _refuse_toy_options(arguments: argparse.Namespace) -> None:
    for name, value in _toy_options(arguments).items():
        if value is not None:
            raise PlainError(
                f"--{name} is for toy data ({', '.join(TOY_NAMES)}), not for “{arguments.data}”."
            )
