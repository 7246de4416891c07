"""A TeX formula as one line of plain text, for a terminal."""

from core.formula_text import formula_text

__all__ = ["formula_text"]
