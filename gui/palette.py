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

    @property
    def is_dark(self) -> bool:
        return self.name.startswith("dark")


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

# For a projector in a bright room: text at 7:1 or better, classes and lines at 4.5:1.
LIGHT_CONTRAST = Palette(
    name="light-contrast",
    ground="#f6f8fb",
    card="#ffffff",
    border="#98a2b5",
    text="#0a0e16",
    muted="#3d4657",
    accent="#2f3cb8",
    accent_soft="#e2e5fc",
    on_accent="#ffffff",
    hover="#eaeef6",
    field="#ffffff",
    track="#c9d0de",
    mistake="#9c1c12",
    good="#00573e",
    warning_soft="#ffeccc",
    stage="#ffffff",
    grid="#c3cbd9",
    classes=(
        "#0068a5",
        "#b84f00",
        "#00714f",
        "#a03a78",
        "#875a00",
        "#0f7896",
        "#6b6200",
        "#454d5a",
    ),
    learners=("#0a0e16", "#6422cf", "#a80f4a", "#325708"),
)

DARK_CONTRAST = Palette(
    name="dark-contrast",
    ground="#07090c",
    card="#10141a",
    border="#4d5666",
    text="#ffffff",
    muted="#c4cbd8",
    accent="#aab3ff",
    accent_soft="#2c3163",
    on_accent="#0a0c14",
    hover="#1d232d",
    field="#0b0e13",
    track="#3a4250",
    mistake="#ff9d93",
    good="#52e3ae",
    warning_soft="#3d2d12",
    stage="#0b0e13",
    grid="#3a4250",
    classes=(
        "#5cb4f5",
        "#ff9a4a",
        "#3ddcaa",
        "#f2a6d2",
        "#ffc542",
        "#a3dcff",
        "#f3ea66",
        "#c9d0db",
    ),
    learners=("#ffffff", "#c3a5ff", "#ff93be", "#b4e57a"),
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


def shape_of(label: int) -> str:
    """The shape of a class; beyond eight classes colours repeat, but not with the same shape."""
    return SHAPES[(label + label // len(SHAPES)) % len(SHAPES)]
