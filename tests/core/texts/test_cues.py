"""The six hand-made features, counted by hand."""

from __future__ import annotations

import math

import pytest

from core.experiment import TextFeatures
from core.texts import TextReading
from core.texts.cues import CUES, cues
from core.texts.word_lists import word_list

# Praise: great, nice, enjoyable; blame: hokey, second-rate; persons:
# I, me, you.
REVIEW = (
    "The plot is hokey, there is no twist worth the name, and half of the dialogue is second-rate. "
    "So what made it enjoyable? For one, the cast is great; the songs are a nice touch as well. "
    "I sat there humming. It won me over, as it will you."
)


def test_a_review_like_that_of_the_textbook() -> None:
    assert cues(REVIEW)[:5] == [3, 2, 1, 3, 0]
    words = len(REVIEW.replace("-", "").split())
    marks = sum(REVIEW.count(mark) for mark in ",.?;")
    assert cues(REVIEW)[5] == pytest.approx(math.log(words + marks))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("", [0, 0, 0, 0, 0, 0.0]),
        ("No! NO! no", [0, 0, 1, 0, 1, math.log(5)]),
        ("I'm sure you’ll see", [0, 0, 0, 2, 0, math.log(4)]),
        ("nobody noticed", [0, 0, 0, 0, 0, math.log(2)]),
        ("Great, GREAT", [2, 0, 0, 0, 0, math.log(3)]),
    ],
)
def test_by_hand(text: str, values: list[float]) -> None:
    assert cues(text) == pytest.approx(values)


def test_a_reading_of_cues() -> None:
    reading = TextReading.fit([], TextFeatures(unit="cues"))
    assert reading.feature_names == CUES
    assert reading.rows([REVIEW]).dense()[0] == pytest.approx(cues(REVIEW))
    text = "No, I hate it!"
    marked = {text[m.start : m.end]: m.features for m in reading.marks(text)}
    assert marked == {"No": (2,), ",": (), "I": (3,), "hate": (1,), "it": (), "!": (4,)}


def test_the_lists_do_not_contradict_each_other() -> None:
    positive, negative = word_list("positive"), word_list("negative")
    assert not positive & negative
    assert min(len(positive), len(negative)) > 200
    assert not word_list("stop_words") & (positive | negative | word_list("negations"))
    assert all(word == word.lower() for word in positive | negative)
