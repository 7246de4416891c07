"""Studios with other experiments than the first one, all runs computed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from core.experiment import Experiment
    from gui.studio import Studio


@pytest.fixture
def studio_of(qtbot: QtBot) -> Iterator[Callable[[Experiment], Studio]]:
    """Makes a computed studio of any experiment."""
    from gui.studio import Studio

    made: list[Studio] = []

    def make(experiment: Experiment) -> Studio:
        studio = Studio(experiment)
        made.append(studio)
        studio.start()
        qtbot.waitUntil(lambda: studio.results.done, timeout=30_000)
        return studio

    yield make
    for studio in made:
        studio.close()
        studio.deleteLater()
