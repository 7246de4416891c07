"""Texts as rows, against scikit-learn's vectorisers and, where it has none, by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer, HashingVectorizer, TfidfVectorizer

from core.errors import PlainError
from core.experiment import TextFeatures
from core.texts import TextReading, reading
from core.texts.counted import CountedTexts
from core.texts.reading import ReadableTexts

TEXTS = [
    "the cat sat on the mat",
    "the dog sat",
    "a dog and a cat and a dog",
    "",
    "mat mat mat ünder",
]
WORDS = st.sampled_from("a bb ccc the cat don't ünï NOT 42 x_y Dog".split())  # noqa: SIM905
SENTENCES = st.lists(st.lists(WORDS, max_size=8).map(" ".join), min_size=1, max_size=8)
PATTERN = r"\w+(?:'\w+)*"


def _choice(**fields: object) -> TextFeatures:
    return TextFeatures(**fields)  # type: ignore[arg-type]


def _read(texts: list[str], **fields: object) -> tuple[TextReading, np.ndarray]:
    found, rows = ReadableTexts(texts, _choice(**fields)).reading()
    return found, rows.dense()


def _any_words(texts: list[str], shortest: int) -> bool:
    return any(len(text.split()) >= shortest for text in texts)


@settings(max_examples=60, deadline=None)
@given(
    texts=SENTENCES, lengths=st.tuples(st.integers(1, 5), st.integers(0, 4)), binary=st.booleans()
)
def test_n_grams_are_those_of_count_vectorizer(
    texts: list[str], lengths: tuple[int, int], binary: bool
) -> None:
    shortest, longest = lengths[0], min(sum(lengths), 5)
    theirs = CountVectorizer(token_pattern=PATTERN, ngram_range=(shortest, longest), binary=binary)
    values = "presence" if binary else "counts"
    if not _any_words(texts, shortest):
        with pytest.raises(PlainError):
            _read(texts, shortest=shortest, longest=longest)
        return
    expected = theirs.fit_transform(texts).toarray()
    found, table = _read(texts, shortest=shortest, longest=longest, values=values)
    assert found.feature_names == tuple(theirs.get_feature_names_out())
    assert (table == expected).all()
    new = ["the cat unheard of", *texts[:2]]
    assert (found.rows(new).dense() == theirs.transform(new).toarray()).all()


@settings(max_examples=40, deadline=None)
@given(texts=st.lists(st.text("aB cü\n", min_size=1, max_size=12), min_size=1, max_size=6))
def test_characters_are_those_of_count_vectorizer(texts: list[str]) -> None:
    theirs = CountVectorizer(
        analyzer="char", ngram_range=(1, 3), preprocessor=lambda t: t.lower().replace("\n", " ")
    )
    expected = theirs.fit_transform(texts).toarray()
    found, table = _read(texts, unit="characters", longest=3, values="counts")
    assert found.grams == tuple(theirs.get_feature_names_out())
    assert (table == expected).all()
    assert all(" " not in name for name in found.feature_names)


@pytest.mark.parametrize("unit_length", [False, True])
def test_tf_idf_is_that_of_tfidf_vectorizer(unit_length: bool) -> None:
    theirs = TfidfVectorizer(token_pattern=PATTERN, norm="l2" if unit_length else None)
    expected = theirs.fit_transform(TEXTS).toarray()
    found, table = _read(TEXTS, values="tf-idf", unit_length=unit_length)
    assert table == pytest.approx(expected)
    new = ["the mat unheard of"]
    assert found.rows(new).dense() == pytest.approx(theirs.transform(new).toarray())


@pytest.mark.parametrize("values", ["presence", "counts"])
def test_buckets_are_those_of_hashing_vectorizer(values: str) -> None:
    theirs = HashingVectorizer(
        token_pattern=PATTERN, n_features=7, norm=None, alternate_sign=False,
        binary=values == "presence", ngram_range=(1, 2),
    )  # fmt: skip
    found, table = _read(TEXTS, buckets=7, values=values, longest=2)
    assert (table == theirs.transform(TEXTS).toarray()).all()
    assert found.feature_names == tuple(f"bucket {k}" for k in range(7))
    assert (found.rows(TEXTS[:2]).dense() == table[:2]).all()


def test_unit_length() -> None:
    _, table = _read(TEXTS, unit_length=True, values="counts")
    assert np.linalg.norm(table, axis=1) == pytest.approx([1, 1, 1, 0, 1])


@pytest.mark.parametrize("least", [1, 2])
def test_the_minimum_counts_texts_not_occurrences(least: int) -> None:
    theirs = CountVectorizer(token_pattern=PATTERN, min_df=least).fit(TEXTS)
    found, _ = _read(TEXTS, least_documents=least)
    assert found.feature_names == tuple(theirs.get_feature_names_out())


def test_the_minimum_of_occurrences() -> None:
    found, _ = _read(TEXTS, least_count=3)
    assert found.feature_names == ("a", "dog", "mat", "the")


def test_the_most_frequent_are_kept_and_ties_go_by_name() -> None:
    # mat 4; a, dog, the 3; and, cat, sat 2
    assert _read(TEXTS, most_features=1)[0].feature_names == ("mat",)
    assert _read(TEXTS, most_features=3)[0].feature_names == ("a", "dog", "mat")
    assert _read(TEXTS, most_features=5)[0].feature_names == ("a", "and", "dog", "mat", "the")
    assert len(_read(TEXTS, most_features=500)[0].feature_names) == 9


@pytest.mark.parametrize("values", ["presence", "counts", "tf-idf"])
def test_words_come_from_training_texts_alone(values: str) -> None:
    training = np.array([True, True, False, False, False])
    choice = _choice(values=values, longest=2, least_documents=2)
    found, rows = ReadableTexts(TEXTS, choice).reading(training)
    alone = TextReading.fit(TEXTS[:2], choice)
    assert found.feature_names == alone.feature_names == ("sat", "the")
    assert rows.dense() == pytest.approx(alone.rows(TEXTS).dense())


@settings(max_examples=40, deadline=None)
@given(texts=SENTENCES, data=st.data())
def test_all_at_once_is_as_one_after_the_other(texts: list[str], data: st.DataObject) -> None:
    choice = _choice(
        unit=data.draw(st.sampled_from(["words", "characters", "cues"])),
        longest=data.draw(st.integers(1, 3)),
        values=data.draw(st.sampled_from(["presence", "counts", "tf-idf"])),
        negation=data.draw(st.booleans()),
        position=data.draw(st.booleans()),
        punctuation=data.draw(st.booleans()),
        unit_length=data.draw(st.booleans()),
        buckets=data.draw(st.sampled_from([None, 5])),
    )
    try:
        found, rows = ReadableTexts(texts, choice).reading()
    except PlainError:
        assert not any(text.strip() for text in texts) or choice.unit == "characters"
        return
    for k, text in enumerate(texts):
        assert found.rows([text]).dense()[0] == pytest.approx(rows.dense()[k])
    again = TextReading.from_json(found.to_json())
    assert again.feature_names == found.feature_names
    assert (again.rows(texts).dense() == rows.dense()).all()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"least_documents": 4}, "No word is in at least 4 texts; lower the minimum."),
        ({"least_documents": 4, "longest": 2}, "No run of words is in at least 4 texts"),
        ({"least_count": 40}, "No word occurs at least 40 times; lower the minimum."),
        ({"shortest": 5, "longest": 4}, "n-grams are 1 to 5 long"),
        ({"longest": 6}, "n-grams are 1 to 5 long"),
        ({"shortest": 0}, "n-grams are 1 to 5 long"),
        ({"buckets": 1}, "There can be 2 to"),
        ({"most_features": 0}, "must be from 1 to 2,147,483,647, not 0"),
        ({"least_documents": 0}, "must be from 1 to 2,147,483,647, not 0"),
    ],
)
def test_refusals(fields: dict[str, object], sentence: str) -> None:
    with pytest.raises(PlainError, match=sentence.replace("(", r"\(")):
        _read(TEXTS, **fields)


@pytest.mark.parametrize(
    ("texts", "fields", "sentence"),
    [
        (["...", "!"], {}, "There are no words in these texts."),
        (["the", "of"], {"stop_list": True}, "No word is left beside the stop list"),
        (["one", "two"], {"shortest": 2, "longest": 2}, "No text has 2 words in a row"),
    ],
)
def test_nothing_to_read(texts: list[str], fields: dict[str, object], sentence: str) -> None:
    with pytest.raises(PlainError, match=sentence):
        _read(texts, **fields)


def test_no_texts_at_all_are_no_error() -> None:
    found, rows = ReadableTexts([], _choice()).reading()
    assert (found.feature_names, len(rows), rows.width) == ((), 0, 0)


def test_too_many_features_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.texts.counted.MOST_GRAMS", 3)
    with pytest.raises(PlainError, match="more than 3 different features"):
        CountedTexts.of(["a b", "c d"], str.split)


@pytest.mark.parametrize(
    "change",
    [
        {"grams": ["a", "a"]},
        {"grams": "ab"},
        {"rarity": [1.0]},
        {"choice": {"longest": 9}},
        {"choice": {"unit": "sounds"}},
        {"more": 1},
    ],
)
def test_a_saved_reading_is_checked(change: dict[str, object]) -> None:
    written = TextReading.fit(TEXTS, _choice()).to_json() | change
    with pytest.raises(PlainError):
        reading.TextReading.from_json(written)
