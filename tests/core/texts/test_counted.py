"""Texts are counted in parts, so that others can run meanwhile; nobody sees where the parts end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.texts import counted
from core.texts.counted import CountedTexts, Known, counted_as, in_order

WORDS = st.sampled_from(["a", "aa", "ab", "abc", "abd", "b", "NOT_a", "NOT_b", "é", "", "zzzz"])
TEXTS = st.lists(st.lists(WORDS, max_size=12).map(" ".join), max_size=12)


@pytest.fixture(params=[1, 4, 100_000], autouse=True)
def parts_of(request: pytest.FixtureRequest) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counted, "AT_ONCE", request.param)
        yield


def words(text: str) -> list[str]:
    return text.split()


@settings(max_examples=60, deadline=None)
@given(texts=TEXTS)
def test_every_text_has_its_words_as_often_as_they_are_in_it(texts: list[str]) -> None:
    found = CountedTexts.of(texts, words)
    assert list(found.grams) == sorted({word for text in texts for word in words(text)})
    starts = found.counts.starts
    assert len(starts) == len(texts) + 1
    for text, start, end in zip(texts, starts[:-1], starts[1:], strict=True):
        columns = found.counts.columns[start:end]
        assert (np.diff(columns) > 0).all()
        names = [found.grams[column] for column in columns]
        assert dict(zip(names, found.counts.counts[start:end], strict=True)) == Counter(words(text))


@settings(max_examples=60, deadline=None)
@given(texts=TEXTS)
def test_only_what_is_known_counts(texts: list[str]) -> None:
    found = counted_as(texts, words, Known(a=0, ab=1))
    for text, start, end in zip(texts, found.starts[:-1], found.starts[1:], strict=True):
        there = {"a": 0.0, "ab": 0.0}
        for column, count in zip(found.columns[start:end], found.counts[start:end], strict=True):
            there[("a", "ab")[column]] = count
        assert there == {word: words(text).count(word) for word in ("a", "ab")}


@settings(max_examples=100, deadline=None)
@given(names=st.sets(st.text(max_size=20) | st.text("ab", min_size=14, max_size=18)))
def test_names_are_sorted_however_many_begin_alike(names: set[str]) -> None:
    assert in_order(names) == sorted(names)
