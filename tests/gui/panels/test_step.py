"""The step panel says what the engine says, at the cursor, in plain text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QImage
from pytestqt.qtbot import QtBot

from core.experiment import Experiment, LearnerChoice, Order, TextFeatures, TextsData
from core.explain import VisitTold, explain_step
from core.generators import make_points
from core.learners.declaration import Readout
from core.runs import points_data
from gui.beginning import empty_experiment, first_experiment
from gui.panels.step import StepPanel
from gui.studio import Studio
from gui.theme import Theme
from tests.gui.panels.hands import Hands

MakeStudio = Callable[[Experiment], Studio]
MakePanel = Callable[[Studio], StepPanel]


@pytest.fixture
def panel_of(qtbot: QtBot, application_theme: Theme) -> Iterator[MakePanel]:
    """Shows a studio's step; the panels live until the test has ended."""
    made: list[StepPanel] = []

    def make(studio: Studio) -> StepPanel:
        panel = StepPanel(studio, application_theme)
        made.append(panel)
        panel.resize(480, 260)
        panel.show()
        qtbot.waitExposed(panel)
        return panel

    yield make
    for panel in made:
        panel.close()
        panel.deleteLater()


@pytest.fixture
def panel(panel_of: MakePanel, studio: Studio) -> StepPanel:
    return panel_of(studio)


def told(studio: Studio) -> str:
    moment = studio.moment(studio.active)
    assert moment is not None
    step = explain_step(moment)
    assert step is not None
    return step.visits[0].sentence


def visit_of(studio: Studio) -> VisitTold:
    step = explain_step(studio.moment(studio.active))  # type: ignore[arg-type]
    assert step is not None
    return step.visits[0]


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
    figures = dict(line.rsplit(" ", 1) for line in panel.figures.words().splitlines()[:3])
    assert float(figures["margin"].replace("−", "-")) == pytest.approx(visit.margin, abs=5e-4)
    assert figures["step size"] == "1.000"
    lines = panel.changes.words().splitlines()[1:]
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
    rows = [line.replace("−", "-").split() for line in panel.scores.words().splitlines()[1:]]
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
    qtbot: QtBot, studio_of: MakeStudio, panel_of: MakePanel
) -> None:
    data = replace(first_experiment().data, class_names=("<b>bold</b>", "a&b\t(x"))
    studio = studio_of(replace(first_experiment(), data=data))
    panel = panel_of(studio)
    studio.seek(mistake(studio, 3))
    assert "<b>bold</b>" in panel.sentence.text()
    assert "<b>bold</b>" in panel.scores.words()


def test_after_its_end_a_learner_says_where_that_was(
    qtbot: QtBot, studio_of: MakeStudio, panel_of: MakePanel
) -> None:
    data = first_experiment().data
    one_class = replace(data, labels=(0,) * len(data.labels))  # the perceptron is done sooner
    studio = studio_of(replace(first_experiment(), data=one_class))
    panel = panel_of(studio)
    end = studio.result(0).steps  # type: ignore[union-attr]
    assert end < studio.length
    studio.seek(studio.length)
    assert panel.count.text() == f"ended at step {end}"
    assert "a whole pass without a mistake" in panel.count.toolTip()


def test_many_classes_can_be_scrolled_to_and_each_weight_says_whose_it_is(
    qtbot: QtBot, studio_of: MakeStudio, panel_of: MakePanel
) -> None:
    data = points_data(make_points("blobs", n=120, classes=5, seed=1))
    studio = studio_of(replace(first_experiment(), data=data))
    panel = panel_of(studio)
    studio.seek(1)
    panel.resize(480, 200)
    assert len(panel.scores.words().splitlines()) == 1 + 5
    names = data.class_names
    for line in panel.changes.words().splitlines()[1:]:
        assert line.split()[1] in names
    bar = panel.area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    bar.setValue(bar.maximum())
    foot = panel.changes.mapTo(panel.area.viewport(), QPoint(0, panel.changes.height())).y()
    assert foot <= panel.area.viewport().height()


def test_narrow_panels_set_the_weights_below_the_scores(
    qtbot: QtBot, panel: StepPanel, studio: Studio
) -> None:
    studio.seek(mistake(studio, 17))
    assert panel.changes.x() > panel.scores.x()
    panel.resize(300, 260)
    qtbot.waitUntil(lambda: panel.changes.y() > panel.scores.y())
    assert panel.changes.x() == panel.scores.x()


