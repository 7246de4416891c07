"""The guide: sections that are true to the window, and readable in it."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.lessons import blocks, bundled
from core.samples import samples
from gui.action_table import ACTIONS
from gui.guide import Guide, sections
from gui.key_sheet import BY_HAND
from gui.main import COMMANDS
from gui.plain_text import key_names
from gui.stage.views import VIEWS
from gui.theme import Theme
from tests.gui.shell import Shell, top_level


def code_in_the_guide() -> list[tuple[str, str]]:
    return [
        (section.name, span.text)
        for section in sections()
        for block in blocks(section.text)
        for span in block.spans
        if span.kind == "code"
    ]


def test_every_key_that_the_guide_names_is_a_key() -> None:
    keys = {name for action in ACTIONS.values() for name in key_names(action.keys)}
    keys |= {key for key, _ in BY_HAND}
    named = code_in_the_guide()
    assert len(named) > 40
    for section, text in named:
        known = text in keys or text.startswith((".perceptarium", "perceptarium "))
        assert known, f"“{text}” in {section} is no key"


def test_commands_that_the_guide_names_exist() -> None:
    for section, text in code_in_the_guide():
        if text.startswith("perceptarium "):
            word = text.split()[1]
            assert word in COMMANDS or word == "CODE", section


def test_every_view_is_told_of() -> None:
    told = " ".join(section.text for section in sections()).lower()
    for view in VIEWS:
        assert view.title.lower() in told, view.title


def test_what_it_counts_is_there() -> None:
    texts = {section.name: section.text for section in sections()}
    numbers = {8: "Eight", 18: "eighteen"}
    assert f"{numbers[len(samples())]} small samples" in texts["texts"]
    assert f"{numbers[len(bundled())]} are bundled" in texts["classroom"]


def test_it_is_markdown_that_the_program_can_show() -> None:
    for section in sections():
        assert section.title, section.name
        assert not re.search(r"^\s*(#|\||```|>)|\]\(|<", section.text, re.M), section.name


def test_shift_f1_opens_it_and_the_arrows_turn_its_pages(
    shell: Shell, application_theme: Theme, qtbot: QtBot
) -> None:
    QTest.keyClick(shell.window, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    guide = top_level(Guide)()
    assert isinstance(guide, Guide)
    for section in sections():
        assert guide.title.text() == section.title
        shown = guide.text.text().replace("\u00a0", " ")
        assert blocks(section.text)[0].spans[0].text[:20] in shown
        QTest.keyClick(guide.list, Qt.Key.Key_Down)
    guide.close()
