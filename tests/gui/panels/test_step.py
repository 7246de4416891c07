"""The step panel says what the engine says, at the cursor, in plain text."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from core.experiment import Experiment, LearnerChoice, Order
from core.explain import explain_step
from core.generators import make_points
from core.runs import points_data
from gui.beginning import empty_experiment, first_experiment
from gui.panels.step import StepPanel
from gui.studio import Studio
from gui.theme import Theme

MakeStudio = Callable[[Experiment], Studio]


@pytest.fixture
def panel(qtbot: QtBot, studio: Studio, application_theme: Theme) -> StepPanel:
    return shown(qtbot, studio, application_theme)


def shown(qtbot: QtBot, studio: Studio, theme: Theme) -> StepPanel:
    panel = StepPanel(studio, theme)
    qtbot.addWidget(panel)
    panel.resize(480, 260)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


def told(studio: Studio) -> str:
    moment = studio.moment(studio.active)
    assert moment is not None
    step = explain_step(moment)
    assert step is not None
    return step.visits[0].sentence


def mistake(studio: Studio, number: int) -> int:
    return int(studio.result(0).mistakes[number])  # type: ignore[union-attr]


def test_at_the_start_it_says_what_comes_next(panel: StepPanel, studio: Studio) -> None:
    row = int(studio.result(0).run.at(1).visited[0])  # type: ignore[union-attr]
    name = "AB"[studio.experiment.data.labels[row]]
    assert panel.sentence.text() == (
        f"Nothing has been learnt yet. The first step visits point {row + 1}, which is {name}."
    )
    assert panel.count.text() == "0 mistakes so far"


def test_a_mistake_is_told_with_its_numbers(panel: StepPanel, studio: Studio) -> None:
    studio.seek(mistake(studio, 17))
    assert panel.sentence.text() == told(studio)
    assert "was scored as" in panel.sentence.text()
    assert panel.count.text() == "18 mistakes so far"
    step = explain_step(studio.moment(0))  # type: ignore[arg-type]
    visit = step.visits[0]  # type: ignore[union-attr]
    figures = panel.figures.words().split()
    assert figures[0] == "margin"
    assert float(figures[1].replace("−", "-")) == pytest.approx(visit.margin, abs=5e-4)
    assert figures[-1] == "1.000"
    lines = panel.changes.words().splitlines()
    assert len(lines) == 3
    weights = studio.result(0).run  # type: ignore[union-attr]
    before = weights.weights(studio.t - 1)  # type: ignore[union-attr]
    after = weights.weights(studio.t)  # type: ignore[union-attr]
    for line in lines:
        name, old, _, new = line.replace("−", "-").split()
        at = ("x", "y", "bias").index(name)
        assert (float(old), float(new)) == pytest.approx((before[at], after[at]), abs=5e-4)


def test_scores_stand_beside_their_class_the_right_one_first(
    panel: StepPanel, studio: Studio
) -> None:
    studio.seek(mistake(studio, 5))
    visit = explain_step(studio.moment(0)).visits[0]  # type: ignore[arg-type, union-attr]
    gold = studio.experiment.data.labels[visit.row]  # type: ignore[index]
    rows = [line.replace("−", "-").split() for line in panel.scores.words().splitlines()]
    assert [name for name, _ in rows] == ["AB"[gold], "AB"[1 - gold]]
    assert float(rows[0][1]) == pytest.approx(visit.scores[gold], abs=5e-4)


def test_a_step_without_an_update_says_why(panel: StepPanel, studio: Studio) -> None:
    wrong = set(studio.result(0).mistakes.tolist())  # type: ignore[union-attr]
    studio.seek(next(t for t in range(10, 500) if t not in wrong))
    assert panel.sentence.text().endswith("so nothing changes.")
    assert panel.changes.words() == ""


def test_no_formula_shows_its_markup(panel: StepPanel, studio: Studio) -> None:
    for learner in (0, 1):
        studio.activate(learner)
        for step in range(1, 60):
            studio.seek(step)
            text = panel.worked.words()
            assert text
            assert not set("\\{}$") & set(text)


def test_the_badge_chooses_the_learner(qtbot: QtBot, panel: StepPanel, studio: Studio) -> None:
    assert panel.learner.currentText() == "Perceptron"
    qtbot.keyClick(panel.learner, Qt.Key.Key_Down)
    assert studio.active == 1
    studio.seek(40)
    assert "τ" in panel.worked.words()
    studio.activate(0)
    assert panel.learner.currentText() == "Perceptron"


def test_the_class_is_named_in_its_colour(
    panel: StepPanel, studio: Studio, application_theme: Theme
) -> None:
    studio.seek(mistake(studio, 17))
    image = panel.sentence.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels = {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}
    for label in (0, 1):
        assert application_theme.class_colour(label).rgb() in pixels


def test_names_from_a_file_are_shown_as_they_are(
    qtbot: QtBot, studio_of: MakeStudio, application_theme: Theme
) -> None:
    data = replace(first_experiment().data, class_names=("<b>bold</b>", "a&b\t(x"))
    studio = studio_of(replace(first_experiment(), data=data))
    panel = shown(qtbot, studio, application_theme)
    studio.seek(mistake(studio, 3))
    assert "<b>bold</b>" in panel.sentence.text()
    assert "<b>bold</b>" in panel.scores.words()


def test_after_its_end_a_learner_says_where_that_was(
    qtbot: QtBot, studio_of: MakeStudio, application_theme: Theme
) -> None:
    data = first_experiment().data
    one_class = replace(data, labels=(0,) * len(data.labels))  # the perceptron is done sooner
    studio = studio_of(replace(first_experiment(), data=one_class))
    panel = shown(qtbot, studio, application_theme)
    end = studio.result(0).steps  # type: ignore[union-attr]
    assert end < studio.length
    studio.seek(studio.length)
    assert panel.count.text() == f"ended at step {end}"
    assert "a whole pass without a mistake" in panel.count.toolTip()


def test_many_classes_and_weights_end_in_a_count_of_the_rest(
    qtbot: QtBot, studio_of: MakeStudio, application_theme: Theme
) -> None:
    data = points_data(make_points("blobs", n=120, classes=5, seed=1))
    studio = studio_of(replace(first_experiment(), data=data))
    panel = shown(qtbot, studio, application_theme)
    studio.seek(1)
    panel.resize(480, 200)
    lines = panel.scores.words().splitlines()
    assert len(lines) * 14 <= panel.scores.height()
    hidden = int(lines[-1].removeprefix("… ").removesuffix(" more"))
    assert hidden + len(lines) - 1 == 5
    panel.resize(480, 600)
    qtbot.waitUntil(lambda: len(panel.scores.words().splitlines()) == 5)


def test_in_a_low_panel_the_numbers_come_before_the_formula(
    qtbot: QtBot, panel: StepPanel, studio: Studio
) -> None:
    studio.seek(50)
    assert panel.worked.isVisible()
    panel.resize(340, 155)
    qtbot.waitUntil(lambda: len(panel.scores.words().splitlines()) == 2)
    assert not panel.worked.isVisible()
    assert "more" not in panel.scores.words()
    panel.resize(340, 260)
    assert panel.worked.isVisible()


def test_a_batch_tells_of_one_and_counts_the_others(
    qtbot: QtBot, studio_of: MakeStudio, application_theme: Theme
) -> None:
    studio = studio_of(replace(first_experiment(), order=Order("shuffled", 5, 8)))
    panel = shown(qtbot, studio, application_theme)
    assert "takes 8 points at once" in panel.sentence.text()
    studio.seek(3)
    assert panel.sentence.text().endswith("(One of 8 points in this step.)")


@pytest.mark.parametrize(
    ("experiment", "words"),
    [
        (empty_experiment(), "nothing to learn from"),
        (replace(first_experiment(), learners=()), "add one"),
        (
            replace(first_experiment(), learners=(LearnerChoice("naive-bayes"),)),
            "use Gaussian naive Bayes instead",
        ),
        (replace(first_experiment(), learners=(LearnerChoice("adaboost"),)), "first round"),
    ],
)
def test_odd_states_are_said_in_place(
    qtbot: QtBot, studio_of: MakeStudio, application_theme: Theme,
    experiment: Experiment, words: str,
) -> None:  # fmt: skip
    panel = shown(qtbot, studio_of(experiment), application_theme)
    assert words in panel.sentence.text()
    assert panel.figures.words() == ""


def test_when_playing_stops_the_step_shown_is_the_one_at_the_cursor(
    qtbot: QtBot, panel: StepPanel, studio: Studio
) -> None:
    studio.set_speed(900.0)
    studio.play()
    qtbot.waitUntil(lambda: studio.t > 100)
    studio.pause()
    assert panel.sentence.text() == told(studio)


def test_while_playing_fast_it_is_refreshed_seldom(
    qtbot: QtBot, panel: StepPanel, studio: Studio
) -> None:
    seen = set()
    studio.playing = True  # as far as the panel knows
    for step in range(1, 200):
        studio.seek(step)
        seen.add(panel.sentence.text())
    studio.playing = False
    studio.playing_changed.emit()
    assert len(seen) < 20
    assert panel.sentence.text() == told(studio)


def test_what_was_missed_while_hidden_is_there_when_shown(panel: StepPanel, studio: Studio) -> None:
    panel.hide()
    studio.seek(77)
    panel.show()
    assert panel.sentence.text() == told(studio)
