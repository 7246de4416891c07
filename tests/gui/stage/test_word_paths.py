"""Word paths: the weights of words along the run, chosen by hand, with their texts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.experiment import LearnerChoice, TextsData
from core.run import Moment
from gui.stage.word_lines import apart
from gui.stage.word_paths import WordPaths
from gui.studio import Studio
from gui.theme import Theme
from tests.gui.text_studio import TEXTS


@pytest.fixture
def view(qtbot: QtBot, text_studio: Studio, application_theme: Theme) -> WordPaths:
    view = WordPaths(text_studio, application_theme)
    qtbot.addWidget(view)
    view.resize(800, 320)
    view.show()
    qtbot.waitExposed(view)
    return view


def moment_at(studio: Studio, t: int) -> Moment:
    result = studio.active_result
    assert result is not None
    moment = result.at(t)
    assert moment is not None
    return moment


def number_of(studio: Studio, word: str) -> int:
    dataset = studio.results.dataset
    assert dataset is not None
    return dataset.feature_names.index(word)


def click(view: WordPaths, spot: QPoint) -> None:
    QTest.mouseClick(view.chart, Qt.MouseButton.LeftButton, pos=spot)


def test_the_heaviest_words_of_the_end_are_followed(view: WordPaths, text_studio: Studio) -> None:
    end = moment_at(text_studio, text_studio.results.learners[0].steps)
    weights = np.abs(end.weights()[:-1, 0])
    shown = {line.feature for line in view.chart.lines}
    assert len(shown) == min(6, int((weights > 0).sum()))
    least = min(weights[feature] for feature in shown)
    assert all(weights[k] <= least for k in range(len(weights)) if k not in shown)
    for line in view.chart.lines:
        for t in (0, 2, int(line.steps[-1])):
            assert line.at(t) == pytest.approx(moment_at(text_studio, t).weights()[line.feature, 0])


def test_another_learner_brings_its_own_words(view: WordPaths, text_studio: Studio) -> None:
    before = view.told()
    text_studio.activate(1)
    assert view.told() != before
    line = view.chart.lines[0]
    assert line.last == pytest.approx(
        moment_at(text_studio, text_studio.results.learners[1].steps).weights()[line.feature, 0]
    )


def test_a_click_on_a_name_or_a_line_chooses_the_word(view: WordPaths, text_studio: Studio) -> None:
    line, bounds = view.chart.names()[0]
    click(view, bounds.center().toPoint())
    assert text_studio.feature == line.feature
    assert view.foot.words().startswith(f"“{line.word}” is in ")
    click(view, bounds.center().toPoint())
    assert text_studio.feature is None
    lone = max(view.chart.lines, key=lambda line: abs(line.last))
    click(view, view.chart.place_of(lone.feature, int(lone.steps[-1])).toPoint())
    chosen = next(line for line in view.chart.lines if line.feature == text_studio.feature)
    assert chosen.last == lone.last, "where two lines lie on each other, either may be meant"


def test_a_word_chosen_elsewhere_joins_the_others(view: WordPaths, text_studio: Studio) -> None:
    shown = {line.feature for line in view.chart.lines}
    other = next(k for k in range(20) if k not in shown)
    text_studio.choose_feature(other)
    assert [line.feature for line in view.chart.lines][-1] == other
    text_studio.choose_feature(None)
    assert {line.feature for line in view.chart.lines} == shown


def test_any_word_can_be_added_by_typing(view: WordPaths, text_studio: Studio) -> None:
    shown = {line.feature for line in view.chart.lines}
    names = text_studio.results.dataset.feature_names  # type: ignore[union-attr]
    word = next(name for k, name in enumerate(names) if k not in shown)
    editor = view.add.lineEdit()
    assert editor is not None
    editor.clear()
    QTest.keyClicks(editor, word)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert text_studio.feature == number_of(text_studio, word)
    text_studio.choose_feature(None)
    assert word in [line.word for line in view.chart.lines], "what was added stays"
    view.fewer.click()
    assert {line.feature for line in view.chart.lines} == shown


def test_a_click_beside_the_lines_moves_the_cursor(view: WordPaths, text_studio: Studio) -> None:
    area = view.chart.area()
    last = text_studio.results.learners[0].steps
    spot = QPoint(round(area.left() + area.width() * 0.5), round(area.bottom() + 8))
    click(view, spot)
    assert text_studio.t == pytest.approx(last / 2, abs=1)
    image = view.chart.grab().toImage()
    colour = image.pixelColor(spot.x(), round(area.top() + 3))
    assert colour.blue() > colour.red() + 40, "the cursor stands there"


def test_the_texts_of_the_chosen_word_are_counted_and_selected(
    view: WordPaths, text_studio: Studio
) -> None:
    assert view.foot.words() == "Choose a word: click its line or its name."
    text_studio.choose_feature(number_of(text_studio, "funny"))
    assert view.foot.words() == "“funny” is in 4 texts: 1 bad, 3 good"
    having = {i for i, text in enumerate(TEXTS.texts) if "funny" in text}
    QTest.mouseClick(view.foot, Qt.MouseButton.LeftButton)
    assert text_studio.selection == having
    QTest.mouseClick(view.foot, Qt.MouseButton.LeftButton)
    assert text_studio.selection == frozenset()


def test_with_more_classes_one_chooses_whose_weights(
    view: WordPaths, text_studio: Studio, qtbot: QtBot
) -> None:
    data = TextsData(TEXTS.texts, (1, 0, 2, 0, 0, 1), ("bad", "good", "fine"))
    three = replace(text_studio.experiment, data=data, learners=(LearnerChoice("perceptron"),))
    text_studio.open_document(three, None)
    qtbot.waitUntil(lambda: text_studio.results.done and len(view.chart.lines) > 0)
    assert view.heads.isVisible()
    view.heads.setCurrentIndex(2)
    view.heads.activated.emit(2)
    end = moment_at(text_studio, text_studio.results.learners[0].steps).weights()[:-1]
    above = end[:, 2] - end.mean(axis=1)
    assert view.chart.lines[0].last == pytest.approx(above.max())


def test_a_vote_has_no_weights_to_follow(
    view: WordPaths, text_studio: Studio, qtbot: QtBot
) -> None:
    voted = (replace(text_studio.experiment.learners[0], readout="voted"),)
    text_studio.edit(replace(text_studio.experiment, learners=voted), "Vote")
    qtbot.waitUntil(lambda: "no weights" in view.told())
    text_studio.edit(replace(text_studio.experiment, learners=()), "None")
    qtbot.waitUntil(lambda: "no learner" in view.told())


@given(st.lists(st.floats(0, 200), min_size=1, max_size=9), st.floats(1, 18))
def test_names_keep_apart_and_inside(wanted: list[float], least: float) -> None:
    found = apart(np.array(wanted), least, 0.0, 200.0)
    tops = np.sort(found)
    assert (np.diff(tops) >= least - 1e-6).all()
    assert tops[0] >= -1e-6
    assert tops[-1] <= 200.0 + 1e-6
    far = [
        k
        for k, w in enumerate(wanted)
        if all(abs(w - v) > 2 * least * len(wanted) for j, v in enumerate(wanted) if j != k)
    ]
    for k in far:
        assert found[k] == pytest.approx(wanted[k]), "one that nobody is near stays where it is"


def test_numbers_and_words_fill_the_room_there_is(
    view: WordPaths, text_studio: Studio, qtbot: QtBot
) -> None:
    view.resize(240, 160)
    qtbot.waitUntil(lambda: len(view.chart.lines) == view.chart.room_for_names() < 6)
    assert all(view.chart.rect().contains(place.toRect()) for _, place in view.chart.names())
    few = len(view.chart.across.ticks) if view.chart.across else 0
    view.resize(900, 420)
    qtbot.waitUntil(lambda: len(view.chart.lines) == 6)
    assert view.chart.across is not None
    assert len(view.chart.across.ticks) > few
