"""What must hold of a choice of text features, and what to say when nothing is left of a text."""

from __future__ import annotations

from typing import get_args

from core.errors import PlainError
from core.experiment import TextFeatures, TextUnit, TextValue
from core.texts.grams import LONGEST

MOST_BUCKETS = 2**22
HIGHEST = 2**31 - 1


def check_choice(choice: TextFeatures) -> None:
    """PlainError that says what is wrong with the choice, if anything is."""
    if choice.unit not in get_args(TextUnit):
        raise PlainError(f"The unit must be words, characters or cues, not “{choice.unit}”.")
    if choice.values not in get_args(TextValue):
        raise PlainError(f"The values must be presence, counts or tf-idf, not “{choice.values}”.")
    if not 1 <= choice.shortest <= choice.longest <= LONGEST:
        raise PlainError(
            f"n-grams are 1 to {LONGEST} long, the shortest first, "
            f"not from {choice.shortest} to {choice.longest}."
        )
    _check_whole("The minimum number of texts", choice.least_documents)
    _check_whole("The minimum number of occurrences", choice.least_count)
    if choice.most_features is not None:
        _check_whole("The number of most frequent features", choice.most_features)
    if choice.buckets is not None and not 2 <= choice.buckets <= MOST_BUCKETS:
        raise PlainError(f"There can be 2 to {MOST_BUCKETS:,} buckets, not {choice.buckets:,}.")


def _check_whole(what: str, number: int) -> None:
    if not 1 <= number <= HIGHEST:
        raise PlainError(f"{what} must be from 1 to {HIGHEST:,}, not {number:,}.")


def nothing_left(choice: TextFeatures, any_at_all: bool) -> PlainError:
    """Why no feature is left, and what would help."""
    one = {"characters": "run of characters"}.get(
        choice.unit, "word" if choice.longest == 1 else "run of words"
    )
    if not any_at_all:
        if choice.stop_list and choice.unit == "words":
            return PlainError(f"No {one} is left beside the stop list; switch the list off.")
        if choice.shortest > 1:
            return PlainError(
                f"No text has {choice.shortest} {choice.unit} in a row; ask for shorter n-grams."
            )
        return PlainError(f"There are no {choice.unit} in these texts.")
    if choice.least_documents > 1:
        texts = f"{choice.least_documents:,} texts"
        return PlainError(f"No {one} is in at least {texts}; lower the minimum.")
    return PlainError(f"No {one} occurs at least {choice.least_count:,} times; lower the minimum.")
