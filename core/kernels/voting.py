"""The vote of all weight vectors that a run went through."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from core.kernels import loops
from core.kernels.compiler import Kernel, compiled, written_out_in_kernels
from core.rows import Floats, Rows


@cache
def _ballot(two_classes: bool) -> Kernel:
    dot = written_out_in_kernels(loops.dot)
    dot_heads = loops.dot_heads()

    def cast(rows: Any, v: Any, weight: Any, votes: Any, scores: Any) -> None:
        for i in range(len(votes)):
            best, ties = 1, 0
            if two_classes:
                scores[1] = dot(rows, i, v)
            else:
                dot_heads(rows, i, v, scores)
            for k in range(len(scores)):
                if scores[k] > scores[best]:
                    best, ties = k, 0
                elif k != best and scores[k] == scores[best]:
                    ties += 1
            if ties == 0:
                votes[i, best] += weight

    return compiled(cast)


def cast_votes(rows: Rows, v: Floats, weight: float, votes: Floats) -> None:
    """Add `weight` to votes[row, label] for the best label of every row; a tie votes for nobody.

    Two classes: v is a vector, label 1 stands for a positive score and label 0 for a negative one.
    """
    if len(rows):
        given = loops.raw(rows, bias=len(v) > rows.width)
        _ballot(v.ndim == 1)(given, v, weight, votes, np.zeros(votes.shape[1]))
