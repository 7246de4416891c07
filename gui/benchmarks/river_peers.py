"""The same learners in river, which learns from one feature dictionary at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec
from typing import Any

from gui.benchmarks.data import Problem, plane, text_like
from gui.benchmarks.effort import Effort
from gui.benchmarks.measurement import Measurement
from gui.benchmarks.ours import recorded
from gui.benchmarks.timing import interleaved

SECTION = "times as fast as river"
TARGET = 70.0
RATE = 0.1


def _perceptron() -> Any:
    from river.linear_model import Perceptron

    return Perceptron()


def _passive_aggressive() -> Any:
    from river.linear_model import PAClassifier

    return PAClassifier(C=1.0, mode=1)


def _logistic() -> Any:
    from river.linear_model import LogisticRegression
    from river.optim import SGD

    return LogisticRegression(optimizer=SGD(RATE))


PEERS: tuple[tuple[str, Mapping[str, object], Callable[[], Any]], ...] = (
    ("perceptron", {}, _perceptron),
    ("mira", {"C": 1.0}, _passive_aggressive),
    ("logistic-regression", {"learning_rate": RATE}, _logistic),
)


def measurements(effort: Effort) -> Iterator[Measurement]:
    points, passes = effort.points[-1]
    for classes in (4, 2):
        text = text_like(
            effort.documents, effort.vocabulary, effort.words, classes, effort.text_passes
        )
        for problem in (text, plane(points, classes, passes)):
            for learner, settings, make in PEERS:
                yield _against(problem, learner, settings, make, effort)


def _against(
    problem: Problem,
    learner: str,
    settings: Mapping[str, object],
    make: Callable[[], Any],
    effort: Effort,
) -> Measurement:
    name = f"{problem.name}: {learner}"
    if find_spec("river") is None:
        return Measurement(SECTION, name, None, "times", TARGET, True)
    steps = min(effort.peer_steps // 2, len(problem.dataset))
    examples = list(_examples(problem, steps))

    def learn() -> object:
        model = _for_classes(make(), problem.classes, learner)
        for features, label in examples:
            model.learn_one(features, label)
        return model

    pairs = interleaved(recorded(problem, learner, settings), learn, effort.rounds, effort.seconds)
    times = pairs.per_step(problem.steps, steps)
    return Measurement(SECTION, name, times.faster, "times", TARGET, True, times.text)


def _for_classes(model: Any, classes: int, learner: str) -> Any:
    """Two classes as it is, else one model per class against the rest; logistic: softmax."""
    if classes == 2:
        return model
    if learner == "logistic-regression":
        from river.linear_model import SoftmaxRegression
        from river.optim import SGD

        return SoftmaxRegression(optimizer=SGD(RATE))
    from river.multiclass import OneVsRestClassifier

    return OneVsRestClassifier(model)


def _examples(problem: Problem, count: int) -> Iterator[tuple[dict[str, float], int | bool]]:
    names = problem.dataset.feature_names
    for i in range(count):
        columns, values = problem.dataset.rows.row(i)
        named = zip(columns.tolist(), values.tolist(), strict=True)
        label = int(problem.labels[i])
        yield {names[j]: v for j, v in named}, bool(label) if problem.classes == 2 else label
