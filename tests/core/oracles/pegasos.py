"""Pegasos, Shalev-Shwartz, Singer & Srebro 2007, figure 1, over joint features."""

from __future__ import annotations

import math

import numpy as np

from tests.core.oracles.joint import Oracle, Stepped, Vector, away_from, f, seen, weights_for


def pegasos(
    examples: Vector, labels: list[int], classes: int, steps: list[list[int]], *,
    lam: float, projection: bool,
) -> Oracle:  # fmt: skip
    w = weights_for(examples[0], classes)
    history, count = weights_for(examples[0], classes), 0
    for t, step in enumerate(steps, 1):
        eta = 1 / (lam * t)
        subgradient = np.zeros_like(w)
        visits = []
        noted = history
        for i in step:
            x, y = examples[i], labels[i]
            visit = seen(w, x, y, classes, history)
            if away_from(visit.margin, 1.0) < 1.0:
                difference = f(x, y, classes) - f(x, visit.wrong, classes)
                subgradient += difference
                count += 1
                noted = noted + math.sqrt(count) * difference
            visits.append(visit)
        history = noted
        w = (1 - 1 / t) * w + eta * subgradient / len(step)
        if projection and (length := float(np.linalg.norm(w))) > 0.0:
            w = min(1.0, 1 / math.sqrt(lam) / length) * w
        yield Stepped(w, tuple(visits), history)
