from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.dataset import Dataset
from core.errors import PlainError
from core.generators import TOYS, Toy, class_counts, make_points
from core.points import Points
from core.theory import Theory, separability

NAMES = (
    "blobs", "overlap", "moons", "circles", "xor", "spiral", "checkerboard", "bad-example",
    "sorted", "thin-margin",
)  # fmt: skip


def theory_of(points: Points) -> Theory:
    classes = len(points.class_names)
    return separability(Dataset.from_points(points).rows, points.labels, classes)


def test_there_is_every_kind_of_toy_data_with_words_for_a_menu() -> None:
    assert tuple(toy.name for toy in TOYS) == NAMES
    for toy in TOYS:
        assert toy.title
        assert toy.help.endswith(".")
        assert toy.noise_help


@st.composite
def requests(draw: st.DrawFn) -> tuple[Toy, int, float, float | None, int, int]:
    toy = draw(st.sampled_from(TOYS))
    return (
        toy,
        draw(st.integers(1, 300)),
        draw(st.floats(0, 1)),
        draw(st.none() | st.floats(0.001, 0.999)),
        draw(st.integers(toy.fewest_classes, toy.most_classes)),
        draw(st.integers(0, 1000)),
    )


@given(requests())
def test_every_request_gives_exactly_the_points_asked_for(
    request: tuple[Toy, int, float, float | None, int, int],
) -> None:
    toy, n, noise, balance, classes, seed = request
    points = make_points(toy.name, n, noise, balance, classes, seed)
    assert points.xy.shape == (n, 2)
    assert np.abs(points.xy).max() <= 3.0
    assert points.class_names == ("A", "B", "C", "D", "E")[:classes]
    first = 1 / classes if balance is None else balance
    shares = np.array([first] + [(1 - first) / (classes - 1)] * (classes - 1))
    counts = np.bincount(points.labels, minlength=classes)
    assert np.abs(counts - n * shares).max() < 1.0 + 1e-9
    again = make_points(toy.name, n, noise, balance, classes, seed)
    np.testing.assert_array_equal(points.xy, again.xy)
    np.testing.assert_array_equal(points.labels, again.labels)


@pytest.mark.parametrize(
    ("n", "balance", "classes", "expected"),
    [
        (10, None, 3, [4, 3, 3]),
        (7, None, 2, [4, 3]),
        (10, 0.3, 2, [3, 7]),
        (10, 0.25, 4, [3, 3, 2, 2]),
        (100, 0.9, 3, [90, 5, 5]),
        (1, 0.5, 2, [1, 0]),
        (10, 0.96, 2, [10, 0]),
    ],
)
def test_class_counts_by_largest_remainder(
    n: int, balance: float | None, classes: int, expected: list[int]
) -> None:
    assert class_counts(n, balance, classes) == expected


@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.name)
def test_another_seed_gives_other_points_and_noise_changes_the_picture(toy: Toy) -> None:
    points = make_points(toy.name, seed=1)
    assert not np.array_equal(points.xy, make_points(toy.name, seed=2).xy)
    clean, noisy = (make_points(toy.name, noise=noise, seed=1).xy for noise in (0.0, 1.0))
    assert np.abs(clean - noisy).max() > 0.1


@pytest.mark.parametrize("classes", [2, 3, 4, 5])
@pytest.mark.parametrize("noise", [0.0, None, 1.0])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_blobs_are_separable_whatever_the_noise(
    classes: int, noise: float | None, seed: int
) -> None:
    assert theory_of(make_points("blobs", 300, noise, classes=classes, seed=seed)).separable


@pytest.mark.parametrize(
    "name", ["overlap", "moons", "circles", "xor", "spiral", "checkerboard", "bad-example"]
)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_hard_kinds_are_not_separable(name: str, seed: int) -> None:
    assert theory_of(make_points(name, seed=seed)).separable is False


@given(st.integers(6, 60), st.floats(0, 1), st.integers(0, 100))
def test_without_its_last_point_the_bad_example_is_separable(
    n: int, noise: float, seed: int
) -> None:
    points = make_points("bad-example", n, noise, seed=seed)
    assert theory_of(points).separable is False
    clean = Points(points.xy[:-1], points.labels[:-1])
    assert theory_of(clean).separable


def test_the_order_is_mixed_except_where_it_is_the_point() -> None:
    for toy in TOYS:
        labels = make_points(toy.name, 200).labels
        changes = np.count_nonzero(np.diff(labels))
        assert changes == 1 if toy.name == "sorted" else changes > 50
    assert make_points("sorted", 200, balance=0.3).labels.tolist() == [0] * 60 + [1] * 140


@given(st.integers(3, 100), st.floats(0, 1), st.integers(0, 100))
def test_the_thin_margin_is_as_thin_as_the_noise_says(n: int, noise: float, seed: int) -> None:
    points = make_points("thin-margin", n, noise, balance=0.34, seed=seed)
    theory = theory_of(points)
    assert theory.weights is not None
    normal, bias = theory.weights[:2, 0], theory.weights[2, 0]
    distances = np.abs(points.xy @ normal + bias) / np.linalg.norm(normal)
    assert distances.min() == pytest.approx(0.2 * 0.01**noise, abs=1.5e-4)


def test_the_clean_shapes_are_what_their_names_say() -> None:
    moons = make_points("moons", noise=0.0)
    assert (moons.xy[moons.labels == 0, 1] > -0.5).all()
    assert (moons.xy[moons.labels == 1, 1] < 0.5).all()
    circles = make_points("circles", noise=0.0)
    radii = np.linalg.norm(circles.xy, axis=1)
    assert radii[circles.labels == 0].max() < 1.2 < 2.1 < radii[circles.labels == 1].min()
    xor = make_points("xor", noise=0.0)
    np.testing.assert_array_equal(xor.xy.prod(axis=1) < 0, xor.labels == 1)
    board = make_points("checkerboard", noise=0.0)
    squares = np.floor(board.xy / 1.4).sum(axis=1) % 2
    np.testing.assert_array_equal(squares, board.labels)


def test_the_largest_request_is_granted() -> None:
    assert len(make_points("blobs", 10_000, noise=1.0, classes=5)) == 10_000


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({"name": "swirl"}, "moons"),
        ({"name": "blobs", "n": 0}, "10000"),
        ({"name": "blobs", "n": 10_001}, "10000"),
        ({"name": "blobs", "n": 2.5}, "whole"),
        ({"name": "blobs", "noise": 1.1}, "noise"),
        ({"name": "blobs", "noise": float("nan")}, "noise"),
        ({"name": "blobs", "balance": 0.0}, "balance"),
        ({"name": "blobs", "balance": 1.0}, "balance"),
        ({"name": "blobs", "balance": float("nan")}, "balance"),
        ({"name": "blobs", "classes": 6}, "2 to 5 classes"),
        ({"name": "blobs", "classes": 1}, "2 to 5 classes"),
        ({"name": "moons", "classes": 3}, "2 classes"),
        ({"name": "blobs", "seed": -1}, "seed"),
    ],
)
def test_bad_requests_are_refused_in_one_sentence(arguments: dict[str, object], word: str) -> None:
    with pytest.raises(PlainError, match=word) as caught:
        make_points(**arguments)  # type: ignore[arg-type]
    assert str(caught.value).endswith(".")
