"""Many texts counted once; which of the features are kept depends on the training texts alone.

scikit-learn's CountVectorizer gives the same numbers. This takes two thirds of its time, which
leaves room for reading the file, and does not wait half a second for it to be imported.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from core.errors import PlainError
from core.rows import Floats

MOST_GRAMS = 5_000_000  # different ones; beyond that memory is at risk
# Features that are worked on in one go: a few milliseconds, so that other threads get their turn.
AT_ONCE = 100_000
LONGEST_PREFIX = 12
Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Counts:
    """How often each feature is in each text, by rows: columns ascend and none repeats."""

    starts: Numbers  # [n + 1]
    columns: Numbers
    counts: Floats

    def of_columns(self, wanted: NDArray[np.bool_]) -> Counts:
        """Only these columns, numbered anew in the same order."""
        if wanted.all():
            return self
        kept = wanted[self.columns]
        starts = np.concatenate([[0], np.cumsum(kept)])[self.starts]
        number = np.cumsum(wanted) - 1
        return Counts(starts, number[self.columns[kept]], self.counts[kept])


@dataclass(frozen=True, eq=False)
class CountedTexts:
    """Texts with all of their features, which are numbered by name."""

    grams: tuple[str, ...]
    counts: Counts

    @classmethod
    def of(cls, texts: Sequence[str], grams: Callable[[str], list[str]]) -> CountedTexts:
        numbers: defaultdict[str, int] = defaultdict()
        numbers.default_factory = numbers.__len__
        found, starts = _numbered(texts, grams, numbers)
        names = in_order(numbers)
        by_name = np.empty(len(names), np.int64)
        for k in range(0, len(names), AT_ONCE):
            some = [numbers[name] for name in names[k : k + AT_ONCE]]
            by_name[some] = np.arange(k, k + len(some))
        return cls(tuple(names), _summed(by_name[found], starts, len(names)))

    def frequencies(self, training: NDArray[np.bool_]) -> tuple[Numbers, Floats]:
        """In how many training texts each feature is, and how often in all of them together."""
        counts, width = self.counts, len(self.grams)
        among = np.repeat(training, np.diff(counts.starts))
        columns = counts.columns[among]
        occurrences = np.bincount(columns, counts.counts[among], width).astype(np.float64)
        return np.bincount(columns, minlength=width).astype(np.int64), occurrences


class Known(dict[str, int]):
    """The number of every feature; −1 for what is not known."""

    def __missing__(self, gram: str) -> int:
        return -1


def counted_as(texts: Sequence[str], grams: Callable[[str], list[str]], numbers: Known) -> Counts:
    """Texts counted in features that are known already; all others are dropped."""
    found, starts = _numbered(texts, grams, numbers)
    known = found >= 0
    kept = np.concatenate([[0], np.cumsum(known)])
    return _summed(found[known], kept[starts], len(numbers))


def _numbered(
    texts: Sequence[str], grams: Callable[[str], list[str]], numbers: Mapping[str, int]
) -> tuple[Numbers, Numbers]:
    """The number of every feature of every text, one after the other, and where each begins."""
    found: list[int] = []
    before, ends, parts = 0, [0], list[Numbers]()
    number = numbers.__getitem__
    for text in texts:
        found.extend(map(number, grams(text)))
        ends.append(before + len(found))
        if len(found) >= AT_ONCE:
            parts.append(np.array(found, np.int64))
            before, found = ends[-1], []
        if len(numbers) > MOST_GRAMS:
            raise PlainError(
                f"These texts have more than {MOST_GRAMS:,} different features: "
                "ask for shorter n-grams, or for fewer texts."
            )
    return np.concatenate([*parts, np.array(found, np.int64)]), np.array(ends, np.int64)


def _summed(found: Numbers, starts: Numbers, width: int) -> Counts:
    """What is there several times becomes one entry with its count."""
    # Each part ends with a text, as the features of one text are summed together.
    cuts = np.searchsorted(starts, np.arange(AT_ONCE, len(found), AT_ONCE))
    cuts = np.unique(np.concatenate([[0], cuts, [len(starts) - 1]]))
    parts = [
        _summed_part(found[starts[a] : starts[b]], starts[a : b + 1] - starts[a], max(width, 1))
        for a, b in pairwise(cuts.tolist())
    ]
    sizes = np.concatenate([np.zeros(1, np.int64), *(np.diff(part.starts) for part in parts)])
    columns = np.concatenate([np.zeros(0, np.int64), *(part.columns for part in parts)])
    counts = np.concatenate([np.zeros(0), *(part.counts for part in parts)])
    return Counts(np.cumsum(sizes), columns, counts)


def _summed_part(found: Numbers, starts: Numbers, width: int) -> Counts:
    texts = np.arange(len(starts) - 1)
    keys = np.sort(np.repeat(texts, np.diff(starts)) * width + found)
    first = np.ones(len(keys), np.bool_)
    first[1:] = keys[1:] != keys[:-1]
    places = np.flatnonzero(first)
    counts = np.diff(np.append(places, len(keys))).astype(np.float64)
    keys = keys[places]
    return Counts(np.searchsorted(keys, np.arange(len(starts)) * width), keys % width, counts)


def in_order(names: Collection[str], prefix: int = 2) -> list[str]:
    """Sorted; where they are many, those that begin alike apart, each of which takes no time."""
    if len(names) <= AT_ONCE // 4 or prefix > LONGEST_PREFIX:
        return sorted(names)
    alike: defaultdict[str, list[str]] = defaultdict(list)
    for name in names:
        alike[name[:prefix]].append(name)
    ordered: list[str] = []
    for beginning in sorted(alike):
        ordered += in_order(alike[beginning], prefix + 2)
    return ordered
