"""Every screen: clicks land where they were made, and nothing is cut off."""

from __future__ import annotations

import pytest

from tests.gui.trust.outside import World
from tests.gui.trust.reports import told

SIZES = ("800x600", "1024x700", "1280x800", "1920x1080", "2560x1440", "3840x2160")


def check(world: World, factor: str, *sizes: str) -> None:
    found = told(world, "tests.gui.trust.screens", *sizes, QT_SCALE_FACTOR=factor)
    assert found["ratio"] == float(factor)
    assert found["accelerated"] == []
    assert set(found["sizes"]) == set(sizes)
    for size, told_of in found["sizes"].items():
        print(f"{size} × {factor}: within {told_of['far']:.2f} pixels")
        assert told_of["far"] <= 1.0, size
        assert told_of["misfits"] == [], size


def test_the_smallest_window_on_a_fine_screen(world: World) -> None:
    check(world, "1.5", "800x600")


@pytest.mark.thorough
@pytest.mark.parametrize("factor", ["1", "1.25", "1.5", "2"])
def test_every_size_on_every_screen(world: World, factor: str) -> None:
    check(world, factor, *SIZES)
