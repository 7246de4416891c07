"""Where documents lie among each other, whatever is learnt of them: their principal components."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from core.dataset import Dataset
from core.rows import Floats, Rows

COMPONENTS = 6
LEAST_SPREAD = 1e-9  # of the widest component; below it there is only rounding error


@dataclass(frozen=True, eq=False)
class DocumentSpace:
    """The directions in which the training documents are spread widest, and where all lie on them.

    Features are centred at their mean over the training documents, but not scaled. Of the two
    directions that a component could have, it takes the one in which its largest weight is
    positive.
    """

    mean: Floats  # [features]
    directions: Floats  # [features, components], each of length 1
    places: Floats  # [documents, components], the held-out ones too
    shares: Floats  # [components], of the whole variance; descending


@dataclass(frozen=True, eq=False)
class Heights:
    """A height from 0 to 1 for every document, evenly spread."""

    places: Floats  # [documents]
    component: int | None  # the component by which they are ranked, 1 the first; None: by text


_kept: WeakKeyDictionary[Dataset, DocumentSpace] = WeakKeyDictionary()
_making = threading.Lock()


def space_of(dataset: Dataset) -> DocumentSpace:
    """Worked out once for a dataset; may take a second for many documents."""
    with _making:  # whoever asks while it is being made waits for it
        if dataset not in _kept:
            _kept[dataset] = _space(dataset)
        return _kept[dataset]


def known_space_of(dataset: Dataset) -> DocumentSpace | None:
    """The same, if it has been worked out already."""
    return _kept.get(dataset)


def heights_of(dataset: Dataset) -> Heights:
    """Ranks along the component that says least about the labels, so that height adds to a score.

    Where documents do not differ, they are ranked by their texts.
    """
    space = space_of(dataset)
    if space.places.shape[1] == 0:
        texts = dataset.items if isinstance(dataset.items, tuple) else ("",) * len(dataset)
        return Heights(_ranks(sorted(range(len(texts)), key=texts.__getitem__)), None)
    training = dataset.training
    alignments = _alignments(space.places[training], dataset.labels[training], dataset.classes)
    chosen = int(np.argmin(alignments))
    return Heights(_ranks(np.argsort(space.places[:, chosen], kind="stable")), chosen + 1)


def mean_of(rows: Rows) -> Floats:
    """Of every column, zeros included; 0 where there is no row."""
    sums: Floats = np.bincount(rows.columns, rows.values, rows.width).astype(np.float64)
    return sums / max(len(rows), 1)


def _ranks(order: Any) -> Floats:
    """Places in 0 … 1 of the documents that are named here in order."""
    ranks = np.empty(len(order))
    ranks[order] = np.arange(len(order)) + 0.5
    return ranks / max(len(order), 1)


def _alignments(places: Floats, labels: Any, classes: int) -> Floats:
    """The share of each component's variance that lies between the classes."""
    counts = np.bincount(labels, minlength=classes)
    between = np.zeros(places.shape[1])
    for label in np.flatnonzero(counts):
        between += counts[label] * places[labels == label].mean(axis=0) ** 2
    return np.asarray(between / (places**2).sum(axis=0))


def _space(dataset: Dataset) -> DocumentSpace:
    training = dataset.rows.take(dataset.training)
    mean = mean_of(training)
    spreads, directions = _widest(training, mean)
    kept = spreads > LEAST_SPREAD * max(float(spreads.max(initial=0.0)), LEAST_SPREAD)
    spreads, directions = spreads[kept], np.ascontiguousarray(directions[:, kept])
    if directions.size:
        largest = np.abs(directions).argmax(axis=0)
        directions *= np.sign(directions[largest, np.arange(len(spreads))])
    total = float((training.values**2).sum() - len(training) * (mean**2).sum())
    shares = spreads**2 / max(total, 1e-300)
    places = np.zeros((len(dataset), 0))
    if len(spreads):
        places = dataset.rows.dot(directions) - mean @ directions
    return DocumentSpace(mean, directions, places, np.minimum(shares, 1.0))


def _times(rows: Rows, vector: Floats) -> Floats:
    return rows.dot(vector.reshape(-1, 1))[:, 0]


def _widest(rows: Rows, mean: Floats) -> tuple[Floats, Floats]:
    """The largest singular values, descending, and right singular vectors of the centred rows."""
    shape = len(rows), rows.width
    if min(shape) == 0:
        return np.zeros(0), np.zeros((rows.width, 0))
    if min(shape) <= 2 * COMPONENTS:
        _, spreads, directions = np.linalg.svd(rows.dense() - mean, full_matrices=False)
        return spreads[:COMPONENTS], directions[:COMPONENTS].T
    from scipy.sparse.linalg import LinearOperator, svds

    across = Rows.from_csr(rows.to_scipy().T.tocsr())
    # Our own products let other threads run meanwhile; those of scipy do not.
    centred = LinearOperator(
        shape,
        matvec=lambda v: _times(rows, v) - mean @ v.ravel(),
        rmatvec=lambda u: _times(across, u) - mean * u.sum(),
        dtype=np.float64,
    )
    start = np.random.default_rng(0).normal(size=min(shape))
    _, spreads, directions = svds(centred, COMPONENTS, v0=start)
    order = np.argsort(-spreads)
    return spreads[order], directions[order].T
