"""`perceptarium compare`: several learners on the same folds of the same data."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

import msgspec

from core.cross_validation import Fit
from core.errors import PlainError
from core.examples import Examples
from core.experiment import Experiment, LearnerChoice
from core.learners import all_learners
from core.rows import Ints
from core.split import fold_numbers, folds_by_name
from gui.commands.compare_report import Result, as_json, as_text
from gui.commands.data_argument import Source, add_data_arguments, read_data
from gui.commands.experiment_arguments import add_experiment_arguments, experiment_from
from gui.commands.learner_arguments import learner_choice, settings, with_settings
from gui.commands.progress_bar import ProgressBar
from gui.commands.text_arguments import values_asked_for

SUMMARY = "Compare learners by cross-validation: the same folds for all of them."

EXAMPLES = """examples:
  perceptarium compare overlap --learners perceptron,averaged-perceptron,mira --folds 5
  perceptarium compare flowers.csv --learners mira,mira:averaged --set mira.C=0.01
  perceptarium compare reviews --learners naive-bayes,logistic-regression \\
      --values counts,presence --min-count 2
  perceptarium compare FOLDER --preset pang2002

Accuracy is the mean over the folds ± its deviation (that of a sample); time is that of one
training. Of texts, the words (or whatever the features are) come from the training folds alone;
precision, recall and F1 are means over the classes, of all held-out texts together.
“perceptarium learners” tells the names of the learners and of their parameters."""


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
        "--folds", type=int, default=None, metavar="N", help="how many parts (default 5)"
    )
    group.add_argument(
        "--fold-by-name",
        action="store_true",
        help="texts in files: folds by the first number in each file's name, low ones first",
    )
    group.add_argument(
        "--preset",
        choices=("pang2002",),
        help="make the table of a paper: Pang, Lee and Vaithyanathan's of 2002, on film reviews",
    )
    add_experiment_arguments(parser)
    parser.add_argument("--json", action="store_true", help="report as JSON")


def run(arguments: argparse.Namespace) -> int:
    source = read_data(arguments)
    if arguments.preset is not None:
        from gui.commands import pang2002

        return pang2002.run(arguments, source)
    choices = _choices(arguments, source)
    experiment = experiment_from(arguments, source)
    looks = _looks(arguments, experiment) if source.are_texts else [experiment]
    folds = fold_of_each(arguments, source, experiment.split.seed)
    results: list[Result] = []
    count = int(folds.max()) + 1
    with ProgressBar("Comparing") as bar:
        for look in looks:
            examples = source.examples(look)
            values = look.text_features.values if source.are_texts else None
            for choice in choices:
                done = len(results) * count, len(looks) * len(choices) * count
                results.append(_result(examples, choice, look, folds, values, bar, done))
    if arguments.json:
        report = as_json(results, source.title, examples, count, experiment.split.seed)
        print(json.dumps(report, indent=2, allow_nan=False))
    else:
        print(as_text(results, source.title, examples, count))
        if source.note:
            print(f"\n{source.note}")
    return 0


def _looks(arguments: argparse.Namespace, experiment: Experiment) -> list[Experiment]:
    """The experiment with each of the kinds of values asked for."""
    base = experiment.text_features
    values = [base.values] if arguments.values is None else values_asked_for(arguments.values)
    features = [msgspec.structs.replace(base, values=name) for name in values]
    return [msgspec.structs.replace(experiment, text_features=one) for one in features]


def fold_of_each(
    arguments: argparse.Namespace, source: Source, seed: int, default: int = 5
) -> Ints:
    """The fold of every example, by file names or dealt out evenly."""
    folds = default if arguments.folds is None else arguments.folds
    if arguments.fold_by_name:
        if source.names is None:
            raise PlainError(
                f"--fold-by-name is for texts in files of their own, and “{source.title}” is not a "
                "folder of them."
            )
        return folds_by_name(source.names, folds)
    return fold_numbers(source.labels, folds, seed)


def _result(
    examples: Examples, choice: LearnerChoice, experiment: Experiment, folds: Ints,
    values: str | None, bar: ProgressBar, progress: tuple[int, int],
) -> Result:  # fmt: skip
    from core.cross_validation import fits

    done: list[Fit] = []
    try:
        for fit in fits(examples, choice, experiment, folds):
            done.append(fit)
            bar.show(progress[0] + len(done), progress[1])
    except PlainError as error:
        return Result(choice, tuple(done), str(error), values)
    return Result(choice, tuple(done), None, values)


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
