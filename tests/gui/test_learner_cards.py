"""Learner cards: all that the declarations say, for every learner, in plain text."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from core.learners import BUILT_IN
from core.learners.comparison import HEADS
from core.learners.declaration import Learner
from gui.formula import FormulaView
from gui.learner_cards import COMPARED, LearnerCards
from gui.panels.learners import LearnersPanel
from gui.studio import Studio
from gui.theme import Theme
from tests.gui.panels.hands import Hands
from tests.gui.shell import Shell, top_level


def opened(qtbot: QtBot, theme: Theme, name: str = "") -> LearnerCards:
    cards = LearnerCards(theme, None, name)
    cards.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(cards)
    cards.show()
    qtbot.waitExposed(cards)
    return cards


def texts(inside: QWidget) -> list[str]:
    return [label.text() for label in inside.findChildren(QLabel)]


@pytest.mark.parametrize("learner", BUILT_IN, ids=lambda learner: learner.name)
def test_every_learner_has_a_card_that_says_it_all(
    qtbot: QtBot, application_theme: Theme, learner: Learner
) -> None:
    cards = opened(qtbot, application_theme, learner.name)
    page = cards.area.widget()
    assert cards.list.currentItem().text() == learner.title
    shown = texts(page)
    about = learner.card
    for text in (
        learner.title, learner.idea, about.optimises, about.use_when, about.strengths,
        about.weaknesses, about.reference, about.features, about.training,
    ):  # fmt: skip
        assert text in shown
    for parameter in learner.parameters:
        assert parameter.title in shown
        assert parameter.help in shown
    rules = [view for view in page.findChildren(FormulaView) if view.isVisible()]
    assert rules
    qtbot.waitUntil(lambda: all(view.is_typeset for view in rules), timeout=10_000)
    for label in page.findChildren(QLabel):
        assert label.textFormat() == Qt.TextFormat.PlainText


def test_the_comparison_has_a_row_for_each_and_an_answer_to_each_question(
    qtbot: QtBot, application_theme: Theme
) -> None:
    cards = opened(qtbot, application_theme)
    assert cards.list.currentItem().text() == COMPARED
    shown = [text for text in texts(cards.area.widget()) if text]
    assert len(shown) == 1 + len(HEADS) * (1 + len(BUILT_IN))  # with a title above
    for learner in BUILT_IN:
        assert learner.title in shown


def test_arrow_keys_turn_the_pages(qtbot: QtBot, application_theme: Theme) -> None:
    cards = opened(qtbot, application_theme)
    cards.list.setFocus()
    seen = []
    for _ in BUILT_IN:
        QTest.keyClick(cards.list, Qt.Key.Key_Down)
        seen.append(cards.area.widget().accessibleName())
    assert seen == [learner.title for learner in BUILT_IN]


def test_nothing_is_cut_off_on_the_right(qtbot: QtBot, application_theme: Theme) -> None:
    cards = opened(qtbot, application_theme)
    cards.resize(cards.minimumSize())
    for row in range(cards.list.count()):
        cards.list.setCurrentRow(row)
        page = cards.area.widget()
        assert page.minimumSizeHint().width() <= cards.area.viewport().width()


def test_a_key_opens_the_cards(shell: Shell, qtbot: QtBot) -> None:
    QTest.keyClick(shell.window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    find = top_level(LearnerCards)
    qtbot.waitUntil(lambda: find() is not None)
    cards = find()
    assert isinstance(cards, LearnerCards)
    cards.close()


def test_the_menu_of_a_learner_opens_its_card(
    qtbot: QtBot, studio: Studio, application_theme: Theme
) -> None:
    panel = LearnersPanel(studio, application_theme)
    hands = Hands(qtbot, panel, studio)
    hands.press(hands.named(QWidget, "More for MIRA"))
    hands.pick("About this learner")
    find = top_level(LearnerCards)
    qtbot.waitUntil(lambda: find() is not None)
    cards = find()
    assert isinstance(cards, LearnerCards)
    assert cards.list.currentItem().text() == "MIRA"
    cards.close()
