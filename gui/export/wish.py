"""What somebody wants to export, chosen once and then carried out."""

from __future__ import annotations

from dataclasses import dataclass

from gui.tab_strip import Tab

KINDS = (
    Tab("picture", "Picture", "What is shown now, as an image or a drawing"),
    Tab("animation", "Animation", "A span of steps as a moving picture"),
    Tab("page", "Web page", "One file with a player, for any browser"),
    Tab("table", "Table", "Data, curves, weights or steps for a spreadsheet"),
    Tab("python", "Python", "A program that makes the run again"),
)
FORMATS: dict[str, dict[str, str]] = {
    "picture": {".png": "PNG image", ".svg": "SVG drawing", ".pdf": "PDF drawing"},
    "animation": {".gif": "GIF", ".webp": "WebP", ".mp4": "MP4 film"},
    "page": {".html": "Web page"},
    "table": {".csv": "CSV", ".json": "JSON"},
    "python": {".py": "Python"},
}
SIZES = ((480, 300), (640, 400), (720, 450), (960, 600), (1024, 768), (1280, 720), (1920, 1080))
WINDOW = "window"  # a part of its own: all that is on the screen


@dataclass(frozen=True)
class Wish:
    """Everything that the export dialog can be asked for."""

    kind: str = "picture"
    suffix: str = ".png"
    part: str = "stage"
    size: tuple[int, int] | None = None  # None: as it is on the screen
    scale: int = 1
    theme: str = ""  # empty: the one that is in use
    captions: bool = False
    first: int = 0
    last: int = 0
    every: int = 1
    per_second: float = 15.0
    what: str = "weights"
    learner: int = 0
    program: int = -1  # of the learner for scikit-learn; below zero: of all, with the engine

    @property
    def stem(self) -> str:
        """Under which name it is offered to be saved."""
        names = {"picture": self.part, "animation": "learning", "page": "learning",
                 "table": self.what, "python": "run"}  # fmt: skip
        return names[self.kind]
