"""Formulas on screen: every declared one is typeset, with the right digits, within its room."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from core.learners import BUILT_IN
from core.learners.telling import NumberStyle
from gui.formula import FormulaView
from gui.formula_lines import clauses, lay_out
from gui.theme import Theme
from gui.typeset import EM, TypeSet, known, type_set

RULES = [learner.formula for learner in BUILT_IN]


def shown(qtbot: QtBot, theme: Theme, tex: str, width: int = 480) -> FormulaView:
    view = FormulaView(theme)
    qtbot.addWidget(view)
    view.resize(width, 60)
    view.show()
    view.show_tex(tex)
    return view


def settled(qtbot: QtBot, view: FormulaView) -> FormulaView:
    qtbot.waitUntil(lambda: view.is_typeset, timeout=10_000)
    view.resize(view.width(), view.sizeHint().height())
    return view


def image(view: FormulaView) -> QImage:
    return view.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def drawn(formula: TypeSet) -> list[tuple[str, float, float, float]]:
    """What is to be seen of it: each glyph's outline and place."""
    return sorted(
        (formula.outlines[g.outline], round(g.x, 2), round(g.y, 2), round(g.scale, 3))
        for g in formula.glyphs
    )


# Typesetting


@pytest.mark.parametrize("tex", RULES)
def test_every_rule_can_be_typeset(tex: str) -> None:
    formula = type_set(tex)
    assert formula.glyphs
    assert formula.width > EM
    assert all(-1.0 <= glyph.x <= formula.width for glyph in formula.glyphs)
    assert known(tex) == formula


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.floats(-99, 99).filter(lambda x: abs(x) > 0.01), min_size=2, max_size=2),
    st.integers(2, 6),
    st.booleans(),
)
def test_digits_put_in_are_the_digits_that_ziamath_would_set(
    numbers: list[float], digits: int, comma: bool
) -> None:
    from ziamath.config import config
    from ziamath.zmath import Latex

    show = NumberStyle(digits, comma)
    a, b = map(show, numbers)
    ours = type_set(rf"\tau = \frac{{{a}}}{{{b}}}^{{12}}")
    plain_a, plain_b = (n.replace("−", "-").replace(",", "{,}") for n in (a, b))
    config.svg2 = False
    try:
        theirs = Latex(rf"\tau = \frac{{{plain_a}}}{{{plain_b}}}^{{12}}", size=EM)
    finally:
        config.svg2 = True
    width, height = theirs.getsize()
    assert ours.width == pytest.approx(width, abs=0.2 * EM)
    assert ours.ascent + ours.descent == pytest.approx(height, abs=0.2 * EM)
    outlines = [ours.outlines[glyph.outline] for glyph in ours.glyphs]
    wanted = [sign for sign in a + b if sign.isdigit()]
    large = {sign: _outline(sign) for sign in "0123456789"}
    assert [o for o in outlines if o in large.values()] == [large[sign] for sign in wanted]


def _outline(digit: str) -> str:
    (glyph,) = type_set(digit).glyphs
    return type_set(digit).outlines[glyph.outline]


def test_a_formula_with_other_digits_takes_no_time() -> None:
    type_set(r"\gamma = -0.123 \le 4")
    assert known(r"\gamma = -9.876 \le 0") is not None
    assert known(r"\gamma = -98.76 \le 0") is None  # of another shape


@pytest.mark.parametrize("tex", ["x_1^2 + 3", "x^2_1 + 3"])
def test_digits_that_change_places_are_not_mixed_up(tex: str) -> None:
    small = [glyph for glyph in type_set(tex).glyphs if glyph.scale < EM / 12.0 - 0.1]
    one, two = (type_set(f"x^{digit}").glyphs[-1].outline for digit in "12")
    assert [glyph.outline for glyph in sorted(small, key=lambda g: g.y)] == [two, one]


