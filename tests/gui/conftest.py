"""What tests of the window share: a look, and a studio whose runs are computed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication
    from pytestqt.qtbot import QtBot

    from gui.studio import Studio
    from gui.theme import Theme


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
