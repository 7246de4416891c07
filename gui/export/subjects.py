"""What a wish is drawn from: what is on the screen, if it is as wanted, else a hidden scene."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from core.what_if import Cancelled
from gui.export.scene import Live, Look, Scene, Shown
from gui.export.wish import WINDOW, Wish
from gui.studio import Studio
from gui.theme import Theme

USUAL = {"curves": (900, 300), "step": (520, 360), "board": (1200, 800)}


class Subjects:
    """Makes them, and keeps the last scene, which the next wish may need again."""

    def __init__(self, studio: Studio, theme: Theme, window: QWidget) -> None:
        self._studio, self._theme, self._window = studio, theme, window
        self._scene: Scene | None = None
        self._ended = False

    def of(self, wish: Wish) -> Live | Scene:
        as_shown = wish.kind == "picture" and wish.size is None and not wish.captions
        if wish.kind == "picture" and wish.part == WINDOW:
            return Live((self._window,), self._theme)
        if as_shown and wish.theme in ("", self._theme.palette.name):
            shown = self.on_screen(wish.part)
            if shown:
                return Live(shown, self._theme)
        return self.scene(wish)

    def scene(self, wish: Wish) -> Scene:
        """A hidden one of the size and look wanted, at the cursor."""
        part = "stage" if wish.part == WINDOW else wish.part
        size = wish.size or self._size_of(part)
        theme = wish.theme or self._theme.palette.name
        look = Look(part, *size, theme, wish.captions)
        if self._scene is None or self._scene.look != look:
            self.close()
            planes = self.on_screen("stage")
            made = Scene(Shown.by(self._studio), look, planes[0] if planes else None)
            self.close()  # making it let time pass, in which another one may have been asked for
            self._scene = made
            if self._ended:
                self.close()
                raise Cancelled
        return self._scene

    def on_screen(self, part: str) -> tuple[QWidget, ...]:
        """The widgets that show it now; none when it is hidden."""
        stage = getattr(self._window, "stage", None)
        if part in ("curves", "step"):
            found = getattr(self._window, part, None)
            return (found,) if isinstance(found, QWidget) and found.isVisible() else ()
        views: tuple[QWidget, ...] = getattr(stage, "shown", ())
        if part == "stage":
            return views
        view = getattr(stage, "view", lambda id: None)(part)
        return (view,) if view in views else ()

    def _size_of(self, part: str) -> tuple[int, int]:
        shown = self.on_screen("stage" if part not in USUAL else part)
        if part in USUAL and not shown:
            return USUAL[part]
        if not shown:
            return 960, 600
        size = Live(shown, self._theme).size
        return size.width(), size.height()

    def end(self) -> None:
        """Let go of the scene for good; what is just being drawn breaks off."""
        self._ended = True
        self.close()

    def close(self) -> None:
        if self._scene is not None:
            self._scene.close()
            self._scene = None
