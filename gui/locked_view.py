"""The locked view: only the parts of the window that the experiment shows are there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

from gui.action_effects import fit_row
from gui.lock_dialog import LockDialog
from gui.locked_parts import FOR_STUDENTS
from gui.message import Messages

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class LockedView(QObject):
    """Hides what is not shown, and brings back what it has hidden; an aid, not a safe."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._hidden: set[QWidget] = set()
        self._last = FOR_STUDENTS  # what was chosen the last time
        window.studio.experiment_changed.connect(self.follow)
        window.presenting.changed.connect(self.follow)
        self.follow()

    @property
    def on(self) -> bool:
        return self._window.studio.experiment.shown is not None

    def ask(self) -> None:
        """Choose what students see; or, when it is locked, whether to unlock."""
        studio = self._window.studio
        if not self.on:
            dialog = LockDialog(self._last, self._window.theme, self._window)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.accepted.connect(lambda: self._lock(dialog.chosen()))
            dialog.open()
        elif Messages(self._window).ask_to_unlock():
            self._last = studio.experiment.shown or ()
            studio.edit(replace(studio.experiment, shown=None), "Unlock the view")

    def _lock(self, parts: tuple[str, ...]) -> None:
        self._last, studio = parts, self._window.studio
        studio.edit(replace(studio.experiment, shown=parts), "Lock the view")

    def follow(self) -> None:
        """Show what the experiment shows; present mode has its own say in what is there."""
        window = self._window
        if window.presenting.active:
            return
        shows = window.studio.experiment.shows
        for widget, shown in (
            (window.menuBar(), shows("menu")),
            (window.data, shows("data")),
            (window.side, bool(window.side.offered)),
            (getattr(window.stage, "top", None), shows("views")),
            (window.curves, shows("curves")),
            (window.step, shows("step")),
            (window.lower_row, shows("curves") or shows("step")),
            (window.statusBar(), shows("status")),
        ):
            if widget is not None:
                self._set(widget, shown)
        window.transport.show_parts(shows("transport"), shows("timeline"))
        fit_row(window.lower_row)

    def release(self) -> None:
        """Bring everything back, as before the window is closed."""
        for widget in self._hidden:
            widget.show()
        self._hidden.clear()

    def _set(self, widget: QWidget, shown: bool) -> None:
        if not shown and not widget.isHidden():
            widget.hide()
            self._hidden.add(widget)
        elif shown and widget in self._hidden:
            widget.show()
            self._hidden.discard(widget)
