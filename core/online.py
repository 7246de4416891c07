"""The recording of an online learner: an update rule that visits one example (or batch) a step."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from core.dataset import Dataset
from core.experiment import Order
from core.kernels.loops import multiply_rows, raw
from core.kernels.training import training_kernel
from core.learners.rule import Numbers, Rule, Turn
from core.order import visits_of_pass
from core.recording import Step, Stretch, Update, label_scores, moments_at_once
from core.rows import Floats, Ints, Rows
from core.taped import TapedWeights
from core.voting import Ballot

VISITS_AT_ONCE = 65_536
MOST_RESERVED = 2_000_000  # updates; room that is not used costs next to nothing
MOST_SCORES = 100_000  # worked on together: what is done with them stays in the processor's cache


class OnlineRecording(TapedWeights):
    """A rule at work on a dataset: goes on, and tells of each step and of its three readouts."""

    def __init__(
        self, dataset: Dataset, rule: Rule, parameters: Numbers, order: Order, bias: bool
    ) -> None:
        super().__init__(dataset, rule, parameters, order, bias)
        self.diverged = False
        self._state = self.fresh_state()
        self._dual = np.zeros((len(dataset), *self.tape.coefficients.shape[1:]))
        self._leader: Callable[[int], Ints] | None = None  # see `follow`

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

    # Along the run

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

    # Steps

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
