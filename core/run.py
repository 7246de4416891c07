"""A run: one learner on one dataset, recorded step by step, to be seen at any of its steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.boosting import BoostRecording
from core.count_models import CountModel, Gaussian, Multinomial
from core.counting import CountRecording
from core.dataset import Dataset
from core.errors import PlainError
from core.experiment import Order, Stopping
from core.learners.declaration import Boosting, Counting, Learner
from core.measure import predictions
from core.online import OnlineRecording
from core.parameters import Value, encode, settle
from core.recording import Recording, Step
from core.rows import Floats, Rows

StopKind = Literal[
    "passes", "clean pass", "tolerance", "early stopping", "diverged", "nothing left", "no data"
]


@dataclass(frozen=True)
class Stop:
    """Why a run ended."""

    kind: StopKind
    sentence: str


class Run:
    """A deterministic training. The same inputs give the same tape, however it is stepped."""

    def __init__(
        self,
        dataset: Dataset,
        learner: Learner,
        parameters: Mapping[str, object] | None = None,
        *,
        order: Order | None = None,
        stopping: Stopping | None = None,
        bias: bool = True,
    ) -> None:
        self.dataset, self.learner, self.bias = dataset, learner, bias
        self.parameters = settle(learner.parameters, parameters or {})
        self.order, self.stopping = order or Order(), stopping or Stopping()
        if self.order.batch < 1 or self.stopping.passes < 1:
            raise PlainError("A step holds at least one example, and a run at least one pass.")
        obstacle = learner.obstacle(dataset, self.parameters, self.order)
        if obstacle is not None:
            raise PlainError(obstacle)
        self.recording = record(dataset, learner, self.parameters, self.order, bias)
        self.stopped: Stop | None = None
        self.watched = dataset.held_out_rows  # [n], the examples that early stopping looks at
        self.best_held_out: tuple[int, float] | None = None  # step and accuracy, at ends of passes
        self._weights_a_pass_ago: Floats | None = None
        if len(dataset.training) == 0:
            self.stopped = Stop("no data", "there is nothing to learn from")

    @property
    def steps(self) -> int:
        """How many steps have been recorded."""
        return self.recording.steps

    @property
    def steps_per_pass(self) -> int:
        return self.recording.per_pass

    @property
    def most_steps(self) -> int:
        """How many steps there can be at most."""
        own = self.recording.most_steps
        return min(self.stopping.passes * self.steps_per_pass, own) if self.learner.online else own

    @property
    def penalty(self) -> float:
        """λ of the (λ/2)‖w‖² that the learner minimises along with the mean loss; 0 without."""
        return self.learner.penalty(self.parameters, len(self.dataset.training))

    # Forwards

    def advance(self, count: int) -> int:
        """Record up to `count` more steps; returns how many it was before a stopping rule held."""
        before = self.steps
        while self.steps < before + count and self.stopped is None:
            wanted = min(before + count - self.steps, self._steps_to_next_look())
            made = self.recording.advance(wanted)
            if self.recording.diverged:
                self.stopped = Stop("diverged", f"diverged at step {self.steps + 1}")
            elif self.steps % self.steps_per_pass == 0:
                self.stopped = self._rule_that_holds()
            if self.stopped is None and (made < wanted or self.steps >= self.most_steps):
                self.stopped = self._nothing_left()
        return self.steps - before

    def _steps_to_next_look(self) -> int:
        """How far to go before a stopping rule may hold: a pass at a time, if any asks for it."""
        rules = self.stopping
        if rules.clean_pass or rules.tolerance is not None or rules.patience is not None:
            return self.steps_per_pass - self.steps % self.steps_per_pass
        return max(self.most_steps - self.steps, 1)

    def play(self) -> Run:
        """Record until a stopping rule holds."""
        while self.stopped is None:
            self.advance(max(self.most_steps - self.steps, 1))
        return self

    def go_on_with(self, dataset: Dataset) -> int:
        """Record one more pass, over the examples that this longer dataset has at its end.

        They are visited as given, on top of all steps so far, and the run ends there; returns how
        many steps were made. For online learners with one example a step.
        """
        if not isinstance(self.recording, OnlineRecording) or self.order.batch > 1:
            raise PlainError("Only an online learner with single examples can go on with new ones.")
        self.dataset = dataset
        made = self.recording.go_on_with(dataset)
        self.stopped = Stop("nothing left", "every new example has been visited once")
        if self.recording.diverged:
            self.stopped = Stop("diverged", f"diverged at step {self.steps + 1}")
        return made

    # Looking back

    def at(self, t: int) -> Moment:
        """The moment after t steps, 0 ≤ t ≤ steps."""
        if not 0 <= t <= self.steps:
            raise PlainError(f"This run has {self.steps} steps; there is no step {t}.")
        return Moment(self, t)

    def weights(self, t: int, readout: str = "last") -> Floats:
        """The weights after step t, bias last: one vector for two classes, else one per class."""
        weights = self.at(t).weights(readout)
        return weights[:, 0] if weights.shape[1] == 1 else weights.T

    def mistakes(self, t: int | None = None) -> int:
        """How many of the first t steps (all of them by default) began with a wrong prediction."""
        return int(self.mistake_flags(t).sum())

    def updates(self, t: int | None = None) -> int:
        """How many of the first t steps moved the weights."""
        return int(self.recording.changes(0, self._until(t)).sum())

    def mistake_flags(self, t: int | None = None) -> NDArray[np.bool_]:
        """For each of the first t steps: did it begin with a wrong prediction?"""
        return self.recording.mistakes(0, self._until(t))

    def _until(self, t: int | None) -> int:
        return self.steps if t is None else min(t, self.steps)

    # Stopping

    def _nothing_left(self) -> Stop:
        passes = self.stopping.passes
        if self.learner.online and self.steps >= passes * self.steps_per_pass:
            return Stop("passes", f"{passes} {'pass' if passes == 1 else 'passes'} done")
        return Stop("nothing left", self.recording.ending)

    def _rule_that_holds(self) -> Stop | None:
        """Called at the end of a pass, for learners that make several."""
        if not self.learner.online:
            return None
        rules = self.stopping
        improved = self._note_held_out()
        start = self.steps - self.steps_per_pass
        if rules.clean_pass and not self.recording.changes(start, self.steps).any():
            mistakes = self.recording.mistakes(start, self.steps).any()
            return Stop(
                "clean pass", f"a whole pass without {'an update' if mistakes else 'a mistake'}"
            )
        if rules.tolerance is not None and self._moved_in_pass() < rules.tolerance:
            return Stop(
                "tolerance", f"the weights moved by less than {rules.tolerance:g} in a pass"
            )
        if rules.patience is not None and self.best_held_out is not None and not improved:
            waited = (self.steps - self.best_held_out[0]) // self.steps_per_pass
            if waited >= rules.patience:
                return Stop(
                    "early stopping",
                    f"no better on held-out examples for {rules.patience} passes; "
                    f"best after step {self.best_held_out[0]}",
                )
        return None

    def _note_held_out(self) -> bool:
        """Keep the best held-out accuracy so far; was it now?"""
        if self.stopping.patience is None or not self.watched.any():
            return False
        rows = self.dataset.rows.take(self.watched)
        predicted = predictions(self.recording.scores(rows, self.steps, "last"))
        accuracy = float((predicted == self.dataset.labels[self.watched]).mean())
        if self.best_held_out is None or accuracy > self.best_held_out[1]:
            self.best_held_out = (self.steps, accuracy)
            return True
        return False

    def _moved_in_pass(self) -> float:
        now = self.recording.weights(self.steps, "last")
        before = self._weights_a_pass_ago
        self._weights_a_pass_ago = now
        return float(np.linalg.norm(now if before is None else now - before))


@dataclass(frozen=True)
class Moment:
    """A run after t steps: everything that can be shown of it."""

    run: Run
    t: int
    # What has been asked for once; many views ask for the same.
    _weights: dict[str, Floats] = field(default_factory=dict, compare=False, repr=False)
    _scores: dict[str, tuple[Dataset, Floats]] = field(
        default_factory=dict, compare=False, repr=False
    )

    def weights(self, readout: str = "last") -> Floats:
        """[features, heads], the bias last when it is on; not to be changed."""
        self._check(readout)
        if readout == "voted":
            raise PlainError("A vote of many weight vectors has no weights of its own.")
        if readout not in self._weights:
            self._weights[readout] = self.run.recording.weights(self.t, readout)
        return self._weights[readout]

    def scores(self, rows: Rows | None = None, readout: str = "last") -> Floats:
        """[n, classes] for these rows (features without bias), or for all of the dataset."""
        self._check(readout)
        if rows is None:
            return self._own_scores(readout)
        if rows.width != self.run.dataset.rows.width:
            known = self.run.dataset.rows.width
            raise PlainError(f"This run knows {known} features, but the rows have {rows.width}.")
        return self.run.recording.scores(rows, self.t, readout)

    def _own_scores(self, readout: str) -> Floats:
        dataset = self.run.dataset
        known = self._scores.get(readout)
        if known is None or known[0] is not dataset:
            known = (dataset, self.run.recording.scores(dataset.rows, self.t, readout))
            self._scores[readout] = known
        return known[1]

    def _check(self, readout: str) -> None:
        known = self.run.learner.readouts
        if readout not in known:
            raise PlainError(
                f"{self.run.learner.title} is read as {' or '.join(known)}, not “{readout}”."
            )

    @property
    def step(self) -> Step | None:
        """The step that led here, exactly; None at the start."""
        return self.run.recording.step(self.t) if self.t else None

    @property
    def visited(self) -> NDArray[np.int32]:
        """The rows that the last step visited."""
        return self.run.recording.visited(self.t) if self.t else np.zeros(0, np.int32)


def record(
    dataset: Dataset, learner: Learner, values: Mapping[str, Value], order: Order, bias: bool
) -> Recording:
    """The empty recording that fits how this learner learns."""
    method = learner.method
    if isinstance(method, Boosting):
        return BoostRecording(dataset, int(values["rounds"]))
    if isinstance(method, Counting):
        held_out = dataset.held_out_rows
        training = dataset.rows.take(~held_out) if held_out.any() else dataset.rows
        model: CountModel
        if method.model == "multinomial":
            model = Multinomial(training, dataset.feature_names, float(values["alpha"]), bias)
        else:
            model = Gaussian(training, dataset.feature_names, float(values["smoothing"]), bias)
        return CountRecording(dataset, model, order)
    return OnlineRecording(dataset, method, encode(learner.parameters, values), order, bias)
