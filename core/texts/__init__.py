"""Texts as features: what learners see of a text, and which words of it that came from."""

from core.texts.reading import TextReading
from core.texts.spans import Mark

__all__ = ["Mark", "TextReading"]
