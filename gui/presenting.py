"""Present mode: large type, thick lines and high contrast; the stage, a caption, and time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QSplitter, QWidget

from gui.action_effects import fit_row
from gui.curtain import Curtain
from gui.fading_hint import FadingHint

if TYPE_CHECKING:
    from gui.main_window import MainWindow

HINT = "Esc leaves   ·   H spotlight   ·   I caption"
SETTLED_AFTER = 400  # milliseconds in which a desktop gives a window its size back


@dataclass(frozen=True)
class Before:
    """How the window was, to the pixel."""

    hidden: tuple[tuple[QWidget, bool], ...]
    sizes: tuple[tuple[QSplitter, list[int]], ...]
    state: Qt.WindowState
    geometry: QRect
    smallest: tuple[int, int]
    focus: QWidget | None


class Presenting(QObject):
    """Enters and leaves; what is shown in between is up to the panels and the theme."""

    changed = Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._before: Before | None = None
        self._settling: Before | None = None  # the desktop may still have to resize the window
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(SETTLED_AFTER)
        self._patience.timeout.connect(self._settled)
        self.hint = FadingHint(window, window.theme)
        self.curtain = Curtain(window, window.theme)
        window.installEventFilter(self)
        window.studio.looks_changed.connect(self._show_caption)
        window.studio.experiment_changed.connect(self._show_caption)
        # It may change its lines while the row is being laid out.
        queued = Qt.ConnectionType.QueuedConnection
        window.caption.lines_changed.connect(self._show_caption, queued)

    @property
    def active(self) -> bool:
        return self._before is not None

    def switch(self) -> None:
        self.leave() if self.active else self.enter()

    def enter(self) -> None:
        if self.active:
            return
        window = self._window
        self._before = self._as_it_is()
        for widget in self._folded():
            widget.hide()
        window.transport.set_slim(True)
        window.setMinimumSize(640, 480)
        window.theme.present(True)
        self._show_caption()
        self._fit_reader()
        window.setWindowState(window.windowState() | Qt.WindowState.WindowFullScreen)
        window.stage.setFocus(Qt.FocusReason.OtherFocusReason)
        raised = hasattr(window.stage, "top")  # what stands there before it will not stay
        self.hint.tell(HINT, window.stage if raised else window.middle)
        self.changed.emit()

    def leave(self) -> None:
        before, window = self._before, self._window
        if before is None:
            return
        self._before = None
        self.hint.hide()
        self.curtain.open()
        window.caption.hide()
        window.transport.set_slim(False)
        window.theme.present(False)
        window.setMinimumSize(*before.smallest)
        for widget, hidden in before.hidden:
            widget.setHidden(hidden)
        fit_row(window.lower_row)
        window.setWindowState(before.state)
        if not before.state & Qt.WindowState.WindowMaximized:
            window.setGeometry(before.geometry)
        self._restore_sizes(before)
        self._settle(before)
        if before.focus is not None:
            before.focus.setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit()

    def blank(self) -> None:
        """Cover everything, or uncover it: all eyes to the front."""
        if self.active:
            self.curtain.switch()

    # What is folded

    def _folded(self) -> list[QWidget]:
        window = self._window
        folded: list[QWidget] = [
            window.menuBar(), window.header, window.data, window.side, window.lower_row,
            window.statusBar(),
        ]  # fmt: skip
        top = getattr(window.stage, "top", None)  # the stage may not have been raised yet
        return [*folded, top] if isinstance(top, QWidget) else folded

    def _as_it_is(self) -> Before:
        window = self._window
        focus = QApplication.focusWidget()
        return Before(
            hidden=tuple((widget, widget.isHidden()) for widget in self._folded()),
            sizes=tuple((row, row.sizes()) for row in window.findChildren(QSplitter)),
            state=window.windowState(),
            geometry=QRect(window.geometry()),
            smallest=(window.minimumWidth(), window.minimumHeight()),
            focus=focus if focus is not None and window.isAncestorOf(focus) else None,
        )

    def _show_caption(self) -> None:
        window = self._window
        if self.active:
            window.caption.setVisible(window.studio.looks.caption)
            fit_row(window.lower_row)

    # Sizes

    def _restore_sizes(self, before: Before) -> None:
        for row, sizes in before.sizes:
            if len(sizes) == row.count():
                row.setSizes(sizes)
            elif row is self._window.middle:
                self._fit_reader()  # it came meanwhile

    def _fit_reader(self) -> None:
        reader, middle = self._window.reader, self._window.middle
        if reader is not None and not reader.isHidden():
            below = reader.sizeHint().height()
            middle.setSizes([max(middle.height() - below, below), below])

    def _settle(self, before: Before) -> None:
        """The window is given its size when the desktop sees fit; only then sizes are exact."""
        self._settling = before
        self._patience.start()

    def _settled(self) -> None:
        self._settling = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self._settling is not None:
            QTimer.singleShot(0, self, self._size_came)
        # A key that nobody else had a use for: with a selection, Escape lets go of that first.
        pressed = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        if pressed and self.active and event.key() == Qt.Key.Key_Escape:  # type: ignore[attr-defined]
            self.leave()
            return True
        return False

    def _size_came(self) -> None:
        before = self._settling
        if before is None or self.active:
            return
        if self._window.size() == before.geometry.size():
            self._restore_sizes(before)
