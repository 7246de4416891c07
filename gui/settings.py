"""What is remembered between sessions: the look, the layout, the files last opened."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from PySide6.QtCore import QByteArray, QObject, QStandardPaths
from PySide6.QtWidgets import QMainWindow, QSplitter, QWidget

from gui.action_effects import FLAT_OUT, PANELS, show_panel
from gui.looks import Looks
from gui.settings_file import SettingsFile
from gui.studio import DIGITS, SLOWEST, Studio
from gui.theme import MODES, Theme

MOST_RECENT = 10
LONGEST_PATH = 4_096
SPLITTERS = ("upper_row", "lower_row", "rows")
LARGEST_SPLIT = 100_000  # pixels
_NAME = re.compile(r"[a-z]+(-[a-z]+)*")


class Settings:
    """A small file of settings; whatever in it makes no sense counts as not there.

    Tests give a path of their own, so that they never touch what a person has set.
    """

    def __init__(self, path: Path | None = None) -> None:
        if path is None:
            kind = QStandardPaths.StandardLocation.AppConfigLocation
            path = Path(QStandardPaths.writableLocation(kind)) / "settings.json"
        self.path = path
        self._file = SettingsFile(path)

    # Values

    @property
    def theme(self) -> str:
        mode = self._text("theme")
        return mode if mode in MODES else "system"

    @property
    def looks(self) -> Looks:
        wanted: dict[str, object] = {}
        for field in fields(Looks):
            kept = self._text(f"looks/{field.name}")
            if isinstance(field.default, str):
                if _NAME.fullmatch(kept):  # whoever shows it knows which there are
                    wanted[field.name] = kept
            elif field.name == "digits":
                if kept in map(str, DIGITS):
                    wanted[field.name] = int(kept)
            elif kept in ("true", "false"):
                wanted[field.name] = kept == "true"
        return Looks(**wanted)  # type: ignore[arg-type]

    @property
    def speed(self) -> float | None:
        with contextlib.suppress(ValueError):
            speed = float(self._text("speed"))
            if SLOWEST <= speed <= FLAT_OUT:
                return speed
        return None

    @property
    def recent(self) -> tuple[Path, ...]:
        """The files last opened or saved, the newest first."""
        paths = self._texts("recent")
        sensible = [p for p in paths if 0 < len(p) <= LONGEST_PATH and "\0" not in p]
        return tuple(Path(p) for p in dict.fromkeys(sensible))[:MOST_RECENT]

    def add_recent(self, path: Path) -> None:
        path = path.absolute()
        self._keep_recent((path, *(other for other in self.recent if other != path)))

    def forget_recent(self, path: Path) -> None:
        """Such as a file that is no longer there."""
        self._keep_recent(tuple(other for other in self.recent if other != path.absolute()))

    def _keep_recent(self, paths: tuple[Path, ...]) -> None:
        self._file.put("recent", [str(path) for path in paths[:MOST_RECENT]])
        self._file.write()

    def kept(self, key: str) -> str:
        """A text that was kept under this name; nothing if there is none."""
        return self._text(key)

    def keep_text(self, key: str, text: str) -> None:
        self._file.put(key, text)
        self._file.write()

    # Whole objects

    def restore_studio(self, studio: Studio) -> None:
        studio.looks = self.looks
        studio.speed = self.speed or studio.speed

    def restore_window(self, window: QMainWindow) -> None:
        geometry = QByteArray.fromBase64(QByteArray(self._text("window/geometry").encode()))
        if not geometry.isEmpty():
            window.restoreGeometry(geometry)
        for name, splitter in _splitters(window):
            sizes = self._sizes(f"window/{name}", splitter.count())
            if sizes:
                splitter.setSizes(sizes)
        hidden = self._texts("window/hidden")
        for name, panel in _panels(window):
            show_panel(panel, name not in hidden)

    def keep(self, window: QMainWindow, studio: Studio, theme: Theme) -> None:
        """Write everything down."""
        put = self._file.put
        put("theme", theme.mode)
        put("speed", repr(float(studio.speed)))
        for field in fields(Looks):
            value = getattr(studio.looks, field.name)
            text = str(value)
            put(f"looks/{field.name}", text.lower() if isinstance(value, bool) else text)
        put("window/geometry", window.saveGeometry().toBase64().toStdString())
        for name, splitter in _splitters(window):
            put(f"window/{name}", " ".join(map(str, splitter.sizes())))
        put("window/hidden", [name for name, panel in _panels(window) if panel.isHidden()])
        self._file.write()

    # Reading with care

    def _text(self, key: str) -> str:
        value = self._file.value(key)
        return value if isinstance(value, str) else ""

    def _texts(self, key: str) -> list[str]:
        value = self._file.value(key)
        return value if isinstance(value, list) else []

    def _sizes(self, key: str, count: int) -> list[int] | None:
        try:
            sizes = [int(size) for size in self._text(key).split()]
        except ValueError:
            return None
        sensible = all(0 <= size <= LARGEST_SPLIT for size in sizes) and sum(sizes) > 0
        return sizes if sensible and len(sizes) == count else None


def _splitters(window: QObject) -> Iterator[tuple[str, QSplitter]]:
    for name in SPLITTERS:
        splitter = getattr(window, name, None)
        if isinstance(splitter, QSplitter):
            yield name, splitter


def _panels(window: QObject) -> Iterator[tuple[str, QWidget]]:
    for name in PANELS.values():
        panel = getattr(window, name, None)
        if isinstance(panel, QWidget):
            yield name, panel
