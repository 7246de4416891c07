"""From what the words of a text add to the scores, to how they are tinted."""

from __future__ import annotations

import numpy as np

from core.run import Moment
from core.texts.pulls import Pulls, ReadText, pulls
from gui.panels.curve_axis import reading
from gui.panels.tinted_text import Tint

FAINTEST_SCALE = 1e-9


def tints_of(moment: Moment, text: ReadText, readout: str) -> tuple[Tint, ...]:
    """Tints relative to the strongest word of the text; words that are not known are marked."""
    found = pulls(moment, text, readout)
    if found.per_word is None:
        return tuple(Tint(m.start, m.end, unknown=not m.features) for m in text.marks)
    return _tinted(found, text, moment.run.dataset.class_names, moment)


def _tinted(
    found: Pulls, text: ReadText, names: tuple[str, ...], moment: Moment
) -> tuple[Tint, ...]:
    toward, strength = found.toward, found.strength
    scale = max(float(strength.max(initial=0.0)), FAINTEST_SCALE)
    features = moment.run.dataset.feature_names
    tints = []
    for number, mark in enumerate(text.marks):
        if not mark.features:
            tip = "Not among the features: no text to learn from has it, or it is left out."
            tints.append(Tint(mark.start, mark.end, unknown=True, tip=tip))
            continue
        label, much = int(toward[number]), float(strength[number])
        listed = ", ".join(features[k] for k in mark.features[:6])
        pull = f"{reading(much)} toward {names[label]}" if much > 0 else "no pull"
        tints.append(Tint(mark.start, mark.end, label, much / scale, tip=f"{listed}\n{pull}"))
    return tuple(tints)


def strongest(text: ReadText, found: Pulls) -> list[tuple[str, int, float]]:
    """The words that pull most, once each: the word, toward which label, how much in all."""
    if found.per_word is None:
        return []
    sums: dict[str, np.ndarray[tuple[int], np.dtype[np.float64]]] = {}
    for mark, part in zip(text.marks, found.per_word, strict=True):
        word = text.text[mark.start : mark.end].lower()
        sums[word] = sums[word] + part if word in sums else part.copy()
    pulled = []
    for word, part in sums.items():
        label = int(part.argmax())
        others = float(part.sum() - part[label]) / (len(part) - 1)
        pulled.append((word, label, float(part[label]) - others))
    return sorted((p for p in pulled if p[2] > 0), key=lambda p: -p[2])
