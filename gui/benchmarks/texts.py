"""All questions about texts: reading them, learning from them, and going anywhere in such a run."""

from __future__ import annotations

import csv
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from core.dataset import Dataset
from core.errors import PlainError
from core.experiment import Experiment, Split, TextFeatures, TextsData
from core.files import read_any
from core.files.texts import LabelledTexts, read_texts
from core.runs import dataset_of
from gui.benchmarks.data import Problem
from gui.benchmarks.effort import Effort
from gui.benchmarks.measurement import Measurement
from gui.benchmarks.ours import recorded
from gui.benchmarks.timing import fair_conditions, interleaved, seconds

READING_TARGET, MIRA_TARGET, FRAME = 1.2, 0.8, 16.7  # of the other's time; of theirs; ms
DOCUMENTS, WORDS, VOCABULARY = 10_000, 20, 30_000
PASSES = 10
READING = "Texts: reading and vectorising, of CountVectorizer alone"
LEARNING = "Texts: training, of scikit-learn's"
SEEKING = "Texts: to any step, with the scores of all texts"


def measurements(effort: Effort, reviews: Path | None = None) -> Iterator[Measurement]:
    """`reviews` is a folder of long texts, such as film reviews; what needs it is else missing."""
    with fair_conditions():
        made = short_texts(DOCUMENTS if effort.documents >= DOCUMENTS else effort.documents)
        yield _reading(made, effort)
        short = _problem("short texts", made, TextFeatures())
        long = None
        if reviews is not None:
            found = read_any(reviews)
            if not isinstance(found, LabelledTexts):
                raise PlainError(f"“{reviews.name}” holds no labelled texts.")
            long = _problem("reviews", found.to_data(), TextFeatures(longest=2))
        yield _mira("reviews, unigrams and bigrams", long, effort)
        yield _mira("short texts", short, effort, target=None)
        yield _seeking("short texts", short, effort)
        yield _seeking("reviews, unigrams and bigrams", long, effort)


def short_texts(documents: int, seed: int = 0) -> TextsData:
    """Made sentences of about twenty words, the r-th commonest of which comes 1/r as often."""
    rng = np.random.default_rng(seed)
    lengths = rng.integers(2, 9, VOCABULARY)
    letters = rng.choice(list("etaoinshrdlucmfwypvbgk"), (VOCABULARY, 9))
    words = ["".join(row[:n]) for row, n in zip(letters, lengths, strict=True)]
    ranks = (VOCABULARY ** rng.random((documents, 2 * WORDS))).astype(np.int64) - 1
    sizes = rng.integers(WORDS // 2, 3 * WORDS // 2, documents)
    texts = tuple(
        " ".join(words[r] for r in row[:size]).capitalize() + "."
        for row, size in zip(ranks, sizes, strict=True)
    )
    return TextsData(texts, tuple(rng.integers(0, 2, documents).tolist()), ("bad", "good"))


def _reading(data: TextsData, effort: Effort) -> Measurement:
    name = f"{len(data.texts):,} short texts, a quarter held out"
    if find_spec("sklearn") is None:
        return Measurement(READING, name, None, target=READING_TARGET)
    from sklearn.feature_extraction.text import CountVectorizer

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "texts.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            labels = (data.class_names[k] for k in data.labels)
            lines = zip(labels, data.texts, strict=True)
            csv.writer(file).writerows([("label", "text"), *lines])
        pairs = interleaved(
            lambda: read_and_vectorised(path),
            lambda: CountVectorizer().fit_transform(data.texts),
            effort.rounds,
            effort.seconds,
        )
    times = f"{pairs.our_time * 1e3:.0f} of {pairs.their_time * 1e3:.0f} ms"
    return Measurement(READING, name, pairs.ratio, target=READING_TARGET, detail=times)


def read_and_vectorised(path: Path) -> Dataset:
    """From the file to what learners see, with everything checked on the way."""
    return dataset_of(Experiment(data=read_texts(path).to_data(), split=Split(0.25)))


def _problem(name: str, data: TextsData, features: TextFeatures) -> Problem:
    """Shuffled once, for both sides: files come class by class, of which nobody learns much."""
    order = np.random.default_rng(0).permutation(len(data.texts)).tolist()
    texts, labels = (tuple(part[k] for k in order) for part in (data.texts, data.labels))
    shuffled = TextsData(texts, labels, data.class_names)
    dataset = dataset_of(Experiment(data=shuffled, text_features=features))
    return Problem(name, dataset, dataset.rows.to_scipy(), PASSES)


def _mira(
    name: str, problem: Problem | None, effort: Effort, target: float | None = MIRA_TARGET
) -> Measurement:
    name = f"{name}: mira, {PASSES} passes"
    if problem is None or find_spec("sklearn") is None:
        note = "give a folder with --reviews" if problem is None else ""
        return Measurement(LEARNING, name, None, target=target, detail=note)
    from sklearn.linear_model import SGDClassifier

    def theirs() -> object:
        return SGDClassifier(
            loss="hinge", penalty=None, learning_rate="pa1", eta0=1.0,
            max_iter=PASSES, tol=None, shuffle=False,
        ).fit(problem.matrix, problem.labels)  # fmt: skip

    ours = recorded(problem, "mira", {"C": 1.0})
    pairs = interleaved(ours, theirs, effort.rounds, effort.seconds)
    times = f"{pairs.our_time * 1e3:.1f} of {pairs.their_time * 1e3:.1f} ms; SGDClassifier, pa1"
    return Measurement(LEARNING, name, pairs.ratio, target=target, detail=times)


def _seeking(name: str, problem: Problem | None, effort: Effort) -> Measurement:
    if problem is None:
        note = "give a folder with --reviews"
        return Measurement(SEEKING, f"{name}, p99", None, "ms", FRAME, detail=note)
    run = recorded(problem, "mira", {"C": 1.0})()
    run.at(0).scores()
    places = np.random.default_rng(1).integers(0, run.steps + 1, effort.seeks)
    times = [1e3 * seconds(lambda t=int(t): run.at(t).scores()) for t in places]  # type: ignore[misc]
    detail = f"median {np.median(times):.2f} ms; {len(problem.dataset):,} texts"
    late = float(np.percentile(times, 99))
    return Measurement(SEEKING, f"{name}, p99", late, "ms", FRAME, detail=detail)
