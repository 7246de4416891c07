"""Where a claim looks: which run, which step, which example, read in which way."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import asdict
from numpy.typing import NDArray

from core.errors import PlainError
from core.lessons.document import Claim, Look
from core.lessons.played import Played, step_of
from core.lessons.staging import changed
from core.rows import Floats, Rows

if TYPE_CHECKING:
    from core.run import Moment, Run


@dataclass(frozen=True)
class Sight:
    """A look at a played experiment, everything that the look leaves out being as usual."""

    played: Played
    look: Look

    @classmethod
    def of(cls, look: Look, played: Played) -> Sight:
        if look.with_ is not None:
            played = Played(changed(played.experiment, look.with_))
        return cls(played, look)

    @property
    def index(self) -> int:
        return (self.look.learner or 1) - 1

    @property
    def run(self) -> Run:
        return self.played.run(self.index)

    @cached_property
    def t(self) -> int:
        step = "end" if self.look.step is None else self.look.step
        return step_of(step, self.played, self.index)

    @property
    def moment(self) -> Moment:
        return self.run.at(self.t)

    @property
    def readout(self) -> str:
        return self.look.readout or self.played.experiment.learners[self.index].readout

    @property
    def row(self) -> int:
        """The example that is looked at."""
        if not isinstance(self.look.point, int):
            raise PlainError(f"“{self.look.kind}” is about one of the examples: say which point.")
        return self.look.point - 1

    @property
    def rows(self) -> Rows:
        """What is looked at, as features: an example, a place on the plane, or a text."""
        look, dataset = self.look, self.played.dataset
        if look.text is not None:
            if dataset.reading is None:
                raise PlainError("there are no texts here to compare a text with.")
            return dataset.reading.rows([look.text])
        if isinstance(look.point, int):
            return dataset.rows.take([look.point - 1])
        if look.point is None:
            raise PlainError(f"“{look.kind}” is about a point or a text: say which.")
        from core.feature_maps import feature_map

        chosen = feature_map(self.played.experiment.features)
        return Rows.from_dense(chosen.transform(np.array([look.point])))

    @property
    def scores(self) -> Floats:
        """[classes] of what is looked at."""
        return np.asarray(self.moment.scores(self.rows, self.readout)[0])

    @property
    def label(self) -> int:
        """The class asked about: named, or that of the example."""
        names = self.played.dataset.class_names
        if self.look.label is not None:
            return names.index(self.look.label)
        if isinstance(self.look.point, int):
            return int(self.played.dataset.labels[self.look.point - 1])
        return 1

    @property
    def part(self) -> NDArray[np.int64]:
        """The examples that count: training or held-out ones."""
        dataset = self.played.dataset
        if self.look.part == "held-out":
            return np.flatnonzero(dataset.held_out_rows)
        return dataset.training

    @property
    def feature(self) -> int:
        names = self.run.recording.feature_names
        if self.look.feature not in names:
            raise PlainError(f"there is no feature “{self.look.feature}” here.")
        return names.index(self.look.feature)

    @property
    def pass_steps(self) -> range:
        """The steps of the pass asked about, of the last one by default."""
        each = self.run.steps_per_pass
        last = self.look.pass_ or max(self.t // each, 1)
        return range((last - 1) * each + 1, min(last * each, self.run.steps) + 1)


def completed(look: Look, claim: Claim) -> Look:
    """The look with what it leaves out taken from the claim that it belongs to."""
    mine = asdict(look)
    usual = {name: getattr(claim, name) for name in mine}
    return Look(**{name: usual[name] if mine[name] in (None, "") else mine[name] for name in mine})
