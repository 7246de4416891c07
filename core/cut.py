"""A flat cut through the space of many features, and what a linear learner's scores are on it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.dataset import Dataset
from core.document_space import DocumentSpace, mean_of
from core.rows import Floats
from core.run import Moment
from core.text_words import feature_weights


@dataclass(frozen=True, eq=False)
class Cut:
    """The plane of all base + a · first direction + b · second direction."""

    base: Floats  # [features]
    directions: Floats  # [features, 2]

    def weights(self, moment: Moment, readout: str) -> Floats | None:
        """[3, heads]: the score at (a, b) is these times (a, b, 1); None if it is no such sum.

        On the cut, everything but a and b is what it is in the base; `core.boundary` draws it.
        """
        features = feature_weights(moment, readout)
        if features is None:
            return None
        weights = moment.weights(readout)
        offset = self.base @ features
        if len(weights) > len(features):
            offset = offset + weights[-1]
        return np.vstack([self.directions.T @ features, offset])


def cut_along_words(dataset: Dataset, first: int, second: int) -> Cut:
    """Two features as they come; all others at their mean over the training documents."""
    base = mean_of(dataset.rows.take(dataset.training))
    base[[first, second]] = 0.0
    directions = np.zeros((dataset.rows.width, 2))
    directions[first, 0] = directions[second, 1] = 1.0
    return Cut(base, directions)


def cut_along_components(space: DocumentSpace) -> Cut | None:
    """The two widest components, the others at their mean; None where there are not two."""
    if space.directions.shape[1] < 2:
        return None
    return Cut(space.mean, space.directions[:, :2])