def test_a_minus_sign_belongs_to_its_number_and_a_decimal_comma_is_no_list() -> None:
    assert type_set("= −0.25").width < type_set("= 1 - 0.25").width - 0.8 * EM
    assert type_set("0,25").width == pytest.approx(type_set("0.25").width, abs=0.1 * EM)
    assert drawn(type_set("1.5e−05")) == drawn(type_set(r"1.5\cdot 10^{-5}"))


# Breaking


def test_clauses_are_told_apart_outside_of_brackets_only() -> None:
    assert clauses(r"a = 1,\quad b = 2 \;\Rightarrow\; c") == [
        "a = 1,",
        "b = 2",
        r"\Rightarrow\; c",
    ]
    assert clauses(r"\min\left(a \quad b\right)") == [r"\min\left(a \quad b\right)"]


@pytest.mark.parametrize("tex", RULES)
@pytest.mark.parametrize("width", [14.0, 22.0, 40.0])
def test_a_broken_rule_keeps_all_its_glyphs_and_fits(tex: str, width: float) -> None:
    lines = lay_out((tex,), width * EM, type_set)
    whole = lay_out((tex,), 1e6, type_set)
    assert lines is not None
    assert whole is not None

    def count(spots: object) -> int:
        return sum(len(spot.piece.glyphs) for spot in spots)  # type: ignore[attr-defined]

    assert count(lines.spots) == count(whole.spots)
    assert lines.width <= width * EM * 1.001
    assert lines.height >= whole.height * 0.6


# On screen


def test_it_is_drawn_in_the_ink_of_the_look(qtbot: QtBot, application_theme: Theme) -> None:
    view = settled(qtbot, shown(qtbot, application_theme, r"w \leftarrow w + x"))
    light = image(view)
    application_theme.use("dark")
    dark = image(view)
    application_theme.use("light")
    darkest = min(light.pixelColor(x, y).lightness()
                  for x in range(light.width()) for y in range(light.height()))  # fmt: skip
    brightest = max(dark.pixelColor(x, y).lightness()
                    for x in range(dark.width()) for y in range(dark.height()))  # fmt: skip
    assert darkest < 60
    assert brightest > 200


def test_another_number_is_another_picture(qtbot: QtBot, application_theme: Theme) -> None:
    view = settled(qtbot, shown(qtbot, application_theme, r"\tau = 0.125"))
    first = image(view)
    view.show_tex(r"\tau = 0.375")
    assert view.is_typeset  # at once: only digits differ
    assert image(view) != first
    view.show_tex(r"\tau = 0.125")
    assert image(view) == first


def test_a_narrow_view_is_higher(qtbot: QtBot, application_theme: Theme) -> None:
    wide = settled(qtbot, shown(qtbot, application_theme, RULES[1], 700))
    narrow = settled(qtbot, shown(qtbot, application_theme, RULES[1], 260))
    assert narrow.sizeHint().height() > 1.4 * wide.sizeHint().height()


def test_what_cannot_be_typeset_is_shown_as_text(qtbot: QtBot, application_theme: Theme) -> None:
    view = shown(qtbot, application_theme, r"\frac{a}{")
    qtbot.wait(150)
    assert not view.is_typeset
    assert view.words() == "a/()"
    assert view.accessibleName() == view.words()
    assert view.sizeHint().height() > 0


def test_nothing_takes_no_room(qtbot: QtBot, application_theme: Theme) -> None:
    view = shown(qtbot, application_theme, "")
    assert view.sizeHint().height() == 0


def test_typesetting_loads_nothing_that_reads_off_the_net() -> None:
    script = (
        "import sys\n"
        "from gui.typesetter import PARTS, _load\n"
        "from gui.typeset import type_set\n"
        "for part in PARTS: _load(part)\n"
        "assert type_set('w = 1').glyphs\n"
        "assert 'ssl' not in sys.modules, sorted(sys.modules)\n"
        "import urllib.request\n"
        "urllib.request.urlopen\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)
