"""The scoreboard shows what measuring says."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from core.experiment import LearnerChoice, Split
from core.measure import measure
from gui.panels.elided_label import ElidedLabel
from gui.panels.scoreboard import WIDE, Scoreboard, score
from gui.studio import Studio
from gui.theme import Theme


@pytest.fixture
def board(qtbot: QtBot, studio: Studio, application_theme: Theme) -> Iterator[Scoreboard]:
    board = Scoreboard(studio, application_theme)
    qtbot.addWidget(board)
    board.resize(WIDE, 300)
    board.show()
    qtbot.waitExposed(board)
    yield board
    QApplication.processEvents()


def figure(board: Scoreboard, line: str, column: str) -> str:
    """What is shown where a line and a column meet."""
    labels = [label for label in board.findChildren(QLabel) if label.isVisible()]
    return next(x.text() for x in labels if x.accessibleName() == f"{line}, {column}")


def recompute(qtbot: QtBot, studio: Studio, **changes: object) -> None:
    studio.edit(replace(studio.experiment, **changes), "change")
    qtbot.waitUntil(
        lambda: studio.results.experiment is studio.experiment and studio.results.done,
        timeout=30_000,
    )


def accuracies(studio: Studio, learner: int, readout: str) -> tuple[str, str]:
    """Measured by hand at the cursor."""
    moment = studio.moment(learner)
    assert moment is not None
    dataset = moment.run.dataset
    parts = []
    for rows in (~dataset.held_out_rows, dataset.held_out_rows):
        found = measure(moment.scores(readout=readout)[rows], dataset.labels[rows])
        assert found is not None
        parts.append(f"{100 * found.accuracy:.1f}")
    return parts[0], parts[1]


@pytest.mark.parametrize("t", [0, 1, 57, 300, 1008])
def test_numbers_at_the_cursor_are_the_measured_ones(
    t: int, qtbot: QtBot, studio: Studio, board: Scoreboard
) -> None:
    studio.seek(t)
    lines = {"Perceptron": (0, "last"), "averaged": (0, "averaged"), "MIRA": (1, "last")}
    for line, (learner, readout) in lines.items():
        train, held_out = accuracies(studio, learner, readout)
        qtbot.waitUntil(lambda line=line, train=train: figure(board, line, "train %") == train)  # type: ignore[misc]
        assert figure(board, line, "held %") == held_out
        moment = studio.moment(learner)
        assert moment is not None
        norm = float(np.sqrt((moment.weights(readout) ** 2).sum()))
        assert float(figure(board, line, "|w|")) == pytest.approx(norm, abs=0.01)
    result = studio.result(0)
    assert result is not None
    assert result.run is not None
    assert figure(board, "Perceptron", "wrong") == str(result.run.mistakes(t))
    assert figure(board, "averaged", "wrong") == "–"


def test_steps_are_told_once_it_has_converged(
    qtbot: QtBot, studio: Studio, board: Scoreboard
) -> None:
    qtbot.waitUntil(lambda: figure(board, "Perceptron", "train %") != "–")
    assert figure(board, "Perceptron", "steps") == "–"
    from core.generators import make_points
    from core.runs import points_data

    recompute(qtbot, studio, data=points_data(make_points("blobs", n=60, seed=1)))
    result = studio.result(0)
    assert result is not None
    assert result.converged
    qtbot.waitUntil(lambda: figure(board, "Perceptron", "steps") == str(result.steps))


def test_nothing_held_out_and_votes_leave_dashes(
    qtbot: QtBot, studio: Studio, board: Scoreboard
) -> None:
    learners = (LearnerChoice("perceptron", readout="voted"), LearnerChoice("naive-bayes"))
    studio.edit(replace(studio.experiment, learners=learners, split=Split(0.0)), "change")
    assert figure(board, "Perceptron, voted", "train %") == "–"  # not those of another readout
    qtbot.waitUntil(lambda: figure(board, "Perceptron, voted", "train %") != "–")
    assert figure(board, "Perceptron, voted", "held %") == "–"
    assert figure(board, "Perceptron, voted", "|w|") == "–"
    columns = ("train %", "held %", "wrong", "|w|", "steps")
    assert [figure(board, "Naive Bayes", column) for column in columns] == ["–"] * 5


def test_samples_of_the_curves_agree_with_measuring(studio: Studio) -> None:
    for index in (0, 1):
        result = studio.result(index)
        assert result is not None
        for readout, curves in result.curves.items():
            for t in curves.steps[[0, 3, -1]].tolist():
                exact, sampled = (score(result, readout, t, exact=e) for e in (True, False))
                assert exact.texts() == sampled.texts()


def test_while_playing_it_is_not_measured_at_every_step(
    qtbot: QtBot, studio: Studio, board: Scoreboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    qtbot.waitUntil(lambda: figure(board, "Perceptron", "train %") != "–")
    measured: list[int] = []
    monkeypatch.setattr(
        "gui.panels.scoreboard.score",
        lambda result, readout, t, exact: measured.append(t) or score(result, readout, t),
    )
    for t in range(200):
        studio.seek(t)
        QApplication.processEvents()
    assert len(set(measured)) < 20
    train, _ = accuracies(studio, 0, "last")
    qtbot.waitUntil(lambda: measured[-1:] == [199])
    assert figure(board, "Perceptron", "train %") == train


def test_hidden_it_does_nothing_and_shown_it_is_up_to_date(
    qtbot: QtBot, studio: Studio, board: Scoreboard
) -> None:
    board.hide()
    studio.seek(500)
    board.show()
    train, _ = accuracies(studio, 0, "last")
    qtbot.waitUntil(lambda: figure(board, "Perceptron", "train %") == train)


def test_a_line_each_with_figures_right_aligned_under_their_heads(
    qtbot: QtBot, studio: Studio, board: Scoreboard
) -> None:
    def shown(name: str) -> list[QLabel]:
        labels = [x for x in board.findChildren(QLabel) if x.accessibleName().endswith(name)]
        return [x for x in labels if x.isVisible()]

    def height_of(label: QLabel) -> int:
        return label.mapTo(board, label.rect().center()).y()

    for width, heads in ((WIDE + 80, 5), (250, 3)):
        board.resize(width, 300)
        QApplication.processEvents()
        assert board.minimumSizeHint().width() <= 250
        for place, head in enumerate(("train %", "held %", "wrong", "|w|", "steps")):
            edges = [x.mapTo(board, QPoint(x.width(), 0)).x() for x in shown(head)]
            assert len(edges) == (4 if place < heads else 0)
            assert len(set(edges)) <= 1
        names = {x.text(): x for x in board.findChildren(ElidedLabel)}
        assert names["Perceptron"].shown == "Perceptron"
        for name in ("Perceptron", "averaged", "MIRA"):
            assert abs(height_of(shown(f"{name}, wrong")[0]) - height_of(names[name])) <= 1


def test_numbers_that_grow_take_no_room_from_others(
    qtbot: QtBot, studio: Studio, board: Scoreboard
) -> None:
    before = board.minimumSizeHint()
    studio.seek(studio.length)
    qtbot.waitUntil(lambda: len(figure(board, "Perceptron", "wrong")) >= 2)
    QApplication.processEvents()
    assert board.minimumSizeHint() == before


def test_rounds_of_boosting_are_no_mistakes(
    qtbot: QtBot, studio: Studio, board: Scoreboard
) -> None:
    recompute(qtbot, studio, learners=(LearnerChoice("adaboost"),))
    studio.seek(5)
    train, _ = accuracies(studio, 0, "last")
    qtbot.waitUntil(lambda: figure(board, "AdaBoost", "train %") == train)
    assert [figure(board, "AdaBoost", column) for column in ("wrong", "|w|")] == ["–", "–"]
