"""The options that say how to train; what they leave open, an experiment file or defaults say."""

from __future__ import annotations

import argparse
from typing import Any, TypeVar

import msgspec

from core.errors import PlainError
from core.experiment import Experiment, PointsData
from core.feature_maps import FEATURE_MAPS
from core.files.experiment_checks import check_experiment
from gui.commands.data_argument import Source

Part = TypeVar("Part", bound=msgspec.Struct)

NOTE = "With an experiment file as DATA, what no option says is as the file says."


def add_experiment_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("how to train", NOTE)
    group.add_argument(
        "--passes", type=int, metavar="N", help="how often to go through the data (default 20)"
    )
    group.add_argument(
        "--order",
        choices=("given", "shuffled", "random"),
        help="as given, shuffled in each pass (default), or drawn at random",
    )
    group.add_argument("--batch", type=int, metavar="N", help="examples in one step (default 1)")
    group.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="of all that is random: toy data, split, order, random features (default 0)",
    )
    group.add_argument(
        "--bias",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="a feature that is always 1 (default: on)",
    )
    group.add_argument(
        "--stop-when-clean",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="stop after a pass that changes nothing (default: make exactly the passes asked for)",
    )
    group.add_argument(
        "--tolerance", type=float, metavar="X", help="stop when a pass moves the weights by less"
    )
    _add_feature_arguments(parser)


def _add_feature_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("features of points")
    names = [kind.name for kind in FEATURE_MAPS]
    group.add_argument("--features", choices=names, help="what learners see (default plain)")
    group.add_argument(
        "--components", type=int, metavar="N", help="random-fourier: how many waves (default 100)"
    )
    group.add_argument(
        "--gamma", type=float, metavar="X", help="random-fourier: how fine they are (default 1)"
    )


def experiment_from(arguments: argparse.Namespace, source: Source) -> Experiment:
    """The source's experiment with everything that the options say instead, checked."""
    base, seed = source.experiment, arguments.seed
    features = _with(
        base.features,
        name=arguments.features,
        components=arguments.components,
        gamma=arguments.gamma,
        seed=seed,
    )
    if features.name != base.features.name and not source.are_points:
        raise PlainError(
            f"Feature maps are for points, and “{source.title}” has features of its own: "
            "leave --features out."
        )
    waves = (arguments.components, arguments.gamma)
    if features.name != "random-fourier" and waves != (None, None):
        raise PlainError("--components and --gamma are for --features random-fourier alone.")
    experiment = _with(
        base,
        features=features,
        bias=arguments.bias,
        order=_with(base.order, kind=arguments.order, seed=seed, batch=arguments.batch),
        split=_with(base.split, seed=seed, fraction=getattr(arguments, "held_out", None)),
        stopping=_with(
            base.stopping,
            passes=arguments.passes,
            clean_pass=arguments.stop_when_clean,
            tolerance=arguments.tolerance,
            patience=getattr(arguments, "patience", None),
        ),
    )
    # The data have been checked where they came from.
    check_experiment(msgspec.structs.replace(experiment, data=PointsData(), learners=()))
    return experiment


def _with(part: Part, **changes: Any) -> Part:
    """The part with those changes that are not None."""
    return msgspec.structs.replace(
        part, **{name: value for name, value in changes.items() if value is not None}
    )
