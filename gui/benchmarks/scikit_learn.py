"""Each learner against its peer in scikit-learn: same data, same order, same number of passes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any

from gui.benchmarks.data import Problem, plane, text_like
from gui.benchmarks.effort import Effort
from gui.benchmarks.measurement import Measurement
from gui.benchmarks.ours import recorded
from gui.benchmarks.timing import interleaved

SECTION = "time as a part of scikit-learn's"
TEXT_TARGETS = {2: 0.95, 4: 0.55}
PLANE_TARGETS = {2: 0.7, 4: 0.5}
RATE, LAM = 0.1, 1e-4


@dataclass(frozen=True)
class Peer:
    """A learner of ours with the settings that match a classifier of theirs."""

    learner: str
    make: Callable[[Problem, Effort], Any]
    note: str
    settings: Mapping[str, object] = field(default_factory=dict)
    texts: bool = True
    points: bool = True
    looked_at: bool = False  # ask for every step's mistake as well; then there is no target


def _sgd(**settings: object) -> Callable[[Problem, Effort], Any]:
    def make(problem: Problem, effort: Effort) -> Any:
        from sklearn.linear_model import SGDClassifier

        return SGDClassifier(max_iter=problem.passes, tol=None, shuffle=False, **settings)

    return make


def _linear_svc(problem: Problem, effort: Effort) -> Any:
    from sklearn.svm import LinearSVC

    return LinearSVC(loss="hinge", max_iter=problem.passes, tol=1e-12, random_state=0)


def _multinomial(problem: Problem, effort: Effort) -> Any:
    from sklearn.naive_bayes import MultinomialNB

    return MultinomialNB()


def _gaussian(problem: Problem, effort: Effort) -> Any:
    from sklearn.naive_bayes import GaussianNB

    return GaussianNB()


def _adaboost(problem: Problem, effort: Effort) -> Any:
    from sklearn.ensemble import AdaBoostClassifier

    return AdaBoostClassifier(n_estimators=effort.boosting_rounds, random_state=0)


PEERS = (
    Peer(
        "perceptron",
        _sgd(loss="perceptron", penalty=None, learning_rate="constant", eta0=1.0),
        "SGDClassifier, perceptron loss",
    ),
    Peer(
        "mira",
        _sgd(loss="hinge", penalty=None, learning_rate="pa1", eta0=1.0),
        "SGDClassifier, pa1",
        {"C": 1.0},
    ),
    Peer(
        "logistic-regression",
        _sgd(loss="log_loss", penalty=None, learning_rate="constant", eta0=RATE),
        "SGDClassifier, log loss, constant rate",
        {"learning_rate": RATE},
    ),
    Peer(
        "pegasos",
        _sgd(loss="hinge", alpha=LAM, learning_rate="invscaling", eta0=1.0 / LAM, power_t=1.0),
        "SGDClassifier, hinge, the same rate 1/(λt) by “invscaling”",
        {"lam": LAM},
    ),
    Peer(
        "support-vector-machine",
        _linear_svc,
        "LinearSVC, which always shuffles and skips examples that seem settled",
        {"C": 1.0},
    ),
    Peer("naive-bayes", _multinomial, "MultinomialNB, one pass", points=False),
    Peer("naive-bayes", _multinomial, "which does not tell", points=False, looked_at=True),
    Peer("gaussian-naive-bayes", _gaussian, "GaussianNB, one pass", texts=False),
    Peer("gaussian-naive-bayes", _gaussian, "which does not tell", texts=False, looked_at=True),
    Peer("adaboost", _adaboost, "AdaBoostClassifier, stumps", texts=False),
)


def measurements(effort: Effort) -> Iterator[Measurement]:
    for classes in (4, 2):
        problem = text_like(
            effort.documents, effort.vocabulary, effort.words, classes, effort.text_passes
        )
        yield from _against_peers(problem, effort, TEXT_TARGETS[classes])
    for points, passes in effort.points:
        for classes in (4, 2):
            yield from _against_peers(
                plane(points, classes, passes), effort, PLANE_TARGETS[classes]
            )


def _against_peers(problem: Problem, effort: Effort, target: float) -> Iterator[Measurement]:
    for peer in PEERS:
        if peer.texts if problem.is_text else peer.points:
            yield _against(peer, problem, effort, target)


def _against(peer: Peer, problem: Problem, effort: Effort, target: float) -> Measurement:
    name = f"{problem.name}: {peer.learner}"
    if peer.looked_at:
        name += ", margins too"
    if find_spec("sklearn") is None:
        return Measurement(SECTION, name, None, target=target, detail=peer.note)
    settings = dict(peer.settings)
    if peer.learner == "adaboost":
        settings["rounds"] = effort.boosting_rounds
    play = recorded(problem, peer.learner, settings)
    pairs = interleaved(
        (lambda: play().mistakes()) if peer.looked_at else play,
        lambda: peer.make(problem, effort).fit(problem.matrix, problem.labels),
        effort.rounds,
        effort.seconds,
    )
    times = f"{pairs.our_time * 1e3:.2f} of {pairs.their_time * 1e3:.2f} ms"
    wanted = None if peer.looked_at else target
    return Measurement(SECTION, name, pairs.ratio, target=wanted, detail=f"{times}; {peer.note}")
