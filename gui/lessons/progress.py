"""How far a lesson has been worked through; kept with the settings, by the lesson's name."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass, replace
from pathlib import Path

from core.lessons.document import MOST_SCENES
from core.lessons.reading import LessonCard, bundled
from gui.settings import Settings

_KEPT = re.compile(r"(\d{1,3}) scenes; done((?: \d{1,3})*); right((?: \d{1,3})*)", re.ASCII)


@dataclass(frozen=True)
class Progress:
    """Scenes by their place from 0. Those without a question are done when they were seen."""

    scenes: int
    done: frozenset[int] = frozenset()
    right: frozenset[int] = frozenset()

    @property
    def finished(self) -> bool:
        return self.scenes > 0 and len(self.done) >= self.scenes

    def with_done(self, scene: int, right: bool | None = None) -> Progress:
        """One more scene done; `right` where something was asked."""
        good = self.right | {scene} if right else self.right - {scene} if right is False \
            else self.right  # fmt: skip
        return replace(self, done=self.done | {scene}, right=good)

    @property
    def first_open(self) -> int:
        """Where to go on: the first scene that is not done, or the first of all."""
        return next((k for k in range(self.scenes) if k not in self.done), 0)


def key_of(path: Path) -> str:
    """What progress is kept under: the name, and for lessons of one's own where they are."""
    own = path.parent.resolve() != _bundled_folder()
    name = re.sub(r"[^a-z0-9-]+", "-", path.stem.lower())[:60]
    return f"{name}-{zlib.crc32(str(path.resolve()).encode()):08x}" if own else name


def _bundled_folder() -> Path:
    import assets

    return assets.path("lessons").resolve()


def kept_progress(settings: Settings, key: str) -> Progress | None:
    """What was kept, if it makes sense."""
    found = _KEPT.fullmatch(settings.kept(f"lessons/{key}"))
    if found is None or not 0 < int(found[1]) <= MOST_SCENES:
        return None
    scenes = int(found[1])
    done, right = (
        frozenset(int(k) - 1 for k in group.split() if 0 < int(k) <= scenes)
        for group in (found[2], found[3])
    )
    return Progress(scenes, done, right & done)


def keep_progress(settings: Settings, key: str, progress: Progress) -> None:
    done, right = (
        "".join(f" {k + 1}" for k in sorted(places)) for places in (progress.done, progress.right)
    )
    settings.keep_text(f"lessons/{key}", f"{progress.scenes} scenes; done{done}; right{right}")


def bundled_with_progress(settings: Settings) -> list[tuple[LessonCard, Progress | None]]:
    return [(card, kept_progress(settings, card.name)) for card in bundled()]
