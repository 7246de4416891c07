"""Marks: which words of a text its features come from."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import PlainError
from core.experiment import TextFeatures
from core.texts import TextReading

TEXT = st.text("aB İΣß'’ not no.!-\n\u0301", max_size=25)


@settings(max_examples=150, deadline=None)
@given(texts=st.lists(TEXT, min_size=1, max_size=3), data=st.data())
def test_every_feature_is_reached_and_spans_lie_in_order(
    texts: list[str], data: st.DataObject
) -> None:
    choice = TextFeatures(
        unit=data.draw(st.sampled_from(["words", "characters", "cues"])),
        longest=data.draw(st.integers(1, 3)),
        lowercase=data.draw(st.booleans()),
        negation=data.draw(st.booleans()),
        position=data.draw(st.booleans()),
        punctuation=data.draw(st.booleans()),
        stop_list=data.draw(st.booleans()),
        buckets=data.draw(st.sampled_from([None, 5])),
    )
    try:
        reading = TextReading.fit(texts, choice)
    except PlainError:
        return
    for text in [*texts, "something new, a B"]:
        marks = reading.marks(text)
        ends = [0]
        for mark in marks:
            assert ends[-1] <= mark.start < mark.end <= len(text)
            ends.append(mark.end)
        reached = {feature for mark in marks for feature in mark.features}
        columns, _ = reading.rows([text]).row(0)
        # The length of a text is no word's.
        assert reached == set(columns.tolist()) - ({5} if choice.unit == "cues" else set())


def _marked(text: str, training: list[str], **fields: object) -> list[tuple[str, list[str]]]:
    reading = TextReading.fit(training, TextFeatures(**fields))  # type: ignore[arg-type]
    names = reading.feature_names
    return [
        (text[mark.start : mark.end], [names[k] for k in mark.features])
        for mark in reading.marks(text)
    ]


def test_words_take_part_in_the_runs_around_them() -> None:
    found = _marked("A good, new film", ["a good film", "good new"], longest=2)
    assert found == [
        ("A", ["a", "a good"]),
        ("good", ["a good", "good", "good new"]),
        ("new", ["good new", "new"]),
        ("film", ["film"]),
    ]


def test_an_unknown_word_has_no_features() -> None:
    assert _marked("good grief", ["good"]) == [("good", ["good"]), ("grief", [])]


def test_a_stop_word_is_there_but_takes_no_part() -> None:
    found = _marked("good the film", ["good the film"], stop_list=True, longest=2)
    assert found == [
        ("good", ["good", "good film"]),
        ("the", []),
        ("film", ["film", "good film"]),
    ]


def test_spans_are_those_of_the_text_as_it_is_written() -> None:
    assert _marked("İs’n it", ["İs'n", "it"]) == [("İs’n", ["i̇s'n"]), ("it", ["it"])]


def test_white_space_is_one_character() -> None:
    found = _marked("a \n b", ["a b"], unit="characters", longest=2)
    assert [(piece, set(names)) for piece, names in found] == [
        ("a", {"a", "a␣"}),
        (" \n ", {"␣", "a␣", "␣b"}),
        ("b", {"b", "␣b"}),
    ]
