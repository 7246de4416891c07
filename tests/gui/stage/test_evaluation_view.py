"""The evaluation view: counts, rates and calibration of this moment, and cells that select."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.experiment import LearnerChoice, PointsData, Split, TableData
from gui.stage.evaluation_view import EvaluationView
from gui.studio import Studio
from gui.theme import Theme


@pytest.fixture
def view(qtbot: QtBot, studio: Studio, application_theme: Theme) -> EvaluationView:
    view = EvaluationView(studio, application_theme)
    qtbot.addWidget(view)
    view.resize(900, 340)
    view.show()
    qtbot.waitExposed(view)
    return view


def by_hand(studio: Studio, held_out: bool) -> dict[tuple[int, int], list[int]]:
    """The points of each (class, predicted class), from the weights of the first learner."""
    moment, data = studio.moment(0), studio.points
    assert moment is not None
    assert data is not None
    a, b, c = moment.weights()[:, 0].tolist()
    part = moment.run.dataset.held_out_rows == held_out
    found: dict[tuple[int, int], list[int]] = {(g, p): [] for g in (0, 1) for p in (0, 1)}
    for i, ((x, y), label) in enumerate(zip(data.xy, data.labels, strict=True)):
        if part[i]:
            found[label, int(a * x + b * y + c > 0)].append(i)
    return found


def shown_counts(view: EvaluationView) -> list[list[int]]:
    rows = view.matrix.words().splitlines()
    return [[int(n) for n in row.rpartition(": ")[2].split()] for row in rows]


def click(view: EvaluationView, gold: int, predicted: int) -> None:
    spot = view.matrix.place_of(gold, predicted)
    QTest.mouseClick(view.matrix.viewport(), Qt.MouseButton.LeftButton, pos=spot)


def test_the_matrix_counts_what_is_taken_for_what(view: EvaluationView, studio: Studio) -> None:
    for t in (25, 3, 25):
        studio.seek(t)
        cells = by_hand(studio, held_out=False)
        assert shown_counts(view) == [[len(cells[g, p]) for p in (0, 1)] for g in (0, 1)]
    view.parts.buttons["held-out"].click()
    cells = by_hand(studio, held_out=True)
    assert shown_counts(view) == [[len(cells[g, p]) for p in (0, 1)] for g in (0, 1)]


def test_a_click_on_a_cell_selects_its_points_and_again_lets_go(
    view: EvaluationView, studio: Studio
) -> None:
    studio.seek(25)
    cells = by_hand(studio, held_out=False)
    wrong = max(((0, 1), (1, 0)), key=lambda cell: len(cells[cell]))
    assert cells[wrong]
    click(view, *wrong)
    assert studio.selection == frozenset(cells[wrong])
    click(view, 1, 1)
    assert studio.selection == frozenset(cells[1, 1])
    click(view, 1, 1)
    assert studio.selection == frozenset()


def test_cells_that_hold_selected_points_are_outlined(
    view: EvaluationView, studio: Studio, application_theme: Theme
) -> None:
    studio.seek(25)
    bounds = view.matrix._places().cell(0, 0)

    def outlined() -> bool:
        image = view.matrix.viewport().grab().toImage()
        x, accent = round(bounds.left() + 20), application_theme.colour("accent")
        edges = [image.pixelColor(x, round(bounds.top()) + k) for k in range(4)]
        return any(
            abs(e.red() - accent.red()) + abs(e.green() - accent.green()) < 80 for e in edges
        )

    assert not outlined()
    studio.select(by_hand(studio, held_out=False)[0, 0][:1])
    assert outlined()


def test_the_keyboard_walks_the_cells(view: EvaluationView, studio: Studio) -> None:
    studio.seek(25)
    view.matrix.setFocus()
    QTest.keyClick(view.matrix, Qt.Key.Key_Right)
    QTest.keyClick(view.matrix, Qt.Key.Key_Down)
    QTest.keyClick(view.matrix, Qt.Key.Key_Space)
    assert studio.selection == frozenset(by_hand(studio, held_out=False)[1, 1])


def test_rates_follow_from_the_counts(view: EvaluationView, studio: Studio) -> None:
    studio.seek(25)
    cells = {cell: len(items) for cell, items in by_hand(studio, held_out=False).items()}
    rows = [row.split() for row in view.rates.words().splitlines()]
    assert rows[0] == ["precision", "recall", "F1", "n"]
    for label in (0, 1):
        hits = cells[label, label]
        called = cells[0, label] + cells[1, label]
        there = cells[label, 0] + cells[label, 1]
        precision, recall = hits / called, hits / there
        f1 = 2 * precision * recall / (precision + recall)
        told = [f"{value:.3f}" for value in (precision, recall, f1)]
        assert rows[1 + label][1:] == [*told, str(there)]
    accuracy = (cells[0, 0] + cells[1, 1]) / sum(cells.values())
    assert rows[4] == ["micro", *[f"{accuracy:.3f}"] * 3, str(sum(cells.values()))]
    assert f"{100 * accuracy:.1f}" in view.summary.text()


def test_scores_are_no_probabilities_but_logistic_regression_has_some(
    view: EvaluationView, studio: Studio, qtbot: QtBot
) -> None:
    assert view.calibration.told() == "Perceptron gives scores, not probabilities."
    other = replace(studio.experiment, learners=(LearnerChoice("logistic-regression"),))
    studio.edit(other, "Another")
    qtbot.waitUntil(lambda: studio.results.done and studio.results.experiment is other)
    studio.seek(40)
    told = view.calibration.told()
    moment = studio.moment(0)
    assert moment is not None
    scores, dataset = moment.scores(), moment.run.dataset
    rows = dataset.training
    promised = 1 / (1 + np.exp(scores[rows, 0] - scores[rows, 1]))
    bins = Counter(min(int(p * 10), 9) for p in promised)
    error = 0.0
    for place, count in bins.items():
        mine = [k for k, p in enumerate(promised) if min(int(p * 10), 9) == place]
        kept = np.mean(dataset.labels[rows[mine]] == 1)
        error += count / len(rows) * abs(kept - promised[mine].mean())
    assert told.startswith(f"ECE {error:.3f}. ")
    high = max(range(10), key=lambda k: bins[k])
    low = min((k for k in range(10) if bins[k]), key=lambda k: bins[k])
    assert view.calibration.bar(high).height() > view.calibration.bar(low).height() > 0


def test_where_there_is_little_room_one_chooses_what_to_see(
    view: EvaluationView, studio: Studio
) -> None:
    assert view.matrix.isVisible()
    assert view.rates.isVisible()
    assert view.calibration.isVisible()
    assert not view.pages.isVisible()
    view.resize(500, 200)
    assert view.matrix.isVisible()
    assert not (view.rates.isVisible() and view.calibration.isVisible())
    view.pages.buttons["calibration"].click()
    assert view.calibration.isVisible()
    assert not view.rates.isVisible()
    view.resize(260, 200)
    assert view.calibration.isVisible()
    assert not view.matrix.isVisible()


def test_empty_states_say_why(view: EvaluationView, studio: Studio, qtbot: QtBot) -> None:
    whole = replace(studio.experiment, split=Split(0.0))
    studio.edit(whole, "All for training")
    qtbot.waitUntil(lambda: studio.results.done and studio.results.experiment is whole)
    view.parts.buttons["held-out"].click()
    assert view.told().startswith("Nothing is held out.")
    view.parts.buttons["train"].click()
    assert "right" in view.told()
    studio.edit(replace(whole, learners=()), "None")
    qtbot.waitUntil(lambda: not studio.results.learners)
    assert "no learner" in view.told()
    empty = replace(whole, data=PointsData())
    studio.edit(empty, "Empty")
    qtbot.waitUntil(lambda: studio.results.done and studio.results.experiment is empty)
    assert "nothing to learn from" in view.told()


def test_fifty_classes_are_scrolled_and_their_names_stay(
    view: EvaluationView, studio: Studio, qtbot: QtBot
) -> None:
    rng = np.random.default_rng(0)
    names = tuple(f"class {k}" for k in range(50))
    labels = tuple(k % 50 for k in range(200))
    rows = tuple(map(tuple, rng.normal(size=(200, 3)).tolist()))
    many = replace(
        studio.experiment,
        data=TableData(rows, labels, ("a", "b", "c"), names),
        learners=(LearnerChoice("perceptron"),),
        split=Split(0.0),
    )
    studio.open_document(many, None)
    qtbot.waitUntil(lambda: studio.results.done and studio.results.experiment is many)
    counts = shown_counts(view)
    assert len(counts) == 50
    assert sum(map(sum, counts)) == 200
    gold = 49
    predicted = max(range(50), key=lambda p: counts[gold][p])
    view.matrix.verticalScrollBar().setValue(view.matrix.verticalScrollBar().maximum())
    cell = view.matrix._places().cell(gold, predicted)
    across = view.matrix.horizontalScrollBar()
    across.setValue(max(round(cell.right() - view.matrix.viewport().width()), 0))
    click(view, gold, predicted)
    assert len(studio.selection) == counts[gold][predicted]
    assert {labels[i] for i in studio.selection} == {gold}
