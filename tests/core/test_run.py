from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import keyframes
from core.dataset import Dataset
from core.errors import PlainError
from core.experiment import Order, Stopping
from core.learners import BUILT_IN, find
from core.learners.declaration import Learner
from core.online import OnlineRecording
from core.rows import Rows
from core.run import Run

ONLINE = [learner for learner in BUILT_IN if learner.online]
EACH_ONLINE = pytest.mark.parametrize("learner", ONLINE, ids=lambda learner: learner.name)
NEVER = Stopping(passes=5, clean_pass=False)


def noise(classes: int = 2, examples: int = 13, seed: int = 0) -> Dataset:
    rng = np.random.default_rng(seed)
    table = np.abs(rng.normal(size=(examples, 3)))
    labels = rng.integers(0, classes, examples)
    return Dataset(Rows.from_dense(table), labels, tuple("ABCDE"[:classes]), ("x", "y", "z"))


def separable() -> Dataset:
    table = [[1.0, 2.0], [2.0, 1.0], [3.0, 4.0], [4.0, 2.0]]
    return Dataset(Rows.from_dense(table), np.array([1, 0, 1, 0]), ("−", "+"), ("x", "y"))


def everything(run: Run) -> list[bytes]:
    parts = [run.mistake_flags().tobytes(), run.recording.changes(0, run.steps).tobytes()]
    tape = getattr(run.recording, "tape", None)
    if tape is not None:
        parts += [tape.order.tobytes(), tape.coefficients.tobytes(), tape.margins.tobytes()]
    return parts + [run.weights(t).tobytes() for t in range(run.steps + 1)]


# Stepping and looking back


@settings(max_examples=60)
@given(
    learner=st.sampled_from(BUILT_IN),
    classes=st.sampled_from([2, 3, 5]),
    kind=st.sampled_from(["given", "shuffled", "random"]),
    batch=st.sampled_from([1, 1, 2, 5, 100]),
    clean=st.booleans(),
    pattern=st.lists(st.integers(0, 9), min_size=1, max_size=8),
    data=st.data(),
)
def test_any_way_of_stepping_gives_the_same_run(
    learner: Learner, classes: int, kind: str, batch: int, clean: bool, pattern: list[int],
    data: st.DataObject,
) -> None:  # fmt: skip
    def fresh() -> Run:
        order = Order(kind, seed=3, batch=batch)  # type: ignore[arg-type]
        stopping = Stopping(passes=3, clean_pass=clean)
        return Run(noise(classes), learner, order=order, stopping=stopping)

    stepped, played = fresh(), fresh().play()
    for count in pattern:
        before = stepped.steps
        made = stepped.advance(count)
        assert stepped.steps == before + made
        assert made == count or stepped.stopped is not None
        t = data.draw(st.integers(0, stepped.steps))
        assert stepped.at(t).weights().tobytes() == played.at(t).weights().tobytes()
    stepped.play()
    assert stepped.stopped == played.stopped
    assert everything(stepped) == everything(played)


