"""Nothing piles up: steps that are shown, documents and views that come and go, repaints."""

from __future__ import annotations

import sys

import pytest

from tests.gui.trust.outside import World
from tests.gui.trust.reports import told

IMMORTAL = sys.version_info >= (3, 12)  # None is not counted any more


@pytest.mark.parametrize(
    ("count", "most"),
    [(300, 5.0), pytest.param(100_000, 20.0, marks=pytest.mark.thorough)],
)
def test_steps_that_are_shown_take_no_memory(world: World, count: int, most: float) -> None:
    found = told(world, "tests.gui.trust.lasting", "steps", str(count))
    print(f"{count:,} steps: {found['grown']:.1f} MB")
    assert found["grown"] < most


@pytest.mark.parametrize(
    ("count", "most"),
    [(4, 10.0), pytest.param(500, 10.0, marks=pytest.mark.thorough)],
)
def test_documents_and_views_come_and_go(world: World, count: int, most: float) -> None:
    found = told(world, "tests.gui.trust.lasting", "opening", str(count))
    print(f"{count} documents: {found['grown']:.1f} MB, {found['widgets']:.0f} widgets more")
    assert found["grown"] < most
    assert found["widgets"] <= 0


@pytest.mark.parametrize("count", [100, pytest.param(5_000, marks=pytest.mark.thorough)])
def test_repaints_do_not_lose_none(world: World, count: int) -> None:
    found = told(world, "tests.gui.trust.lasting", "painting", str(count))
    print(f"{count:,} repaints: {found['references']:.0f} references to None more")
    assert IMMORTAL or abs(found["references"]) <= 10 + count // 100
