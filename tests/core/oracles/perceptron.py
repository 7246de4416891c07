"""The perceptron, several examples a step if asked for."""

from __future__ import annotations

import math

import numpy as np

from tests.core.oracles.joint import (
    Oracle,
    Stepped,
    Vector,
    Visited,
    best_wrong,
    f,
    margin_of,
    score,
    settled,
    weights_for,
)


def perceptron(
    examples: Vector, labels: list[int], classes: int, steps: list[list[int]], *,
    learning_rate: float, ties: str, exact: bool,
) -> Oracle:  # fmt: skip
    """`exact`: the numbers are such that nothing is ever rounded, so every tie is one."""
    w = weights_for(examples[0], classes)
    history, count = weights_for(examples[0], classes), 0
    for step in steps:
        change = np.zeros_like(w)
        visits = []
        noted = history
        for i in step:
            x, y = examples[i], labels[i]
            wrong = best_wrong(w, x, y, classes, exact, history)
            if not exact:
                settled(w, x, y, wrong, classes, history)
            margin = margin_of(w, x, y, wrong, classes)
            if ties == "first label wins":
                scores = [score(w, x, k, classes) for k in range(classes)]
                mistake = scores.index(max(scores)) != y
            else:
                mistake = margin <= 0
            if mistake:
                difference = f(x, y, classes) - f(x, wrong, classes)
                change += learning_rate * difference
                count += 1
                noted = noted + math.sqrt(count) * difference
            visits.append(Visited(margin, mistake, wrong))
        w, history = w + change / len(step), noted
        yield Stepped(w, tuple(visits), history)
