"""Loops over one row, written out inside every kernel, and over many rows at once.

`rows` are what `raw` makes of Rows: starts, columns (unsigned) and values, and whether there is a
bias: then every row has one more entry, a 1 at the last place of the weights, that is not stored.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.kernels.compiler import Kernel, compiled, written_out_in_kernels
from core.rows import Floats, Rows

RawRows: TypeAlias = tuple[NDArray[np.uint64], NDArray[np.uint32], Floats, bool]


def raw(rows: Rows, bias: bool = False) -> RawRows:
    """Rows as kernels take them, without a copy."""
    return rows.starts.view(np.uint64), rows.columns.view(np.uint32), rows.values, bias


def dot(rows: Any, i: Any, v: Any) -> float:
    """Row i times the vector v. Four running sums: additions need not wait for one another."""
    starts, columns, values, bias = rows
    one, two, three, four = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4)
    j = starts[i]
    stop = starts[i + 1]
    s0 = v[np.uint64(len(v)) - one] if bias else 0.0
    if stop - j < four:  # a short row has no use for them
        while j < stop:
            s0 += v[columns[j]] * values[j]
            j += one
        return s0
    s1 = s2 = s3 = 0.0
    while j + three < stop:
        s0 += v[columns[j]] * values[j]
        s1 += v[columns[j + one]] * values[j + one]
        s2 += v[columns[j + two]] * values[j + two]
        s3 += v[columns[j + three]] * values[j + three]
        j += four
    while j < stop:
        s0 += v[columns[j]] * values[j]
        j += one
    return (s0 + s1) + (s2 + s3)


def add(rows: Any, i: Any, v: Any, amount: float) -> None:
    """v += amount · row i."""
    starts, columns, values, bias = rows
    if bias:
        v[np.uint64(len(v) - 1)] += amount
    for j in range(starts[i], starts[i + 1]):
        v[columns[j]] += amount * values[j]


def dot_heads() -> Kernel:
    """scores[k] = row i times column k of w [width, heads]; four, two or one heads at a time.

    All add up in the same order (two running sums), so that equal heads tie to the last bit.
    """
    dot_four, dot_two, dot_one = map(written_out_in_kernels, (_dot_four, _dot_two, _dot_one))

    def dot_heads(rows: Any, i: Any, w: Any, scores: Any) -> None:
        one, two, three, four = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4)
        heads = np.uint64(len(scores))
        start, stop = rows[0][i], rows[0][i + 1]
        k = np.uint64(0)
        while k + three < heads:
            dot_four(rows, start, stop, w, k, scores)
            k += four
        if k + one < heads:
            dot_two(rows, start, stop, w, k, scores)
            k += two
        if k < heads:
            dot_one(rows, start, stop, w, k, scores)

    return written_out_in_kernels(dot_heads)


def _dot_four(rows: Any, j: Any, stop: Any, w: Any, k: Any, scores: Any) -> None:
    _, columns, values, bias = rows
    one, two, three = np.uint64(1), np.uint64(2), np.uint64(3)
    s0 = s1 = s2 = s3 = 0.0
    r0 = r1 = r2 = r3 = 0.0
    if bias:
        last = np.uint64(len(w) - 1)
        s0, s1, s2, s3 = w[last, k], w[last, k + one], w[last, k + two], w[last, k + three]
    while j + one < stop:
        column, value = columns[j], values[j]
        s0 += w[column, k] * value
        s1 += w[column, k + one] * value
        s2 += w[column, k + two] * value
        s3 += w[column, k + three] * value
        column, value = columns[j + one], values[j + one]
        r0 += w[column, k] * value
        r1 += w[column, k + one] * value
        r2 += w[column, k + two] * value
        r3 += w[column, k + three] * value
        j += two
    if j < stop:
        column, value = columns[j], values[j]
        s0 += w[column, k] * value
        s1 += w[column, k + one] * value
        s2 += w[column, k + two] * value
        s3 += w[column, k + three] * value
    scores[k], scores[k + one] = s0 + r0, s1 + r1
    scores[k + two], scores[k + three] = s2 + r2, s3 + r3


def _dot_two(rows: Any, j: Any, stop: Any, w: Any, k: Any, scores: Any) -> None:
    _, columns, values, bias = rows
    one, two = np.uint64(1), np.uint64(2)
    s0 = s1 = r0 = r1 = 0.0
    if bias:
        last = np.uint64(len(w) - 1)
        s0, s1 = w[last, k], w[last, k + one]
    while j + one < stop:
        column, value = columns[j], values[j]
        s0 += w[column, k] * value
        s1 += w[column, k + one] * value
        column, value = columns[j + one], values[j + one]
        r0 += w[column, k] * value
        r1 += w[column, k + one] * value
        j += two
    if j < stop:
        column, value = columns[j], values[j]
        s0 += w[column, k] * value
        s1 += w[column, k + one] * value
    scores[k], scores[k + one] = s0 + r0, s1 + r1


def _dot_one(rows: Any, j: Any, stop: Any, w: Any, k: Any, scores: Any) -> None:
    _, columns, values, bias = rows
    one, two = np.uint64(1), np.uint64(2)
    s0 = w[np.uint64(len(w) - 1), k] if bias else 0.0
    r0 = 0.0
    while j + one < stop:
        s0 += w[columns[j], k] * values[j]
        r0 += w[columns[j + one], k] * values[j + one]
        j += two
    if j < stop:
        s0 += w[columns[j], k] * values[j]
    scores[k] = s0 + r0


def add_pair(rows: Any, i: Any, w: Any, up: Any, down: Any, amount: float) -> None:
    """w[:, up] += amount · row i and w[:, down] −= amount · row i."""
    starts, columns, values, bias = rows
    if bias:
        last = np.uint64(len(w) - 1)
        w[last, up] += amount
        w[last, down] -= amount
    for j in range(starts[i], starts[i + 1]):
        column = columns[j]
        change = amount * values[j]
        w[column, up] += change
        w[column, down] -= change


def add_heads(rows: Any, i: Any, w: Any, amounts: Any, factor: float) -> None:
    """w[:, k] += factor · amounts[k] · row i, for every head k; four at a time, then the rest."""
    starts, columns, values, bias = rows
    if bias:
        last = np.uint64(len(w) - 1)
        for h in range(len(amounts)):
            w[last, h] += amounts[h] * factor
    one, two, three, four = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(4)
    heads = np.uint64(len(amounts))
    k = np.uint64(0)
    while k + three < heads:
        a0, a1, a2, a3 = amounts[k], amounts[k + one], amounts[k + two], amounts[k + three]
        for j in range(starts[i], starts[i + 1]):
            column = columns[j]
            value = factor * values[j]
            w[column, k] += a0 * value
            w[column, k + one] += a1 * value
            w[column, k + two] += a2 * value
            w[column, k + three] += a3 * value
        k += four
    if k < heads:
        for j in range(starts[i], starts[i + 1]):
            column = columns[j]
            value = factor * values[j]
            for h in range(k, heads):
                w[column, h] += amounts[h] * value


# Beyond it a score stands for "very much": differences of two such are numbers still.
LARGEST_SCORE = 1e300


@cache
def _multiplier() -> Kernel:
    def multiply(rows: Any, w: Any, out: Any) -> None:
        starts, columns, values, _ = rows
        for i in range(len(out)):
            for j in range(starts[i], starts[i + 1]):
                column = columns[j]
                value = values[j]
                for k in range(out.shape[1]):
                    out[i, k] += w[column, k] * value
            for k in range(out.shape[1]):
                score = out[i, k]
                if not abs(score) <= LARGEST_SCORE:
                    out[i, k] = 0.0 if score != score else np.copysign(LARGEST_SCORE, score)

    return compiled(multiply)


def multiply_rows(rows: Rows, weights: Floats) -> Floats:
    """Scores [n, heads] of every row under weights [width, heads]; one row more is the bias."""
    scores = np.zeros((len(rows), weights.shape[1]))
    if len(weights) > rows.width:
        scores += weights[-1]
    if len(rows):
        _multiplier()(raw(rows), np.ascontiguousarray(weights), scores)
    return scores
