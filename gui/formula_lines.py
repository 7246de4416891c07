"""Formulas broken into lines that fit: where a formula may be broken, and what stands where."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gui.typeset import EM, TypeSet

BETWEEN_CLAUSES, BETWEEN_PARTS = 1.3 * EM, 0.05 * EM
INDENT = 1.2 * EM  # of a line that goes on
LEADING, BETWEEN_FORMULAS = 0.3 * EM, 0.55 * EM
SLIGHTLY = 0.87  # rather than break it, a formula is drawn this much smaller
SHORT = 3.0 * EM  # a left side that should not stand alone on its line
SMALLEST = 0.6  # what is still too wide is drawn smaller, down to this

Find = Callable[[str], TypeSet | None]

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|.", re.S)
_SPACES = {r"\quad", r"\qquad"}
_CLAUSES = {r"\Rightarrow"}  # a clause begins with it
_RELATIONS = {"=", r"\leftarrow", r"\approx", r"\le", r"\ge", r"\propto"}
_SUMS = {"+", "-", "−"}
_OPENING = {"{", "(", "[", r"\left", r"\bigl", r"\Bigl", r"\begin", r"\lVert"}
_CLOSING = {"}", ")", "]", r"\right", r"\bigr", r"\Bigr", r"\end", r"\rVert"}
_SIZED = {r"\left", r"\right", r"\bigl", r"\bigr", r"\Bigl", r"\Bigr"}  # with the bracket behind


@dataclass(frozen=True)
class Spot:
    """A piece of a formula, where its baseline begins."""

    piece: TypeSet
    x: float
    y: float
    scale: float = 1.0


@dataclass(frozen=True)
class Lines:
    """A whole formula in units of EM, from its upper left corner."""

    spots: tuple[Spot, ...]
    width: float
    height: float


def lay_out(formulas: Sequence[str], width: float, find: Find) -> Lines | None:
    """Lines no wider than this if that can be done; None if `find` lacks a piece.

    Each formula begins on a line of its own.
    """
    stacked = _Stack(width)
    for tex in formulas:
        lines = _lines_of(tex, width, find)
        if lines is None:
            return None
        stacked.add(lines)
    return Lines(tuple(stacked.spots), stacked.widest, stacked.y)


_Line = list[tuple[TypeSet, float]]  # pieces and the x of each


def _lines_of(tex: str, width: float, find: Find) -> list[_Line] | None:
    lines: list[_Line] = [[]]
    for clause in clauses(tex):
        whole = find(clause)
        if whole is None:
            return None
        start = _end(lines[-1]) + BETWEEN_CLAUSES if lines[-1] else 0.0
        if start + whole.width <= width:
            lines[-1].append((whole, start))
        elif whole.width * SLIGHTLY <= width:
            lines.append([(whole, 0.0)])
        else:
            pieces = _pieces(clause, width, find)
            if pieces is None:
                return None
            lines += _flow(pieces, width)
    return [line for line in lines if line]


def _pieces(clause: str, width: float, find: Find) -> list[TypeSet] | None:
    """A clause that is too wide, cut at its relations, and those parts at their sums."""
    pieces: list[TypeSet] = []
    for part in _cut(clause, _RELATIONS):
        piece = find(part)
        if piece is None:
            return None
        if piece.width <= width - INDENT:
            pieces.append(piece)
            continue
        for term in _cut(part, _SUMS):
            found = find(term)
            if found is None:
                return None
            pieces.append(found)
    return pieces


def _flow(pieces: list[TypeSet], width: float) -> list[_Line]:
    lines: list[_Line] = [[]]
    for piece in pieces:
        start = _end(lines[-1]) + BETWEEN_PARTS if lines[-1] else 0.0
        alone = len(lines[-1]) == 1 and _end(lines[-1]) < SHORT
        room = math.inf if alone and INDENT + piece.width > SLIGHTLY * width else width
        if lines[-1] and start + piece.width > room:
            lines.append([])
            start = INDENT
        lines[-1].append((piece, start))
    return lines


def _end(line: _Line) -> float:
    return line[-1][1] + line[-1][0].width if line else 0.0


class _Stack:
    """Lines one below the other."""

    def __init__(self, width: float) -> None:
        self.spots: list[Spot] = []
        self.y = self.widest = 0.0
        self._width = width

    def add(self, lines: list[_Line]) -> None:
        """The lines of one formula."""
        above = BETWEEN_FORMULAS if self.spots else 0.0
        for line in lines:
            scale = min(max(self._width / max(_end(line), 1.0), SMALLEST), 1.0)
            self.y += above + max(piece.ascent for piece, _ in line) * scale
            self.spots += [Spot(piece, x * scale, self.y, scale) for piece, x in line]
            self.y += max(piece.descent for piece, _ in line) * scale
            self.widest = max(self.widest, _end(line) * scale)
            above = LEADING


# Where a formula may be broken


def clauses(tex: str) -> list[str]:
    """The formulas that stand beside each other in one."""
    found = [""]
    for depth, token in _tokens(tex):
        if depth == 0 and token in _SPACES:
            found.append("")
        else:
            if depth == 0 and token in _CLAUSES:
                found.append("")
            found[-1] += token
    return [text for text in (_trimmed(clause) for clause in found) if text]


def _cut(tex: str, signs: set[str]) -> list[str]:
    """Pieces of which all but the first begin with one of these signs."""
    found = [""]
    for depth, token in _tokens(tex):
        if depth == 0 and token in signs and not _is_prefix(found[-1]):
            found.append("{}" if token in _SUMS else "")  # else it would look like a mere sign
        found[-1] += token
    return [text for text in (_trimmed(piece) for piece in found) if text]


def _is_prefix(before: str) -> bool:
    """Does a sign behind this belong to the number that follows it?"""
    text = _trimmed(before)
    last = _TOKEN.findall(text)[-1:] or [""]
    return not text or last[0] in (_RELATIONS | _SUMS | {",", r"\cdot", r"\times"})


def _trimmed(text: str) -> str:
    return re.sub(r"^(\\[,;: !]|\s)+|(\\[,;: !]|\s)+$", "", text)


def _tokens(tex: str) -> list[tuple[int, str]]:
    """Each command or sign, and how deep in brackets it stands."""
    found, depth, sized = [], 0, False
    for token in _TOKEN.findall(tex):
        if token in _CLOSING and not sized:
            depth = max(depth - 1, 0)
        found.append((depth, token))
        if token in _OPENING and not sized:
            depth += 1
        sized = token in _SIZED
    return found
