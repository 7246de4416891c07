"""Counting features per class, and how the counts so far would have scored each new example.

Rows come without the bias. With `bias`, the last count of a class is the number of its examples.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from core.kernels.compiler import (
    Kernel,
    callable_in_kernels,
    compiled,
    written_out_in_kernels,
)
from core.kernels.entries import MARGINS, MARKS, ORDER, best_wrong, mark_of


def _marker() -> Kernel:
    mark_byte, find_wrong = callable_in_kernels(mark_of), written_out_in_kernels(best_wrong)

    def mark(scores: Any, label: Any, tape: Any, e: Any) -> None:
        """Record the margin and the best wrong label of a visit."""
        wrong = find_wrong(scores, label)
        tape[MARGINS][e] = scores[label] - scores[wrong]
        tape[MARKS][e] = mark_byte(wrong, scores[label] <= scores[wrong])

    return written_out_in_kernels(mark)


@cache
def multinomial_kernel() -> Kernel:
    """Visit examples: score each by the counts before it, then add it to its class.

    `counts` [width, classes]; `logs` holds log(count + α); `totals` [2, classes] the sums of all
    features but the bias, and the examples, of each class.
    """
    mark = _marker()

    def count(rows: Any, labels: Any, tape: Any, counts: Any, logs: Any, totals: Any, alpha: Any,
              vocabulary: Any, scores: Any) -> None:  # fmt: skip
        starts, columns, values, bias = rows
        for e in range(len(tape[ORDER])):
            i = tape[ORDER][e]
            label = labels[i]
            length = 0.0
            for k in range(len(scores)):
                scores[k] = 0.0
            for j in range(starts[i], starts[i + 1]):
                column, value = columns[j], values[j]
                length += value
                for k in range(len(scores)):
                    scores[k] += logs[column, k] * value
            for k in range(len(scores)):
                scores[k] -= length * np.log(totals[0, k] + alpha * vocabulary)
                if bias:
                    scores[k] += np.log(max(totals[1, k], 0.5))
            mark(scores, label, tape, e)
            for j in range(starts[i], starts[i + 1]):
                column = columns[j]
                counts[column, label] += values[j]
                logs[column, label] = np.log(counts[column, label] + alpha)
            if bias:
                counts[len(counts) - 1, label] += 1.0
            totals[0, label] += length
            totals[1, label] += 1.0

    return compiled(count)


@cache
def tally_kernel(squares: bool) -> Kernel:
    """Add visited rows, and with `squares` their squares, to the counts of their labels."""
    add = written_out_in_kernels(_add_with_squares if squares else _add_to_class)

    def tally(rows: Any, labels: Any, order: Any, counts: Any) -> None:
        for e in range(len(order)):
            i = order[e]
            add(rows, i, counts, labels[i])

    return compiled(tally)


def _add_to_class(rows: Any, i: Any, counts: Any, label: Any) -> None:
    starts, columns, values, bias = rows
    for j in range(starts[i], starts[i + 1]):
        counts[columns[j], label] += values[j]
    if bias:
        counts[len(counts) - 1, label] += 1.0


def _add_with_squares(rows: Any, i: Any, counts: Any, label: Any) -> None:
    """Counts of x, then those of x², then that of 1 (bias or not)."""
    starts, columns, values, _ = rows
    features = np.uint64((len(counts) - 1) // 2)
    for j in range(starts[i], starts[i + 1]):
        column, value = columns[j], values[j]
        counts[column, label] += value
        counts[features + column, label] += value * value
    counts[len(counts) - 1, label] += 1.0


@cache
def gaussian_kernel() -> Kernel:
    """As `multinomial_kernel`, with a bell curve per class and feature.

    Counts are those of x, of x² and, last, of examples. `readout` is scratch space
    [width, classes] for the weights that the counts so far stand for.
    """
    mark = _marker()
    add = written_out_in_kernels(_add_with_squares)
    read_bells = written_out_in_kernels(read_bell_curves)

    def count(rows: Any, labels: Any, tape: Any, counts: Any, floors: Any, prior: Any,
              readout: Any, scores: Any) -> None:  # fmt: skip
        starts, columns, values, _ = rows
        features = np.uint64(len(floors))
        for e in range(len(tape[ORDER])):
            i = tape[ORDER][e]
            label = labels[i]
            read_bells(counts, floors, prior, readout)
            for k in range(len(scores)):
                scores[k] = readout[len(readout) - 1, k]
                for j in range(starts[i], starts[i + 1]):
                    column, value = columns[j], values[j]
                    scores[k] += readout[column, k] * value
                    scores[k] += readout[features + column, k] * (value * value)
            mark(scores, label, tape, e)
            add(rows, i, counts, label)

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