@pytest.mark.parametrize("size", [(300, 150), (300, 400), (460, 220), (600, 400)])
def test_nothing_is_wider_than_the_panel(
    qtbot: QtBot, studio_of: MakeStudio, panel_of: MakePanel, size: tuple[int, int]
) -> None:
    learners = tuple(map(LearnerChoice, ("mira", "support-vector-machine", "adaboost")))
    studio = studio_of(replace(first_experiment(), learners=learners))
    panel = panel_of(studio)
    panel.resize(*size)
    for learner in range(3):
        studio.activate(learner)
        studio.seek(7)
        qtbot.waitUntil(lambda: panel.rule.is_typeset and panel.worked.is_typeset, timeout=10_000)
        view = panel.area.viewport()
        for part in (panel.sentence, panel.rule, panel.worked, panel.figures, panel.changes):
            if part.isVisible():
                corner = part.mapTo(view, QPoint(part.width(), 0))
                assert corner.x() <= view.width()


def test_the_rule_and_the_worked_rule_are_typeset(
    qtbot: QtBot, panel: StepPanel, studio: Studio
) -> None:
    studio.activate(1)
    studio.seek(40)
    qtbot.waitUntil(lambda: panel.rule.is_typeset and panel.worked.is_typeset, timeout=10_000)
    assert "‖" in panel.rule.words()
    assert panel.rule.words() != panel.worked.words()


def test_while_it_plays_fast_numbers_are_plain_text_and_typeset_when_it_stops(
    qtbot: QtBot, panel: StepPanel, studio: Studio
) -> None:
    studio.seek(mistake(studio, 3))
    qtbot.waitUntil(lambda: panel.rule.is_typeset and panel.worked.is_typeset, timeout=10_000)
    studio.set_speed(50.0)
    studio.play()
    qtbot.waitUntil(lambda: not panel.worked.is_typeset)
    assert panel.rule.is_typeset
    studio.pause()
    qtbot.waitUntil(lambda: panel.worked.is_typeset, timeout=10_000)


@pytest.mark.parametrize("readout", ["averaged", "voted"])
def test_another_readout_has_a_part_of_its_own(
    panel_of: MakePanel, studio_of: MakeStudio, readout: Readout
) -> None:
    learners = (LearnerChoice("perceptron", readout=readout),)
    studio = studio_of(replace(first_experiment(), learners=learners))
    panel = panel_of(studio)
    studio.seek(mistake(studio, 9))
    moment = studio.moment(0)
    assert moment is not None
    step = explain_step(moment, readout=readout)
    assert step is not None
    assert step.readout is not None
    assert panel.readout.isVisibleTo(panel)
    assert panel.readout.title.text() == readout.capitalize()
    assert panel.readout.sentence.text() == step.readout.sentence
    if readout == "averaged":
        averaged = moment.weights("averaged")[:, 0]
        for line in panel.readout.changes.words().splitlines()[1:]:
            name, _, _, after = line.replace("−", "-").split()
            at = ("x", "y", "bias").index(name)
            assert float(after) == pytest.approx(averaged[at], abs=5e-4)


def test_texts_show_the_words_that_changed_the_largest_first(
    panel_of: MakePanel, studio_of: MakeStudio
) -> None:
    texts = ("dull dull plot", "lovely film", "dull film", "lovely plot")
    data = TextsData(texts, (0, 1, 0, 1), ("bad", "good"))
    values = TextFeatures(values="counts")
    learners = (LearnerChoice("perceptron"),)
    studio = studio_of(Experiment(data=data, learners=learners, text_features=values))
    panel = panel_of(studio)
    moves = []
    for t in range(1, studio.length + 1):
        studio.seek(t)
        rows = [line.replace("−", "-").split() for line in panel.changes.words().splitlines()]
        if rows:
            assert rows[0][0] == "word"
            moves.append([abs(float(row[3]) - float(row[1])) for row in rows[1:]])
            assert {row[0] for row in rows[1:]} <= {"dull", "plot", "lovely", "film", "bias"}
    assert moves
    assert all(sizes == sorted(sizes, reverse=True) for sizes in moves)


