"""The voted readout: every weight vector of a run votes, once for each step that it survived."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.kernels.voting import cast_votes
from core.rows import Floats, Rows

if TYPE_CHECKING:
    from core.online import OnlineRecording


class Ballot:
    """Votes of w_1 … w_t on given rows (features without bias), counted on as t grows."""

    def __init__(self, recording: OnlineRecording, rows: Rows) -> None:
        self._recording, self._rows = recording, rows
        self._state = recording.fresh_state()
        self._votes = np.zeros((len(rows), recording.classes))
        self._counted = 0  # steps whose weights have voted

    def shares(self, t: int) -> Floats:
        """For every row and label, the share of w_1 … w_t that votes for it."""
        turns = np.arange(self._counted, t)
        if not self._recording.shrinks:
            turns = turns[self._recording.changes(self._counted, t)]
        for turn in turns.tolist():
            self._vote_until(turn)
            self._recording.replay(self._state, turn, turn + 1)
        self._vote_until(t)
        return self._votes / max(t, 1)

    def _vote_until(self, t: int) -> None:
        """Let the present weights vote for each step up to t that they survived."""
        if t > self._counted:
            scale = self._state.numbers[0]
            cast_votes(self._rows, scale * self._state.v, float(t - self._counted), self._votes)
            self._counted = t
