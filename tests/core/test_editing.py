"""Edits of drawn points: new values, old ones untouched."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.editing import (
    MOST_POINTS,
    add_class,
    add_points,
    move_points,
    relabel_points,
    remove_class,
    remove_points,
    rename_class,
)
from core.errors import PlainError
from core.experiment import PointsData, TextsData

DRAWN = PointsData(((0.0, 0.0), (1.0, 2.0), (3.0, 4.0)), (0, 1, 0))


def test_added_points_come_last_and_the_old_value_stays():
    grown = add_points(DRAWN, [(5.0, 6.0), (7.0, 8.0)], 1)
    assert grown.xy[3:] == ((5.0, 6.0), (7.0, 8.0))
    assert grown.labels == (0, 1, 0, 1, 1)
    assert len(DRAWN.xy) == 3


def test_there_is_a_limit_to_drawing():
    full = add_points(DRAWN, [(0.0, 0.0)] * (2 * MOST_POINTS), 0)
    assert len(full.xy) == len(full.labels) == MOST_POINTS


def test_moving_and_back_again():
    moved = move_points(DRAWN, {0, 2}, 1.0, -1.0)
    assert moved.xy == ((1.0, -1.0), (1.0, 2.0), (4.0, 3.0))
    assert move_points(moved, {0, 2}, -1.0, 1.0) == DRAWN


@given(st.sets(st.integers(0, 2)))
def test_removal_keeps_the_others_in_order(chosen):
    rest = remove_points(DRAWN, chosen)
    expected = [k for k in range(3) if k not in chosen]
    assert rest.xy == tuple(DRAWN.xy[k] for k in expected)
    assert rest.labels == tuple(DRAWN.labels[k] for k in expected)


def test_relabelling():
    assert relabel_points(DRAWN, {0}, 1).labels == (1, 1, 0)


def test_classes_come_go_and_are_renamed():
    three = add_class(DRAWN)
    assert three.class_names == ("A", "B", "C")
    assert rename_class(three, 2, "  spam \n and ham ").class_names[2] == "spam and ham"
    with_c = add_points(three, [(9.0, 9.0)], 2)
    without_b = remove_class(with_c, 1)
    assert without_b.class_names == ("A", "C")
    assert without_b.labels == (0, 0, 1)
    assert add_class(without_b).class_names == ("A", "C", "B")


@pytest.mark.parametrize("name", ["", "   ", "B", "x" * 201])
def test_unusable_class_names_are_refused(name):
    with pytest.raises(PlainError):
        rename_class(DRAWN, 0, name)


def test_two_to_eight_classes():
    many = DRAWN
    for _ in range(6):
        many = add_class(many)
    with pytest.raises(PlainError, match="8 classes"):
        add_class(many)
    with pytest.raises(PlainError, match="Two classes"):
        remove_class(DRAWN, 0)


def test_classes_of_texts_are_renamed_too():
    texts = TextsData(("one", "two"), (0, 1), ("a", "b"))
    assert rename_class(texts, 0, "c") == TextsData(("one", "two"), (0, 1), ("c", "b"))
    with pytest.raises(PlainError, match="already a class “b”"):
        rename_class(texts, 0, "b")
