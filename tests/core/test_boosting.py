from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.sparse import csr_matrix

from core import boosting
from core.boosting import BoostRecording
from core.dataset import Dataset
from core.learners import find
from core.rows import Rows
from core.run import Run


def boosted(
    table: object, labels: list[int], classes: int = 2, rounds: int = 50
) -> tuple[Run, BoostRecording]:
    rows = Rows.from_dense(table)  # type: ignore[arg-type]
    names = tuple(f"x{j}" for j in range(rows.width))
    data = Dataset(rows, np.array(labels), tuple("ABCD"[:classes]), names)
    run = Run(data, find("adaboost"), {"rounds": rounds}).play()
    assert isinstance(run.recording, BoostRecording)
    return run, run.recording


def test_ends_when_a_stump_makes_no_mistake() -> None:
    run, recording = boosted([[1.0], [2.0], [4.0]], [0, 0, 1])
    assert run.steps == 1
    assert run.stopped is not None
    assert run.stopped.sentence == "a single stump makes no mistake"
    assert recording.feature_names == ("B if x0 > 3, else A",)
    assert np.isfinite(recording.stumps[0].alpha)


def test_ends_when_no_stump_beats_guessing() -> None:
    run, _ = boosted([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], [0, 1, 1, 0])
    assert run.steps == 0
    assert run.stopped is not None
    assert run.stopped.sentence == "no stump is better than guessing any more"


@pytest.mark.parametrize(("rounds", "sentence"), [(1, "1 round done"), (7, "7 rounds done")])
def test_ends_after_the_rounds(rounds: int, sentence: str) -> None:
    rng = np.random.default_rng(0)
    run, recording = boosted(rng.normal(size=(40, 3)), list(rng.integers(0, 2, 40)), rounds=rounds)
    assert (run.steps, len(recording.stumps)) == (rounds, rounds)
    assert run.stopped is not None
    assert run.stopped.sentence == sentence


def test_weights_are_says_and_sum_up_to_the_scores() -> None:
    rng = np.random.default_rng(1)
    run, recording = boosted(rng.normal(size=(30, 2)), list(rng.integers(0, 3, 30)), classes=3)
    for t in (0, 1, run.steps):
        says = run.weights(t)
        assert says.tolist() == [stump.alpha for stump in recording.stumps[:t]]
        np.testing.assert_allclose(run.at(t).scores().sum(axis=1), says.sum())
        assert recording.example_weights(t).sum() == pytest.approx(1)


@settings(max_examples=40)
@given(arrays(np.float64, (8, 3), elements=st.sampled_from([-2.0, -1.0, 0.0, 0.0, 0.0, 1.0, 3.0])))
def test_zeros_that_are_not_stored_are_values_too(table: np.ndarray) -> None:
    """Shifted by a constant nothing is zero, and the stumps are the same but for the shift."""
    labels = [0, 1, 2, 0, 1, 2, 0, 1]  # eighths add up without rounding
    _, plain = boosted(table, labels, classes=3, rounds=1)
    _, shifted = boosted(table + 10.0, labels, classes=3, rounds=1)
    assert [(s.column, s.low, s.high) for s in plain.stumps] == [
        (s.column, s.low, s.high) for s in shifted.stumps
    ]
    for one, other in zip(plain.stumps, shifted.stumps, strict=True):
        if one.column >= 0:
            assert other.threshold == one.threshold + 10.0


def test_stored_zeros_are_zeros() -> None:
    stored = csr_matrix((np.array([0.0, 5.0]), np.array([0, 0]), np.array([0, 1, 2, 2])))
    data = Dataset(Rows.from_csr(stored), np.array([0, 1, 0]), ("A", "B"), ("x",))
    run = Run(data, find("adaboost")).play()
    assert run.steps == 1
    assert run.at(1).scores().argmax(axis=1).tolist() == [0, 1, 0]


@pytest.mark.parametrize("ends", [(-1e308, 1e308), (0.0, 1e-310), (-1.7e308, 1.7e308)])
def test_thresholds_between_extreme_values(ends: tuple[float, float]) -> None:
    run, recording = boosted([[ends[0]], [ends[1]]], [0, 1])
    assert run.at(run.steps).scores().argmax(axis=1).tolist() == [0, 1]
    assert ends[0] <= recording.stumps[0].threshold < ends[1]


def test_neighbouring_numbers_can_be_told_apart() -> None:
    low = 1.0
    high = float(np.nextafter(low, 2.0))
    run, _ = boosted([[low], [high]], [1, 0])
    assert run.at(1).scores().argmax(axis=1).tolist() == [1, 0]


def test_scoring_in_blocks_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(2)
    run, _ = boosted(rng.normal(size=(30, 3)), list(rng.integers(0, 2, 30)))
    whole = run.at(run.steps).scores()
    monkeypatch.setattr(boosting, "ROWS_AT_ONCE", 7)
    assert run.at(run.steps).scores().tolist() == whole.tolist()


def test_held_out_examples_are_not_learnt_from() -> None:
    data = Dataset(
        Rows.from_dense([[1.0], [2.0], [3.0], [4.0]]), np.array([0, 1, 0, 1]), ("A", "B"), ("x",),
        held_out=np.array([False, False, True, True]),
    )  # fmt: skip
    run = Run(data, find("adaboost")).play()
    assert run.at(1).scores().argmax(axis=1).tolist() == [0, 1, 1, 1]
