"""The colours of the app, light and dark, and the signs that go with them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Palette:
    """Every colour that is drawn, by what it is for."""

    name: str
    ground: str  # behind the cards
    card: str
    border: str
    text: str
    muted: str
    accent: str
    accent_soft: str  # behind what is chosen
    on_accent: str
    hover: str
    field: str  # inside of inputs
    track: str  # of sliders and the timeline
    mistake: str
    good: str
    warning_soft: str
    stage: str
    grid: str
    classes: tuple[str, ...]  # Okabe–Ito, by class index
    learners: tuple[str, ...]  # none of them a class colour


LIGHT = Palette(
    name="light",
    ground="#f1f3f8",
    card="#ffffff",
    border="#e1e5ee",
    text="#1a2130",
    muted="#667085",
    accent="#4453d6",
    accent_soft="#e8eafc",
    on_accent="#ffffff",
    hover="#f2f4f9",
    field="#ffffff",
    track="#e4e7f0",
    mistake="#b42318",
    good="#05805a",
    warning_soft="#fff3e0",
    stage="#fbfcfe",
    grid="#dfe4ee",
    classes=(
        "#0072b2",
        "#d55e00",
        "#009e73",
        "#b8528e",
        "#b97f00",
        "#2f9bd8",
        "#8a7f00",
        "#5b6472",
    ),
    learners=("#1a2130", "#7a35e8", "#c2185b", "#3f6b12"),
)

DARK = Palette(
    name="dark",
    ground="#13161b",
    card="#1b1f26",
    border="#2b313b",
    text="#e8ebf1",
    muted="#9aa3b2",
    accent="#8e98ff",
    accent_soft="#2a2e55",
    on_accent="#12141c",
    hover="#242932",
    field="#161a20",
    track="#2d333e",
    mistake="#ff8a7e",
    good="#3fd39e",
    warning_soft="#3a2c16",
    stage="#171a20",
    grid="#2a303a",
    classes=(
        "#4ba6ea",
        "#f58b3c",
        "#2fcb9b",
        "#e596c4",
        "#f2b632",
        "#8fd0f7",
        "#ece25a",
        "#b9c0cc",
    ),
    learners=("#f3f5f9", "#b692ff", "#ff7eb0", "#a5d86a"),
)

# One shape per class, as pyqtgraph names them: colour is never the only sign.
SHAPES = ("o", "s", "t1", "d", "p", "star", "h", "t")
SHAPE_NAMES = (
    "circle",
    "square",
    "triangle",
    "diamond",
    "pentagon",
    "star",
    "hexagon",
    "falling triangle",
)