@EACH_ONLINE
@pytest.mark.parametrize("classes", [2, 4])
def test_thinned_keyframes_lose_no_bit(
    learner: Learner, classes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopping = Stopping(passes=25, clean_pass=False)
    plain = Run(noise(classes), learner, stopping=stopping).play()
    readouts = [readout for readout in learner.readouts if readout != "voted"]
    expected = {
        r: [plain.weights(t, r).tobytes() for t in range(plain.steps + 1)] for r in readouts
    }
    monkeypatch.setattr(keyframes, "SHORTEST_INTERVAL", 3)
    monkeypatch.setattr(keyframes, "MOST_BYTES", 1200)
    thinned = Run(noise(classes), learner, stopping=stopping)
    while thinned.advance(7):
        assert thinned.weights(thinned.steps).tobytes() == expected["last"][thinned.steps]
    recording = thinned.recording
    assert isinstance(recording, OnlineRecording)
    assert recording._frames.interval > 3
    ways = np.random.default_rng(0).permutation(thinned.steps + 1)
    for readout in readouts:
        for t in ways.tolist():
            assert thinned.weights(t, readout).tobytes() == expected[readout][t]


def test_pegasos_with_projection_stays_in_its_ball() -> None:
    """The norm of the weights is kept up along the way, and must not drift."""
    stopping = Stopping(passes=3000, clean_pass=False)
    for classes in (2, 3):
        given = {"lam": 0.05, "projection": True}
        run = Run(noise(classes), find("pegasos"), given, stopping=stopping).play()
        for t in range(1, run.steps, 997):
            assert np.linalg.norm(run.weights(t)) <= 1 / np.sqrt(0.05) * (1 + 1e-9)


def test_there_is_no_step_beyond_the_last() -> None:
    run = Run(separable(), find("perceptron"), order=Order("given")).play()
    for t in (-1, run.steps + 1):
        with pytest.raises(PlainError, match="there is no step"):
            run.at(t)


def test_rows_of_another_width_are_refused() -> None:
    for learner in BUILT_IN:
        run = Run(separable(), learner).play()
        for width in (1, 3):
            with pytest.raises(PlainError, match="2 features"):
                run.at(run.steps).scores(Rows.from_dense(np.ones((1, width))))


# Order


def visits(kind: str, passes: int = 3, batch: int = 1, seed: int = 0) -> list[list[int]]:
    order = Order(kind, seed=seed, batch=batch)  # type: ignore[arg-type]
    stopping = Stopping(passes=passes, clean_pass=False)
    data = noise(examples=9).holding_out(np.arange(9) == 4)
    run = Run(data, find("mira"), order=order, stopping=stopping).play()
    return [run.at(t).visited.tolist() for t in range(1, run.steps + 1)]


TRAINING = [0, 1, 2, 3, 5, 6, 7, 8]


def test_given_order_repeats_itself() -> None:
    assert [row for (row,) in visits("given")] == TRAINING * 3


def test_shuffled_order_is_new_in_every_pass() -> None:
    rows = [row for (row,) in visits("shuffled")]
    passes = [rows[k : k + 8] for k in (0, 8, 16)]
    assert all(sorted(one) == TRAINING for one in passes)
    assert passes[0] != passes[1] != passes[2] != TRAINING
    assert visits("shuffled") == visits("shuffled")
    assert visits("shuffled", seed=1) != visits("shuffled")


def test_random_order_draws_with_replacement() -> None:
    rows = [row for (row,) in visits("random", passes=50)]
    assert set(rows) == set(TRAINING)
    passes = [rows[k : k + 8] for k in range(0, 400, 8)]
    assert any(len(set(one)) < 8 for one in passes)
    counts = np.bincount(rows, minlength=9)[TRAINING]
    assert counts.min() > 20  # fifty are expected


def test_batches_do_not_reach_over_the_end_of_a_pass() -> None:
    assert [len(step) for step in visits("given", passes=2, batch=3)] == [3, 3, 2, 3, 3, 2]
    assert [len(step) for step in visits("given", passes=2, batch=99)] == [8, 8]


# Stopping


def stop_of(run: Run) -> tuple[str, int]:
    assert run.stopped is not None
    assert run.advance(10) == 0
    return run.stopped.kind, run.steps


def test_stops_after_a_clean_pass() -> None:
    order = Order("given")
    assert stop_of(Run(separable(), find("perceptron"), order=order).play()) == ("clean pass", 8)
    going_on = Run(separable(), find("perceptron"), order=order, stopping=NEVER).play()
    assert stop_of(going_on) == ("passes", 20)
    assert going_on.stopped is not None
    assert going_on.stopped.sentence == "5 passes done"


def test_stops_when_the_weights_hardly_move() -> None:
    def stop(tolerance: float) -> tuple[str, int]:
        stopping = Stopping(passes=1000, clean_pass=False, tolerance=tolerance)
        given = {"decay": "1/t"}
        run = Run(noise(), find("logistic-regression"), given, stopping=stopping).play()
        kind, steps = stop_of(run)
        if kind == "tolerance":
            last, before, earlier = (run.weights(steps - 13 * k) for k in (0, 1, 2))
            assert np.linalg.norm(last - before) < tolerance
            assert np.linalg.norm(before - earlier) >= tolerance
        return kind, steps

    assert stop(1e-3)[0] == "tolerance"
    assert stop(1e-12) == ("passes", 13_000)
    assert stop(1e-3)[1] > stop(1e-2)[1]


def test_stops_when_held_out_examples_get_no_better() -> None:
    data = noise(examples=40, seed=2).split(0.25, seed=0)
    stopping = Stopping(passes=200, clean_pass=False, patience=3)
    run = Run(data, find("perceptron"), stopping=stopping).play()
    kind, steps = stop_of(run)
    assert kind == "early stopping"
    assert run.best_held_out is not None
    best_step, best = run.best_held_out
    held_out = data.held_out_rows
    accuracy = {}
    for t in range(run.steps_per_pass, steps + 1, run.steps_per_pass):
        right = run.at(t).scores().argmax(axis=1) == data.labels
        accuracy[t] = right[held_out].mean()
    assert best == max(accuracy.values()) == accuracy[best_step]
    assert best_step == min(t for t, value in accuracy.items() if value == best)
    assert steps == best_step + 3 * run.steps_per_pass


def test_one_pass_is_one_pass() -> None:
    run = Run(noise(), find("mira"), stopping=Stopping(passes=1, clean_pass=False)).play()
    assert stop_of(run) == ("passes", 13)
    assert run.stopped is not None
    assert run.stopped.sentence == "1 pass done"


@pytest.mark.parametrize("learner", BUILT_IN, ids=lambda learner: learner.name)
def test_nothing_to_learn_from(learner: Learner) -> None:
    nothing = replace(noise(), held_out=np.ones(13, np.bool_))
    run = Run(nothing, learner)
    assert stop_of(run) == ("no data", 0)
    assert (run.mistakes(), run.updates(), run.at(0).step) == (0, 0, None)
    assert np.isfinite(run.at(0).scores()).all()


@EACH_ONLINE
def test_mistakes_and_updates_are_counted_by_steps(learner: Learner) -> None:
    run = Run(noise(3), learner, order=Order(batch=4), stopping=NEVER).play()
    for t in (0, 1, 7, run.steps):
        steps = [run.at(k).step for k in range(1, t + 1)]
        mistaken = [any(update.mistake for update in step.updates) for step in steps if step]
        moved = [any(any(u.coefficients) for u in step.updates) for step in steps if step]
        assert run.mistake_flags(t).tolist() == mistaken
        assert (run.mistakes(t), run.updates(t)) == (sum(mistaken), sum(moved))


@EACH_ONLINE
@pytest.mark.parametrize("classes", [2, 4])
def test_a_step_says_what_it_does(learner: Learner, classes: int) -> None:
    """after = shrink · before + Σ coefficients · x, as the step itself states them."""
    run = Run(noise(classes), learner, order=Order(batch=2), stopping=NEVER).play()
    x = run.dataset.rows.with_column_of_ones().dense()
    for t in range(1, run.steps + 1):
        step = run.at(t).step
        assert step is not None
        expected = step.shrink * step.before
        for update in step.updates:
            expected = expected + np.outer(x[update.row], update.coefficients)
        np.testing.assert_allclose(step.after, expected, rtol=1e-9, atol=1e-9)
        assert (step.before == run.at(t - 1).weights()).all()
        assert (step.after == run.at(t).weights()).all()
