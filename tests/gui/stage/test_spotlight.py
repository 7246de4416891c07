"""The spotlight: while presenting, what is visited is bright and the rest is dimmed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from core.rows import Floats
from gui.stage.document_map import DocumentMap
from gui.stage.plane_stage import PlaneStage
from gui.studio import Studio
from gui.theme import Theme


@pytest.fixture
def theme(application_theme: Theme) -> Iterator[Theme]:
    application_theme.present(True)
    yield application_theme
    application_theme.present(False)


def plane(studio: Studio, theme: Theme, qtbot: QtBot) -> PlaneStage:
    stage = PlaneStage(studio, theme)
    qtbot.addWidget(stage)
    stage.resize(900, 600)
    stage.show()
    qtbot.waitExposed(stage)
    return stage


def places(stage: PlaneStage) -> tuple[Floats, Floats]:
    """Of the visited point and of the one that is farthest from it, in pixels."""
    view = stage.views[0]
    visited = view.frame.to_pixels(view.marks.visited.xy)[0]
    return visited, farthest(view.frame.to_pixels(view.placed.xy), visited)


def farthest(spots: Floats, visited: Floats) -> Floats:
    away = np.hypot(*(spots - visited).T)
    return np.asarray(spots[away.argmax()])


def by_spotlight(studio: Studio, widget: QWidget, catch_up: Callable[[], None]) -> list[QImage]:
    """The widget with the spotlight and without."""
    images = []
    for on in (True, False):
        studio.look(spotlight=on)
        catch_up()
        images.append(widget.grab().toImage())
    studio.look(spotlight=True)
    return images


def colours(images: list[QImage], spot: Floats) -> tuple[QColor, QColor]:
    lit, plain = (QColor(image.pixel(*np.rint(spot).astype(int).tolist())) for image in images)
    return lit, plain


def test_all_but_the_visited_point_is_dimmed(studio: Studio, theme: Theme, qtbot: QtBot) -> None:
    stage = plane(studio, theme, qtbot)
    studio.seek(40)
    images = by_spotlight(studio, stage, stage.catch_up)
    visited, far = places(stage)
    lit, plain = colours(images, visited)
    assert lit == plain
    lit, plain = colours(images, far)
    assert lit.lightness() > plain.lightness() + 30


def test_it_rests_at_the_start_and_while_steps_follow_fast(
    studio: Studio, theme: Theme, qtbot: QtBot
) -> None:
    stage = plane(studio, theme, qtbot)
    studio.seek(40)
    stage.catch_up()
    _, far = places(stage)

    def dims() -> bool:
        lit, plain = colours(by_spotlight(studio, stage, stage.catch_up), far)
        return lit != plain

    assert dims()
    studio.playing = True  # as if: time itself stands still here
    for speed, dimmed in ((500.0, False), (2.0, True)):
        studio.speed = speed
        assert dims() == dimmed
    studio.playing = False
    studio.seek(0)
    assert not dims()


def test_it_is_for_presenting_only(studio: Studio, application_theme: Theme, qtbot: QtBot) -> None:
    stage = plane(studio, application_theme, qtbot)
    studio.seek(40)
    lit, plain = by_spotlight(studio, stage, stage.catch_up)
    assert lit == plain


def test_documents_too(text_studio: Studio, theme: Theme, qtbot: QtBot) -> None:
    text_studio.seek(3)
    view = DocumentMap(text_studio, theme)
    qtbot.addWidget(view)
    view.resize(900, 500)
    view.show()
    qtbot.waitUntil(lambda: len(view.spots) > 0)
    moment = text_studio.moment(text_studio.active)
    assert moment is not None
    visited = view.spots[moment.visited[0]]
    images = by_spotlight(text_studio, view, QApplication.processEvents)
    lit, plain = colours(images, farthest(view.spots, visited))
    assert lit.lightness() > plain.lightness() + 20
    lit, plain = colours(images, visited)
    assert lit == plain
