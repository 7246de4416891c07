"""The curves panel, looked at and clicked on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace as changed

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from core.experiment import Experiment, LearnerChoice, Split, Stopping
from gui.beginning import empty_experiment, first_experiment
from gui.panels.curves import CurvesPanel
from gui.studio import Studio
from gui.theme import Theme

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def panel(qtbot: QtBot, studio: Studio, application_theme: Theme) -> CurvesPanel:
    return shown(qtbot, studio, application_theme)


def shown(qtbot: QtBot, studio: Studio, theme: Theme) -> CurvesPanel:
    panel = CurvesPanel(studio, theme)
    qtbot.addWidget(panel)
    panel.resize(900, 240)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


def at(panel: CurvesPanel, step: int, y: int = 60) -> QPoint:
    return QPoint(round(panel.plot.drawing.x_of(step)), y)


def picture(panel: CurvesPanel) -> QImage:
    return panel.plot.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def near(image: QImage, x: float, y: float, colour: QColor) -> bool:
    """Is a pixel within two of here much like this colour?"""

    def unlike(px: int, py: int) -> int:
        found = image.pixelColor(px, py)
        return sum(
            abs(a - b) for a, b in zip(found.getRgb()[:3], colour.getRgb()[:3], strict=True)  # type: ignore[index]
        )  # fmt: skip

    spots = [(round(x) + dx, round(y) + dy) for dx in range(-2, 3) for dy in range(-2, 3)]
    return min(unlike(*spot) for spot in spots if image.valid(*spot)) < 90


def test_the_curves_drawn_are_those_of_the_engine(panel: CurvesPanel, studio: Studio) -> None:
    drawn = {(line.title, line.held_out): line for line in panel.plot.drawing.lines}
    perceptron = studio.result(0).curves  # type: ignore[union-attr]
    mira = studio.result(1).curves  # type: ignore[union-attr]
    expected = {
        "Perceptron": perceptron["last"],
        "Perceptron, averaged": perceptron["averaged"],
        "MIRA": mira["last"],
    }
    assert {title for title, _ in drawn} == set(expected)
    for title, curves in expected.items():
        np.testing.assert_array_equal(drawn[title, False].steps, curves.steps)
        np.testing.assert_array_equal(drawn[title, False].values, curves.train["hinge"])
        np.testing.assert_array_equal(drawn[title, True].values, curves.held_out["hinge"])  # type: ignore[index]


def test_a_curve_runs_through_its_values_in_its_learners_colour(
    panel: CurvesPanel, studio: Studio, application_theme: Theme
) -> None:
    studio.look(loss="norm")
    image, drawing = picture(panel), panel.plot.drawing
    curves = studio.result(1).curves["last"]  # type: ignore[union-attr]
    top, area = float(drawing.y.labels[-1]), drawing.area
    for k in range(10, len(curves.steps), 16):
        x = area.left() + curves.steps[k] / studio.length * area.width()
        y = area.bottom() - curves.norms[k] / top * area.height()
        assert near(image, x, y, application_theme.learner_colour(1))


def test_a_click_on_the_plot_seeks(qtbot: QtBot, panel: CurvesPanel, studio: Studio) -> None:
    qtbot.mouseClick(panel.plot, LEFT, pos=at(panel, 400))
    assert abs(studio.t - 400) <= 1


def test_dragging_on_the_plot_pauses_and_seeks_on(
    qtbot: QtBot, panel: CurvesPanel, studio: Studio
) -> None:
    studio.set_speed(1.0)
    studio.play()
    qtbot.mousePress(panel.plot, LEFT, pos=at(panel, 100))
    assert not studio.playing
    qtbot.mouseMove(panel.plot, at(panel, 800))
    assert abs(studio.t - 800) <= 1
    qtbot.mouseMove(panel.plot, QPoint(0, 60))
    assert studio.t == 0
    qtbot.mouseRelease(panel.plot, LEFT, pos=QPoint(0, 60))


def test_the_cursor_is_a_line_in_the_accent(
    panel: CurvesPanel, studio: Studio, application_theme: Theme
) -> None:
    accent = application_theme.colour("accent").rgb()
    for step in (0, 500, studio.length):
        studio.seek(step)
        image = picture(panel)
        found = {x for x in range(image.width()) if image.pixelColor(x, 6).rgb() == accent}
        assert {round(panel.plot.drawing.x_of(step))} & found
        assert len(found) == 2


def test_hovering_shows_the_values_of_every_learner(
    qtbot: QtBot, panel: CurvesPanel, studio: Studio
) -> None:
    curves = studio.result(1).curves["last"]  # type: ignore[union-attr]
    step = int(curves.steps[100])
    qtbot.mouseMove(panel.plot, at(panel, step))
    card = panel.plot.hover_card
    assert card.isVisible()
    lines = card.words().splitlines()
    assert lines[0] == f"step {step} · pass {-(-step // 96)} train held out"
    train, held_out = curves.train["hinge"][100], curves.held_out["hinge"][100]  # type: ignore[index]
    assert lines[-1] == f"MIRA {train:.3f} {held_out:.3f}"
    assert len(lines) == 4
    assert panel.rect().contains(card.geometry())
    assert studio.t == 0


def test_the_hover_card_goes_when_the_pointer_does(qtbot: QtBot, panel: CurvesPanel) -> None:
    from PySide6.QtCore import QEvent
    from PySide6.QtWidgets import QApplication

    qtbot.mouseMove(panel.plot, at(panel, 300))
    assert panel.plot.hover_card.isVisible()
    QApplication.sendEvent(panel.plot, QEvent(QEvent.Type.Leave))
    assert not panel.plot.hover_card.isVisible()


def test_the_title_chooses_what_is_plotted(
    qtbot: QtBot, panel: CurvesPanel, studio: Studio
) -> None:
    assert panel.quantity.currentText() == "Hinge loss"
    seen = []
    for _ in range(7):
        qtbot.keyClick(panel.quantity, Qt.Key.Key_Down)
        seen.append(studio.looks.loss)
    assert seen == ["zero-one", "perceptron", "log", "exp", "error", "norm", "margin"]
    studio.look(loss="error")
    assert panel.quantity.currentText() == "Error"
    assert panel.unit.text() == "share of examples"
    assert panel.plot.drawing.y.labels[0] == "0 %"


def test_the_switch_makes_the_scale_logarithmic(
    qtbot: QtBot, panel: CurvesPanel, studio: Studio
) -> None:
    plain = picture(panel)
    qtbot.mouseClick(panel.log_switch, LEFT)
    assert studio.looks.log_scale
    assert panel.plot.drawing.y.log
    assert picture(panel) != plain
    qtbot.mouseClick(panel.log_switch, LEFT)
    assert not studio.looks.log_scale
    assert picture(panel) == plain


def test_margins_have_no_logarithm(panel: CurvesPanel, studio: Studio) -> None:
    studio.look(loss="margin", log_scale=True)
    assert not panel.log_switch.isEnabled()
    assert not panel.plot.drawing.y.log
    assert panel.plot.drawing.y.low < 0
    studio.look(loss="hinge")
    assert panel.log_switch.isEnabled()
    assert panel.plot.drawing.y.log


def test_the_legend_names_what_there_is(
    qtbot: QtBot, panel: CurvesPanel, studio_of: Callable[[Experiment], Studio],
    application_theme: Theme,
) -> None:  # fmt: skip
    assert panel.legend.words() == "train  held out  averaged  passes →"
    boosting = replace(
        first_experiment(), learners=(LearnerChoice("adaboost"),), split=Split(0.0)
    )  # fmt: skip
    other = shown(qtbot, studio_of(boosting), application_theme)
    assert other.legend.words() == "train  rounds →"
    assert other.plot.drawing.x.labels[-1] == "50"


def test_values_that_diverge_are_cut_off_with_a_note(panel: CurvesPanel, studio: Studio) -> None:
    first = studio.results.learners[0]
    curves = first.curves["last"]
    train = dict(curves.train)
    train["hinge"] = train["hinge"].copy()
    train["hinge"][-20:-10] = np.inf
    train["hinge"][-10:] = np.nan
    learner = changed(first, curves={"last": changed(curves, train=train)})
    studio.results = changed(studio.results, learners=(learner,))
    studio.results_changed.emit()
    assert panel.plot.drawing.note.startswith("larger values are cut off")
    assert np.isfinite(panel.plot.drawing.y.high)
    assert not picture(panel).isNull()


def test_hidden_learners_have_no_curves(
    qtbot: QtBot, studio_of: Callable[[Experiment], Studio], application_theme: Theme
) -> None:
    learners = first_experiment().learners
    half = (learners[0], replace(learners[1], visible=False))
    panel = shown(
        qtbot, studio_of(replace(first_experiment(), learners=half)), application_theme
    )  # fmt: skip
    assert {line.learner for line in panel.plot.drawing.lines} == {0}


@pytest.mark.parametrize(
    ("experiment", "words"),
    [
        (empty_experiment(), "click on the plane"),
        (replace(first_experiment(), learners=()), "Add a learner"),
        (
            replace(first_experiment(), learners=(LearnerChoice("mira", visible=False),)),
            "switched off",
        ),
        (replace(first_experiment(), learners=(LearnerChoice("naive-bayes"),)), "can run"),
    ],
)
def test_where_there_is_nothing_to_plot_a_sentence_says_why(
    qtbot: QtBot, studio_of: Callable[[Experiment], Studio], application_theme: Theme,
    experiment: Experiment, words: str,
) -> None:  # fmt: skip
    panel = shown(qtbot, studio_of(experiment), application_theme)
    assert words in panel.plot.empty_words()
    image = picture(panel)
    assert len({image.pixel(x, y) for x in range(0, 860, 2) for y in range(60, 120)}) > 1
    qtbot.mouseClick(panel.plot, LEFT, pos=QPoint(300, 60))
    qtbot.mouseMove(panel.plot, QPoint(400, 60))
    assert not panel.plot.hover_card.isVisible()


def test_both_looks_are_drawn(panel: CurvesPanel, application_theme: Theme, qtbot: QtBot) -> None:
    light = picture(panel)
    application_theme.use("dark")
    dark = picture(panel)
    application_theme.use("light")
    assert light.pixelColor(2, 2).lightness() > 240 > 60 > dark.pixelColor(2, 2).lightness()
    assert picture(panel) == light


def test_in_a_low_panel_the_curves_still_have_room(panel: CurvesPanel) -> None:
    panel.resize(560, panel.minimumSizeHint().height())
    assert panel.height() <= 150
    assert panel.plot.drawing.area.height() >= 75


def test_the_log_switch_looks_different_when_it_is_on(
    panel: CurvesPanel, studio: Studio, application_theme: Theme
) -> None:
    off = panel.log_switch.grab().toImage()
    studio.look(log_scale=True)
    on = panel.log_switch.grab().toImage()
    accent = application_theme.colour("accent").rgb()

    def filled(image: QImage) -> int:
        spots = ((x, y) for x in range(image.width()) for y in range(image.height()))
        return sum(image.pixelColor(*spot).rgb() == accent for spot in spots)

    assert filled(off) == 0
    assert filled(on) > 100


def test_what_is_painted_while_it_plays_is_the_same_in_the_end(
    panel: CurvesPanel, studio: Studio, qtbot: QtBot
) -> None:
    """While it plays, new curves are painted part by part behind those on show."""
    longer = replace(studio.experiment, stopping=Stopping(passes=40, clean_pass=False))
    studio.edit(longer, "Passes")
    studio.set_speed(200.0)
    studio.play()
    qtbot.waitUntil(lambda: studio.results.done and studio.results.experiment is longer)
    qtbot.waitUntil(lambda: panel.plot.drawing.last_step == studio.results.most_steps)
    studio.pause()
    shown = panel.plot.grab().toImage()
    studio.look(log_scale=studio.looks.log_scale)  # all at once
    assert panel.plot.grab().toImage() == shown
