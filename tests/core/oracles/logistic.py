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
    for t, step in enumerate(steps, 1):
        eta = {
            "constant": learning_rate,
            "1/√t": learning_rate / math.sqrt(t),
            "1/t": learning_rate / t,
        }[decay]
        gradient = np.zeros_like(w)
        visits = []
        for i in step:
            x, y = examples[i], labels[i]
            visits.append(seen(w, x, y, classes))
            p = probabilities([score(w, x, k, classes) for k in range(classes)])
            gradient -= f(x, y, classes)
            for k in range(classes):
                gradient += p[k] * f(x, k, classes)
        w = w - eta * (gradient / len(step) + l2 * w)
        yield Stepped(w, tuple(visits))


def probabilities(scores: list[float]) -> list[float]:
    highest = max(scores)
    raised = [math.exp(s - highest) for s in scores]
    return [r / sum(raised) for r in raised]
