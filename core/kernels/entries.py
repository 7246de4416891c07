"""What a visit leaves on the tape, as kernels read and write it.

In a mark, the low six bits are the best wrong label and bit 6 says "mistake".
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.rows import Floats

WRONG_LABEL = 0x3F
MISTAKE = 0x40


# A stretch of the tape: the rows visited, coefficients [visits] or [visits, heads], margins, marks.
# A plain tuple, read by these places: a named one takes a microsecond to enter a kernel.
Entries: TypeAlias = tuple[NDArray[np.uint32], Floats, NDArray[np.float32], NDArray[np.uint8]]
ORDER, COEFFICIENTS, MARGINS, MARKS = range(4)


def mark_of(wrong: Any, mistake: Any) -> Any:
    """The mark of a visit."""
    return np.uint8(wrong | MISTAKE) if mistake else np.uint8(wrong)


def best_wrong(scores: Any, label: Any) -> Any:
    """The highest-scored label other than this one; the first of equals."""
    wrong = 1 if label == 0 else 0
    for k in range(len(scores)):
        if k != label and scores[k] > scores[wrong]:
            wrong = k
    return wrong
