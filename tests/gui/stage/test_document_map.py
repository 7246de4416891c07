"""The document map: documents at their scores, pointed at, chosen, and drifting with time."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from core.experiment import LearnerChoice
from core.measure import measure
from gui.panels.hover_card import HoverCard
from gui.stage.document_map import DocumentMap
from gui.stage.views import views_for
from gui.studio import Studio
from gui.theme import Theme
from tests.gui.stage.text_stage import Reader, films, news

SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def reader(studio: Studio, application_theme: Theme, qtbot: QtBot) -> Reader:
    chart = DocumentMap(studio, application_theme)
    qtbot.addWidget(chart)
    chart.resize(800, 360)
    chart.show()
    qtbot.waitExposed(chart)
    reader = Reader(chart, studio, qtbot)
    reader.open(films())
    return reader


def leads(studio: Studio) -> np.ndarray:
    moment = studio.moment(studio.active)
    assert moment is not None
    scores = moment.scores()
    return np.asarray(scores[:, 1] - scores[:, 0])


def zero(reader: Reader) -> float:
    """Where the boundary is, in pixels."""
    return float(reader.chart.pixels(np.zeros(1), np.zeros(1))[0, 0])


def test_it_is_the_first_view_of_texts() -> None:
    assert [view.id for view in views_for(films().data)][:3] == [
        "documents", "two-words", "projection",
    ]  # fmt: skip


def test_documents_lie_at_their_scores_and_keep_their_height(reader: Reader) -> None:
    chart, studio = reader.chart, reader.studio
    heights = None
    for t in (0, 3, studio.length, 2):
        studio.seek(t)
        chart.settle()
        x, y = chart.spots.T
        away, lead = x - zero(reader), leads(studio)
        assert (np.sign(np.round(away, 6)) == np.sign(lead)).all()
        order = np.argsort(lead, kind="stable")
        assert (np.diff(x[order]) >= -1e-9).all()
        assert heights is None or (y == heights).all()
        heights = y.copy()


def test_the_scale_stays_while_it_learns(reader: Reader) -> None:
    scales = set()
    for t in range(0, reader.studio.length + 1, 4):
        reader.studio.seek(t)
        reader.chart.settle()
        assert reader.chart.across is not None
        scales.add(reader.chart.across.high)
    assert len(scales) == 1


def test_either_side_is_tinted_by_its_class(reader: Reader) -> None:
    reader.studio.seek(reader.studio.length)
    area = reader.chart.area()
    left = reader.colour(QPoint(round(area.left()) + 3, round(area.center().y())))
    right = reader.colour(QPoint(round(area.right()) - 3, round(area.center().y())))
    assert left.blue() > left.red()  # class 0 is blue
    assert right.red() > right.blue()  # class 1 is vermilion
    reader.studio.look(regions=False)
    plain = reader.colour(QPoint(round(area.left()) + 3, round(area.center().y())))
    assert plain == reader.chart.theme.colour("stage")


def test_it_says_how_many_are_wrong(reader: Reader) -> None:
    assert "before the first step" in reader.chart.told()
    reader.studio.seek(1)
    wrong = int((leads(reader.studio) * np.array([-1, 1] * 5) <= 0).sum())
    assert f"{wrong} of 10 wrong" in reader.chart.told()
    reader.studio.seek(reader.studio.length)
    assert "0 of 10 wrong" in reader.chart.told()


def test_clicks_select_and_shift_adds(reader: Reader) -> None:
    reader.studio.seek(reader.studio.length)
    reader.click(reader.spot(3))
    assert reader.studio.selection == {3}
    reader.click(reader.spot(6), SHIFT)
    assert reader.studio.selection == {3, 6}
    reader.click(reader.spot(3), SHIFT)
    assert reader.studio.selection == {6}
    area = reader.chart.area()
    reader.click(QPoint(round(area.left()) + 2, round(area.bottom()) - 2))
    assert reader.studio.selection == set()


def test_a_frame_selects_what_lies_in_it(reader: Reader) -> None:
    reader.studio.seek(reader.studio.length)
    area = reader.chart.area()
    reader.drag(area.topLeft().toPoint(), QPoint(round(zero(reader)) - 3, round(area.bottom())))
    assert reader.studio.selection == set(np.flatnonzero(leads(reader.studio) < 0).tolist())


def test_the_card_beside_a_document(reader: Reader) -> None:
    reader.studio.seek(reader.studio.length)
    item = int(leads(reader.studio).argmax())
    reader.hover(reader.spot(item))
    card = reader.chart.findChild(HoverCard)
    assert card is not None
    assert card.isVisible()
    words = card.words()
    assert f"Text {item + 1}" in words
    assert "is good" in words
    assert "predicted good, margin" in words
    data = reader.studio.experiment.data
    assert data.texts[item] in words  # type: ignore[union-attr]
    reader.studio.seek(0)  # it has moved away
    assert not card.isVisible()


def test_keys_walk_from_left_to_right(reader: Reader) -> None:
    reader.studio.seek(reader.studio.length)
    reader.chart.settle()
    order = [int(i) for i in np.lexsort((reader.chart.spots[:, 1], reader.chart.spots[:, 0]))]
    reader.studio.select({order[4]})
    for key, keys, wanted in (
        (Qt.Key.Key_Down, Qt.KeyboardModifier.NoModifier, 5),
        (Qt.Key.Key_Right, CONTROL, 6),
        (Qt.Key.Key_Up, Qt.KeyboardModifier.NoModifier, 5),
        (Qt.Key.Key_Left, CONTROL, 4),
    ):
        reader.qtbot.keyClick(reader.chart, key, keys)
        assert reader.studio.selection == {order[wanted]}
    reader.studio.select({order[-1]})
    reader.qtbot.keyClick(reader.chart, Qt.Key.Key_Down)
    assert reader.studio.selection == {order[-1]}


def test_a_walk_begins_at_the_boundary(reader: Reader) -> None:
    reader.studio.seek(reader.studio.length)
    reader.qtbot.keyClick(reader.chart, Qt.Key.Key_Down)
    (item,) = reader.studio.selection
    closest = np.abs(leads(reader.studio))
    assert closest[item] == closest.min()


def test_the_visited_document_has_a_ring_and_an_arrow_from_where_it_was(reader: Reader) -> None:
    studio, chart = reader.studio, reader.chart
    assert isinstance(chart, DocumentMap)
    result = studio.active_result
    assert result is not None
    studio.seek(int(result.mistakes[0]))
    moment = studio.moment(0)
    assert moment is not None
    chart.settle()
    assert chart.shown is not None
    before = chart.places_before(chart.shown, moment.visited)
    assert before is not None
    item = int(moment.visited[0])
    assert before[0, 1] == chart.spots[item, 1]
    gold = moment.run.dataset.labels[item]
    assert (chart.spots[item, 0] - before[0, 0] > 0) == (gold == 1)  # it moved to its own side
    middle = (before[0] + chart.spots[item]) / 2
    around = [QPoint(round(middle[0]), round(middle[1]) + k) for k in (-1, 0, 1)]
    assert min(reader.colour(spot).lightness() for spot in around) < 120  # it lies between pixels
    assert chart.theme.colour("text").lightness() < 120


def test_with_more_classes_right_is_right_and_every_class_has_its_band(reader: Reader) -> None:
    reader.open(news(LearnerChoice("naive-bayes")))
    reader.studio.seek(5)
    chart = reader.chart
    chart.settle()
    moment = reader.studio.moment(0)
    assert moment is not None
    scores, labels = moment.scores(), moment.run.dataset.labels
    gold = scores[np.arange(9), labels]
    others = np.where(np.eye(3, dtype=bool)[labels], -np.inf, scores).max(axis=1)
    away = chart.spots[:, 0] - zero(reader)
    assert (np.sign(np.round(away, 6)) == np.sign(gold - others)).all()
    area = chart.area()
    bands = (chart.spots[:, 1] - area.top()) / (area.height() / 3)
    assert (np.floor(bands) == labels).all()
    assert "left of 0 is wrong" in chart.across_name


@pytest.mark.parametrize(
    ("learner", "words"),
    [
        (LearnerChoice("mira"), "margins at ±1"),
        (LearnerChoice("perceptron", readout="voted"), "share of votes"),
        (LearnerChoice("perceptron", readout="averaged"), "averaged; boundary at 0"),
        (LearnerChoice("adaboost"), "AdaBoost"),
    ],
)
def test_its_axis_says_what_is_shown(reader: Reader, learner: LearnerChoice, words: str) -> None:
    reader.open(films(learner))
    reader.studio.seek(3)
    reader.chart.settle()
    assert words in reader.chart.across_name
    assert not reader.chart.grab().isNull()


def test_without_a_learner_it_says_what_to_do(reader: Reader) -> None:
    reader.open(replace(films(), learners=()))
    assert "no learner" in reader.chart.told()


def test_held_out_documents_are_hollow(reader: Reader) -> None:
    reader.open(films(held_out=0.4))
    reader.studio.seek(reader.studio.length)
    assert "held out" in reader.chart.told()
    dataset, shown = reader.studio.results.dataset, reader.chart.shown
    assert dataset is not None
    assert shown is not None
    seen = set()
    for item in np.flatnonzero(~shown.wrong).tolist():  # no cross over them
        others = np.delete(reader.chart.spots, item, axis=0)
        if np.hypot(*(others - reader.chart.spots[item]).T).min() > 12.0:  # nothing over them
            filled = reader.chart.theme.class_colour(int(dataset.labels[item])).name()
            held_out = bool(dataset.held_out_rows[item])
            assert (reader.colour(reader.spot(item)).name() == filled) != held_out
            seen.add(held_out)
    assert seen == {True, False}


def test_a_learner_that_cannot_run_says_why(reader: Reader) -> None:
    only = replace(films().data, labels=(0,) * 10)
    reader.open(replace(films(LearnerChoice("no-such-learner")), data=only))
    assert "no-such-learner" in reader.chart.told()


def test_what_is_wrong_is_what_accuracy_counts(reader: Reader) -> None:
    chart, studio = reader.chart, reader.studio
    ties = 0
    for t in range(1, studio.length):
        studio.seek(t)
        chart.settle()
        moment = studio.moment(studio.active)
        assert moment is not None
        assert chart.shown is not None
        dataset, scores = moment.run.dataset, moment.scores()
        train = ~dataset.held_out_rows
        found = measure(scores[train], dataset.labels[train])
        assert found is not None
        right = 1.0 - float(chart.shown.wrong[train].mean())
        assert right == pytest.approx(found.accuracy)
        ties += int((leads(studio) == 0.0).sum())
    assert ties, "some documents tie, or it could not differ"
