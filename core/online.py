"""The recording of an online learner: an update rule that visits one example (or batch) a step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.dataset import Dataset
from core.experiment import Order
from core.kernels.loops import multiply_rows, raw
from core.kernels.training import replay_kernel, training_kernel
from core.keyframes import Keyframes
from core.learners.rule import Numbers, Rule, Turn
from core.order import visits_of_pass
from core.recording import Step, Stretch, Update, label_scores, moments_at_once
from core.rows import Floats, Ints, Rows
from core.tape import MOST_BYTES, Tape
from core.voting import Ballot

VISITS_AT_ONCE = 65_536
MOST_RESERVED = 2_000_000  # updates; room that is not used costs next to nothing
MOST_SCORES = 100_000  # worked on together: what is done with them stays in the processor's cache
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


class OnlineRecording:
    """A rule at work on a dataset, with its tape, its keyframes and its three readouts."""

    def __init__(
        self, dataset: Dataset, rule: Rule, parameters: Numbers, order: Order, bias: bool
    ) -> None:
        self._names = dataset.feature_names
        self.classes = dataset.classes
        self.heads = 1 if self.classes == 2 else self.classes
        self.steps = 0
        self.diverged = False
        self._rule, self._parameters, self._order, self._bias = rule, parameters, order, bias
        self._set_examples(dataset)
        every_head = self.heads > 1 and rule.heads != "best wrong"
        self.tape = Tape(self.heads if every_head else None)
        self._dual = np.zeros((len(dataset), self.heads) if every_head else len(dataset))
        self._state = self.fresh_state()
        pace = 2 if self.heads == 1 else 1
        self._frames = Keyframes(self.fresh_state(), self._state.v.nbytes, pace)
        self._sums: Keyframes[State] | None = None
        self._leader: Callable[[int], Ints] | None = None  # see `follow`

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

    # Training

    def advance(self, count: int) -> int:
        before = self.steps
        while self.steps < before + count and self.per_pass and not self.diverged:
            passes_done, within = divmod(self.steps, self.per_pass)
            ahead = 1
            if within == 0:  # nothing is laid out beyond this, so the tape may grow
                wanted = self._updates_at(before + count) - self.tape.updates
                self.tape.room_for(min(wanted, MOST_RESERVED))
                ahead = self._passes_at_once(before + count - self.steps)
                self._lay_out_passes(passes_done, ahead)
            self._advance_laid_out(min(before + count, (passes_done + ahead) * self.per_pass))
        return self.steps - before

    def _passes_at_once(self, steps: int) -> int:
        """How many passes to lay out for so many steps: short ones are not worth a call each."""
        most = max(1, VISITS_AT_ONCE // len(self._training))
        return min(most, -(-steps // self.per_pass))

    def go_on_with(self, dataset: Dataset) -> int:
        """Visit, once and as given, the examples that this longer dataset has at its end.

        Only where a step is one example: the places of batches on the tape follow from the number
        of examples, which changes.
        """
        before, known = self.steps, len(self._labels)
        added = np.arange(known, len(dataset), dtype=np.int32)
        self._set_examples(dataset)
        more = np.zeros((len(added), *self._dual.shape[1:]))
        self._dual = np.concatenate([self._dual, more])
        self.tape.room_for(len(added))
        self.tape.span("order", self.tape.updates, self.tape.updates + len(added))[:] = added
        self._advance_laid_out(before + len(added))
        return self.steps - before

    def _lay_out_passes(self, first: int, count: int) -> None:
        place = self.tape.updates
        self.tape.room_for(count * len(self._training))
        for number in range(first, first + count):
            visits = self._visits_of_pass(number)
            self.tape.span("order", place, place + len(visits))[:] = visits
            place += len(visits)

    def _visits_of_pass(self, number: int) -> Ints:
        if self._leader is None:
            return visits_of_pass(self._order, self._training, number)
        visits = self._leader(number)
        kept = visits[self._is_training[visits]]
        # Drawn at random, an example may come several times or not at all.
        return np.resize(kept, len(self._training))

    def follow(self, leader: Callable[[int], Ints]) -> None:
        """Before the first step: take the visits of each pass from a larger set of examples.

        The ones to learn from come in the order in which the larger set has them, so that leaving
        an example out does not shuffle all the others.
        """
        self._leader = leader
        self._is_training = np.zeros(len(self._labels), np.bool_)
        self._is_training[self._training] = True

    def _advance_laid_out(self, until: int) -> None:
        kernel = training_kernel(self._rule, self.heads == 1, self._order.batch == 1)
        scores = np.zeros(self.classes)
        while self.steps < until and not self.diverged:
            start = self.tape.updates
            steps = min(until - self.steps, self._frames.until_next(self.steps))
            end = self._updates_at(self.steps + steps)
            clock = (self.steps + 1, start, len(self._training), self._order.batch)
            with np.errstate(all="ignore"):
                done = kernel(
                    raw(self._rows, self._bias), self._labels, self._norms, clock, self._state.v,
                    self._state.numbers, self._dual, self._parameters,
                    self.tape.entries(start, end), scores,
                )  # fmt: skip
            self.diverged = done < end - start
            self.tape.updates = start + done
            self.steps = self._steps_at(start + done) if self.diverged else self.steps + steps
            if self._frames.wants(self.steps):
                self._frames.add(self.steps, self._state.copy())

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

    def scores(self, rows: Rows, t: int, readout: str = "last") -> Floats:
        if readout == "voted":
            return Ballot(self, rows).shares(t)
        return label_scores(multiply_rows(rows, self.weights(t, readout)))

    def along(self, rows: Rows, steps: NDArray[np.int64], readout: str) -> Iterator[Stretch]:
        if readout == "voted":
            ballot = Ballot(self, rows)
            for t in steps:
                shares = ballot.shares(int(t))
                yield Stretch(np.array([t]), np.array([np.nan]), shares[None])
            return
        together = moments_at_once(self.width, self.heads)
        for k in range(0, len(steps), together):
            some = steps[k : k + together]
            weights = self.weights_along(some, readout)  # [s, width, heads]
            at_once = max(MOST_SCORES // max(len(rows) * self.heads, 1), 1)
            for j in range(0, len(some), at_once):
                yield self._stretch(rows, some[j : j + at_once], weights[j : j + at_once])

    def _stretch(self, rows: Rows, steps: NDArray[np.int64], weights: Floats) -> Stretch:
        flat = weights.transpose(1, 0, 2).reshape(self.width, -1)
        scores = multiply_rows(rows, flat).reshape(len(rows), len(steps), self.heads)
        norms = np.sqrt((weights**2).sum(axis=(1, 2)))
        return Stretch(steps, norms, label_scores(scores.transpose(1, 0, 2)))

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

    # Steps

    @property
    def rows(self) -> Rows:
        """The examples as the weights see them, with the bias; made anew each time."""
        return self.own_rows(self._rows)

    def own_rows(self, rows: Rows) -> Rows:
        return rows.with_column_of_ones() if self._bias else rows

    @property
    def shrinks(self) -> bool:
        """Do the weights move at every step, even where no example pulls at them?"""
        return self._rule.shrinks

    def rate(self, t: int) -> float:
        return self._rule.rate(t, self._parameters)

    def visited(self, t: int) -> NDArray[np.int32]:
        return self.tape.order[self._updates_at(t - 1) : self._updates_at(t)]

    def mistakes(self, start: int, end: int) -> NDArray[np.bool_]:
        first, last = self._updates_at(start), self._updates_at(end)
        return self._per_step(self.tape.mistakes(first, last), start, end)

    def changes(self, start: int, end: int) -> NDArray[np.bool_]:
        first, last = self._updates_at(start), self._updates_at(end)
        return self._per_step(self.tape.changes(first, last), start, end)

    def _per_step(self, flags: NDArray[np.bool_], start: int, end: int) -> NDArray[np.bool_]:
        """Flags of updates as flags of steps: true where any update of the step is."""
        if self._order.batch == 1 or end <= start:
            return flags
        first = self._updates_at(start)
        return np.logical_or.reduceat(
            flags, [self._updates_at(t) - first for t in range(start, end)]
        )

    def dual(self, t: int) -> Floats:
        """The sum of each example's step sizes in the first t steps: [n] or [n, heads]."""
        used = self._updates_at(t)
        order, sizes = self.tape.order[:used], self.tape.coefficients[:used]
        if sizes.ndim == 1:
            summed = np.bincount(order, weights=sizes, minlength=len(self._labels))
            return summed.astype(np.float64, copy=False)
        gold = self._labels[order][:, None] == np.arange(self.heads)
        result = np.zeros_like(self._dual)
        np.add.at(result, order, np.where(gold, sizes, -sizes))
        return result

    def step(self, t: int) -> Step:
        before, after = self.weights(t - 1), self.weights(t)
        first, last = self._updates_at(t - 1), self._updates_at(t)
        past = self.dual(t - 1)
        updates = []
        for e in range(first, last):
            updates.append(self._update(e, before, past))
            self._add_to_past(past, e)  # drawn at random, an example may come twice in a step
        size = float(np.ravel(self.tape.coefficients[first])[0])
        shrink = self._rule.shrink(Turn(t, self.rate(t), size), self._parameters)
        return Step(t, shrink, tuple(updates), before, after)

    def _add_to_past(self, past: Floats, e: int) -> None:
        row, sizes = int(self.tape.order[e]), self.tape.coefficients[e]
        if past.ndim > 1:
            sizes = np.where(np.arange(self.heads) == self._labels[row], sizes, -sizes)
        past[row] += sizes

    def _update(self, e: int, before: Floats, past: Floats) -> Update:
        row = int(self.tape.order[e])
        gold = int(self._labels[row])
        wrong = self.tape.wrong_label(e)
        scores = label_scores(multiply_rows(self._rows.take([row]), before))[0]
        coefficients = np.atleast_1d(self.tape.coefficients[e])
        if self.heads == 1:
            coefficients = (2.0 * gold - 1.0) * coefficients
        elif self._rule.heads == "best wrong":
            size = coefficients[0]
            coefficients = np.zeros(self.heads)
            coefficients[gold], coefficients[wrong] = size, -size
        norm = float(self._norms[row]) * (1.0 if self.heads == 1 else 2.0)
        return Update(
            row=row,
            gold=gold,
            wrong=wrong,
            scores=tuple(scores.tolist()),
            margin=float(scores[gold] - scores[wrong]),
            squared_norm=norm,
            size=float(np.abs(coefficients).max()),
            coefficients=tuple(coefficients.tolist()),
            mistake=bool(self.tape.mistakes(e, e + 1)[0]),
            past=float(np.ravel(past[row])[0]),
            pasts=tuple(np.ravel(past[row]).tolist()),
        )
