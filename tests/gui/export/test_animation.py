"""Animations: every frame is the picture of its step; what is cancelled leaves nothing behind."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from pytestqt.qtbot import QtBot

from core.errors import PlainError
from core.what_if import Cancelled
from gui.export.animation import (
    MOST_FRAMES,
    NO_AV,
    USUAL_FRAMES,
    Filming,
    Span,
    check_film,
    frame_at,
    usual_every,
    write_animation,
)
from gui.export.film_formats import HOLD, Film, write_gif
from gui.export.scene import Scene

Make = Callable[..., Scene]


def frames_of(path: Path) -> list[Image.Image]:
    with Image.open(path) as film:
        found = []
        for k in range(getattr(film, "n_frames", 1)):
            film.seek(k)
            found.append(film.convert("RGB"))
    return found


def away(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures are from each other, on average."""
    return float(np.abs(np.asarray(one, float) - np.asarray(other, float)).mean())


@pytest.mark.parametrize("suffix", [".gif", ".webp"])
def test_every_frame_is_the_picture_of_its_step(scene: Make, tmp_path: Path, suffix: str) -> None:
    shown, path = scene("plane", 320, 240), tmp_path / f"a{suffix}"
    told: list[tuple[int, int]] = []
    write_animation(path, shown, Span(0, 8, 2), 10.0, lambda *step: told.append(step))
    frames = frames_of(path)
    assert told == [(k, 5) for k in range(1, 6)]
    assert all(frame.size == (320, 240) for frame in frames)
    # Between steps 6 and 8 nothing is learnt, but another point is visited.
    for frame, step in zip(frames, (0, 2, 4, 6, 8), strict=True):
        others = [away(frame, frame_at(shown, other)) for other in (0, 2, 4, 6, 8)]
        assert min(others) == others[step // 2] < 4.0


def test_a_gif_of_thirty_frames_lasts_as_long_as_it_should(scene: Make, tmp_path: Path) -> None:
    path = tmp_path / "a.gif"
    frames = [frame_at(scene("plane", 320, 240), step) for step in (0, 2, 5)] * 10
    with path.open("wb") as file:
        write_gif(file, iter(frames), Film(30, 20.0, tuple(frames[:3])))
    with Image.open(path) as film:
        assert film.n_frames == 30
        assert film.info["loop"] == 0
        lengths = []
        for k in range(30):
            film.seek(k)
            lengths.append(film.info["duration"])
    assert lengths == [50] * 29 + [HOLD * 1000]


def test_frames_that_are_alike_are_written_once_and_stay_longer(tmp_path: Path) -> None:
    red, blue = Image.new("RGB", (64, 64), "red"), Image.new("RGB", (64, 64), "blue")
    file = BytesIO()
    write_gif(file, iter([red, red, red, blue]), Film(4, 10.0, (red, blue)))
    with Image.open(file) as film:
        assert film.n_frames == 2
        assert film.info["duration"] == 300


def test_a_gif_keeps_thin_lines_in_their_colour() -> None:
    ground = Image.effect_noise((200, 200), 80).convert("RGB")
    lined = ground.copy()
    lined.paste("#7a35e8", (100, 0, 101, 200))
    file = BytesIO()
    write_gif(file, iter([ground, lined]), Film(2, 10.0, (ground,), ("#7a35e8",)))
    with Image.open(file) as film:
        film.seek(1)
        assert film.convert("RGB").getpixel((100, 50)) == (0x7A, 0x35, 0xE8)


def test_an_mp4_has_all_frames(scene: Make, tmp_path: Path) -> None:
    av = pytest.importorskip("av")
    path = tmp_path / "a.mp4"
    write_animation(path, scene("plane", 321, 241), Span(0, 8), 10.0)
    with av.open(str(path)) as film:
        frames = [frame.to_image() for frame in film.decode(video=0)]
    assert len(frames) == 9 + round(HOLD * 10)
    assert frames[0].size == (320, 240)
    assert away(frames[0], frames[-1]) > 5


def test_without_av_an_mp4_is_one_sentence(
    scene: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "av", None)
    with pytest.raises(PlainError) as refused:
        write_animation(tmp_path / "a.mp4", scene("plane", 200, 150), Span(0, 4))
    assert str(refused.value) == NO_AV
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("suffix", [".gif", ".webp"])
def test_cancelling_leaves_no_file(scene: Make, tmp_path: Path, suffix: str) -> None:
    done: list[int] = []
    with pytest.raises(Cancelled):
        write_animation(
            tmp_path / f"a{suffix}", scene("plane", 200, 150), Span(0, 8), 10.0,
            lambda count, total: done.append(count), lambda: len(done) >= 2,
        )  # fmt: skip
    assert os.listdir(tmp_path) == []


def test_spans_always_end_with_the_last_step() -> None:
    assert Span(0, 10, 4).steps() == [0, 4, 8, 10]
    assert Span(3, 3).steps() == [3]
    for last in (1, 239, 240, 1_344, 200_000):
        assert len(Span(0, last, usual_every(0, last)).steps()) <= USUAL_FRAMES + 1


def test_what_cannot_be_made_is_refused_before_any_work() -> None:
    for suffix, span, size in (
        (".avi", Span(0, 1), (200, 200)),
        (".gif", Span(5, 1), (200, 200)),
        (".gif", Span(0, MOST_FRAMES + 1), (200, 200)),
        (".gif", Span(0, 1), (20, 200)),
        (".gif", Span(0, 1), (200, 5_000)),
    ):
        with pytest.raises(PlainError):
            check_film(suffix, span, *size)


# While a window lives


def test_filming_goes_on_between_events_and_says_when_it_is_done(
    scene: Make, tmp_path: Path, qtbot: QtBot
) -> None:
    filming, told = Filming(), []
    filming.advanced.connect(lambda done, total: told.append((done, total)))
    with qtbot.waitSignal(filming.finished, timeout=10_000) as end:
        filming.begin(tmp_path / "a.gif", scene("plane", 200, 150), Span(0, 8), 10.0)
        assert filming.busy
    assert end.args == [""]
    assert not filming.busy
    assert told == [(k, 9) for k in range(1, 10)]
    assert len(frames_of(tmp_path / "a.gif")) == 9


def test_filming_can_be_cancelled(scene: Make, tmp_path: Path, qtbot: QtBot) -> None:
    filming = Filming()
    filming.begin(tmp_path / "a.webp", scene("plane", 200, 150), Span(0, 8), 10.0)
    with qtbot.waitSignal(filming.advanced, timeout=10_000):
        pass
    filming.cancel()
    qtbot.wait(30)
    assert not filming.busy
    assert os.listdir(tmp_path) == []


def test_filming_says_what_went_wrong(scene: Make, tmp_path: Path, qtbot: QtBot) -> None:
    filming = Filming()
    with qtbot.waitSignal(filming.finished, timeout=10_000) as end:
        filming.begin(tmp_path / "no" / "a.gif", scene("plane", 200, 150), Span(0, 8), 10.0)
    assert end.args is not None
    assert "cannot be written (No such file" in end.args[0]
