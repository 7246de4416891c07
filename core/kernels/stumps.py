"""The search for the best decision stump under weighted examples."""

from __future__ import annotations

from functools import cache
from typing import Any

from core.kernels.compiler import Kernel, callable_in_kernels, compiled


def _best_labels(left: Any, total: Any) -> Any:
    """The label to answer on either side of a split, and the weight that gets right."""
    low, high = 0, 0
    for k in range(1, len(total)):
        if left[k] > left[low]:
            low = k
        if total[k] - left[k] > total[high] - left[high]:
            high = k
    return low, high, left[low] + total[high] - left[high]


@cache
def stump_kernel() -> Kernel:
    """search(starts, examples, values, weights, labels, total, left, rest, found) -> threshold.

    Column c has its nonzero entries at starts[c]:starts[c+1], by ascending value; all other
    examples are zero there. `total` is the weight of each class; `left` and `rest` are scratch
    space of that size. `found` gets the column (-1: one label everywhere), the label at or below
    the threshold and the label above it. The first of equally good stumps wins.
    """
    best_labels = callable_in_kernels(_best_labels)

    def search(starts: Any, examples: Any, values: Any, weights: Any, labels: Any, total: Any,
               left: Any, rest: Any, found: Any) -> float:  # fmt: skip
        for k in range(len(total)):
            left[k] = 0.0
        low, high, most = best_labels(left, total)
        found[0], found[1], found[2] = -1, high, high
        threshold = 0.0
        for c in range(len(starts) - 1):
            j, end = starts[c], starts[c + 1]
            zeros_to_come = end - j < len(weights)
            for k in range(len(total)):
                left[k] = 0.0
                rest[k] = total[k]
            for e in range(j, end):
                rest[labels[examples[e]]] -= weights[examples[e]]
            previous, first = 0.0, True
            while j < end or zeros_to_come:
                zeros_next = zeros_to_come and (j == end or values[j] > 0.0)
                value = 0.0 if zeros_next else values[j]
                if not first:
                    low, high, right = best_labels(left, total)
                    middle = previous + (0.5 * value - 0.5 * previous)  # no overflow
                    if right > most and middle < value:
                        most, threshold = right, middle
                        found[0], found[1], found[2] = c, low, high
                if zeros_next:
                    zeros_to_come = False
                    for k in range(len(total)):
                        left[k] += rest[k]
                else:
                    while j < end and values[j] == value:
                        left[labels[examples[j]]] += weights[examples[j]]
                        j += 1
                previous, first = value, False
        return threshold

    return compiled(search)
