"""What words add to the scores: together the whole score, for every learner and way of reading."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.experiment import Experiment, LearnerChoice, Stopping, TextFeatures, TextsData
from core.rows import Rows, frozen_array
from core.run import Moment
from core.runs import dataset_of, run_of
from core.texts import TextReading
from core.texts.pulls import pulls, read_text

TEXTS = TextsData(
    ("a good good film", "not a good film", "dull, dull and long", "what fun!", "long but fun"),
    (1, 0, 0, 1, 1),
    ("bad", "good"),
)


def moment_of(learner: str, features: TextFeatures, data: TextsData = TEXTS) -> Moment:
    experiment = Experiment(data=data, text_features=features, stopping=Stopping(passes=3))
    run = run_of(dataset_of(experiment), LearnerChoice(learner), experiment)
    run.play()
    return run.at(run.steps)


def nothing(width: int) -> Rows:
    return Rows(frozen_array([0, 0], np.int64), frozen_array([], np.int32),
                frozen_array([], np.float64), width)  # fmt: skip


words = st.lists(
    st.sampled_from(["good", "dull", "film", "fun", "long", "not", "unseen", ","]), max_size=9
)


@settings(max_examples=25)
@given(
    words,
    st.sampled_from(["perceptron", "mira", "logistic-regression", "naive-bayes"]),
    st.sampled_from(["presence", "counts", "tf-idf"]),
    st.integers(1, 3),
    st.booleans(),
)
def test_the_words_and_the_bias_make_up_the_scores(
    text: list[str], learner: str, values: str, longest: int, negation: bool
) -> None:
    features = TextFeatures(values=values, longest=longest, negation=negation)  # type: ignore[arg-type]
    moment = moment_of(learner, features)
    reading = moment.run.dataset.reading
    assert reading is not None
    read = read_text(reading, " ".join(text))
    found = pulls(moment, read)
    assert found.per_word is not None
    bias = moment.scores(nothing(reading.width))[0]
    np.testing.assert_allclose(found.per_word.sum(axis=0) + bias, found.scores, atol=1e-9)


def test_a_word_that_comes_twice_shares_its_feature_evenly() -> None:
    moment = moment_of("perceptron", TextFeatures())
    reading = moment.run.dataset.reading
    assert reading is not None
    read = read_text(reading, "good dull good")
    found = pulls(moment, read)
    assert found.per_word is not None
    weight = moment.weights()[reading.feature_names.index("good"), 0]
    np.testing.assert_allclose(found.per_word[0], found.per_word[2])
    assert found.per_word[0][1] - found.per_word[0][0] == pytest.approx(weight / 2)


def test_direction_and_strength_with_three_classes() -> None:
    data = TextsData(("red rose", "blue sea", "green leaf"), (0, 1, 2), ("r", "b", "g"))
    moment = moment_of("perceptron", TextFeatures(), data)
    reading = moment.run.dataset.reading
    assert reading is not None
    found = pulls(moment, read_text(reading, "blue leaf unknown"))
    assert found.toward[:2].tolist() == [1, 2]
    assert found.strength[0] > 0
    assert found.strength[2] == 0.0
    assert [mark.features for mark in read_text(reading, "blue unknown").marks][1] == ()


def test_a_vote_and_stumps_have_no_words() -> None:
    reading = TextReading.fit(TEXTS.texts, TextFeatures())
    read = read_text(reading, "good film")
    assert pulls(moment_of("perceptron", TextFeatures()), read, "voted").per_word is None
    stumps = pulls(moment_of("adaboost", TextFeatures()), read)
    assert stumps.per_word is None
    assert len(stumps.scores) == 2
