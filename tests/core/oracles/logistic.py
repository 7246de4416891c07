"""Stochastic gradient descent on the mean log loss + (λ/2)‖w‖²."""

from __future__ import annotations

import math

import numpy as np

from tests.core.oracles.joint import Oracle, Stepped, Vector, f, score, seen, weights_for


def logistic(
    examples: Vector, labels: list[int], classes: int, steps: list[list[int]], *,
    learning_rate: float, decay: str, l2: float,
) -> Oracle:  # fmt: skip
    w = weights_for(examples[0], classes)
    history, count = weights_for(examples[0], classes), 0
    for t, step in enumerate(steps, 1):
        eta = {
            "constant": learning_rate,
            "1/√t": learning_rate / math.sqrt(t),
            "1/t": learning_rate / t,
        }[decay]
        gradient = np.zeros_like(w)
        visits = []
        noted = history
        for i in step:
            x, y = examples[i], labels[i]
            visits.append(seen(w, x, y, classes, history))
            p = probabilities([score(w, x, k, classes) for k in range(classes)])
            own = -f(x, y, classes)
            for k in range(classes):
                own += p[k] * f(x, k, classes)
            gradient += own
            count += 1
            noted = noted + math.sqrt(count) * own
        history = noted
        w = w - eta * (gradient / len(step) + l2 * w)
        yield Stepped(w, tuple(visits), history)


def probabilities(scores: list[float]) -> list[float]:
    highest = max(scores)
    raised = [math.exp(s - highest) for s in scores]
    return [r / sum(raised) for r in raised]
