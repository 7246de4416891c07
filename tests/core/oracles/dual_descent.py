"""Dual coordinate descent, Hsieh et al. 2008, algorithm 1 without its shortcuts.

Each class against the rest is a machine of its own; with two classes there is one, for class 1.
"""

from __future__ import annotations

import math

import numpy as np

from tests.core.oracles.joint import Oracle, Stepped, Vector, seen


def dual_descent(
    examples: Vector, labels: list[int], classes: int, steps: list[list[int]], *, C: float
) -> Oracle:
    positives = [1] if classes == 2 else list(range(classes))
    alpha = np.zeros((len(positives), len(examples)))
    w = np.zeros((len(positives), examples.shape[1]))
    history, count = np.zeros_like(w), 0
    for step in steps:
        visits = [seen(w.ravel(), examples[i], labels[i], classes, history.ravel()) for i in step]
        change = np.zeros_like(w)
        for i in step:
            x = examples[i]
            count += 1
            for h, positive in enumerate(positives):
                y = 1.0 if labels[i] == positive else -1.0
                gradient = y * float(w[h] @ x) - 1
                if float(x @ x) == 0.0:
                    continue
                old = alpha[h, i]
                best = min(max(old - gradient / float(x @ x), 0.0), C)
                alpha[h, i] = old + (best - old) / len(step)
                change[h] += (alpha[h, i] - old) * y * x
                history[h] += math.sqrt(count) * (alpha[h, i] - old) * y * x
        w = w + change
        yield Stepped(w.ravel(), tuple(visits), history.ravel().copy())
