"""The recording of a learner that counts: naive Bayes, one example a step, a single pass."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from core.count_models import CountModel
from core.dataset import Dataset
from core.experiment import Order
from core.kernels.counting import tally_kernel
from core.kernels.loops import multiply_rows, raw
from core.keyframes import Keyframes
from core.order import visits_of_pass
from core.recording import Step, Stretch, Update, label_scores
from core.rows import Floats, Rows
from core.tape import Tape


class CountRecording:
    """Counts per class, with a tape of visits; read out, the counts are linear weights."""

    def __init__(self, dataset: Dataset, model: CountModel, order: Order) -> None:
        self.rows = model.own_rows(dataset.rows)
        self.feature_names = model.feature_names
        self.steps = 0
        self.diverged = False
        self.tape = Tape(heads=0)
        self.model, self._order = model, order
        self._labels, self._training = dataset.labels, dataset.training
        self._counts = np.zeros((self.rows.width, dataset.classes))
        self._frames = Keyframes(self._counts.copy(), self._counts.nbytes)

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
            self.tape.room_for(self.per_pass)
            visits = visits_of_pass(self._order, self._training, 0)
            self.tape.span("order", 0, self.per_pass)[:] = visits
        before = self.steps
        until = min(before + count, self.per_pass)
        while self.steps < until:
            end = min(until, self.steps + self._frames.until_next(self.steps))
            order, margins, marks = (
                self.tape.span(name, self.steps, end) for name in ("order", "margins", "marks")
            )
            self.model.visit(
                self.rows, self._labels, order.view(np.uint32), self._counts, margins, marks
            )
            self.steps = self.tape.updates = end
            if self._frames.wants(end):
                self._frames.add(end, self._counts.copy())
        return self.steps - before

    def counts(self, t: int) -> Floats:
        """The counts [width, classes] after t steps."""
        start, frame = self._frames.before(t)
        counts = frame.copy()
        order = self.tape.span("order", start, t).view(np.uint32)
        tally_kernel()(*raw(self.rows), self._labels, order, counts)
        return counts

    def theta(self, t: int) -> Floats:
        """Log-probabilities [width, classes] after t steps."""
        return self.model.theta(self.counts(t))

    def weights(self, t: int, readout: str = "last") -> Floats:
        """As theta; for two classes the difference, one head."""
        theta = self.theta(t)
        return theta[:, 1:] - theta[:, :1] if theta.shape[1] == 2 else theta

    def scores(self, rows: Rows, t: int, readout: str = "last") -> Floats:
        return label_scores(multiply_rows(self.model.own_rows(rows), self.weights(t)))

    def along(self, rows: Rows, steps: NDArray[np.int64], readout: str) -> Iterator[Stretch]:
        own = self.model.own_rows(rows)
        for t in steps:
            weights = self.weights(int(t))
            scores = label_scores(multiply_rows(own, weights))
            yield Stretch(np.array([t]), np.array([np.linalg.norm(weights)]), scores[None])

    def own_rows(self, rows: Rows) -> Rows | None:
        return self.model.own_rows(rows)

    def rate(self, t: int) -> float:
        return 1.0

    def visited(self, t: int) -> NDArray[np.int32]:
        return self.tape.order[t - 1 : t]

    def mistakes(self, start: int, end: int) -> NDArray[np.bool_]:
        return self.tape.mistakes(start, end)

    def changes(self, start: int, end: int) -> NDArray[np.bool_]:
        return np.ones(end - start, np.bool_)

    def step(self, t: int) -> Step:
        before = self.weights(t - 1)
        row = int(self.tape.order[t - 1])
        gold, wrong = int(self._labels[row]), self.tape.wrong_label(t - 1)
        example = self.rows.take([row])
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
            mistake=bool(self.tape.mistakes(t - 1, t)[0]),
            past=0.0,
        )
        return Step(t, 1.0, (update,), before, self.weights(t))
