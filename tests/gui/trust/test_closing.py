"""Closing at a random moment: the window is gone at once, whatever it was doing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.gui.trust.outside import Window, World

AT_MOST = 2.0  # seconds
BUSY = ("training", "loading", "what-if", "starting", "compiling")
TOGETHER = 3
NOISE = ("QThread", "Traceback", "QObject", "Timers", "painter", "Fatal")


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """20 MB of labelled texts."""
    path = tmp_path_factory.mktemp("large") / "texts.csv"
    words = " ".join(f"word{k}" for k in range(300))
    rows = (f'"{words} {number}",{("good", "bad")[number % 2]}' for number in range(8_500))
    path.write_text("text,label\n" + "\n".join(rows))
    assert 15e6 < path.stat().st_size < 20e6
    return path


def begun(world: World, busy: str, seed: int, large: Path) -> Window:
    words = ("close", busy, str(seed), str(large))
    if busy != "compiling":
        return Window(world, *words)
    # As on the first start ever, when no compiled loop is kept yet.
    return Window(world, *words, XDG_CACHE_HOME=str(world.folder / f"cache {seed}"))


def closings(world: World, large: Path, seeds: range) -> list[float]:
    """Close so many windows at a moment of their own; the seconds that each took."""
    took = []
    for start in seeds[::TOGETHER]:
        windows = [
            begun(world, BUSY[seed % len(BUSY)], seed, large)
            for seed in range(start, min(start + TOGETHER, seeds.stop))
        ]
        for window in windows:
            closing = float(window.line("closing"))
            assert window.ended() == 0, window.errors()
            took.append(window.gone - closing)
            assert not [word for word in NOISE if word in window.errors()], window.errors()
    return took


def test_it_closes_within_two_seconds(world: World, large: Path) -> None:
    took = closings(world, large, range(10))
    assert max(took) < AT_MOST
    assert not list(world.data.glob("recovery/*"))


@pytest.mark.thorough
def test_it_closes_within_two_seconds_two_hundred_times(world: World, large: Path) -> None:
    took = closings(world, large, range(1_000, 1_200))
    print(f"{len(took)} closings, at most {max(took):.2f} s")
    assert len(took) == 200
    assert max(took) < AT_MOST
    assert not list(world.data.glob("recovery/*"))
