"""The training loop and the replay loop, compiled once for every rule and family.

Both share `move` and the handling of the scale, so that a replay repeats the arithmetic of
training exactly and gives the same weights to the last bit.

Weights are kept as w = scale · v, so that shrinking all of them is one multiplication; v is a
vector for two classes, else [width, heads]. `state` holds [scale, ‖w‖², p], and the sum of the
weights after every step so far is Σw = p · v + u. `clock` says where on the tape a loop begins and
how visits make steps: the number of the first step (from 1), the updates before it, the examples in
a pass, and the examples in a step. `tape` are the entries from there on.
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
from core.kernels.entries import COEFFICIENTS, ORDER
from core.kernels.families import Now, family
from core.learners.rule import Rule, Turn

SMALLEST_SCALE = 1e-5  # the smaller, the more digits an average loses before the scale is folded in


def _multiply(array: Any, factor: float) -> None:
    for j in range(array.size):
        array.flat[j] *= factor


def _add_multiple(target: Any, array: Any, factor: float) -> None:
    for j in range(array.size):
        target.flat[j] += factor * array.flat[j]


def _step_length(place: int, per_pass: int, batch: int) -> int:
    """How many examples make the step that starts here; the last of a pass may be short."""
    if batch == 1:
        return 1
    return min(batch, per_pass - place % per_pass)


def _out_of_range(scale: float) -> bool:
    return scale < SMALLEST_SCALE or scale > 1.0 / SMALLEST_SCALE


def _write_weights(row: Any, v: Any, scale: float) -> None:
    for j in range(v.size):
        row[j] = scale * v.flat[j]


def _write_average(row: Any, v: Any, u: Any, p: float, step: int) -> None:
    for j in range(v.size):
        row[j] = (p * v.flat[j] + u.flat[j]) / step


def _is_ours(rule: Rule) -> bool:
    parts = (rule.step_size, rule.shrink, rule.mistaken, rule.rate)
    return all(part.__module__.startswith("core.") for part in parts)


@cache
def training_kernel(rule: Rule, two_classes: bool, single: bool) -> Kernel:
    """Visit the rows of the tape; returns how many were visited: fewer if the weights diverge.

    A step that would make the weights too large for a number is not taken. `single`: every step is
    one example, which leaves divisions and roots out of the loop, and changes no number.
    """
    look, move = family(rule, two_classes)
    shrinks = rule.shrinks
    rate_of, shrink = callable_in_kernels(rule.rate), callable_in_kernels(rule.shrink)
    step_length = callable_in_kernels(_step_length)
    out_of_range = callable_in_kernels(_out_of_range)
    multiply = written_out_in_kernels(_multiply)

    def train(rows: Any, labels: Any, norms: Any, clock: Any, v: Any, state: Any, dual: Any,
              parameters: Any, tape: Any, scores: Any) -> int:  # fmt: skip
        step, place, per_pass, batch = clock
        order, coefficients = tape[ORDER], tape[COEFFICIENTS]
        scale = state[0] if shrinks else 1.0
        weight_norm = state[1]
        wide = coefficients.size // max(len(order), 1)
        b = 0
        while b < len(order):
            length = 1 if single else step_length(place + b, per_pass, batch)
            share = 1.0 if single else 1.0 / length
            rate = rate_of(step, parameters)
            now = Now(step, rate, share, scale, weight_norm, parameters)
            along = squares = reach = 0.0
            for e in range(b, b + length):
                i = order[e]
                part, square = look(rows, i, labels[i], norms[i], v, dual, now, tape, e, scores)
                along += part
                squares += square
                reach += np.sqrt(square)
            a = 1.0
            if shrinks:
                a = shrink(Turn(step, rate, coefficients.flat[b * wide]), parameters)
            if length > 1:
                squares = reach * reach  # the triangle inequality: at most this
            grown = a * a * weight_norm + 2.0 * a * along + squares  # ‖a·w + Δ‖²
            if not np.isfinite(grown):
                break
            weight_norm = max(grown, 0.0)
            if shrinks:
                scale *= a
                if out_of_range(scale):
                    multiply(v, scale)
                    scale = 1.0
            factor = 1.0 / scale if shrinks else 1.0
            for e in range(b, b + length):
                i = order[e]
                move(rows, i, labels[i], tape, e, factor, v)
            b += length
            step += 1
        state[0], state[1] = scale, weight_norm
        return b

    return compiled(train, keep=_is_ours(rule))


@cache
def replay_kernel(rule: Rule, two_classes: bool, summing: bool) -> Kernel:
    """Take recorded updates again; with `summing`, keep u and p of Σw = p · v + u as well.

    After each step whose number is in `stops` (ascending), the weights, or with `summing` their
    average since the start, are written to the next row of `snapshots`.
    """
    move = family(rule, two_classes).move
    shrinks = rule.shrinks
    rate_of, shrink = callable_in_kernels(rule.rate), callable_in_kernels(rule.shrink)
    step_length = callable_in_kernels(_step_length)
    out_of_range = callable_in_kernels(_out_of_range)
    multiply = written_out_in_kernels(_multiply)
    add_multiple = written_out_in_kernels(_add_multiple)
    write_weights = written_out_in_kernels(_write_weights)
    write_average = written_out_in_kernels(_write_average)

    def replay(rows: Any, labels: Any, clock: Any, v: Any, u: Any, state: Any, parameters: Any,
               tape: Any, stops: Any, snapshots: Any) -> None:  # fmt: skip
        step, place, per_pass, batch = clock
        order, coefficients = tape[ORDER], tape[COEFFICIENTS]
        scale, p = state[0], state[2]
        wide = coefficients.size // max(len(order), 1)
        taken = 0
        b = 0
        while b < len(order):
            length = step_length(place + b, per_pass, batch)
            if shrinks:
                turn = Turn(step, rate_of(step, parameters), coefficients.flat[b * wide])
                scale *= shrink(turn, parameters)
                if out_of_range(scale):
                    if summing:  # begin p anew: dividing it by the scale would lose all digits
                        add_multiple(u, v, p)
                        p = 0.0
                    multiply(v, scale)
                    scale = 1.0
            for e in range(b, b + length):
                i = order[e]
                move(rows, i, labels[i], tape, e, 1.0 / scale, v)
                if summing:
                    move(rows, i, labels[i], tape, e, -p / scale, u)
            p += scale
            if taken < len(stops) and stops[taken] == step:
                if summing:
                    write_average(snapshots[taken], v, u, p, step)
                else:
                    write_weights(snapshots[taken], v, scale)
                taken += 1
            b += length
            step += 1
        state[0], state[2] = scale, p

    return compiled(replay, keep=_is_ours(rule))
