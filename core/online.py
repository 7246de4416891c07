"""The recording of an online learner: an update rule that visits one example (or batch) a step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

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
from core.rows import Floats, Rows
from core.tape import Tape
from core.voting import Ballot


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
        self.feature_names = (*dataset.feature_names, "bias") if bias else dataset.feature_names
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
        self._frames = Keyframes(self._state.copy(), self._state.v.nbytes)
        self._sums: Keyframes[State] | None = None

    def _set_examples(self, dataset: Dataset) -> None:
        self.rows = dataset.rows.with_column_of_ones() if self._bias else dataset.rows
        self._labels, self._training = dataset.labels, dataset.training
        self._norms = self.rows.squared_norms()

    # How long

    @property
    def per_pass(self) -> int:
        return -(-len(self._training) // self._order.batch)

    @property
    def most_steps(self) -> int | None:
        return None

    def _updates_at(self, t: int) -> int:
        """How many updates the first t steps hold; the last step of a pass may be short."""
        if not self.per_pass:
            return 0
        passes, rest = divmod(t, self.per_pass)
        examples = len(self._training)
        return passes * examples + min(rest * self._order.batch, examples)

    # Training

    def advance(self, count: int) -> int:
        before = self.steps
        while self.steps < before + count and self.per_pass and not self.diverged:
            pass_number, within = divmod(self.steps, self.per_pass)
            if within == 0:
                self._lay_out_pass(pass_number)
            self._advance_within_pass(min(before + count, (pass_number + 1) * self.per_pass))
        return self.steps - before

    def go_on_with(self, dataset: Dataset) -> int:
        """Visit, once and as given, the examples that this longer dataset has at its end.

        Only where a step is one example: the places of batches on the tape follow from the number
        of examples, which changes.
        """
        before, known = self.steps, len(self._labels)
        added = np.arange(known, len(dataset))
        self._set_examples(dataset)
        more = np.zeros((len(added), *self._dual.shape[1:]))
        self._dual = np.concatenate([self._dual, more])
        self._lay_out(added)
        self._advance_within_pass(before + len(added))
        return self.steps - before

    def _lay_out_pass(self, number: int) -> None:
        self._lay_out(visits_of_pass(self._order, self._training, number))

    def _lay_out(self, visits: NDArray[np.int_]) -> None:
        tape = self.tape
        tape.room_for(len(visits))
        tape.span("order", tape.updates, tape.updates + len(visits))[:] = visits

    def _advance_within_pass(self, until: int) -> None:
        kernel = training_kernel(self._rule, min(self.classes, 3))
        scores = np.zeros(self.classes)
        while self.steps < until and not self.diverged:
            start = self.tape.updates
            steps = min(until - self.steps, self._steps_to_next_frame())
            end = self._updates_at(self.steps + steps)
            order, coefficients, margins, marks = (
                self.tape.span(name, start, end)
                for name in ("order", "coefficients", "margins", "marks")
            )
            with np.errstate(all="ignore"):
                done = kernel(
                    *raw(self.rows), self._labels, self._norms, order.view(np.uint32), self.steps + 1,
                    start, len(self._training), self._order.batch, self._state.v,
                    self._state.numbers, self._dual, self._parameters, coefficients, margins,
                    marks, scores,
                )  # fmt: skip
            self.diverged = done < end - start
            self.tape.updates = start + done
            self.steps += self._steps_in(start, done) if self.diverged else steps
            if self._frames.wants(self.steps):
                self._frames.add(self.steps, self._state.copy())

    def _steps_to_next_frame(self) -> int:
        return self._frames.until_next(self.steps)

    def _steps_in(self, start: int, updates: int) -> int:
        """How many whole steps these updates, all of one pass, make."""
        return -(-updates // self._order.batch)

    def fresh_state(self, summing: bool = False) -> State:
        shape: tuple[int, ...] = (self.rows.width, self.heads)
        if self.heads == 1:
            shape = (self.rows.width,)
        u = np.zeros(shape) if summing else np.zeros((0,) * len(shape))
        return State(np.zeros(shape), np.array([1.0, 0.0, 0.0]), u)

    # Looking back

    def weights(self, t: int, readout: str = "last") -> Floats:
        if readout == "averaged":
            state = self._summed_state_at(t)
            total = state.numbers[2] * state.v + state.u
            return self._as_matrix(total / max(t, 1))
        state = self._state_at(t)
        return self._as_matrix(state.numbers[0] * state.v)

    def scores(self, rows: Rows, t: int, readout: str = "last") -> Floats:
        own = self.own_rows(rows)
        if readout == "voted":
            return Ballot(self, own).shares(t)
        return label_scores(multiply_rows(own, self.weights(t, readout)))

    def along(self, rows: Rows, steps: NDArray[np.int64], readout: str) -> Iterator[Stretch]:
        own = self.own_rows(rows)
        if readout == "voted":
            ballot = Ballot(self, own)
            for t in steps:
                shares = ballot.shares(int(t))
                yield Stretch(np.array([t]), np.array([np.nan]), shares[None])
            return
        together = moments_at_once(self.rows.width, self.heads)
        for k in range(0, len(steps), together):
            some = steps[k : k + together]
            weights = self.weights_along(some, readout)  # [s, width, heads]
            flat = weights.transpose(1, 0, 2).reshape(self.rows.width, -1)
            scores = multiply_rows(own, flat).reshape(len(own), len(some), self.heads)
            norms = np.sqrt((weights**2).sum(axis=(1, 2)))
            yield Stretch(some, norms, label_scores(scores.transpose(1, 0, 2)))

    def weights_along(self, steps: NDArray[np.int64], readout: str = "last") -> Floats:
        """The weights [len(steps), width, heads] after each of these ascending steps."""
        summing = readout == "averaged"
        if len(steps) == 0:
            return np.zeros((0, self.rows.width, self.heads))
        frames = self._frames_with_sums(int(steps[0])) if summing else self._frames
        start, frame = frames.before(int(steps[0]))
        return self._snapshots(frame.copy(), start, steps, self.rows, summing)

    def trajectory(self, feature: int, steps: NDArray[np.int64], readout: str = "last") -> Floats:
        """The weights [len(steps), heads] of one feature after each of these ascending steps."""
        narrow = Rows.from_dense(self.rows.column(feature)[:, None])
        whole = self.fresh_state(summing=True)
        state = State(whole.v[:1].copy(), whole.numbers, whole.u[:1].copy())
        return self._snapshots(state, 0, steps, narrow, readout == "averaged")[:, 0]

    def _snapshots(
        self, state: State, start: int, steps: NDArray[np.int64], rows: Rows, summing: bool
    ) -> Floats:
        """The weights after each of `steps`, replayed in one go from the state after `start`."""
        found = np.zeros((len(steps), state.v.size))
        already = int(np.searchsorted(steps, start, side="right"))
        v, (scale, _, p) = state.v, state.numbers
        here = (p * v + state.u) / max(start, 1) if summing else scale * v
        found[:already] = here.reshape(-1)
        end = int(steps[-1]) if len(steps) else start
        self.replay(state, start, end, rows, summing, steps[already:], found[already:])
        return found.reshape(len(steps), rows.width, self.heads)

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
        """Frames that know the running sum, made on first demand as far as t."""
        if self._sums is None:
            first = self.fresh_state(summing=True)
            self._sums = Keyframes(first, 2 * first.v.nbytes)
        frames = self._sums
        place, frame = frames.before(t)
        state = frame.copy()
        while place + frames.until_next(place) <= t:
            target = place + frames.until_next(place)
            self.replay(state, place, target, summing=True)
            place = target
            if frames.wants(place):
                frames.add(place, state.copy())
        return frames

    def replay(
        self, state: State, start: int, end: int, rows: Rows | None = None, summing: bool = False,
        stops: NDArray[np.int64] = NO_STOPS, snapshots: Floats = NO_SNAPSHOTS,
    ) -> None:  # fmt: skip
        """Take steps start+1 … end again; see `core.kernels.training`."""
        if end <= start:
            return
        rows = self.rows if rows is None else rows
        first, last = self._updates_at(start), self._updates_at(end)
        kernel = replay_kernel(self._rule, min(self.classes, 3), summing)
        tape = self.tape
        kernel(
            *raw(rows), self._labels, tape.span("order", first, last).view(np.uint32), start + 1,
            first, len(self._training), self._order.batch, state.v, state.u, state.numbers,
            self._parameters, tape.span("coefficients", first, last),
            tape.span("marks", first, last), stops, snapshots,
        )  # fmt: skip

    def _as_matrix(self, weights: Floats) -> Floats:
        return weights.reshape(self.rows.width, self.heads)

    # Steps

    def own_rows(self, rows: Rows) -> Rows:
        return rows.with_column_of_ones() if self._bias else rows

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
        """The sum of step sizes that each example has had in the first t steps: [n] or [n, heads]."""
        used = self._updates_at(t)
        order, sizes = self.tape.order[:used], self.tape.coefficients[:used]
        if sizes.ndim == 1:
            return np.bincount(order, weights=sizes, minlength=len(self._labels))
        gold = self._labels[order][:, None] == np.arange(self.heads)
        result = np.zeros_like(self._dual)
        np.add.at(result, order, np.where(gold, sizes, -sizes))
        return result

    def step(self, t: int) -> Step:
        before, after = self.weights(t - 1), self.weights(t)
        first, last = self._updates_at(t - 1), self._updates_at(t)
        past = self.dual(t - 1)
        updates = tuple(self._update(e, before, past) for e in range(first, last))
        size = float(np.ravel(self.tape.coefficients[first])[0])
        shrink = self._rule.shrink(Turn(t, self.rate(t), size), self._parameters)
        return Step(t, shrink, updates, before, after)

    def _update(self, e: int, before: Floats, past: Floats) -> Update:
        row = int(self.tape.order[e])
        gold = int(self._labels[row])
        wrong = self.tape.wrong_label(e)
        scores = label_scores(multiply_rows(self.rows.take([row]), before))[0]
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
        )
