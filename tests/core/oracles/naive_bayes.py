"""Naive Bayes from scratch for any set of counted examples: words or bell curves."""

from __future__ import annotations

import math

import numpy as np

from tests.core.oracles.joint import Vector


def log_prior(labels: list[int], y: int) -> float:
    """log of the share of y; a class without an example counts as half an example."""
    return math.log(max(labels.count(y), 0.5) / max(len(labels), 1))


def multinomial_score(
    counted: Vector, labels: list[int], x: Vector, y: int, alpha: float, known: list[int],
    prior: bool,
) -> float:  # fmt: skip
    """log p(y) + Σ x_j log φ_{y,j} over the known words."""
    total = sum(counted[i][j] for i in range(len(labels)) if labels[i] == y for j in known)
    result = log_prior(labels, y) if prior else 0.0
    for j in known:
        count = sum(counted[i][j] for i in range(len(labels)) if labels[i] == y)
        result += x[j] * math.log((count + alpha) / (total + alpha * len(known)))
    return result


def gaussian_score(
    counted: Vector, labels: list[int], x: Vector, y: int, floor: float, prior: bool
) -> float:
    """log p(y) + Σ log N(x_j; m, σ²); a class without examples has the curves of all of them."""
    own = [counted[i] for i in range(len(labels)) if labels[i] == y] or list(counted)
    result = log_prior(labels, y) if prior else 0.0
    if not own:
        return result
    for j in range(len(x)):
        values = [row[j] for row in own]
        mean = sum(values) / len(values)
        variance = sum((v - mean) ** 2 for v in values) / len(values) + floor
        result += -0.5 * math.log(2 * math.pi * variance) - (x[j] - mean) ** 2 / (2 * variance)
    return result


def largest_variance(training: Vector) -> float:
    return float(np.var(training, axis=0).max()) if training.size else 0.0
