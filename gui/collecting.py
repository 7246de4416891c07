"""Python's garbage collection, kept out of the frames: it would hold one up by tens of ms."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

from gui.studio import Studio

YOUNG_EVERY = 1_000  # milliseconds, while it plays; what is young is little and takes no time


class Collecting(QObject):
    """While the studio plays, only what is young is looked through, once a second."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio
        self._young = QTimer(self)
        self._young.setInterval(YOUNG_EVERY)
        self._young.timeout.connect(lambda: gc.collect(0))
        studio.playing_changed.connect(self._follow)

    def _follow(self) -> None:
        if self._studio.playing and gc.isenabled():
            gc.disable()
            self._young.start()
        elif not self._studio.playing and self._young.isActive():
            self._young.stop()
            gc.enable()
