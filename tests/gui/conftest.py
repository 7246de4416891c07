"""What tests of the window share: a look, and a studio whose runs are computed."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget
    from pytestqt.qtbot import QtBot

    from gui.studio import Studio
    from gui.theme import Theme
    from tests.gui.shell import Shell


@pytest.fixture(autouse=True)
def _settings_of_their_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Even a window that was given none never touches what a person has set."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "kept"))


@pytest.fixture(autouse=True)
def _no_leaked_windows() -> Iterator[None]:
    """One that stays open would lie over those of the tests after it, and take their clicks."""
    before = _open_windows()
    yield
    leaked = [type(window).__name__ for window in _open_windows() - before]
    assert not leaked, f"windows left open: {leaked}"


def _open_windows() -> set[QWidget]:
    widgets = sys.modules.get("PySide6.QtWidgets")
    if widgets is None or widgets.QApplication.instance() is None:
        return set()
    return {one for one in widgets.QApplication.topLevelWidgets() if one.isVisible()}


@pytest.fixture
def application_theme(qapp: QApplication) -> Theme:
    """The light look, in force."""
    from gui.theme import Theme, load_fonts

    if qapp.style().name() != "fusion":
        qapp.setStyle("Fusion")
        qapp.setFont(load_fonts())
    theme = Theme("light")
    theme.use("light")
    return theme


@pytest.fixture
def studio(qapp: QApplication, qtbot: QtBot) -> Iterator[Studio]:
    """The first experiment, all runs computed."""
    from gui.beginning import first_experiment
    from gui.studio import Studio

    studio = Studio(first_experiment())
    studio.start()
    qtbot.waitUntil(lambda: studio.results.done, timeout=30_000)
    yield studio
    studio.close()
    studio.deleteLater()


@pytest.fixture
def text_studio(qapp: QApplication, qtbot: QtBot) -> Iterator[Studio]:
    """Six short texts, the perceptron and naive Bayes, all runs computed."""
    from gui.studio import Studio
    from tests.gui.text_studio import text_experiment

    studio = Studio(text_experiment())
    studio.start()
    qtbot.waitUntil(lambda: studio.results.done, timeout=30_000)
    yield studio
    studio.close()
    studio.deleteLater()


@pytest.fixture
def shell(
    qapp: QApplication, application_theme: Theme, qtbot: QtBot, tmp_path: Path
) -> Iterator[Shell]:
    """Header, menus and documents in a window of their own, with settings of their own."""
    from gui.beginning import first_experiment
    from gui.settings import Settings
    from gui.studio import Studio
    from tests.gui.shell import make_shell

    studio = Studio(first_experiment())
    shell = make_shell(studio, application_theme, Settings(tmp_path / "settings.ini"))
    qtbot.addWidget(shell.window)
    shell.window.show()
    qtbot.waitExposed(shell.window)
    yield shell
    studio.close()
    for thread in threading.enumerate():
        if thread.name == "computer":
            thread.join()  # it may be compiling, which cannot be broken off
    qapp.processEvents()  # what the thread still had to say
