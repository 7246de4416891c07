"""The light Markdown of lessons: paragraphs, lists, *emphasis*, **strong**, `code`, $formula$."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

BlockKind: TypeAlias = Literal["paragraph", "bullet", "number"]
SpanKind: TypeAlias = Literal["text", "emphasis", "strong", "code", "formula"]

_ITEM = re.compile(r"(?:([-*])|(\d{1,2})[.)])\s+(.*)", re.S)
# Code and formulas first: what stands in them is not looked at again.
_SPAN = re.compile(
    r"`(?P<code>[^`]+)`|\$(?P<formula>[^$]+)\$"
    r"|\*\*(?P<strong>\S(?:[^*]*\S)?)\*\*|\*(?P<emphasis>\S(?:[^*]*\S)?)\*"
)
_MARKED: tuple[SpanKind, ...] = ("code", "formula", "strong", "emphasis")


@dataclass(frozen=True)
class Span:
    """A run of letters of one kind; a formula is TeX."""

    kind: SpanKind
    text: str


@dataclass(frozen=True)
class Block:
    """A paragraph, or one item of a list."""

    kind: BlockKind
    spans: tuple[Span, ...]

    @property
    def display(self) -> bool:
        """Is it one formula and nothing else?"""
        return [span.kind for span in self.spans] == ["formula"]


def blocks(text: str) -> tuple[Block, ...]:
    """The text in its parts; what is no markup stays as it is."""
    found = []
    for paragraph in re.split(r"\n[ \t]*\n", text.strip()):
        for piece in _pieces(paragraph):
            item = _ITEM.fullmatch(piece)
            if item is None:
                found.append(Block("paragraph", spans(piece)))
            else:
                found.append(Block("bullet" if item[1] else "number", spans(item[3])))
    return tuple(block for block in found if block.spans)


def _pieces(paragraph: str) -> list[str]:
    """A paragraph's lines joined, save that each item of a list begins a piece of its own."""
    pieces: list[str] = []
    for line in paragraph.split("\n"):
        line = line.strip()
        if pieces and not _ITEM.fullmatch(line):
            pieces[-1] = f"{pieces[-1]} {line}".strip()
        else:
            pieces.append(line)
    return pieces


def spans(line: str) -> tuple[Span, ...]:
    """The markup within a line."""
    found: list[Span] = []
    done = 0
    for match in _SPAN.finditer(line):
        if match.start() > done:
            found.append(Span("text", line[done : match.start()]))
        for kind in _MARKED:
            if match[kind]:
                found.append(Span(kind, match[kind]))
        done = match.end()
    if done < len(line):
        found.append(Span("text", line[done:]))
    return tuple(found)


def formulas(text: str) -> tuple[str, ...]:
    """All TeX in a text."""
    return tuple(s.text for block in blocks(text) for s in block.spans if s.kind == "formula")


def plain(text: str) -> str:
    """The words without the signs of markup."""
    return "\n".join("".join(span.text for span in block.spans) for block in blocks(text))
