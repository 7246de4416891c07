"""The passive-aggressive algorithms of Crammer et al. 2006, figure 1, over joint features."""

from __future__ import annotations

import math

import numpy as np

from tests.core.oracles.joint import Oracle, Stepped, Vector, f, seen, weights_for


def mira(
    examples: Vector, labels: list[int], classes: int, steps: list[list[int]], *,
    C: float, variant: str,
) -> Oracle:  # fmt: skip
    w = weights_for(examples[0], classes)
    history, count = weights_for(examples[0], classes), 0
    for step in steps:
        change = np.zeros_like(w)
        visits = []
        noted = history
        for i in step:
            x, y = examples[i], labels[i]
            visit = seen(w, x, y, classes, history)
            difference = f(x, y, classes) - f(x, visit.wrong, classes)
            loss = max(0.0, 1.0 - visit.margin)
            length = float(difference @ difference)
            tau = 0.0
            if length > 0.0:
                if variant == "hard":
                    tau = loss / length
                elif variant == "PA-I":
                    tau = min(C, loss / length)
                elif variant == "PA-II":
                    tau = loss / (length + 1 / (2 * C))
                elif visit.mistake:
                    tau = min(C, loss / length)
            change += tau * difference
            count += 1
            noted = noted + math.sqrt(count) * tau * difference
            visits.append(visit)
        w, history = w + change / len(step), noted
        yield Stepped(w, tuple(visits), history)
