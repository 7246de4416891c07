"""The palettes: what must be read can be read, in a bright room too."""

from __future__ import annotations

import pytest

from gui.palette import DARK, DARK_CONTRAST, LIGHT, LIGHT_CONTRAST, Palette

GROUNDS = ("ground", "card", "stage")


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_the_measure_itself() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("palette", [LIGHT_CONTRAST, DARK_CONTRAST], ids=lambda p: p.name)
def test_presented_text_and_signs_stand_out(palette: Palette) -> None:
    for name in GROUNDS:
        ground = getattr(palette, name)
        for text in ("text", "muted", "accent", "mistake", "good"):
            assert contrast(getattr(palette, text), ground) >= 7.0, (text, name)
        for colour in (*palette.classes, *palette.learners):
            assert contrast(colour, ground) >= 4.5, (colour, name)
    assert contrast(palette.on_accent, palette.accent) >= 7.0
    assert contrast(palette.text, palette.warning_soft) >= 7.0


@pytest.mark.parametrize(
    "palette", [LIGHT, DARK, LIGHT_CONTRAST, DARK_CONTRAST], ids=lambda p: p.name
)
def test_no_learner_looks_like_a_class_nor_one_class_like_another(palette: Palette) -> None:
    assert len({*palette.classes, *palette.learners}) == 8 + 4
    for colour in palette.classes:
        assert contrast(colour, palette.stage) >= 3.0


def test_what_is_kept_by_name_is_drawn_anew() -> None:
    palettes = (LIGHT, DARK, LIGHT_CONTRAST, DARK_CONTRAST)
    assert len({palette.name for palette in palettes}) == 4
    assert [palette.is_dark for palette in palettes] == [False, True, False, True]
