"""Scenes that are closed, whatever becomes of the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from gui.export.scene import Scene


@pytest.fixture
def scene(application_theme: object) -> Iterator[Callable[..., Scene]]:
    """Makes scenes: `scene(part, width, height, theme, captions, t=, results=)`."""
    from gui.export.scene import Look, Scene, Shown
    from tests.gui.export.scenes import four_results

    made: list[Scene] = []

    def make(*look: object, t: int = 8, results: object = None) -> Scene:
        shown = Shown(results or four_results(), t)  # type: ignore[arg-type]
        made.append(Scene(shown, Look(*look)))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for one in made:
        one.close()
