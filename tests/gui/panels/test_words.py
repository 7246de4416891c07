"""The words page: bars that follow the weights, and a box that answers at every key."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gui.panels.words import WordsPage
from gui.studio import Studio
from gui.theme import Theme
from tests.gui.text_studio import TEXTS


@pytest.fixture
def page(qtbot: QtBot, text_studio: Studio, application_theme: Theme) -> WordsPage:
    page = WordsPage(text_studio, application_theme)
    qtbot.addWidget(page)
    page.resize(280, 620)
    page.show()
    qtbot.waitExposed(page)
    return page


def test_before_the_first_step_it_says_what_to_do(page: WordsPage) -> None:
    assert "press play" in page.words.remark.text()
    assert page.words.bars.words() == ""


def test_bars_are_the_weights_at_the_cursor(page: WordsPage, text_studio: Studio) -> None:
    text_studio.seek(2)  # + a warm and funny film, − dull, dull and far too long
    assert "good: warm 1.000" in page.words.bars.words()
    assert "bad: dull 1.000" in page.words.bars.words()
    assert "and 1" not in page.words.bars.words()  # once up, once down
    assert page.words.when.text() == "after step 2"
    text_studio.seek(1)
    assert "dull" not in page.words.bars.words()


def test_a_word_chosen_selects_its_texts_and_can_be_let_go(
    page: WordsPage, text_studio: Studio
) -> None:
    text_studio.seek(2)
    dataset = text_studio.results.dataset
    assert dataset is not None
    warm = dataset.feature_names.index("warm")
    place = page.words.bars.place_of(warm)
    QTest.mouseClick(page.words.bars, Qt.MouseButton.LeftButton, pos=place)
    assert text_studio.feature == warm
    assert text_studio.selection == {i for i, text in enumerate(TEXTS.texts) if "warm" in text}
    QTest.mouseClick(page.words.bars, Qt.MouseButton.LeftButton, pos=page.words.bars.place_of(warm))
    assert text_studio.feature is None
    assert text_studio.selection == frozenset()


def test_try_it_answers_for_every_learner_and_follows_time(
    page: WordsPage, text_studio: Studio
) -> None:
    text_studio.seek(2)
    QTest.keyClicks(page.try_it.field, "warm warm zebra")
    answers = page.try_it.answers.words().splitlines()
    assert answers[0] == "Perceptron good by 1.000"
    assert answers[1].startswith("Naive Bayes good ")
    assert answers[1].endswith("%")
    assert page.try_it.unknown.text() == "Not among the features: “zebra”."
    text_studio.seek(0)
    assert page.try_it.answers.words().splitlines()[0] == "Perceptron undecided"
    page.try_it.field.clear()
    assert not page.try_it.answers.isVisible()


def test_what_is_typed_is_never_more_than_text(page: WordsPage, text_studio: Studio) -> None:
    text_studio.seek(3)
    page.try_it.field.setText("<h1>warm</h1> & <img src=x>")
    assert page.try_it.text.text() == "<h1>warm</h1> & <img src=x>"
    assert page.try_it.unknown.textFormat() == Qt.TextFormat.PlainText


def test_a_vote_has_no_words_and_says_so(
    page: WordsPage, text_studio: Studio, qtbot: QtBot
) -> None:
    from msgspec.structs import replace

    first = replace(text_studio.experiment.learners[0], readout="voted")
    after = replace(text_studio.experiment, learners=(first,))
    text_studio.edit(after, "Vote")
    text_studio.seek(3)
    qtbot.waitUntil(lambda: "no weights of single words" in page.words.remark.text())
