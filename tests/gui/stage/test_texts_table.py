"""The table of texts: what it says, its order, its filters, and the selection both ways."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.experiment import Split, TextsData
from gui.stage.texts_rows import LOSS, MARGIN, MISTAKES, NUMBER, PART, PREDICTED, TEXT, TRUTH
from gui.stage.texts_table import TextsTable
from gui.studio import Studio
from gui.theme import Theme
from tests.gui.text_studio import TEXTS, text_experiment


@pytest.fixture
def view(qtbot: QtBot, text_studio: Studio, application_theme: Theme) -> TextsTable:
    view = TextsTable(text_studio, application_theme)
    qtbot.addWidget(view)
    view.resize(900, 320)
    view.show()
    qtbot.waitExposed(view)
    return view


def column(view: TextsTable, which: int) -> list[str]:
    rows = range(view.model.rowCount())
    return [str(view.model.index(row, which).data()) for row in rows]


def numbers(view: TextsTable) -> list[int]:
    return [int(text) for text in column(view, NUMBER)]


def sort_by(view: TextsTable, which: int) -> None:
    heads = view.list.horizontalHeader()
    spot = QPoint(heads.sectionViewportPosition(which) + 6, heads.height() // 2)
    QTest.mouseClick(heads.viewport(), Qt.MouseButton.LeftButton, pos=spot)


def click_row(view: TextsTable, row: int, *keys: Qt.KeyboardModifier) -> None:
    spot = view.list.visualRect(view.model.index(row, TEXT)).center()
    modifiers = keys[0] if keys else Qt.KeyboardModifier.NoModifier
    QTest.mouseClick(view.list.viewport(), Qt.MouseButton.LeftButton, modifiers, spot)


def test_every_text_is_told_at_the_cursor(view: TextsTable, text_studio: Studio) -> None:
    text_studio.seek(2)
    moment = text_studio.moment(0)
    assert moment is not None
    scores = moment.scores()
    assert column(view, TRUTH) == [TEXTS.class_names[label] for label in TEXTS.labels]
    taken = [TEXTS.class_names[int(s[1] > s[0])] for s in scores]
    assert column(view, PREDICTED) == taken
    signs = np.where(np.array(TEXTS.labels) == 1, 1.0, -1.0)
    margins = (scores[:, 1] - scores[:, 0]) * signs
    assert [float(m.replace("−", "-")) for m in column(view, MARGIN)] == pytest.approx(margins)
    assert [float(v) for v in column(view, LOSS)] == pytest.approx(np.maximum(0, -margins))
    wrong = text_studio.results.learners[0].mistakes
    order = [int(text_studio.results.learners[0].run.at(t).visited[0]) for t in (1, 2)]  # type: ignore[union-attr]
    expected = [0] * 6
    for step, item in zip((1, 2), order, strict=True):
        expected[item] += step in wrong
    assert [int(n) for n in column(view, MISTAKES)] == expected
    assert column(view, TEXT)[4] == "a dull plot <b>and</b> a dull end"


def test_a_click_on_a_head_sorts_and_another_turns_it_round(
    view: TextsTable, text_studio: Studio
) -> None:
    text_studio.seek(3)
    by_number = [float(m.replace("−", "-")) for m in column(view, MARGIN)]
    up = sorted(range(6), key=lambda i: by_number[i])
    down = sorted(range(6), key=lambda i: -by_number[i])
    sort_by(view, MARGIN)
    assert [n - 1 for n in numbers(view)] == up, "equals stay in the order of the file"
    assert view.model.head(MARGIN) == "margin ↑"
    sort_by(view, MARGIN)
    assert [n - 1 for n in numbers(view)] == down
    sort_by(view, TEXT)
    assert column(view, TEXT) == sorted(TEXTS.texts, key=str.casefold)


def test_the_order_follows_time_but_calmly_while_it_plays(
    view: TextsTable, text_studio: Studio
) -> None:
    text_studio.seek(1)
    sort_by(view, MARGIN)
    before = numbers(view)
    text_studio.set_speed(0.001)
    text_studio.play()
    text_studio.seek(4)
    view._refresh()  # as the pacing would, a moment later
    assert numbers(view) == before, "rows do not dance"
    shown = dict(zip(numbers(view), column(view, MARGIN), strict=True))
    text_studio.pause()
    values = [float(m.replace("−", "-")) for m in column(view, MARGIN)]
    assert values == sorted(values)
    assert dict(zip(numbers(view), column(view, MARGIN), strict=True)) == shown


def test_search_and_filters_say_how_many_are_left(view: TextsTable, text_studio: Studio) -> None:
    text_studio.seek(2)
    assert view.left.text() == "6 texts"
    QTest.keyClicks(view.search, "DULL")
    assert numbers(view) == [2, 5]
    assert view.left.text() == "2 of 6 texts"
    QTest.keyClicks(view.search, " & nowhere")
    assert numbers(view) == []
    view.search.clear()
    view.classes.setCurrentText("good")
    assert numbers(view) == [1, 3, 6]
    view.classes.setCurrentIndex(0)
    taken, truth = column(view, PREDICTED), column(view, TRUTH)
    right = [i + 1 for i in range(6) if taken[i] == truth[i]]
    view.verdicts.setCurrentText("Right")
    assert numbers(view) == right
    view.verdicts.setCurrentText("Wrong")
    assert numbers(view) == [i for i in range(1, 7) if i not in right]


def test_parts_can_be_told_apart(view: TextsTable, text_studio: Studio, qtbot: QtBot) -> None:
    split = replace(text_studio.experiment, split=Split(0.34))
    text_studio.edit(split, "Hold out")
    qtbot.waitUntil(lambda: text_studio.results.done and text_studio.results.experiment is split)
    dataset = text_studio.results.dataset
    assert dataset is not None
    held = (np.flatnonzero(dataset.held_out_rows) + 1).tolist()
    assert held
    view.parts.setCurrentText("Held out")
    assert numbers(view) == held
    assert set(column(view, PART)) == {"held out"}
    assert set(column(view, MISTAKES)) == {"–"}


def test_the_selection_is_the_same_everywhere(view: TextsTable, text_studio: Studio) -> None:
    text_studio.seek(3)
    sort_by(view, MARGIN)
    places = numbers(view)
    click_row(view, 1)
    assert text_studio.selection == {places[1] - 1}
    click_row(view, 3, Qt.KeyboardModifier.ControlModifier)
    assert text_studio.selection == {places[1] - 1, places[3] - 1}
    text_studio.select({0, 5})
    rows = {index.row() for index in view.list.selectionModel().selectedRows()}
    assert {places[row] - 1 for row in rows} == {0, 5}
    sort_by(view, NUMBER)
    rows = {index.row() for index in view.list.selectionModel().selectedRows()}
    assert rows == {0, 5}, "it stays with the texts, not with the rows"
    view.classes.setCurrentText("bad")
    assert text_studio.selection == {0, 5}, "a filter selects nothing and lets nothing go"


def test_enter_shows_one_text(view: TextsTable, text_studio: Studio) -> None:
    click_row(view, 2)
    click_row(view, 4, Qt.KeyboardModifier.ShiftModifier)
    assert text_studio.selection == {2, 3, 4}
    QTest.keyClick(view.list, Qt.Key.Key_Return)
    assert text_studio.selection == {4}


def test_without_a_learner_the_texts_are_still_there(
    view: TextsTable, text_studio: Studio, qtbot: QtBot
) -> None:
    text_studio.edit(replace(text_studio.experiment, learners=()), "None")
    qtbot.waitUntil(lambda: text_studio.results.done and not text_studio.results.learners)
    assert numbers(view) == [1, 2, 3, 4, 5, 6]
    assert set(column(view, PREDICTED)) == {"–"}


def test_a_very_long_text_is_cut(view: TextsTable, text_studio: Studio, qtbot: QtBot) -> None:
    long = TextsData(("word " * 200_000, *TEXTS.texts[1:]), TEXTS.labels, TEXTS.class_names)
    experiment = replace(text_experiment("perceptron"), data=long)
    text_studio.open_document(experiment, None)
    qtbot.waitUntil(
        lambda: text_studio.results.done and text_studio.results.experiment is experiment
    )
    assert len(column(view, TEXT)[0]) <= 400
