"""The stage: which views the data have, which is shown, and two beside each other."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gui.pages import Page, Pages
from gui.stage.losses_view import LossesView
from gui.stage.plane_stage import PlaneStage
from gui.stage.stage import Stage
from gui.stage.views import VIEWS, views_for
from gui.studio import Studio
from gui.tab_strip import Tab, TabStrip
from gui.theme import Theme
from tests.gui.text_studio import text_experiment

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def stage(qtbot: QtBot, studio: Studio, application_theme: Theme) -> Stage:
    stage = Stage(studio, application_theme)
    qtbot.addWidget(stage)
    stage.resize(900, 500)
    stage.show()
    qtbot.waitExposed(stage)
    return stage


def test_it_begins_with_the_plane_and_turns_to_what_is_clicked(
    stage: Stage, studio: Studio
) -> None:
    assert [type(view) for view in stage.shown] == [PlaneStage]
    QTest.mouseClick(stage.strip.tab("losses"), LEFT)
    assert studio.looks.view == "losses"
    assert [type(view) for view in stage.shown] == [LossesView]
    assert stage.strip.tab("losses").isChecked()
    assert not stage.strip.tab("plane").isChecked()


def test_two_views_share_the_stage(stage: Stage, studio: Studio) -> None:
    studio.look(beside="losses")
    assert [type(view) for view in stage.shown] == [PlaneStage, LossesView]
    widths = [view.width() for view in stage.shown]
    assert all(view.isVisible() for view in stage.shown)
    assert max(widths) < 1.3 * min(widths)
    studio.look(view="losses")  # one cannot stand beside itself
    assert [type(view) for view in stage.shown] == [LossesView]
    stage.switch_beside()
    assert len(stage.shown) == 2
    stage.switch_beside()
    assert len(stage.shown) == 1


def test_other_data_bring_other_views(stage: Stage, studio: Studio) -> None:
    studio.look(view="plane")
    studio.edit(text_experiment(), "Texts")
    assert stage.strip.tabs[0].id == views_for(studio.experiment.data)[0].id
    assert all(tab.id != "plane" for tab in stage.strip.tabs)
    assert not isinstance(stage.shown[0], PlaneStage)
    studio.undo_stack.undo()
    assert isinstance(stage.shown[0], PlaneStage)
    assert stage.shown[0].isVisible()


def test_views_are_told_apart_and_can_all_be_made(
    studio: Studio, application_theme: Theme, qtbot: QtBot
) -> None:
    assert len({view.id for view in VIEWS}) == len(VIEWS)
    for view in VIEWS:
        assert view.what
        if "points" in view.kinds:
            qtbot.addWidget(view.make(studio, application_theme))


def test_titles_that_do_not_fit_wait_in_a_menu(qtbot: QtBot, application_theme: Theme) -> None:
    strip = TabStrip(application_theme, "Views")
    qtbot.addWidget(strip)
    tabs = [Tab(f"t{k}", f"Title number {k}", "What it is") for k in range(8)]
    chosen: list[str] = []
    strip.chosen.connect(chosen.append)
    strip.resize(1200, 28)
    strip.show()
    strip.offer(tabs, "t6")
    assert not strip.more.isVisible()
    strip.resize(320, 28)
    assert strip.more.isVisible()
    assert strip.tab("t6").isVisible()  # the chosen one always is
    assert not strip.tab("t5").isVisible()
    menu = strip.more.menu()
    assert menu is not None
    waiting = [action for action in menu.actions() if action.text() == "Title number 5"]
    waiting[0].trigger()
    QTest.mouseClick(strip.tab("t0"), LEFT)
    assert chosen == ["t5", "t0"]
    assert strip.tab("t6").isChecked()  # until whoever listens agrees


def test_pages_are_made_when_they_are_turned_to(qtbot: QtBot, application_theme: Theme) -> None:
    from PySide6.QtWidgets import QLabel

    pages = Pages(application_theme, "Pages")
    qtbot.addWidget(pages)
    one = Page(Tab("one", "One", "The first"), lambda: QLabel("1"))
    two = Page(Tab("two", "Two", "The second"), lambda: QLabel("2"))
    pages.offer([one], "one")
    pages.show()
    assert not pages.strip.isVisible()
    pages.offer([one, two], "one")
    assert pages.strip.isVisible()
    assert pages.page("two") is None
    QTest.mouseClick(pages.strip.tab("two"), LEFT)
    page = pages.page("two")
    assert isinstance(page, QLabel)
    assert page.isVisible()
