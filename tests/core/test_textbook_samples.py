"""The small bundled texts give the numbers that textbooks print."""

from __future__ import annotations

import csv
from collections import Counter

import numpy as np
import pytest

import assets
from core.dataset import Dataset
from core.experiment import Order
from core.learners import find
from core.measure import predictions, probabilities
from core.rows import Rows
from core.run import Run


def texts(name: str) -> tuple[Dataset, list[tuple[str, str]]]:
    """A bundled file as counts of its words, and its lines as they are."""
    with assets.path("datasets", f"{name}.csv").open(encoding="utf-8", newline="") as file:
        lines = [(line["label"], line["text"]) for line in csv.DictReader(file)]
    counts = [Counter(text.split()) for _, text in lines]
    return Dataset.from_dictionaries(counts, [label for label, _ in lines]), lines


def chances(dataset: Dataset, learner: str, text: str, **parameters: float) -> dict[str, float]:
    """The classes' probabilities for a text, by a learner that has run to its end."""
    run = Run(dataset, find(learner), parameters, order=Order("given")).play()
    words = Counter(text.split())
    row = Rows.from_dense([[float(words[name]) for name in dataset.feature_names]])
    found = probabilities(run.at(run.steps).scores(row))[0]
    return dict(zip(dataset.class_names, found.tolist(), strict=True))


def test_five_reviews() -> None:
    dataset, _ = texts("textbook-reviews")
    assert len(dataset.feature_names) == 20
    tokens = [dataset.rows.dense()[dataset.labels == k].sum() for k in (0, 1)]
    assert (dataset.class_names, tokens) == (("negative", "positive"), [14, 9])
    negative, positive = 3 / 49130, 4 / 121945
    found = chances(dataset, "naive-bayes", "predictable with no fun")
    assert found["negative"] == pytest.approx(negative / (negative + positive), rel=1e-12)
    assert found["negative"] == pytest.approx(0.6505, abs=5e-5)


def test_very_leans_to_the_class_with_fewer_words() -> None:
    dataset, _ = texts("textbook-reviews")
    run = Run(dataset, find("naive-bayes"), order=Order("given")).play()
    weight = run.weights(run.steps)[dataset.feature_names.index("very")]
    assert weight == pytest.approx(np.log(34 / 29))


def test_both_lights_are_red() -> None:
    dataset, lines = texts("traffic-lights")
    both_red = [label for label, text in lines if text == "northred eastred"]
    assert both_red == ["broken"]  # so that the truth is certain
    found = chances(dataset, "naive-bayes", "northred eastred", alpha=1e-9)
    assert found == pytest.approx({"broken": 0.4, "working": 0.6})


def test_a_straight_boundary_knows_that_the_lights_are_broken() -> None:
    dataset, _ = texts("traffic-lights")
    run = Run(dataset, find("perceptron")).play()
    assert predictions(run.at(run.steps).scores()).tolist() == dataset.labels.tolist()


def test_the_second_word_counts_twice_for_naive_bayes_alone() -> None:
    dataset, lines = texts("repeated-word")
    assert Counter(lines)["storm", "thunder lightning"] == 6
    assert Counter(text for _, text in lines)["thunder lightning"] == 8
    naive = chances(dataset, "naive-bayes", "thunder lightning", alpha=1e-9)
    assert naive["storm"] == pytest.approx(0.9)
    assert chances(dataset, "naive-bayes", "thunder lightning")["storm"] == pytest.approx(49 / 58)
    logistic = chances(dataset, "logistic-regression", "thunder lightning")
    assert logistic["storm"] == pytest.approx(0.75, abs=0.03)
