"""The options that say what learners see of texts."""

from __future__ import annotations

import argparse
from typing import Any

import msgspec

from core.errors import PlainError
from core.experiment import TextFeatures

LENGTHS = {"unigrams": 1, "bigrams": 2, "trigrams": 3, "4-grams": 4, "5-grams": 5}
TEXT_KINDS = (*LENGTHS, "characters", "cues", "position")
VALUES = ("presence", "counts", "tf-idf")
LETTERS = (1, 3)  # how long runs of characters are when nothing is said

# Option, the field of TextFeatures it sets
_NUMBERS = {
    "min_count": "least_documents",
    "min_total": "least_count",
    "top": "most_features",
    "buckets": "buckets",
}
_SWITCHES = {
    "negation": "negation",
    "stop_list": "stop_list",
    "punctuation": "punctuation",
    "unit_length": "unit_length",
    "lower": "lowercase",
}


def add_text_arguments(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("features of texts")
    group.add_argument(
        "--values",
        metavar="NAME",
        help=f"what a feature counts as: {', '.join(VALUES)} (default presence; “compare” takes "
        "several with commas between them)",
    )
    numbers = {
        "--min-count": "keep what is in at least so many training texts (default 1)",
        "--min-total": "keep what occurs at least so often in all of them together (default 1)",
        "--top": "keep only the most frequent",
        "--buckets": "hash the features into so many buckets, without names",
    }
    for option, text in numbers.items():
        group.add_argument(option, type=int, metavar="N", help=text)
    switches = {
        "--negation": "NOT_ on words from a negation to the next punctuation mark",
        "--stop-list": "leave out frequent words that say little",
        "--punctuation": "punctuation marks are words, too",
        "--unit-length": "divide the values of each text by their Euclidean length",
        "--lower": "small letters only (default: on)",
    }
    for option, text in switches.items():
        group.add_argument(option, action=argparse.BooleanOptionalAction, default=None, help=text)


def text_features_from(arguments: argparse.Namespace, base: TextFeatures) -> TextFeatures:
    """The base with everything that the options say instead, checked."""
    from core.texts.checks import check_choice

    changes: dict[str, Any] = {
        field: value
        for option, field in (_NUMBERS | _SWITCHES).items()
        if (value := getattr(arguments, option)) is not None
    }
    if arguments.features is not None:
        changes |= _kinds(arguments.features)
    if arguments.values is not None:
        # Several are for “compare”, which looks at each of them in turn.
        changes["values"] = values_asked_for(arguments.values)[0]
    choice = msgspec.structs.replace(base, **changes)
    check_choice(choice)
    return choice


def values_asked_for(text: str) -> list[str]:
    """The kinds of values, with commas between them."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    wrong = next((name for name in names if name not in VALUES), None)
    if wrong is not None or not names:
        raise PlainError(f"--values takes {', '.join(VALUES)}, not “{wrong or text}”.")
    return list(dict.fromkeys(names))


def one_kind_of_values(arguments: argparse.Namespace) -> None:
    """Refuse several, which only a comparison can use."""
    if arguments.values is not None and len(values_asked_for(arguments.values)) > 1:
        raise PlainError("--values takes one kind here; “perceptarium compare” takes several.")


def refuse_text_options(arguments: argparse.Namespace, title: str) -> None:
    for option in ("values", *_NUMBERS, *_SWITCHES):
        if getattr(arguments, option) is not None:
            dashed = option.replace("_", "-")
            raise PlainError(f"--{dashed} is for texts, and “{title}” holds none.")


def _kinds(text: str) -> dict[str, Any]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    wrong = next((name for name in names if name not in TEXT_KINDS), None)
    if wrong is not None or not names:
        raise PlainError(
            f"There are no features “{wrong or text}” of texts; there are: {', '.join(TEXT_KINDS)}."
        )
    if "cues" in names:
        if len(set(names)) > 1:
            raise PlainError("The cues stand alone: --features cues.")
        return {"unit": "cues"}
    lengths = sorted({LENGTHS[name] for name in names if name in LENGTHS})
    if lengths and lengths != list(range(lengths[0], lengths[-1] + 1)):
        raise PlainError("Lengths of n-grams must follow each other, such as unigrams,bigrams.")
    letters = "characters" in names
    shortest, longest = (lengths[0], lengths[-1]) if lengths else LETTERS if letters else (1, 1)
    return {
        "unit": "characters" if letters else "words",
        "shortest": shortest,
        "longest": longest,
        "position": "position" in names,
    }
