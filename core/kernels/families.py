"""How an example is looked at and how the weights move, for each family of update rules.

A family is two functions that are written out inside the training and the replay loop:
`look` scores an example, asks the rule, records the answer on the tape, and returns ⟨w, Δ⟩ and
‖Δ‖² of the update Δ, by which the norm of the weights is kept; `move` adds a recorded update, times
a factor, to an array of weights. `e` is the place of the update on the tape, `i` the row it visits.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from core.kernels import loops
from core.kernels.compiler import Kernel, callable_in_kernels, written_out_in_kernels
from core.kernels.entries import COEFFICIENTS, MARGINS, MARKS, WRONG_LABEL, best_wrong, mark_of
from core.learners.rule import Numbers, Rule, Visit


class Now(NamedTuple):
    """What all examples of a step share."""

    step: int
    rate: float
    share: float  # 1 divided by the number of examples in the step
    scale: float  # the weights are scale · v
    weight_norm: float  # ‖w‖²
    parameters: Numbers


class Family(NamedTuple):
    """The two functions of a family, ready to be written out in a kernel."""

    look: Kernel
    move: Kernel


def family(rule: Rule, two_classes: bool) -> Family:
    """The family by which a rule learns two classes, or more."""
    if two_classes:
        return _two_classes(rule)
    makers = {
        "best wrong": _gold_against_best_wrong,
        "softmax": _softmax,
        "one against rest": _one_against_rest,
    }
    return makers[rule.heads](rule)


def _two_classes(rule: Rule) -> Family:
    step_size = callable_in_kernels(rule.step_size)
    mistaken = callable_in_kernels(rule.mistaken)
    mark = callable_in_kernels(mark_of)
    dot, add = written_out_in_kernels(loops.dot), written_out_in_kernels(loops.add)

    def look(rows: Any, i: Any, label: Any, norm: Any, v: Any, dual: Any, now: Any, tape: Any,
             e: Any, scores: Any) -> Any:  # fmt: skip
        margin = (2.0 * label - 1.0) * now.scale * dot(rows, i, v)
        mistake = mistaken(margin, label == 0, now.parameters)
        visit = Visit(margin, mistake, norm, now.weight_norm, dual[i], now.step, now.rate)
        size = now.share * step_size(visit, now.parameters)
        dual[i] += size
        tape[COEFFICIENTS][e] = size
        tape[MARGINS][e] = margin
        tape[MARKS][e] = mark(1 - label, mistake)
        return size * margin, size * size * norm

    def move(rows: Any, i: Any, label: Any, tape: Any, e: Any, factor: Any, v: Any) -> None:
        size = tape[COEFFICIENTS][e]
        if size != 0.0:
            add(rows, i, v, (2.0 * label - 1.0) * factor * size)

    return Family(written_out_in_kernels(look), written_out_in_kernels(move))


def _gold_against_best_wrong(rule: Rule) -> Family:
    step_size = callable_in_kernels(rule.step_size)
    mistaken = callable_in_kernels(rule.mistaken)
    mark, find_wrong = callable_in_kernels(mark_of), written_out_in_kernels(best_wrong)
    dot_heads, add_pair = loops.dot_heads(), written_out_in_kernels(loops.add_pair)

    def look(rows: Any, i: Any, label: Any, norm: Any, v: Any, dual: Any, now: Any, tape: Any,
             e: Any, scores: Any) -> Any:  # fmt: skip
        dot_heads(rows, i, v, scores)
        wrong = find_wrong(scores, label)
        margin = now.scale * (scores[label] - scores[wrong])
        mistake = mistaken(margin, label < wrong, now.parameters)
        visit = Visit(margin, mistake, 2.0 * norm, now.weight_norm, dual[i], now.step, now.rate)
        size = now.share * step_size(visit, now.parameters)
        dual[i] += size
        tape[COEFFICIENTS][e] = size
        tape[MARGINS][e] = margin
        tape[MARKS][e] = mark(wrong, mistake)
        return size * margin, 2.0 * size * size * norm

    def move(rows: Any, i: Any, label: Any, tape: Any, e: Any, factor: Any, v: Any) -> None:
        size = tape[COEFFICIENTS][e]
        if size != 0.0:
            add_pair(rows, i, v, label, tape[MARKS][e] & np.uint8(WRONG_LABEL), size * factor)

    return Family(written_out_in_kernels(look), written_out_in_kernels(move))


def _softmax(rule: Rule) -> Family:
    mistaken = callable_in_kernels(rule.mistaken)
    mark, find_wrong = callable_in_kernels(mark_of), written_out_in_kernels(best_wrong)
    dot_heads = loops.dot_heads()

    def look(rows: Any, i: Any, label: Any, norm: Any, v: Any, dual: Any, now: Any, tape: Any,
             e: Any, scores: Any) -> Any:  # fmt: skip
        dot_heads(rows, i, v, scores)
        wrong = find_wrong(scores, label)
        margin = now.scale * (scores[label] - scores[wrong])
        highest = now.scale * max(scores[label], scores[wrong])
        coefficients = tape[COEFFICIENTS][e]  # at first, unnormalised probabilities
        total = 0.0
        for k in range(len(scores)):
            coefficients[k] = np.exp(now.scale * scores[k] - highest)
            total += coefficients[k]
        size = now.share * now.rate
        along = squares = 0.0
        for k in range(len(scores)):
            gold = 1.0 if k == label else 0.0
            c = size * (gold - coefficients[k] / total)
            coefficients[k] = c
            along += c * now.scale * scores[k]
            squares += c * c
        tape[MARGINS][e] = margin
        tape[MARKS][e] = mark(wrong, mistaken(margin, label < wrong, now.parameters))
        return along, squares * norm

    return Family(written_out_in_kernels(look), _move_all_heads())


def _one_against_rest(rule: Rule) -> Family:
    step_size = callable_in_kernels(rule.step_size)
    mistaken = callable_in_kernels(rule.mistaken)
    mark, find_wrong = callable_in_kernels(mark_of), written_out_in_kernels(best_wrong)
    dot_heads = loops.dot_heads()

    def look(rows: Any, i: Any, label: Any, norm: Any, v: Any, dual: Any, now: Any, tape: Any,
             e: Any, scores: Any) -> Any:  # fmt: skip
        dot_heads(rows, i, v, scores)
        along = squares = 0.0
        for k in range(len(scores)):
            sign = 1.0 if k == label else -1.0
            margin = sign * now.scale * scores[k]
            mistake = mistaken(margin, k == label, now.parameters)
            visit = Visit(margin, mistake, norm, now.weight_norm, dual[i, k], now.step, now.rate)
            size = now.share * step_size(visit, now.parameters)
            dual[i, k] += size
            tape[COEFFICIENTS][e, k] = sign * size
            along += size * margin
            squares += size * size
        wrong = find_wrong(scores, label)
        lead = now.scale * (scores[label] - scores[wrong])
        tape[MARGINS][e] = lead
        tape[MARKS][e] = mark(wrong, mistaken(lead, label < wrong, now.parameters))
        return along, squares * norm

    return Family(written_out_in_kernels(look), _move_all_heads())


def _move_all_heads() -> Kernel:
    add_heads = written_out_in_kernels(loops.add_heads)

    def move(rows: Any, i: Any, label: Any, tape: Any, e: Any, factor: Any, v: Any) -> None:
        add_heads(rows, i, v, tape[COEFFICIENTS][e], factor)

    return written_out_in_kernels(move)
