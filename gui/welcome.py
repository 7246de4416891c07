"""The welcome: shown at the first start and when asked for, gone as soon as one begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

if TYPE_CHECKING:
    from gui.main_window import MainWindow
    from gui.welcome_card import WelcomeCard

KEPT = "welcome/start"  # "yes": at every start; "no": not again; nothing: never seen
_KEYS = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)


class Welcome(QObject):
    """Watches the window while the card is there: a click beside it does what it always does."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.card: WelcomeCard | None = None  # made when it is first shown
        studio = window.studio
        studio.document_opened.connect(self.close)
        studio.experiment_changed.connect(self.close)
        studio.playing_changed.connect(self.close)
        window.presenting.changed.connect(self.close)

    @property
    def shown(self) -> bool:
        return self.card is not None and not self.card.isHidden()

    def greet(self) -> None:
        """At the start: the first time, and later only where somebody wants it so."""
        studio, settings = self._window.studio, self._window.settings
        untouched = studio.path is None and not studio.modified and not studio.playing
        if untouched and settings.kept(KEPT) in ("", "yes"):
            self.show()

    def switch(self) -> None:
        if self.shown:
            self.close()
        else:
            self.show()

    def show(self) -> None:
        window = self._window
        window.presenting.leave()
        window.studio.pause()
        if self.card is None:
            from gui.welcome_card import WelcomeCard

            self.card = WelcomeCard(window)
            self.card.left.connect(self.close)
        else:
            self.card.refresh()
        self.card.again.setChecked(window.settings.kept(KEPT) == "yes")
        self._place()
        self.card.show()
        self.card.raise_()
        self.card.setFocus(Qt.FocusReason.OtherFocusReason)
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)

    def close(self) -> None:
        card = self.card
        if card is None or card.isHidden():
            return
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        had_focus = card.isAncestorOf(QApplication.focusWidget() or self._window)
        card.hide()
        if had_focus or card.hasFocus():
            self._window.stage.setFocus(Qt.FocusReason.OtherFocusReason)
        self._window.settings.keep_text(KEPT, "yes" if card.again.isChecked() else "no")

    def _place(self) -> None:
        if self.card is not None:
            middle = self._window.middle
            centre = middle.mapTo(self._window, QPoint(middle.width() // 2, middle.height() // 2))
            self.card.take_place(centre.x(), centre.y())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.Resize and watched is self._window:
            self._place()
        elif kind in _KEYS and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Escape and self._window.isActiveWindow():
                event.accept()
                if kind == QEvent.Type.KeyPress:
                    self.close()
                return True
        elif kind == QEvent.Type.MouseButtonPress and self._is_beside(watched):
            self.close()  # and the click goes on to where it was meant
        return False

    def _is_beside(self, clicked: QObject) -> bool:
        card = self.card
        if card is None or not isinstance(clicked, QWidget):
            return False
        own = clicked is card or card.isAncestorOf(clicked)
        return clicked.window() is self._window and not own
