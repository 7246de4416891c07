"""`perceptarium predict`: which class a text is, and which of its words say so."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.errors import PlainError
from core.model import Model, is_model
from gui.commands.number_text import decimal
from gui.commands.text_table import text_table

SUMMARY = "Predict the class of texts with a saved model or a trained experiment."

EXAMPLES = """examples:
  perceptarium train reviews --learner logistic-regression --save-model model.json
  perceptarium predict model.json "what a lovely film"
  perceptarium predict model.json < lines.txt

Without a text, every line of standard input is one. Of an experiment, the first learner is trained
before. The number beside a feature is what it adds to the lead of the best class over the second;
all of them together are that lead."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    parser.add_argument("model", metavar="MODEL", help="a saved model, or an experiment of texts")
    parser.add_argument("texts", metavar="TEXT", nargs="*", help="what to predict")
    parser.add_argument(
        "--most", type=int, default=8, metavar="N", help="how many words to show (default 8)"
    )
    parser.add_argument("--json", action="store_true", help="a line of JSON for every text")


def run(arguments: argparse.Namespace) -> int:
    model = read_model(Path(arguments.model))
    from_input = not arguments.texts
    for text in _lines() if from_input else arguments.texts:
        if arguments.json:
            print(json.dumps(as_json(model, text, arguments.most), ensure_ascii=False))
        elif from_input:
            print(as_line(model, text, arguments.most))
        else:
            print(as_text(model, text, arguments.most))
    return 0


def read_model(path: Path) -> Model:
    """The model in a file, or that of the first learner of an experiment, trained now."""
    from core.files import read_any
    from core.files.text import read_bytes

    if not path.exists():
        raise PlainError(f"There is no file “{path}”.")
    if path.suffix.lower() == ".json" and is_model(read_bytes(path, 200_000_000)):
        return Model.load(path)
    from core.experiment import Experiment, LearnerChoice, TextsData
    from core.runs import dataset_of, run_of

    found = read_any(path)
    if not isinstance(found, Experiment) or not isinstance(found.data, TextsData):
        raise PlainError(f"“{path.name}” is neither a saved model nor an experiment with texts.")
    choice = found.learners[0] if found.learners else LearnerChoice("perceptron")
    training = run_of(dataset_of(found), choice, found).play()
    return Model.of(training.at(training.steps), choice.readout)


def as_json(model: Model, text: str, most: int) -> dict[str, Any]:
    scores = model.scores([text])[0]
    chances = model.probabilities([text])
    names = model.class_names
    parts = model.contributions(text)[:most]
    return {
        "text": text,
        "label": names[int(scores.argmax())],
        "scores": dict(zip(names, scores.tolist(), strict=True)),
        "probabilities": None
        if chances is None
        else dict(zip(names, chances[0].tolist(), strict=True)),
        "contributions": [
            {"feature": name, **dict(zip(names, own, strict=True))} for name, own in parts
        ],
        "unknown": unknown_words(model, text),
    }


def as_line(model: Model, text: str, most: int) -> str:
    """The class, how sure it is, what says so, and the text; tabs between them."""
    label, certainty = _verdict(model, text)
    words = ", ".join(f"{name} {value:+.2f}" for name, value in _for_the_winner(model, text)[:most])
    return "\t".join((label, certainty, words, " ".join(text.split())))


def as_text(model: Model, text: str, most: int) -> str:
    label, certainty = _verdict(model, text)
    parts = _for_the_winner(model, text)
    rows = [[name, f"{value:+.4f}"] for name, value in parts[:most]]
    rows += [[f"… and {len(parts) - most} more"]] if len(parts) > most else []
    blocks = [f"{label} ({certainty})", text_table(rows, "lr") if rows else ""]
    unknown = unknown_words(model, text)
    if unknown:
        blocks.append(f"  unknown: {', '.join(unknown)}")
    return "\n".join(block for block in blocks if block)


def unknown_words(model: Model, text: str) -> list[str]:
    """The words that are part of no feature, each once; characters are not worth telling."""
    if model.reading.choice.unit != "words":
        return []
    words = (text[mark.start : mark.end] for mark in model.reading.marks(text) if not mark.features)
    return [word for word in dict.fromkeys(words) if any(map(str.isalnum, word))]


def _verdict(model: Model, text: str) -> tuple[str, str]:
    scores = model.scores([text])[0]
    best = int(scores.argmax())
    chances = model.probabilities([text])
    if chances is not None:
        return model.class_names[best], f"{100.0 * chances[0, best]:.1f} %"
    second, first = sorted(scores.tolist())[-2:]
    return model.class_names[best], f"ahead by {decimal(first - second)}"


def _for_the_winner(model: Model, text: str) -> list[tuple[str, float]]:
    """What each feature adds to the lead of the best class over the second; the strongest first."""
    second, best = model.scores([text])[0].argsort(kind="stable")[-2:]
    if model.scores([text])[0].argmax() != best:  # equals: the first counts
        second, best = best, second
    leads = [(name, own[best] - own[second]) for name, own in model.contributions(text)]
    return sorted(leads, key=lambda one: -abs(one[1]))


def _lines() -> Iterator[str]:
    """Of standard input; a person at a terminal is told what to do."""
    if sys.stdin.isatty():
        print("One text a line; Ctrl+D ends.", file=sys.stderr)
    for line in sys.stdin:
        if line.strip():
            yield line.rstrip("\n")
