"""Arrays and sentences as short JSON: what `unpacked` in assets/web/packing.js takes apart again.

Arrays travel as base64 of little-endian numbers, so that they arrive bit for bit.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

Json: TypeAlias = dict[str, Any]

# Ends before letters that an exponent or a unit would have, so that names stay whole.
_NUMBER = re.compile(r"(?<![\w.])[−-]?\d[\d.,]*(?:e[−+-]?\d+)?(?![\w])")
GAP = "\x01"  # where a number stands in a template; it is taken out of names first


def packed_wholes(numbers: ArrayLike) -> Json:
    """Whole numbers from 0, in as few bytes each as the largest needs."""
    array = np.asarray(numbers, np.int64).ravel()
    largest = int(array.max(initial=0))
    kind = "u8" if largest < 2**8 else "u16" if largest < 2**16 else "u32"
    return {kind: _base64(array.astype(f"<u{int(kind[1:]) // 8}"))}


def packed_numbers(numbers: ArrayLike) -> Json:
    """Numbers of double precision; one that repeats throughout is written once."""
    array = np.asarray(numbers, np.float64).ravel()
    if len(array) and np.array_equal(array, np.full_like(array, array[0])):
        return {"same": float(array[0]), "count": len(array)}
    return {"f64": _base64(array.astype("<f8"))}


def packed_flags(flags: ArrayLike) -> Json:
    """Yes or no, a bit each."""
    array = np.asarray(flags, np.bool_).ravel()
    return {"bits": _base64(np.packbits(array, bitorder="little")), "count": len(array)}


def packed_sentences(sentences: Iterable[str]) -> Json:
    """Sentences as templates, each kept once, and the numbers that go into their gaps."""
    templates: dict[str, int] = {}
    told: list[list[int | str]] = []
    for sentence in sentences:
        sentence = sentence.replace(GAP, " ")
        number = templates.setdefault(_NUMBER.sub(GAP, sentence), len(templates))
        told.append([number, *_NUMBER.findall(sentence)])
    return {"templates": list(templates), "told": told}


def rounded(numbers: ArrayLike, digits: int = 5) -> list[float | None]:
    """As many digits as a curve can show; None where there is no number."""
    array = np.asarray(numbers, np.float64).tolist()
    return [float(f"{x:.{digits}g}") if np.isfinite(x) else None for x in array]


def _base64(array: Any) -> str:
    return base64.b64encode(array.tobytes()).decode("ascii")
