"""What the stage says: hints, the note, obstacles, the legend and the card beside the pointer."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QLabel

from core.experiment import Experiment, LearnerChoice, Order, TableData
from core.measure import losses, margins
from gui.beginning import empty_experiment
from tests.gui.stage.hand import SQUARE, Hand, Show, experiment_of


def shown(widget: QLabel) -> str:
    return widget.text() if widget.isVisible() else ""


def legend(hand: Hand) -> list[str]:
    return hand.view.legend.texts if hand.view.legend.isVisible() else []


def test_at_the_start_one_line_says_what_to_do(hand: Hand) -> None:
    assert hand.view.note.isVisible()
    assert hand.view.note.text == "Press Space to play, or click to add a point."
    assert shown(hand.view.hint) == ""


def test_an_empty_stage_says_what_to_do_until_there_is_a_point(hand: Hand, show: Show) -> None:
    show(empty_experiment())
    hint = " ".join(shown(hand.view.hint).split())
    assert hint.startswith("Click to add a point, keys 1–8 choose its class")
    assert not hand.view.note.isVisible()
    hand.click(QPoint(300, 200))
    hand.settle()
    assert shown(hand.view.hint) == ""


def test_the_note_tells_the_last_step(hand: Hand) -> None:
    result = hand.studio.results.learners[0]
    right = next(t for t in range(1, 100) if t not in result.mistakes)
    for t, verdict in ((int(result.mistakes[3]), "mistake"), (right, "right")):
        hand.studio.seek(t)
        hand.stage.catch_up()
        moment = hand.studio.moment(0)
        assert moment is not None
        step = moment.step
        assert step is not None
        update = step.updates[0]
        margin = f"{update.margin:.2f}".replace("-", "−")
        assert hand.view.note.text == f"{verdict} on point {update.row + 1} · margin {margin}"


def test_the_note_counts_the_mistakes_of_a_batch(hand: Hand, show: Show) -> None:
    show(experiment_of(order=Order("given", batch=3)))
    hand.studio.seek(1)
    hand.stage.catch_up()
    assert hand.view.note.text == "3 mistakes in a batch of 3", "all tie before the first step"


def test_obstacles_are_told_in_place(hand: Hand, show: Show) -> None:
    show(experiment_of(SQUARE, LearnerChoice("naive-bayes"), LearnerChoice("perceptron")))
    result = hand.studio.results.learners[0]
    assert result.obstacle
    assert shown(hand.view.notice) == result.obstacle
    assert not hand.view.note.isVisible(), "there is nothing to play"
    hand.studio.activate(1)
    hand.stage.catch_up()
    assert shown(hand.view.notice) == ""


def test_odd_data_are_told_in_place(hand: Hand, show: Show) -> None:
    one = replace(SQUARE, labels=(1,) * 5, class_names=("spam <b>", "ham & eggs"))
    show(experiment_of(one))
    assert shown(hand.view.notice).startswith("All points are in class ham & eggs; press 1")
    show(experiment_of(learners=()))
    assert "add one" in shown(hand.view.notice)
    table = TableData(((1.0, 2.0, 3.0),) * 4, (0, 1, 0, 1), ("a", "b", "c"), ("x", "y"))
    show(Experiment(data=table, learners=(LearnerChoice("perceptron"),)))
    assert "3 columns" in shown(hand.view.hint)
    hand.click(QPoint(200, 200))
    assert hand.studio.experiment.data is table


def test_the_legend_names_every_line(hand: Hand) -> None:
    assert legend(hand) == ["Perceptron", "Perceptron, averaged", "MIRA, margins ±1"]
    hand.studio.look(margins=False)
    hand.stage.catch_up()
    assert legend(hand)[-1] == "MIRA"
    hand.studio.look(legend=False)
    hand.stage.catch_up()
    assert not hand.view.legend.isVisible()


def test_the_card_has_every_learners_numbers_for_the_point_under_the_pointer(hand: Hand) -> None:
    hand.studio.seek(120)
    hand.stage.catch_up()
    data = hand.studio.points
    assert data is not None
    index = max(range(len(data.xy)), key=lambda i: data.xy[i][1])
    hand.hover(hand.pixel(data.xy[index]))
    card = hand.view.hover_card
    assert card.isVisible()
    assert hand.studio.hovered == index
    lines = card.text.splitlines()
    x, y = data.xy[index]
    assert lines[0].startswith(f"{data.class_names[data.labels[index]]} · point {index + 1}")
    assert lines[1] == f"x {x:.2f}   y {y:.2f}".replace("-", "−")
    for learner, line in ((0, lines[3]), (1, lines[4])):
        moment = hand.studio.moment(learner)
        assert moment is not None
        scores, labels = moment.scores()[[index]], moment.run.dataset.labels[[index]]
        loss = losses(moment.run.learner.loss, scores, labels)
        numbers = [*scores[0], *margins(scores, labels), *loss]
        assert [float(n.replace("−", "-")) for n in line.split()[1:]] == pytest.approx(
            [float(n) for n in numbers], abs=6e-4
        )
    hand.hover(hand.pixel(data.xy[index]) + QPoint(-120, 130))
    if hand.studio.hovered is None:
        assert not card.isVisible()


def test_the_card_follows_the_cursor_and_stays_on_the_stage(hand: Hand, show: Show) -> None:
    show(experiment_of())
    for index, spot in enumerate(hand.xy):
        hand.hover(hand.pixel(spot))
        assert hand.studio.hovered == index
        card = hand.view.hover_card
        assert card.isVisible()
        assert hand.view.rect().contains(card.geometry())
    before = hand.view.hover_card.text
    hand.studio.seek(3)
    hand.stage.catch_up()
    assert hand.view.hover_card.text != before


def test_names_from_files_are_shown_as_text(hand: Hand, show: Show) -> None:
    named = replace(SQUARE, class_names=("<b>A</b>", "B & C"), axis_names=("<i>", "&amp;"))
    show(experiment_of(named))
    hand.hover(hand.pixel(hand.xy[0]))
    assert "<b>A</b>" in hand.view.hover_card.text
    for label in hand.view.findChildren(QLabel):
        assert label.textFormat().name == "PlainText"


def test_no_card_while_a_stroke_is_drawn(hand: Hand, show: Show) -> None:
    show(experiment_of())
    hand.studio.take_up(tool="move")
    hand.press(hand.pixel((2.0, 2.0)))
    hand.move(hand.pixel((1.0, 1.0)))
    assert not hand.view.hover_card.isVisible()
    hand.release(hand.pixel((1.0, 1.0)))
