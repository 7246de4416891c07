"""Counting features per class, and how the counts so far would have scored each new example."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from core.kernels import loops
from core.kernels.compiler import Kernel, compiled, written_out_in_kernels
from core.kernels.families import MISTAKE


def _mark(scores: Any, label: Any, e: Any, margins: Any, marks: Any) -> None:
    """Record the margin and the best wrong label of a visit."""
    wrong = 1 if label == 0 else 0
    for k in range(len(scores)):
        if k != label and scores[k] > scores[wrong]:
            wrong = k
    margins[e] = scores[label] - scores[wrong]
    marks[e] = np.uint8(wrong)
    if scores[label] <= scores[wrong]:
        marks[e] |= np.uint8(MISTAKE)


@cache
def multinomial_kernel() -> Kernel:
    """Visit examples: score each by the counts before it, then add it to its class.

    `counts` [width, classes]; `logs` holds log(count + α); `totals` [2, classes] the sums of all
    features but the bias, and the examples, of each class.
    """
    mark = written_out_in_kernels(_mark)

    def count(starts: Any, columns: Any, values: Any, labels: Any, order: Any, counts: Any,
              logs: Any, totals: Any, alpha: Any, vocabulary: Any, bias_column: Any, margins: Any,
              marks: Any, scores: Any) -> None:  # fmt: skip
        for e in range(len(order)):
            i = order[e]
            label = labels[i]
            length = 0.0
            for k in range(len(scores)):
                scores[k] = 0.0
            for j in range(starts[i], starts[i + 1]):
                column, value = columns[j], values[j]
                if column != bias_column:
                    length += value
                    for k in range(len(scores)):
                        scores[k] += logs[column, k] * value
            for k in range(len(scores)):
                scores[k] -= length * np.log(totals[0, k] + alpha * vocabulary)
                if bias_column >= 0:
                    scores[k] += np.log(max(totals[1, k], 0.5))
            mark(scores, label, e, margins, marks)
            for j in range(starts[i], starts[i + 1]):
                column = columns[j]
                counts[column, label] += values[j]
                logs[column, label] = np.log(counts[column, label] + alpha)
            totals[0, label] += length
            totals[1, label] += 1.0

    return compiled(count)


@cache
def tally_kernel() -> Kernel:
    """Add visited rows to the counts [width, classes] of their labels."""
    add_column = written_out_in_kernels(_add_to_class)

    def tally(starts: Any, columns: Any, values: Any, labels: Any, order: Any, counts: Any) -> None:
        for e in range(len(order)):
            i = order[e]
            add_column(starts, columns, values, i, counts, labels[i])

    return compiled(tally)


def _add_to_class(starts: Any, columns: Any, values: Any, i: Any, counts: Any, label: Any) -> None:
    for j in range(starts[i], starts[i + 1]):
        counts[columns[j], label] += values[j]


@cache
def gaussian_kernel() -> Kernel:
    """As `multinomial_kernel`, with a bell curve per class and feature.

    Rows hold x, x² and, last, a column of ones; `features` is how many x there are. `readout` is
    scratch space [width, classes] for the weights that the counts so far stand for.
    """
    mark = written_out_in_kernels(_mark)
    add_column = written_out_in_kernels(_add_to_class)
    dot_heads = written_out_in_kernels(loops.dot_heads)
    read_bells = written_out_in_kernels(read_bell_curves)

    def count(starts: Any, columns: Any, values: Any, labels: Any, order: Any, counts: Any,
              floors: Any, prior: Any, readout: Any, margins: Any, marks: Any,
              scores: Any) -> None:  # fmt: skip
        for e in range(len(order)):
            i = order[e]
            label = labels[i]
            read_bells(counts, floors, prior, readout)
            dot_heads(starts, columns, values, False, i, readout, scores)
            mark(scores, label, e, margins, marks)
            add_column(starts, columns, values, i, counts, label)

    return compiled(count)


@cache
def bell_curve_kernel() -> Kernel:
    return compiled(read_bell_curves)


def read_bell_curves(counts: Any, floors: Any, prior: Any, readout: Any) -> None:
    """Weights of x, x² and 1 whose sum is log p(y) + log p(x | y), from counts of the same.

    `floors` are added to the variances. A class without an example yet has the bell curve of all
    examples seen, and counts as half an example.
    """
    features = len(floors)
    last = 2 * features
    classes = counts.shape[1]
    seen = 0.0
    for k in range(classes):
        seen += counts[last, k]
    for k in range(classes):
        n = counts[last, k]
        constant = np.log(max(n, 0.5) / max(seen, 1.0)) if prior else 0.0
        for f in range(features):
            total, squares, size = 0.0, 0.0, seen
            if n > 0.0:
                total, squares, size = counts[f, k], counts[features + f, k], n
            else:
                for other in range(classes):
                    total += counts[f, other]
                    squares += counts[features + f, other]
            if size == 0.0:
                readout[f, k] = readout[features + f, k] = 0.0
                continue
            mean = total / size
            variance = max(squares / size - mean * mean, 0.0) + floors[f]
            readout[f, k] = mean / variance
            readout[features + f, k] = -0.5 / variance
            constant -= 0.5 * (np.log(2.0 * np.pi * variance) + mean * mean / variance)
        readout[last, k] = constant
