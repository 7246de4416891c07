"""Features without a vocabulary: a hash of its name says which bucket a feature falls in."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from core.texts.counted import Counts

_LOWEST, _HIGHEST = -(2**31), 2**31 - 1


def counted_in_buckets(
    texts: Sequence[str], grams: Callable[[str], list[str]], buckets: int
) -> Counts:
    """Features that share a bucket are counted together."""
    from sklearn.feature_extraction.text import HashingVectorizer

    vectorizer = HashingVectorizer(
        analyzer=grams, n_features=buckets, alternate_sign=False, norm=None
    )
    matrix = vectorizer.transform(texts)
    matrix.sum_duplicates()
    starts, columns = matrix.indptr.astype(np.int64), matrix.indices.astype(np.int64)
    return Counts(starts, columns, matrix.data)


def bucket(gram: str, buckets: int) -> int:
    """Where the vectorizer puts this feature."""
    from sklearn.utils import murmurhash3_32

    number = int(murmurhash3_32(gram, seed=0))
    if number == _LOWEST:  # has no positive counterpart
        return (_HIGHEST - (buckets - 1)) % buckets
    return abs(number) % buckets
