"""What an online learner did, on its tape, and the weights after any step of it.

The weights are not kept but made again: from the last whole state before that step (a keyframe),
by taking the few steps in between once more.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.dataset import Dataset
from core.experiment import Order
from core.kernels.loops import raw
from core.kernels.training import replay_kernel
from core.keyframes import Keyframes
from core.learners.rule import Numbers, Rule
from core.rows import Floats, Rows
from core.tape import MOST_BYTES, Tape

NO_STOPS = np.zeros(0, np.int64)
NO_SNAPSHOTS = np.zeros((0, 0))


@dataclass
class State:
    """Weights in the making: w = scale · v, and Σw = p · v + u; see `core.kernels.training`."""

    v: Floats
    numbers: Floats  # [scale, ‖w‖², p]
    u: Floats

    def copy(self) -> State:
        return State(self.v.copy(), self.numbers.copy(), self.u.copy())


class TapedWeights:
    """A rule on a dataset with the tape of its updates; looks back, and never goes on."""

    def __init__(
        self, dataset: Dataset, rule: Rule, parameters: Numbers, order: Order, bias: bool
    ) -> None:
        self._names = dataset.feature_names
        self.classes = dataset.classes
        self.heads = 1 if self.classes == 2 else self.classes
        self.steps = 0
        self._rule, self._parameters, self._order, self._bias = rule, parameters, order, bias
        self._set_examples(dataset)
        every_head = self.heads > 1 and rule.heads != "best wrong"
        self.tape = Tape(self.heads if every_head else None)
        first, pace = self.fresh_state(), 2 if self.heads == 1 else 1
        self._frames = Keyframes(first, first.v.nbytes, pace)
        self._sums: Keyframes[State] | None = None

    def _set_examples(self, dataset: Dataset) -> None:
        self._rows = dataset.rows
        self.width = dataset.rows.width + self._bias  # of the weights, the bias last
        self._labels, self._training = dataset.labels, dataset.training
        self._norms = dataset.rows.squared_norms() + float(self._bias)

    @cached_property
    def feature_names(self) -> tuple[str, ...]:
        return (*self._names, "bias") if self._bias else self._names

    # How long

    @property
    def per_pass(self) -> int:
        return -(-len(self._training) // self._order.batch)

    @property
    def most_steps(self) -> int:
        return MOST_BYTES // (self.tape.bytes_per_update * self._order.batch)

    @property
    def ending(self) -> str:
        return "the recording is as long as it may be"

    def _updates_at(self, t: int) -> int:
        """How many updates the first t steps hold; the last step of a pass may be short."""
        if not self.per_pass:
            return 0
        passes, rest = divmod(t, self.per_pass)
        examples = len(self._training)
        return passes * examples + min(rest * self._order.batch, examples)

    def _steps_at(self, updates: int) -> int:
        """How many steps the first so many updates, a whole number of steps, are."""
        passes, rest = divmod(updates, len(self._training))
        return passes * self.per_pass + -(-rest // self._order.batch)

    # Looking back

    def weights(self, t: int, readout: str = "last") -> Floats:
        if readout == "averaged":
            state = self._summed_state_at(t)
            state.v *= state.numbers[2]
            state.v += state.u
            state.v /= max(t, 1)
            return self._as_matrix(state.v)
        state = self._state_at(t)
        state.v *= state.numbers[0]
        return self._as_matrix(state.v)

    def weights_along(self, steps: NDArray[np.int64], readout: str = "last") -> Floats:
        """The weights [len(steps), width, heads] after each of these ascending steps."""
        summing = readout == "averaged"
        if len(steps) == 0:
            return np.zeros((0, self.width, self.heads))
        frames = self._frames_with_sums(int(steps[0])) if summing else self._frames
        start, frame = frames.before(int(steps[0]))
        return self._snapshots(frame.copy(), start, steps, summing)

    def trajectory(self, feature: int, steps: NDArray[np.int64], readout: str = "last") -> Floats:
        """The weights [len(steps), heads] of one feature after each of these ascending steps."""
        is_bias = feature == self._rows.width
        column = np.ones(len(self._rows)) if is_bias else self._rows.column(feature)
        narrow = Rows.from_dense(column[:, None])
        whole = self.fresh_state(summing=True)
        state = State(whole.v[:1].copy(), whole.numbers, whole.u[:1].copy())
        return self._snapshots(state, 0, steps, readout == "averaged", narrow)[:, 0]

    def _snapshots(
        self, state: State, start: int, steps: NDArray[np.int64], summing: bool,
        narrow: Rows | None = None,
    ) -> Floats:  # fmt: skip
        """The weights after each of `steps`, replayed in one go from the state after `start`."""
        found = np.zeros((len(steps), state.v.size))
        already = int(np.searchsorted(steps, start, side="right"))
        v, (scale, _, p) = state.v, state.numbers
        here = (p * v + state.u) / max(start, 1) if summing else scale * v
        found[:already] = here.reshape(-1)
        end = int(steps[-1]) if len(steps) else start
        self.replay(state, start, end, summing, narrow, steps[already:], found[already:])
        return found.reshape(len(steps), -1, self.heads)

    def _state_at(self, t: int) -> State:
        start, frame = self._frames.before(t)
        state = frame.copy()
        self.replay(state, start, t)
        return state

    def _summed_state_at(self, t: int) -> State:
        frames = self._frames_with_sums(t)
        start, frame = frames.before(t)
        state = frame.copy()
        self.replay(state, start, t, summing=True)
        return state

    def _frames_with_sums(self, t: int) -> Keyframes[State]:
        """Frames that know the running sum, made on first demand as far as t.

        They stand where the plain frames stand, and have their weights in common with them.
        """
        if self._sums is None:
            first = self.fresh_state(summing=True)
            self._sums = Keyframes(first, first.u.nbytes)
        frames = self._sums
        frames.interval = max(frames.interval, self._frames.interval)
        place, frame = frames.before(t)
        if place + frames.until_next(place) > t:
            return frames
        state = frame.copy()
        while place + frames.until_next(place) <= t:
            target = place + frames.until_next(place)
            self.replay(state, place, target, summing=True)
            place = target
            if frames.wants(place):
                there, plain = self._frames.before(place)
                v = plain.v if there == place else state.v.copy()
                frames.add(place, State(v, state.numbers.copy(), state.u.copy()))
        return frames

    def replay(
        self, state: State, start: int, end: int, summing: bool = False, narrow: Rows | None = None,
        stops: NDArray[np.int64] = NO_STOPS, snapshots: Floats = NO_SNAPSHOTS,
    ) -> None:  # fmt: skip
        """Take steps start+1 … end again; see `core.kernels.training`.

        `narrow` are some columns only, with weights to match, instead of all rows with their bias.
        """
        if end <= start:
            return
        rows, bias = (self._rows, self._bias) if narrow is None else (narrow, False)
        first, last = self._updates_at(start), self._updates_at(end)
        kernel = replay_kernel(self._rule, self.heads == 1, summing)
        clock = (start + 1, first, len(self._training), self._order.batch)
        kernel(
            raw(rows, bias), self._labels, clock, state.v, state.u, state.numbers,
            self._parameters, self.tape.entries(first, last), stops, snapshots,
        )  # fmt: skip

    def _as_matrix(self, weights: Floats) -> Floats:
        return weights.reshape(self.width, self.heads)

    @property
    def keyframe_bytes(self) -> int:
        """Memory taken by what is kept for looking back, sums for averages included."""
        return self._frames.bytes + (self._sums.bytes if self._sums is not None else 0)

    def fresh_state(self, summing: bool = False) -> State:
        shape: tuple[int, ...] = (self.width, self.heads)
        if self.heads == 1:
            shape = (self.width,)
        u = np.zeros(shape) if summing else np.zeros((0,) * len(shape))
        return State(np.zeros(shape), np.array([1.0, 0.0, 0.0]), u)

    @property
    def rows(self) -> Rows:
        """The examples as the weights see them, with the bias; made anew each time."""
        return self.own_rows(self._rows)

    def own_rows(self, rows: Rows) -> Rows:
        return rows.with_column_of_ones() if self._bias else rows
