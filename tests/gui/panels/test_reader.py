"""The reader: which text it shows, how its words are tinted, and that text stays text."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gui.panels.reader import Reader
from gui.studio import Studio
from gui.theme import Theme
from tests.gui.text_studio import TEXTS


@pytest.fixture
def reader(qtbot: QtBot, text_studio: Studio, application_theme: Theme) -> Reader:
    reader = Reader(text_studio, application_theme)
    qtbot.addWidget(reader)
    reader.resize(640, 150)
    reader.show()
    qtbot.waitExposed(reader)
    return reader


def test_it_reads_the_visited_text_and_then_the_selected_one(
    reader: Reader, text_studio: Studio
) -> None:
    text_studio.seek(2)
    assert reader.text.text() == TEXTS.texts[1]
    assert reader.title.text() == "Text 2"
    assert reader.truth.text() == "is bad"
    text_studio.select({4})
    assert reader.text.text() == TEXTS.texts[4]
    QTest.mouseClick(reader.forward, Qt.MouseButton.LeftButton)
    assert text_studio.selection == {5}
    QTest.mouseClick(reader.forward, Qt.MouseButton.LeftButton)
    assert reader.text.text() == TEXTS.texts[0]
    text_studio.select(())
    assert reader.text.text() == TEXTS.texts[1]


def test_words_are_tinted_toward_the_class_their_weight_speaks_for(
    reader: Reader, text_studio: Studio
) -> None:
    text_studio.seek(text_studio.length)
    text_studio.select({1})
    moment = text_studio.moment(0)
    assert moment is not None
    names = moment.run.dataset.feature_names
    weights = dict(zip(names, moment.weights()[:, 0].tolist(), strict=False))
    for tint in reader.text.tints:
        word = TEXTS.texts[1][tint.start : tint.end].lower()
        if not tint.unknown and tint.strength > 0:
            assert tint.class_index == (1 if weights[word] > 0 else 0)
    strengths = {TEXTS.texts[1][t.start : t.end]: t.strength for t in reader.text.tints}
    assert max(strengths.values()) == pytest.approx(1.0)


def test_the_tints_follow_time_backwards_too(reader: Reader, text_studio: Studio) -> None:
    text_studio.select({0})
    text_studio.seek(0)
    assert {tint.strength for tint in reader.text.tints} == {0.0}
    assert reader.predicted.text() == "taken for nothing yet"
    text_studio.seek(1)
    once = reader.text.tints
    assert any(tint.strength > 0 for tint in once)
    text_studio.seek(9)
    text_studio.seek(1)
    assert reader.text.tints == once


def test_markup_and_signs_beyond_sixteen_bits_are_just_text(
    reader: Reader, text_studio: Studio
) -> None:
    text_studio.seek(text_studio.length)
    for item in (4, 5):
        text_studio.select({item})
        assert reader.text.text() == TEXTS.texts[item]
        for number, tint in enumerate(reader.text.tints):
            assert reader.text.word_at(reader.text.place_of(number)) == number
            assert TEXTS.texts[item][tint.start : tint.end].strip() != ""


def test_a_click_on_a_word_follows_it(reader: Reader, text_studio: Studio) -> None:
    text_studio.select({0})
    words = [TEXTS.texts[0][t.start : t.end] for t in reader.text.tints]
    place = reader.text.place_of(words.index("funny"))
    QTest.mouseClick(reader.text, Qt.MouseButton.LeftButton, pos=place)
    dataset = text_studio.results.dataset
    assert dataset is not None
    assert text_studio.feature is not None
    assert dataset.feature_names[text_studio.feature] == "funny"


def test_it_says_when_a_text_was_last_found_wrong(reader: Reader, text_studio: Studio) -> None:
    text_studio.select({0})
    text_studio.seek(1)
    assert "Last found wrong at step 1" in reader.remark.text()
    text_studio.activate(1)
    assert "%" in reader.predicted.text()
