"""`perceptarium compare`: several learners on the same folds of the same data."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from core.errors import PlainError
from core.experiment import LearnerChoice
from core.learners import all_learners
from core.split import fold_numbers
from gui.commands.compare_report import Result, as_json, as_text
from gui.commands.data_argument import Source, add_data_arguments, read_data
from gui.commands.experiment_arguments import add_experiment_arguments, experiment_from
from gui.commands.learner_arguments import learner_choice, settings, with_settings
from gui.commands.progress_bar import ProgressBar

SUMMARY = "Compare learners by cross-validation: the same folds for all of them."

EXAMPLES = """examples:
  perceptarium compare overlap --learners perceptron,averaged-perceptron,mira --folds 5
  perceptarium compare flowers.csv --learners mira,mira:averaged --set mira.C=0.01

Accuracy is the mean over the folds ± its deviation (that of a sample); time is that of one
training. “perceptarium learners” tells the names of the learners and of their parameters."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    add_data_arguments(parser)
    group = parser.add_argument_group("what to compare")
    group.add_argument(
        "--learners",
        metavar="A,B,C",
        help="names with commas between them, each with its readout if wanted, such as "
        "mira:averaged (default: all learners)",
    )
    group.add_argument(
        "--set",
        dest="settings",
        action="append",
        default=[],
        metavar="LEARNER.NAME=VALUE",
        help="a parameter of one of them; may come several times",
    )
    group.add_argument(
        "--folds", type=int, default=5, metavar="N", help="how many parts (default 5)"
    )
    add_experiment_arguments(parser)
    parser.add_argument("--json", action="store_true", help="report as JSON")


def run(arguments: argparse.Namespace) -> int:
    source = read_data(arguments)
    choices = _choices(arguments, source)
    experiment = experiment_from(arguments, source)
    examples = source.examples(experiment)
    folds = fold_numbers(examples.labels, arguments.folds, experiment.split.seed)
    results = []
    from core.cross_validation import fits

    with ProgressBar("Comparing") as bar:
        total = len(choices) * arguments.folds
        for number, choice in enumerate(choices):
            done = []
            problem = None
            try:
                for fit in fits(examples, choice, experiment, folds):
                    done.append(fit)
                    bar.show(number * arguments.folds + len(done), total)
            except PlainError as error:
                problem = str(error)
            results.append(Result(choice, tuple(done), problem))
    if arguments.json:
        report = as_json(results, source.title, examples, arguments.folds, experiment.split.seed)
        print(json.dumps(report, indent=2, allow_nan=False))
    else:
        print(as_text(results, source.title, examples, arguments.folds))
    return 0


def _choices(arguments: argparse.Namespace, source: Source) -> list[LearnerChoice]:
    """Those asked for, else those of the experiment file, else all; parameters set."""
    listed = source.experiment.learners
    if arguments.learners is None and listed:
        entries, choices = [choice.name for choice in listed], list(listed)
    else:
        entries = _entries(arguments.learners)
        choices = [_choice(entry) for entry in entries]
    return _with_settings(entries, choices, settings(arguments.settings, "mira.C=0.1"))


def _entries(text: str | None) -> list[str]:
    if text is None:
        return [learner.name for learner in all_learners()]
    entries = [entry.strip() for entry in text.split(",") if entry.strip()]
    if not entries:
        raise PlainError("--learners takes names with commas between them, such as mira,pegasos.")
    return entries


def _choice(entry: str) -> LearnerChoice:
    name, colon, readout = entry.partition(":")
    return learner_choice(name.strip(), readout.strip() if colon else None)


def _with_settings(
    entries: Sequence[str], choices: Sequence[LearnerChoice], given: dict[str, str]
) -> list[LearnerChoice]:
    """Each setting goes to the entries written like its first part, with or without readout."""
    own: list[dict[str, str]] = [{} for _ in entries]
    for key, value in given.items():
        wanted, dot, name = key.rpartition(".")
        if not dot:
            raise PlainError(f"Say whose parameter “{key}” is, such as --set mira.{key}={value}.")
        found = [k for k, entry in enumerate(entries) if wanted in (entry, entry.split(":")[0])]
        if not found:
            raise PlainError(
                f"--set {key}: “{wanted}” is not compared; the learners are: {', '.join(entries)}."
            )
        for k in found:
            own[k][name] = value
    return [with_settings(choice, mine) for choice, mine in zip(choices, own, strict=True)]
