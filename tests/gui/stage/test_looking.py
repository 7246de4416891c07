"""Zooming, panning and fitting; none of it draws."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from core.experiment import PointsData
from gui.beginning import empty_experiment
from tests.gui.stage.hand import LEFT, MIDDLE, Hand, Show, experiment_of

CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


def test_the_wheel_zooms_about_the_pointer(hand: Hand) -> None:
    at, count = QPoint(120, 90), len(hand.xy)
    before, scale = hand.spot(at), hand.view.frame.pixels_per_unit
    hand.wheel(at, 2)
    assert hand.view.frame.pixels_per_unit > scale * 1.2
    assert hand.spot(at) == pytest.approx(before)
    hand.wheel(at, -2)
    assert hand.view.frame.pixels_per_unit == pytest.approx(scale)
    assert len(hand.xy) == count


def test_with_control_the_wheel_zooms_even_while_spraying(hand: Hand) -> None:
    hand.studio.take_up(tool="spray")
    radius, scale = hand.studio.hand.spray_radius, hand.view.frame.pixels_per_unit
    hand.wheel(QPoint(300, 200), 1, CONTROL)
    assert hand.view.frame.pixels_per_unit > scale
    assert hand.studio.hand.spray_radius == radius


@pytest.mark.parametrize(
    ("button", "keys"), [(MIDDLE, Qt.KeyboardModifier.NoModifier), (LEFT, CONTROL), (LEFT, ALT)]
)
@pytest.mark.parametrize("tool", ["draw", "move"])
def test_panning_takes_the_plane_along_and_adds_no_points(
    hand: Hand, button: Qt.MouseButton, keys: Qt.KeyboardModifier, tool: str
) -> None:
    hand.studio.take_up(tool=tool)
    points = hand.xy
    start, end = QPoint(200, 200), QPoint(290, 140)
    grabbed = hand.spot(start)
    hand.drag(start, end, button, keys)
    assert hand.spot(end) == pytest.approx(grabbed)
    assert hand.xy == points
    assert not hand.studio.modified


def test_the_plane_and_what_is_drawn_on_it_agree_after_zooming_and_panning(hand: Hand) -> None:
    hand.wheel(QPoint(100, 300), 4)
    hand.drag(QPoint(400, 250), QPoint(350, 290), MIDDLE)
    hand.stage.catch_up()
    box = hand.view.frame.box
    (x0, x1), (y0, y1) = hand.view.view_box.viewRange()
    assert (x0, y0, x1, y1) == pytest.approx((box.x0, box.y0, box.x1, box.y1))
    hand.click(QPoint(610, 77))
    seen = hand.pixel(hand.xy[-1])
    assert (seen - QPoint(610, 77)).manhattanLength() <= 1


def test_both_axes_have_the_same_scale_at_every_size(hand: Hand) -> None:
    for size in ((800, 500), (300, 600), (1200, 300)):
        hand.stage.resize(*size)
        hand.stage.catch_up()
        frame = hand.view.frame
        up = frame.height / (frame.box.y1 - frame.box.y0)
        assert up == pytest.approx(frame.pixels_per_unit)
        assert all(frame.box.holds(spot) for spot in hand.xy), "resizing must not lose points"


def test_fit_shows_every_point_by_call_by_key_and_by_middle_double_click(hand: Hand) -> None:
    def everything_in_sight() -> bool:
        return all(hand.view.frame.box.holds(spot) for spot in hand.xy)

    fitted = hand.view.frame
    for fit in (
        hand.stage.fit,
        lambda: QTest.keyClick(hand.view, Qt.Key.Key_F),
        lambda: hand.double_click(QPoint(300, 200), MIDDLE),
    ):
        hand.wheel(QPoint(30, 30), 8)
        assert not everything_in_sight()
        fit()
        assert everything_in_sight()
        assert hand.view.frame == fitted


def test_an_empty_plane_is_seen_about_its_middle(hand: Hand, show: Show) -> None:
    show(empty_experiment())
    hand.stage.fit()
    box = hand.view.frame.box
    assert box.centre == pytest.approx((0.0, 0.0))
    assert min(box.x1, box.y1) == pytest.approx(3.2)


@pytest.mark.parametrize("scale", [1e-6, 1e3, 1e9])
def test_other_data_are_brought_into_sight(hand: Hand, show: Show, scale: float) -> None:
    xy = tuple((scale * (5.0 + k % 4), scale * (k // 4)) for k in range(12))
    show(experiment_of(PointsData(xy, tuple(k % 2 for k in range(12)))))
    box = hand.view.frame.box
    assert all(box.holds(spot) for spot in xy)
    assert box.shorter_side < 20.0 * scale


def test_data_that_still_fit_do_not_move_the_view(hand: Hand) -> None:
    before, points = hand.view.frame, hand.studio.points
    assert points is not None
    nudged = tuple((0.98 * x, 0.98 * y) for x, y in points.xy)
    hand.studio.edit_points(replace(points, xy=nudged), "Other noise")
    hand.settle()
    assert hand.view.frame == before


def test_zoom_in_and_out_from_menus(hand: Hand) -> None:
    before = hand.view.frame
    hand.stage.zoom_in()
    assert hand.view.frame.pixels_per_unit > before.pixels_per_unit
    hand.stage.zoom_out()
    assert hand.view.frame.pixels_per_unit == pytest.approx(before.pixels_per_unit)


def test_endless_zooming_keeps_a_plane_to_look_at(hand: Hand) -> None:
    for notches in (60, -120):
        for _ in range(12):
            hand.wheel(QPoint(111, 222), notches)
        hand.stage.catch_up()
        box = hand.view.frame.box
        assert box.x0 < box.x1
        assert box.y0 < box.y1
