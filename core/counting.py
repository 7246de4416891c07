"""The recording of a learner that counts: naive Bayes, one example a step, a single pass."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from core.count_models import CountModel, Multinomial
from core.dataset import Dataset
from core.experiment import Order
from core.kernels.loops import multiply_rows
from core.keyframes import Keyframes
from core.learners.telling import Tally
from core.order import visits_of_pass
from core.recording import Step, Stretch, Update, label_scores
from core.rows import Floats, Rows
from core.tape import Tape


class CountRecording:
    """Counts per class, with a tape of visits; read out, the counts are linear weights.

    What is counted does not depend on how an example scores, so that margins and mistakes are
    found only when somebody asks for them.
    """

    def __init__(self, dataset: Dataset, model: CountModel, order: Order) -> None:
        self._plain, self._rows = dataset.rows, model.counted_rows(dataset.rows)
        self.feature_names = model.feature_names
        self.steps = 0
        self.diverged = False
        self._tape = Tape(heads=0)
        self.model, self._order = model, order
        self._labels, self._training = dataset.labels, dataset.training
        shape = len(self.feature_names), dataset.classes
        self._counts = np.zeros(shape)
        self._frames = Keyframes(np.zeros(shape), self._counts.nbytes)
        self._marked = 0  # steps whose margins are known,
        self._counts_then = np.zeros(shape)  # and the counts after them

    @property
    def per_pass(self) -> int:
        return len(self._training)

    @property
    def most_steps(self) -> int:
        return len(self._training)

    @property
    def ending(self) -> str:
        return "every example has been counted once"

    def advance(self, count: int) -> int:
        if self.steps == 0:
            self._tape.room_for(self.per_pass)
            visits = visits_of_pass(self._order, self._training, 0)
            self._tape.span("order", 0, self.per_pass)[:] = visits
        before = self.steps
        until = min(before + count, self.per_pass)
        while self.steps < until:
            end = min(until, self.steps + self._frames.until_next(self.steps))
            self.model.tally(self._rows, self._labels, self._visits(self.steps, end), self._counts)
            self.steps = self._tape.updates = end
            if self._frames.wants(end):
                self._frames.add(end, self._counts.copy())
        return self.steps - before

    def counts(self, t: int) -> Floats:
        """The counts [width, classes] after t steps."""
        start, frame = self._frames.before(t)
        counts = frame.copy()
        self.model.tally(self._rows, self._labels, self._visits(start, t), counts)
        return counts

    def _visits(self, start: int, end: int) -> NDArray[np.uint32]:
        return self._tape.span("order", start, end).view(np.uint32)

    @property
    def tape(self) -> Tape:
        """Every visit, with its margin by the counts before it."""
        return self._marked_tape(self.steps)

    def _marked_tape(self, t: int) -> Tape:
        """The tape, with the margins of the first t steps at least."""
        start = self._marked
        if start < t:
            stretch = self._tape.entries(start, t)
            self.model.visit(self._rows, self._labels, stretch, self._counts_then)
            self._marked = t
        return self._tape

    def theta(self, t: int) -> Floats:
        """Log-probabilities [width, classes] after t steps."""
        return self.model.theta(self.counts(t))

    def weights(self, t: int, readout: str = "last") -> Floats:
        """As theta; for two classes the difference, one head."""
        theta = self.theta(t)
        return theta[:, 1:] - theta[:, :1] if theta.shape[1] == 2 else theta

    def trajectory(self, feature: int, steps: NDArray[np.int64], readout: str = "last") -> Floats:
        """The weights [len(steps), heads] of one feature after each of these ascending steps."""
        if isinstance(self.model, Multinomial):
            order = self._visits(0, self.steps)
            theta = self.model.theta_along(
                feature, self._rows, self._labels, order, steps, self._counts.shape[1]
            )
        else:
            theta = np.array([self.theta(int(t))[feature] for t in steps])
        return np.asarray(theta[:, 1:] - theta[:, :1] if theta.shape[1] == 2 else theta)

    def scores(self, rows: Rows, t: int, readout: str = "last") -> Floats:
        return label_scores(multiply_rows(self.model.own_rows(rows), self.weights(t)))

    def along(self, rows: Rows, steps: NDArray[np.int64], readout: str) -> Iterator[Stretch]:
        own = self.model.own_rows(rows)
        for t in steps:
            weights = self.weights(int(t))
            scores = label_scores(multiply_rows(own, weights))
            yield Stretch(np.array([t]), np.array([np.linalg.norm(weights)]), scores[None])

    @property
    def rows(self) -> Rows:
        """The examples as the weights see them; made anew each time."""
        return self.model.own_rows(self._plain)

    def own_rows(self, rows: Rows) -> Rows | None:
        return self.model.own_rows(rows)

    def rate(self, t: int) -> float:
        return 1.0

    def visited(self, t: int) -> NDArray[np.int32]:
        return self._tape.order[t - 1 : t]

    def mistakes(self, start: int, end: int) -> NDArray[np.bool_]:
        return self._marked_tape(end).mistakes(start, end)

    def changes(self, start: int, end: int) -> NDArray[np.bool_]:
        return np.ones(end - start, np.bool_)

    def step(self, t: int) -> Step:
        before = self.weights(t - 1)
        row = int(self._tape.order[t - 1])
        gold, wrong = int(self._labels[row]), self._marked_tape(t).wrong_label(t - 1)
        example = self.model.own_rows(self._plain.take([row]))
        scores = label_scores(multiply_rows(example, before))[0]
        counted = np.zeros(self._counts.shape[1])
        counted[gold] = 1.0
        update = Update(
            row=row,
            gold=gold,
            wrong=wrong,
            scores=tuple(scores.tolist()),
            margin=float(scores[gold] - scores[wrong]),
            squared_norm=float(example.squared_norms()[0]),
            size=1.0,
            coefficients=tuple(counted.tolist()),
            mistake=bool(self._tape.mistakes(t - 1, t)[0]),
            past=0.0,
        )
        return Step(t, 1.0, (update,), before, self.weights(t))

    def tally(self, t: int) -> Tally:
        """What step t added to, told for the class of its example."""
        row = int(self._tape.order[t - 1])
        gold = int(self._labels[row])
        seen = np.bincount(self._labels[self._tape.order[: t - 1]], minlength=self._counts.shape[1])
        own_first = np.concatenate([seen[gold : gold + 1], np.delete(seen, gold)])
        counts = self.counts(t - 1)[:, gold]
        return self.model.tally_of(*self._rows.row(row), counts, own_first.astype(np.int32))
