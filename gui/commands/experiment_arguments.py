"""The options that say how to train; what they leave open, an experiment file or defaults say."""

from __future__ import annotations

import argparse
from typing import Any, TypeVar

import msgspec

from core.errors import PlainError
from core.experiment import Experiment, FeatureMapChoice, PointsData
from core.feature_maps import FEATURE_MAPS
from core.files.experiment_checks import check_experiment
from gui.commands.data_argument import Source
from gui.commands.text_arguments import (
    TEXT_KINDS,
    add_text_arguments,
    refuse_text_options,
    text_features_from,
)

Part = TypeVar("Part", bound=msgspec.Struct)

MAP_NAMES = tuple(kind.name for kind in FEATURE_MAPS)
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
    add_text_arguments(parser)


def _add_feature_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("features")
    group.add_argument(
        "--features",
        metavar="NAMES",
        help=f"what learners see of points: {', '.join(MAP_NAMES)} (default plain); of texts, "
        f"several with commas between them: {', '.join(TEXT_KINDS)} (default unigrams)",
    )
    group.add_argument(
        "--components", type=int, metavar="N", help="random-fourier: how many waves (default 100)"
    )
    group.add_argument(
        "--gamma", type=float, metavar="X", help="random-fourier: how fine they are (default 1)"
    )


def experiment_from(arguments: argparse.Namespace, source: Source) -> Experiment:
    """The source's experiment with everything that the options say instead, checked."""
    base, seed = source.experiment, arguments.seed
    features, texts = base.features, base.text_features
    waves = (arguments.components, arguments.gamma)
    if source.are_texts:
        texts = text_features_from(arguments, texts)
    else:
        refuse_text_options(arguments, source.title)
        features = _feature_map(arguments, source)
    if features.name != "random-fourier" and waves != (None, None):
        raise PlainError("--components and --gamma are for --features random-fourier alone.")
    experiment = _with(
        base,
        features=features,
        text_features=texts,
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


def _feature_map(arguments: argparse.Namespace, source: Source) -> FeatureMapChoice:
    base, name = source.experiment.features, arguments.features
    if name is not None and name not in MAP_NAMES:
        raise PlainError(
            f"There are no features “{name}” for “{source.title}”; "
            f"points have: {', '.join(MAP_NAMES)}."
        )
    if name not in (None, base.name) and not source.are_points:
        raise PlainError(
            f"Feature maps are for points, and “{source.title}” has features of its own: "
            "leave --features out."
        )
    waves: dict[str, Any] = {"components": arguments.components, "gamma": arguments.gamma}
    return _with(base, name=name, seed=arguments.seed, **waves)


def _with(part: Part, **changes: Any) -> Part:
    """The part with those changes that are not None."""
    return msgspec.structs.replace(
        part, **{name: value for name, value in changes.items() if value is not None}
    )
