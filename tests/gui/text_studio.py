"""A studio with few labelled texts, whose words are easy to follow by hand."""

from __future__ import annotations

from core.experiment import (
    Experiment,
    LearnerChoice,
    Order,
    Stopping,
    TextFeatures,
    TextsData,
)

TEXTS = TextsData(
    (
        "a warm and funny film",
        "dull, dull and far too long",
        "funny and warm to the end",
        "too long and never funny",
        "a dull plot <b>and</b> a dull end",
        "warm, bright & funny 🎬 indeed",
    ),
    (1, 0, 1, 0, 0, 1),
    ("bad", "good"),
)


def text_experiment(*learners: str) -> Experiment:
    return Experiment(
        data=TEXTS,
        text_features=TextFeatures(),
        learners=tuple(LearnerChoice(name) for name in learners or ("perceptron", "naive-bayes")),
        order=Order("given"),
        stopping=Stopping(passes=4),
    )
