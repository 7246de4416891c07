"""How an example is looked at and how the weights move, for each family of update rules.

A family is two functions that are written out inside the training and the replay loop:
`look` scores an example, asks the rule, records the answer on the tape, and returns ⟨w, Δ⟩ and
‖Δ‖² of the update Δ, by which the norm of the weights is kept; `move` adds a recorded update, times
a factor, to an array of weights. In a mark, the low six bits are the best wrong label and bit 6
says "mistake". `share` is 1 divided by the number of examples in the step.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from core.kernels import loops
from core.kernels.compiler import Kernel, callable_in_kernels, written_out_in_kernels
from core.learners.rule import Rule, Visit

WRONG_LABEL = 0x3F
MISTAKE = 0x40


class Family(NamedTuple):
    """The two functions of a family, ready to be written out in a kernel."""

    look: Kernel
    move: Kernel


def family(rule: Rule, classes: int) -> Family:
    """The family by which a rule learns this many classes."""
    if classes == 2:
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
    dot, add = written_out_in_kernels(loops.dot), written_out_in_kernels(loops.add)

    def look(starts: Any, columns: Any, values: Any, bias: Any, i: Any, label: Any, w: Any,
             scale: Any, norm: Any, weight_norm: Any, dual: Any, step: Any, rate: Any,
             parameters: Any, share: Any, coefficients: Any, b: Any, margins: Any, marks: Any,
             scores: Any) -> Any:  # fmt: skip
        sign = 2.0 * label - 1.0
        margin = sign * scale * dot(starts, columns, values, bias, i, w)
        mistake = mistaken(margin, label == 0, parameters)
        visit = Visit(margin, mistake, norm, weight_norm, dual[i], step, rate)
        size = share * step_size(visit, parameters)
        coefficients[b] = size
        dual[i] += size
        margins[b] = margin
        marks[b] = np.uint8(1 - label)
        if mistake:
            marks[b] |= np.uint8(MISTAKE)
        return size * margin, size * size * norm

    def move(starts: Any, columns: Any, values: Any, bias: Any, i: Any, label: Any, mark: Any,
             coefficients: Any, b: Any, factor: Any, w: Any) -> None:  # fmt: skip
        size = coefficients[b]
        if size != 0.0:
            add(starts, columns, values, bias, i, w, (2.0 * label - 1.0) * factor * size)

    return Family(written_out_in_kernels(look), written_out_in_kernels(move))


def _gold_against_best_wrong(rule: Rule) -> Family:
    step_size = callable_in_kernels(rule.step_size)
    mistaken = callable_in_kernels(rule.mistaken)
    dot_heads = written_out_in_kernels(loops.dot_heads)
    add_pair = written_out_in_kernels(loops.add_pair)

    def look(starts: Any, columns: Any, values: Any, bias: Any, i: Any, label: Any, w: Any,
             scale: Any, norm: Any, weight_norm: Any, dual: Any, step: Any, rate: Any,
             parameters: Any, share: Any, coefficients: Any, b: Any, margins: Any, marks: Any,
             scores: Any) -> Any:  # fmt: skip
        dot_heads(starts, columns, values, bias, i, w, scores)
        wrong = 1 if label == 0 else 0
        for k in range(len(scores)):
            if k != label and scores[k] > scores[wrong]:
                wrong = k
        margin = scale * (scores[label] - scores[wrong])
        mistake = mistaken(margin, label < wrong, parameters)
        visit = Visit(margin, mistake, 2.0 * norm, weight_norm, dual[i], step, rate)
        size = share * step_size(visit, parameters)
        coefficients[b] = size
        dual[i] += size
        margins[b] = margin
        marks[b] = np.uint8(wrong)
        if mistake:
            marks[b] |= np.uint8(MISTAKE)
        return size * margin, 2.0 * size * size * norm

    def move(starts: Any, columns: Any, values: Any, bias: Any, i: Any, label: Any, mark: Any,
             coefficients: Any, b: Any, factor: Any, w: Any) -> None:  # fmt: skip
        size = coefficients[b]
        if size != 0.0:
            wrong = mark & np.uint8(WRONG_LABEL)
            add_pair(starts, columns, values, bias, i, w, label, wrong, size * factor)

    return Family(written_out_in_kernels(look), written_out_in_kernels(move))


def _softmax(rule: Rule) -> Family:
    mistaken = callable_in_kernels(rule.mistaken)
    dot_heads = written_out_in_kernels(loops.dot_heads)
    add_heads = written_out_in_kernels(loops.add_heads)

    def look(starts: Any, columns: Any, values: Any, bias: Any, i: Any, label: Any, w: Any,
             scale: Any, norm: Any, weight_norm: Any, dual: Any, step: Any, rate: Any,
             parameters: Any, share: Any, coefficients: Any, b: Any, margins: Any, marks: Any,
             scores: Any) -> Any:  # fmt: skip
        dot_heads(starts, columns, values, bias, i, w, scores)
        wrong = 1 if label == 0 else 0
        for k in range(len(scores)):
            if k != label and scores[k] > scores[wrong]:
                wrong = k
        margin = scale * (scores[label] - scores[wrong])
        mistake = mistaken(margin, label < wrong, parameters)
        highest = scale * max(scores[label], scores[wrong])
        total = 0.0
        for k in range(len(scores)):
            coefficients[b, k] = np.exp(scale * scores[k] - highest)
            total += coefficients[b, k]
        size = share * rate
        along = 0.0
        squares = 0.0
        for k in range(len(scores)):
            gold = 1.0 if k == label else 0.0
            c = size * (gold - coefficients[b, k] / total)
            coefficients[b, k] = c
            along += c * scale * scores[k]
            squares += c * c
        margins[b] = margin
        marks[b] = np.uint8(wrong)
        if mistake:
            marks[b] |= np.uint8(MISTAKE)
        return along, squares * norm

    def move(starts: Any, columns: Any, values: Any, bias: Any, i: Any, label: Any, mark: Any,
             coefficients: Any, b: Any, factor: Any, w: Any) -> None:  # fmt: skip
        add_heads(starts, columns, values, bias, i, w, coefficients[b], factor)

    return Family(written_out_in_kernels(look), written_out_in_kernels(move))


def _one_against_rest(rule: Rule) -> Family:
    step_size = callable_in_kernels(rule.step_size)
    mistaken = callable_in_kernels(rule.mistaken)
    dot_heads = written_out_in_kernels(loops.dot_heads)
    add_heads = written_out_in_kernels(loops.add_heads)

    def look(starts: Any, columns: Any, values: Any, bias: Any, i: Any, label: Any, w: Any,
             scale: Any, norm: Any, weight_norm: Any, dual: Any, step: Any, rate: Any,
             parameters: Any, share: Any, coefficients: Any, b: Any, margins: Any, marks: Any,
             scores: Any) -> Any:  # fmt: skip
        dot_heads(starts, columns, values, bias, i, w, scores)
        wrong = 1 if label == 0 else 0
        along = 0.0
        squares = 0.0
        for k in range(len(scores)):
            if k != label and scores[k] > scores[wrong]:
                wrong = k
            sign = 1.0 if k == label else -1.0
            head_margin = sign * scale * scores[k]
            head_mistake = mistaken(head_margin, k == label, parameters)
            visit = Visit(head_margin, head_mistake, norm, weight_norm, dual[i, k], step, rate)
            size = share * step_size(visit, parameters)
            coefficients[b, k] = sign * size
            dual[i, k] += size
            along += size * head_margin
            squares += size * size
        margin = scale * (scores[label] - scores[wrong])
        mistake = mistaken(margin, label < wrong, parameters)
        margins[b] = margin
        marks[b] = np.uint8(wrong)
        if mistake:
            marks[b] |= np.uint8(MISTAKE)
        return along, squares * norm

    def move(starts: Any, columns: Any, values: Any, bias: Any, i: Any, label: Any, mark: Any,
             coefficients: Any, b: Any, factor: Any, w: Any) -> None:  # fmt: skip
        add_heads(starts, columns, values, bias, i, w, coefficients[b], factor)

    return Family(written_out_in_kernels(look), written_out_in_kernels(move))
