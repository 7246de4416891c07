"""Never frozen: the heart of the window beats on time, and what takes long ends when asked to.

The limits that are promised hold on a machine that does nothing else; the quick tests allow for
one that does.
"""

from __future__ import annotations

import pytest

from tests.gui.trust.outside import World
from tests.gui.trust.reports import told

PROMISED, USUALLY = 100.0, 33.0  # milliseconds: the latest beat, and 99 of 100
BUSY = 3_000.0  # … on a machine that does other things as well: what freezes is later than that


@pytest.mark.parametrize(
    ("scene", "size"),
    [("training", 2_000), ("asking", 150), ("exporting", 12), ("table", 1_500_000),
     ("texts", 1_500_000)],
)  # fmt: skip
def test_the_heart_beats_on(world: World, scene: str, size: int) -> None:
    found = told(world, "tests.gui.trust.beating", scene, str(size))
    assert found["latest"] < BUSY
    assert found.get("loaded", 1.0) == 1.0


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("scene", "size"),
    [("training", 10_000), ("asking", 1_000), ("exporting", 200), ("table", 19_900_000),
     ("texts", 19_900_000)],
)  # fmt: skip
def test_the_heart_is_hardly_ever_late(world: World, scene: str, size: int) -> None:
    found = told(world, "tests.gui.trust.beating", scene, str(size))
    print(f"{scene}: latest {found['latest']:.0f} ms, 99 of 100 within {found['p99']:.0f} ms")
    assert found["latest"] < PROMISED
    assert found["p99"] < USUALLY


@pytest.mark.parametrize(
    ("size", "most"),
    [(400, BUSY), pytest.param(2_000, PROMISED, marks=pytest.mark.thorough)],
)
def test_whatever_takes_long_can_be_cancelled(world: World, size: int, most: float) -> None:
    found = told(world, "tests.gui.trust.beating", "cancelling", str(size))
    taken = {name: value for name, value in found.items() if name not in ("latest", "p99")}
    print(", ".join(f"{name} {value:.0f} ms" for name, value in taken.items()))
    assert len(taken) >= 7
    assert max(taken.values()) < most
