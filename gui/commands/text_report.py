"""What a report says of texts: rates for each class, and the words that weigh most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.cross_validation import Heaviest
from core.measure import Confusion
from gui.commands.number_text import finite, percent
from gui.commands.text_table import text_table


def rates_text(confusion: Confusion, class_names: Sequence[str]) -> str:
    """Precision, recall and F1 of each class, and their means."""
    rows = [["", "precision", "recall", "F1"]]
    rates = confusion.precision, confusion.recall, confusion.f1
    for k, name in enumerate(class_names):
        rows.append([name, *(percent(float(rate[k])) for rate in rates)])
    rows.append(["mean", *map(percent, confusion.macro)])
    return text_table(rows, "lrrr")


def rates_json(confusion: Confusion, class_names: Sequence[str]) -> dict[str, Any]:
    rates = confusion.precision, confusion.recall, confusion.f1
    return {
        name: {
            "precision": float(rates[0][k]),
            "recall": float(rates[1][k]),
            "f1": float(rates[2][k]),
        }
        for k, name in enumerate(class_names)
    }


def words_text(words: Sequence[Heaviest], class_names: Sequence[str]) -> str:
    """A line for each class; nothing where no class has any."""
    rows = [
        [name, ", ".join(f"{word} {weight:.2f}" for word, weight in own)]
        for name, own in zip(class_names, words, strict=False)
        if own
    ]
    return text_table(rows, "ll")


def words_json(words: Sequence[Heaviest], class_names: Sequence[str]) -> dict[str, Any]:
    return {
        name: [[word, finite(weight)] for word, weight in own]
        for name, own in zip(class_names, words, strict=False)
    }
