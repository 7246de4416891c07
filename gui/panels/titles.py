"""What learners and readouts are called on screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from core.errors import PlainError
from core.experiment import LearnerChoice
from core.learners import find


def learner_titles(choices: Sequence[LearnerChoice]) -> tuple[str, ...]:
    """One title for each, numbered where the same learner is there more than once."""
    titles = [_title(choice) for choice in choices]
    several = {title for title, count in Counter(titles).items() if count > 1}
    seen: Counter[str] = Counter()
    numbered = []
    for title in titles:
        seen[title] += 1
        numbered.append(f"{title} {seen[title]}" if title in several else title)
    return tuple(numbered)


def _title(choice: LearnerChoice) -> str:
    try:
        return find(choice.name).title
    except PlainError:  # of a package that is not installed here
        return choice.name


def read_as(title: str, readout: str) -> str:
    """The title of one readout of a learner."""
    return title if readout == "last" else f"{title}, {readout}"
