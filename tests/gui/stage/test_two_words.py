"""Two words as axes: which they are, where documents lie, and what line is drawn."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from core.experiment import LearnerChoice, TextsData
from gui.stage.two_words import TwoWords
from gui.stage.word_choice import WordChoice
from gui.studio import Studio
from gui.theme import Theme
from tests.gui.stage.text_stage import Reader, films, news


@pytest.fixture
def reader(studio: Studio, application_theme: Theme, qtbot: QtBot) -> Reader:
    chart = TwoWords(studio, application_theme)
    qtbot.addWidget(chart)
    chart.resize(800, 420)
    chart.show()
    qtbot.waitExposed(chart)
    reader = Reader(chart, studio, qtbot)
    reader.open(films())
    studio.seek(studio.length)
    qtbot.waitUntil(lambda: bool(chart.first.currentText()))
    return reader


def view(reader: Reader) -> TwoWords:
    assert isinstance(reader.chart, TwoWords)
    return reader.chart


def type_word(reader: Reader, field: WordChoice, word: str) -> None:
    editor = field.lineEdit()
    assert editor is not None
    editor.selectAll()
    reader.qtbot.keyClicks(editor, word)
    reader.qtbot.keyClick(editor, Qt.Key.Key_Return)


def holding(reader: Reader, word: str) -> np.ndarray:
    texts = reader.studio.experiment.data.texts  # type: ignore[union-attr]
    return np.array([word in text.split() for text in texts])


def test_it_begins_with_a_heavy_word_of_either_class(reader: Reader) -> None:
    assert view(reader).first.currentText() in {"lovely", "warm", "funny"}
    assert view(reader).second.currentText() in {"dull", "slow", "grim"}


def test_a_typed_word_becomes_the_axis(reader: Reader) -> None:
    type_word(reader, view(reader).first, "funny")
    type_word(reader, view(reader).second, "slow")
    reader.chart.settle()
    x, y = reader.chart.spots.T
    funny, slow = holding(reader, "funny"), holding(reader, "slow")
    assert x[funny].min() > x[~funny].max()
    assert y[slow].max() < y[~slow].min()  # further up
    assert "funny" in reader.chart.told()
    assert "slow" in reader.chart.told()


def test_a_beginning_is_completed(reader: Reader) -> None:
    editor = view(reader).first.lineEdit()
    assert editor is not None
    editor.selectAll()
    reader.qtbot.keyClicks(editor, "FUN")
    completer = editor.completer()
    assert completer is not None
    assert completer.currentCompletion() == "funny"
    completer.activated.emit("funny")
    assert view(reader).first.currentText() == "funny"
    assert "funny" in reader.chart.told()


def test_what_is_no_word_goes_back(reader: Reader) -> None:
    before = view(reader).first.currentText()
    with reader.qtbot.waitSignal(reader.studio.said) as said:
        type_word(reader, view(reader).first, "zebra")
    assert "zebra" in said.args[0]
    assert view(reader).first.currentText() == before


def test_the_other_word_changes_places(reader: Reader) -> None:
    first, second = view(reader).first.currentText(), view(reader).second.currentText()
    type_word(reader, view(reader).first, second)
    reader.qtbot.waitUntil(lambda: view(reader).second.currentText() == first)
    assert view(reader).first.currentText() == second


def test_the_list_offers_the_heaviest_words_now(reader: Reader) -> None:
    field = view(reader).first
    field.showPopup()
    offered = [field.itemText(k) for k in range(field.count())]
    field.hidePopup()
    moment = reader.studio.moment(0)
    assert moment is not None
    weights = np.abs(moment.weights()[:-1, 0])
    names = moment.run.dataset.feature_names
    assert weights[names.index(offered[0])] == weights.max()
    assert all(weights[names.index(name)] > 0 for name in offered)
    reader.studio.seek(0)  # nothing has any weight there
    reader.chart.settle()
    field.showPopup()
    assert field.itemText(0) == "film"  # the most frequent
    field.hidePopup()


def test_a_list_opened_for_other_words_chooses_none_of_these(
    qtbot: QtBot, application_theme: Theme
) -> None:
    field = WordChoice(application_theme, "Word", "A word", lambda: ((0, None), (2, None)))
    qtbot.addWidget(field)
    chosen: list[int] = []
    field.chosen.connect(chosen.append)
    field.know(("dull", "film", "good"))
    field.show()
    field.showPopup()
    field.know(("nice",))
    qtbot.keyClick(field.view(), Qt.Key.Key_Down)
    qtbot.keyClick(field.view(), Qt.Key.Key_Return)
    field.hidePopup()
    assert chosen == []


def test_documents_that_coincide_lie_apart_and_always_the_same(reader: Reader) -> None:
    spots = reader.chart.spots.copy()
    for i in range(len(spots)):
        others = np.delete(spots, i, axis=0)
        assert np.hypot(*(others - spots[i]).T).min() > 2.0
    reader.studio.seek(1)
    reader.chart.settle()
    assert (reader.chart.spots == spots).all()


def test_the_line_follows_the_weights(reader: Reader) -> None:
    chart = view(reader)
    type_word(reader, chart.first, "lovely")
    type_word(reader, chart.second, "dull")
    reader.chart.settle()
    assert chart.shown is not None
    trace = chart.trace_of(chart.shown)
    assert trace is not None
    moment = reader.studio.moment(0)
    assert moment is not None
    names = moment.run.dataset.feature_names
    weights = moment.weights()[:, 0]
    assert trace.weights[0, 0] == weights[names.index("lovely")]
    assert trace.weights[1, 0] == weights[names.index("dull")]
    assert f"{weights[names.index('lovely')]:.3f} · lovely" in chart.told().replace("−", "-")
    assert "what the other words add on average" in chart.told()


def test_both_sides_of_the_line_are_tinted(reader: Reader) -> None:
    chart = view(reader)
    type_word(reader, chart.first, "lovely")
    type_word(reader, chart.second, "dull")
    area = chart.area()
    lovely = reader.colour(QPoint(round(area.right()) - 4, round(area.bottom()) - 8))
    dull = reader.colour(QPoint(round(area.left()) + 8, round(area.top()) + 8))
    assert lovely.red() > lovely.blue()
    assert dull.blue() > dull.red()


def test_more_classes_and_learners_without_a_line(reader: Reader) -> None:
    reader.open(news(LearnerChoice("naive-bayes")))
    reader.studio.seek(5)
    assert "Each class scores by its weights" in reader.chart.told()
    assert not reader.chart.grab().isNull()
    reader.open(films(LearnerChoice("adaboost")))
    assert "no weights that draw a straight line" in reader.chart.told()


def test_chosen_words_stay_when_the_documents_change(reader: Reader) -> None:
    type_word(reader, view(reader).first, "warm")
    type_word(reader, view(reader).second, "grim")
    data = films().data
    assert isinstance(data, TextsData)
    more = replace(data, texts=(*data.texts, "an airy film"), labels=(*data.labels, 1))
    reader.open(replace(films(), data=more))
    reader.chart.settle()
    assert len(reader.chart.spots) == 11
    reader.qtbot.waitUntil(lambda: view(reader).first.currentText() == "warm")
    assert view(reader).second.currentText() == "grim"
    reader.open(news())  # which has no such words
    reader.qtbot.waitUntil(lambda: view(reader).first.currentText() != "warm")
