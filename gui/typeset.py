"""TeX formulas as outlines with places, set by ziamath; no widgets here.

Setting a formula takes ziamath tens of milliseconds, and most formulas differ from one step to the
next in their digits only. All digits are equally wide, so a formula is set once with other digits
in their places, and the right ones are put in.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

EM = 20.0  # the size at which formulas are set; they are drawn at any
MOST_KEPT = 600
_DIGIT = re.compile(r"\d")
_PREFIXED = re.compile(r"(?<![\w)}\]])(?<![\w)}\]] )-(\d+(?:(?:\.|\{,\})\d+)?)")
_TEXT = re.compile(r"\\text\{([^{}]*)\}")


@dataclass(frozen=True)
class Placed:
    """A glyph: the name of its outline, where its origin lies, and its scale."""

    outline: str
    x: float
    y: float
    scale: float


@dataclass(frozen=True)
class Bar:
    """A filled box, such as the bar of a fraction."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class TypeSet:
    """A formula whose baseline begins at (0, 0), y downwards, in units of EM."""

    width: float
    ascent: float
    descent: float
    glyphs: tuple[Placed, ...]
    bars: tuple[Bar, ...]
    outlines: Mapping[str, str]  # as SVG paths


@dataclass(frozen=True)
class _Shape:
    """A formula in which the digits may be exchanged; where not all were found, none."""

    formula: TypeSet
    slots: tuple[int, ...] | None  # of the glyphs that are digits, in order


_shapes: OrderedDict[str, _Shape] = OrderedDict()


def type_set(tex: str) -> TypeSet:
    """The formula as outlines. Raises whatever ziamath raises if it does not understand it."""
    spelled = _spelled(tex)
    shape = _shape_of(_pattern(spelled))
    if shape.slots is None:
        shape = _shape_of(spelled)
    return _with_digits(shape, spelled)


def known(tex: str) -> TypeSet | None:
    """The same, if it takes no time."""
    spelled = _spelled(tex)
    shape = _shapes.get(_pattern(spelled))
    if shape is not None and shape.slots is None:
        shape = _shapes.get(spelled)
    return None if shape is None else _with_digits(shape, spelled)


def _spelled(tex: str) -> str:
    """As ziamath likes it: signs that belong to numbers, decimal commas and spaces made plain."""
    parts = _TEXT.split(tex)  # formulas, and between them the words in \text{…}
    for k in range(0, len(parts), 2):
        parts[k] = _spelled_formula(parts[k])
    for k in range(1, len(parts), 2):
        words = parts[k].strip()
        left, right = (
            r"\;" if space else "" for space in (parts[k][:1] == " ", parts[k][-1:] == " ")
        )
        parts[k] = rf"{left}\text{{{words}}}{right}" if words else r"\;"
    return "".join(parts)


def _spelled_formula(tex: str) -> str:
    text = tex.replace("−", "-")
    text = re.sub(r"(\d)e([-+]?)0*(\d+)", _power_of_ten, text)
    text = re.sub(r"(?<=\d),(?=\d)", "{,}", text)
    text = _PREFIXED.sub(r"{-\1}", text)
    text = re.sub(r"(=\s*)([-+])(?=\s*[A-Za-z\\])", r"\1{\2}", text)
    return re.sub(r"(?<=[A-Za-z]),(?=[A-Za-z\\])(?!\\[ ,;q])", r"{,}\\,", text)


def _power_of_ten(found: re.Match[str]) -> str:
    sign = "-" if found[2] == "-" else ""
    return rf"{found[1]}\cdot 10^{{{sign}{found[3]}}}"


def _pattern(spelled: str) -> str:
    """The formula with digits that only count on, so that their order can be checked."""
    count = iter(range(len(spelled)))
    return _DIGIT.sub(lambda _: str(next(count) % 10), spelled)


def _shape_of(spelled: str) -> _Shape:
    if spelled not in _shapes:
        formula = _set(spelled)
        digits = _digits()
        slots = tuple(k for k, g in enumerate(formula.glyphs) if g.outline in digits)
        found = "".join(str(digits[formula.glyphs[k].outline][1]) for k in slots)
        wanted = "".join(_DIGIT.findall(spelled))
        _shapes[spelled] = _Shape(formula, slots if found == wanted else None)
        while len(_shapes) > MOST_KEPT:
            _shapes.popitem(last=False)
    return _shapes[spelled]


def _with_digits(shape: _Shape, spelled: str) -> TypeSet:
    if not shape.slots:
        return shape.formula
    digits, glyphs = _digits(), list(shape.formula.glyphs)
    outlines = dict(shape.formula.outlines)
    for slot, digit in zip(shape.slots, _DIGIT.findall(spelled), strict=True):
        family, _ = digits[glyphs[slot].outline]
        name, outline = _family(family)[int(digit)]
        glyphs[slot] = replace(glyphs[slot], outline=name)
        outlines[name] = outline
    return replace(shape.formula, glyphs=tuple(glyphs), outlines=outlines)


@cache
def _digits() -> dict[str, tuple[str, int]]:
    """Which family and which digit an outline is."""
    return {
        name: (family, digit)
        for family in ("0123456789", "x^{0123456789}")
        for digit, (name, _) in enumerate(_family(family))
    }


@cache
def _family(tex: str) -> tuple[tuple[str, str], ...]:
    """The ten digits, large or in an exponent, as names and outlines."""
    formula = _set(tex)
    names = [glyph.outline for glyph in formula.glyphs][-10:]
    return tuple((name, formula.outlines[name]) for name in names)


def _set(spelled: str) -> TypeSet:
    from xml.etree import ElementTree

    from ziamath.config import config
    from ziamath.zmath import Latex

    config.svg2 = True  # each outline once, and glyphs that say which one they show
    return _read(ElementTree.fromstring(Latex(spelled, size=EM).svg()))


def _read(svg: Element) -> TypeSet:
    """What ziamath drew: symbols with outlines, uses of them, and boxes."""
    boxes: dict[str, list[float]] = {}
    outlines: dict[str, str] = {}
    glyphs, bars = [], []
    for element in svg.iter():
        kind, given = element.tag.rpartition("}")[2], element.attrib
        if kind == "symbol":
            boxes[given["id"]] = _numbers(given["viewBox"])
            # Tall brackets are put together from several paths.
            paths = [part.attrib["d"] for part in element.iter() if "d" in part.attrib]
            outlines[given["id"]] = " ".join(paths)
        elif kind == "use":
            glyphs.append(_placed(given, boxes))
        elif kind == "rect":
            bars.append(Bar(*(float(given[name]) for name in ("x", "y", "width", "height"))))
    left, top, width, height = _numbers(svg.attrib["viewBox"])
    shown = [glyph for glyph in glyphs if outlines[glyph.outline]]  # a space has no outline
    return TypeSet(width + left, -top, height + top, tuple(shown), tuple(bars), outlines)


def _placed(given: Mapping[str, Any], boxes: Mapping[str, list[float]]) -> Placed:
    name = given["href"].removeprefix("#")
    left, top, _, height = boxes[name]
    scale = float(given["height"]) / height
    return Placed(name, float(given["x"]) - left * scale, float(given["y"]) - top * scale, scale)


def _numbers(text: str) -> list[float]:
    return [float(number) for number in text.split()]
