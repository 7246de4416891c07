"""`perceptarium compare --preset pang2002`: the table of a paper, made again.

Pang, Lee & Vaithyanathan, Thumbs up? Sentiment classification using machine learning techniques
(2002): the six rows that need no tagger, over three folds. As there, punctuation marks are words,
NOT_ marks what a negation reaches (not in bigrams), features occur at least four times, naive
Bayes adds one, and the support vector machine sees texts of unit length. Their maximum entropy is
our logistic regression with λ = 1/(number of training texts), which is scikit-learn's C = 1.

The paper does not tell all of its settings. Tokens, the rate of logistic regression and C = 2.5 of
the machine were picked from several that were tried, as those whose rows agree best with
scikit-learn on the later edition of the reviews: the table shows that the same can be had, not
what a first try gives.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from typing import Any

import msgspec

from core.cross_validation import Spread, fits
from core.errors import PlainError
from core.examples import Examples
from core.experiment import Experiment, LearnerChoice, Stopping, TextFeatures
from core.rows import Ints
from gui.commands.data_argument import Source
from gui.commands.number_text import DASH, counted
from gui.commands.progress_bar import ProgressBar
from gui.commands.text_table import text_table

FOLDS = 3
PASSES = 200
UNIGRAMS = TextFeatures(least_count=4, negation=True, punctuation=True)
MACHINE = LearnerChoice("support-vector-machine", {"C": 2.5})
COLUMNS = ("naive Bayes", "logistic regression", "support vector machine")


@dataclass(frozen=True)
class Row:
    """Features as the paper names them, and its accuracies in %, one per column."""

    title: str
    features: TextFeatures
    published: tuple[float | None, float | None, float | None]


def _like(**changes: Any) -> TextFeatures:
    return msgspec.structs.replace(UNIGRAMS, **changes)


ROWS = (
    Row("unigrams, counts", _like(values="counts"), (78.7, None, 72.8)),
    Row("unigrams, presence", UNIGRAMS, (81.0, 80.4, 82.9)),
    Row("unigrams and bigrams", _like(longest=2), (80.6, 80.8, 82.7)),
    Row("bigrams", _like(shortest=2, longest=2, negation=False), (77.3, 77.4, 77.1)),
    Row("top 2,633 unigrams", _like(most_features=2633), (80.3, 81.0, 81.4)),
    Row("unigrams and position", _like(position=True), (81.0, 80.1, 81.6)),
)


def run(arguments: argparse.Namespace, source: Source) -> int:
    if not source.are_texts:
        raise PlainError(f"--preset pang2002 is for texts, and “{source.title}” holds none.")
    folds = folds_of(arguments, source)
    table: list[list[Spread]] = []
    with ProgressBar("Comparing") as bar:
        for row in ROWS:
            table.append(accuracies(source, row.features, folds))
            bar.show(len(table), len(ROWS))
    count = int(folds.max()) + 1
    report = _json(source, table, count) if arguments.json else _text(source, table, count)
    print(report)
    return 0


def folds_of(arguments: argparse.Namespace, source: Source) -> Ints:
    """By the numbers in the file names where all have one, else dealt out."""
    from gui.commands.compare import fold_of_each

    seed = arguments.seed or 0
    by_name = arguments.fold_by_name or source.names is not None
    asked = argparse.Namespace(folds=arguments.folds, fold_by_name=by_name)
    try:
        return fold_of_each(asked, source, seed, FOLDS)
    except PlainError:
        if arguments.fold_by_name:
            raise
        asked.fold_by_name = False
        return fold_of_each(asked, source, seed, FOLDS)


def accuracies(source: Source, features: TextFeatures, folds: Ints) -> list[Spread]:
    """Held out, of naive Bayes, logistic regression and the machine."""
    experiment = Experiment(
        data=source.experiment.data,
        text_features=features,
        stopping=Stopping(passes=PASSES, clean_pass=False),
    )
    plain = source.examples(experiment)
    unit = msgspec.structs.replace(features, unit_length=True)
    of_unit_length = source.examples(msgspec.structs.replace(experiment, text_features=unit))
    trained_on = len(folds) * int(folds.max()) / (folds.max() + 1)
    regression = LearnerChoice(
        "logistic-regression", {"learning_rate": 0.003, "l2": 1 / trained_on}
    )
    pairs: list[tuple[Examples, LearnerChoice]] = [
        (plain, LearnerChoice("naive-bayes")),
        (plain, regression),
        (of_unit_length, MACHINE),
    ]
    return [
        Spread.of([fit.held_out for fit in fits(examples, choice, experiment, folds)])
        for examples, choice in pairs
    ]


def _json(source: Source, table: list[list[Spread]], folds: int) -> str:
    rows = [
        {
            "features": row.title,
            "held_out": dict(zip(COLUMNS, [one.mean for one in found], strict=True)),
            "published": dict(zip(COLUMNS, row.published, strict=True)),
        }
        for row, found in zip(ROWS, table, strict=True)
    ]
    return json.dumps({"data": source.title, "folds": folds, "rows": rows}, indent=2)


def _text(source: Source, table: list[list[Spread]], folds: int) -> str:
    size = counted(len(source.labels), "text", "texts")
    titles = [title for column in COLUMNS for title in (column, "2002")]
    lines = [["held out, %", *titles]]
    for row, found in zip(ROWS, table, strict=True):
        cells = [
            cell
            for ours, theirs in zip(found, row.published, strict=True)
            for cell in (f"{100.0 * ours.mean:.1f}", DASH if theirs is None else f"{theirs:.1f}")
        ]
        lines.append([row.title, *cells])
    return "\n\n".join(
        (
            f"{source.title} in {folds} folds: {size}; under 2002 what the paper has for its own "
            "1,400 reviews",
            text_table(lines, "lrrrrrr"),
        )
    )
