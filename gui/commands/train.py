"""`perceptarium train`: one learner on some data, and what came of it."""

from __future__ import annotations

import argparse
import json

import msgspec

from core.errors import PlainError
from core.experiment import Experiment, LearnerChoice
from core.run import Run
from gui.commands.data_argument import Source, add_data_arguments, read_data
from gui.commands.experiment_arguments import add_experiment_arguments, experiment_from
from gui.commands.learner_arguments import (
    learner_choice,
    settings,
    with_readout,
    with_settings,
)
from gui.commands.output_files import check_outputs, delimiter_for
from gui.commands.progress_bar import ProgressBar
from gui.commands.text_arguments import one_kind_of_values
from gui.commands.train_report import as_json, as_text

SUMMARY = "Train one learner and report what it learned."

EXAMPLES = """examples:
  perceptarium train moons --learner mira --set C=0.1 --passes 10 --held-out 0.25
  perceptarium train flowers.csv --learner averaged-perceptron --weights weights.csv
  perceptarium train circles --features quadratic --stop-when-clean --trace steps.csv
  perceptarium train reviews.csv --features unigrams,bigrams --min-count 4 --negation \\
      --learner logistic-regression --held-out 0.25 --save-model model.json

--trace has a line for every step: its number, the row (counted from 0) that it visited, the gold
label, the best-scored wrong one, the margin before the step, how far the weights of the gold
label moved along the example, and 1 where it was a mistake. “perceptarium learners” tells the
names of the learners and of their parameters."""

PARTS = 200  # how often the bar may move


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    add_data_arguments(parser)
    group = parser.add_argument_group("what to train")
    group.add_argument("--learner", metavar="NAME", help="its name (default perceptron)")
    group.add_argument(
        "--set",
        dest="settings",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a parameter of the learner; may come several times",
    )
    group.add_argument(
        "--readout",
        choices=("last", "averaged", "voted"),
        help="which weights count: the last (default), their average, or a vote of all",
    )
    add_experiment_arguments(parser)
    group = parser.add_argument_group("what to hold out")
    group.add_argument(
        "--held-out", type=float, metavar="X", help="share of each class to test on (default 0)"
    )
    group.add_argument(
        "--patience",
        type=int,
        metavar="N",
        help="stop after N passes that were no better on the held-out examples",
    )
    group = parser.add_argument_group("what to tell")
    group.add_argument("--json", action="store_true", help="report as JSON")
    group.add_argument("--weights", metavar="FILE", help="write the weights, a line per feature")
    group.add_argument("--trace", metavar="FILE", help="write what happened, a line per step")
    group.add_argument(
        "--save-model", metavar="FILE", help="write a model of texts as JSON, for “predict”"
    )


def run(arguments: argparse.Namespace) -> int:
    source = read_data(arguments)
    choice = _choice(arguments, source)
    experiment = experiment_from(arguments, source)
    experiment = msgspec.structs.replace(experiment, learners=(choice,))
    _check(arguments, source, experiment)
    training = _begin(source, experiment)
    _play(training)
    if arguments.json:
        print(json.dumps(as_json(training, choice.readout), indent=2, allow_nan=False))
    else:
        print(as_text(training, choice.readout, source.title))
        if source.note:
            print(f"\n{source.note}")
    written = _write_tables(arguments, training, choice.readout)
    if written and not arguments.json:
        print(f"\nWritten: {', '.join(written)}")
    return 0


def _choice(arguments: argparse.Namespace, source: Source) -> LearnerChoice:
    """The learner asked for, else the first of the experiment file, else the perceptron."""
    given = settings(arguments.settings)
    listed = source.experiment.learners
    if arguments.learner is not None or not listed:
        choice = learner_choice(arguments.learner or "perceptron", arguments.readout)
    else:
        choice = with_readout(listed[0], arguments.readout)
    return with_settings(choice, given)


def _check(arguments: argparse.Namespace, source: Source, experiment: Experiment) -> None:
    """What would fail after the training fails before it."""
    outputs = {
        "--weights": arguments.weights,
        "--trace": arguments.trace,
        "--save-model": arguments.save_model,
    }
    check_outputs(outputs, source.path)
    one_kind_of_values(arguments)
    if arguments.save_model is not None and not source.are_texts:
        raise PlainError(f"--save-model is for texts, and “{source.title}” holds none.")
    if arguments.save_model is not None:
        from core.learners import find
        from core.model import check_savable

        check_savable(find(experiment.learners[0].name), experiment.learners[0].readout)
    if arguments.weights is not None and experiment.learners[0].readout == "voted":
        raise PlainError("A vote of many weight vectors has no weights: leave --weights out.")
    if arguments.patience is not None and experiment.split.fraction == 0.0:
        raise PlainError("--patience looks at held-out examples: ask for some with --held-out.")


def _begin(source: Source, experiment: Experiment) -> Run:
    from core.runs import run_of, split_examples

    examples = source.examples(experiment)
    if len(examples) == 0:
        raise PlainError(f"There is nothing to learn from: “{source.title}” holds no examples.")
    dataset = split_examples(examples, experiment.split)
    return run_of(dataset, experiment.learners[0], experiment)


def _play(training: Run) -> None:
    with ProgressBar(training.learner.title) as bar:
        part = max(training.most_steps // PARTS, 1)
        while training.stopped is None:
            training.advance(part if bar.visible else training.most_steps)
            bar.show(training.steps, training.most_steps)


def _write_tables(arguments: argparse.Namespace, training: Run, readout: str) -> list[str]:
    """The names of the files that were asked for."""
    from core.files.atomic import write_atomically
    from core.run_tables import trace_table, weights_table

    written = []
    if (name := arguments.save_model) is not None:
        from core.model import Model

        Model.of(training.at(training.steps), readout).save(name)
        written.append(name)
    if (name := arguments.weights) is not None:
        weights = weights_table(training, training.steps, readout, delimiter_for(name))
        write_atomically(name, weights.encode())
        written.append(name)
    if (name := arguments.trace) is not None:
        write_atomically(name, trace_table(training, delimiter_for(name)).encode())
        written.append(name)
    return written