def test_the_rule_for_ties_is_told_when_it_decides(
    panel_of: MakePanel, studio_of: MakeStudio
) -> None:
    first_wins = LearnerChoice("perceptron", {"ties": "first label wins"})
    for choice, words in ((LearnerChoice("perceptron"), "counts as a mistake"),
                          (first_wins, "the first one wins")):  # fmt: skip
        studio = studio_of(replace(first_experiment(), learners=(choice,)))
        panel = panel_of(studio)
        studio.seek(1)  # all scores are still zero
        assert panel.sentence.text().count(words) == 1
        studio.seek(40)
        assert words not in panel.sentence.text()


def test_digits_and_decimal_sign_are_chosen_in_its_menu(
    qtbot: QtBot, panel: StepPanel, studio: Studio
) -> None:
    hands = Hands(qtbot, panel, studio)
    studio.seek(mistake(studio, 17))
    margin = visit_of(studio).margin
    assert margin is not None
    assert f"margin {margin:.3f}".replace("-", "−") in panel.figures.words()
    hands.press(panel.more)
    hands.pick("6 digits")
    assert f"margin {margin:.6f}".replace("-", "−") in panel.figures.words()
    hands.press(panel.more)
    assert hands.entry("6 digits").isChecked()
    hands.pick("Decimal comma")
    assert f"margin {margin:.6f}".replace("-", "−").replace(".", ",") in panel.figures.words()
    after = panel.changes.words().splitlines()[1].split()[-1]
    assert len(after.partition(",")[2]) == 6


def test_the_step_can_be_copied_from_its_menu(
    qtbot: QtBot, panel: StepPanel, studio: Studio
) -> None:
    hands = Hands(qtbot, panel, studio)
    said: list[str] = []
    studio.said.connect(said.append)
    studio.seek(mistake(studio, 17))
    hands.press(panel.more)
    hands.pick("Copy as text\tCtrl+Shift+C")
    text = QGuiApplication.clipboard().text()
    assert told(studio) in text
    assert f"step {studio.t}" in text
    hands.press(panel.more)
    hands.pick("Copy as LaTeX\tCtrl+Alt+C")
    latex = QGuiApplication.clipboard().text()
    assert latex != text
    assert r"\leftarrow" in latex
    assert said == ["Copied this step as text.", "Copied this step as LaTeX."]


def test_at_the_start_there_is_no_step_to_copy(
    qtbot: QtBot, panel: StepPanel, studio: Studio
) -> None:
    hands = Hands(qtbot, panel, studio)
    said: list[str] = []
    studio.said.connect(said.append)
    QGuiApplication.clipboard().setText("before")
    hands.press(panel.more)
    hands.pick("Copy as text\tCtrl+Shift+C")
    assert QGuiApplication.clipboard().text() == "before"
    assert said == ["There is no step to copy: go to one first."]


def test_a_batch_tells_of_one_and_counts_the_others(
    qtbot: QtBot, studio_of: MakeStudio, panel_of: MakePanel
) -> None:
    studio = studio_of(replace(first_experiment(), order=Order("shuffled", 5, 8)))
    panel = panel_of(studio)
    assert "takes 8 points at once" in panel.sentence.text()
    studio.seek(3)
    moment = studio.moment(0)
    assert moment is not None
    wrong = int(moment.run.mistake_flags(3)[2])
    told_of = panel.sentence.text()
    assert "of 8 examples were wrong" in told_of
    assert ("was scored as" in told_of.partition("One of them:")[2]) == bool(wrong)


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
    qtbot: QtBot, studio_of: MakeStudio, panel_of: MakePanel,
    experiment: Experiment, words: str,
) -> None:  # fmt: skip
    panel = panel_of(studio_of(experiment))
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


def test_while_steps_rush_by_parts_are_never_smaller_and_afterwards_exact(
    panel: StepPanel, studio: Studio, qtbot: QtBot
) -> None:
    studio.seek(mistake(studio, 3))
    parts = (panel.sentence, panel.figures, panel.rule, panel.worked, panel.scores, panel.changes)
    studio.set_speed(300.0)
    studio.play()
    heights = []
    for _ in range(25):
        qtbot.wait(20)
        heights.append([part.height() for part in parts])
    studio.pause()
    steps = pairwise(heights[5:])  # at first, formulas become plain text
    assert all(a <= b for before, after in steps for a, b in zip(before, after, strict=True))
    right = next(
        t
        for t in range(1, studio.length)
        if t not in set(studio.result(0).mistakes.tolist())  # type: ignore[union-attr]
    )
    studio.seek(right)
    assert panel.changes.isVisible() == bool(panel.changes.words())
