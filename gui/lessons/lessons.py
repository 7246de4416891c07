"""Lessons in the window: opening, closing, and everything as it was afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent

from core.errors import PlainError
from core.experiment import Experiment
from gui.icons import icon
from gui.lessons.keys import BorrowedKeys
from gui.looks import Looks
from gui.message import Button, Messages
from gui.plain_text import menu_text, short, tip_text

if TYPE_CHECKING:
    from gui.lessons.lesson_in_hand import LessonInHand
    from gui.lessons.player import LessonPlayer
    from gui.lessons.progress import Progress
    from gui.main_window import MainWindow

OF_A_LESSON = ("lesson-next", "lesson-back", "reset-scene", "close-lesson")
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


@dataclass(frozen=True)
class Before:
    """What was open, to go back to."""

    experiment: Experiment
    path: Path | None
    modified: bool
    looks: Looks

    @property
    def name(self) -> str:
        return short(self.path.name) if self.path else "Untitled"


class Lessons(QObject):
    """At most one lesson is open; its player stands at the left, in place of the data panel."""

    changed = Signal()  # opened or closed

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window, self._studio = window, window.studio
        self.keys = BorrowedKeys(window)
        self.hand: LessonInHand | None = None
        self.player: LessonPlayer | None = None
        self._before: Before | None = None
        self._data_due = False  # is the data panel to come back?
        self._listed: list[QAction] = []
        self._messages = Messages(window)
        menu = window.actions_.menu("Lessons")
        menu.aboutToShow.connect(self._list)
        self._studio.document_opened.connect(self._document_opened)
        window.documents.lesson_asked.connect(self.open)
        window.presenting.changed.connect(self._follow_presenting)
        window.theme.changed.connect(self._fit)
        window.installEventFilter(self)
        self._allow()

    @property
    def active(self) -> bool:
        return self.hand is not None

    # Opening

    def choose(self) -> None:
        """Ask for the file of a lesson, and open it."""
        from gui.file_choice import lesson_to_open

        path = lesson_to_open(self._window)
        if path is not None:
            self.open(path)

    def open(self, path: Path) -> None:
        """Open a lesson; what is unsaved is asked about, as before any other document."""
        from core.lessons import load_lesson

        try:
            lesson = load_lesson(path)
        except PlainError as error:
            self._messages.complain(str(error))
            return
        if not self.active and not self._window.documents.may_replace():
            return
        from gui.lessons.lesson_in_hand import LessonInHand

        if self.hand is None:
            self._before = self._as_it_is()
        else:
            self.hand.leave()
            self.hand.deleteLater()
        self._stop_predicting()
        self.hand = LessonInHand(lesson, path, self._window)
        self.hand.changed.connect(self._scene_changed)
        self._show_player()
        self.hand.begin()
        self._allow()
        self.keys.borrow_pages(True)
        self.changed.emit()

    def _as_it_is(self) -> Before:
        studio = self._studio
        experiment = replace(studio.experiment, position=studio.t)
        return Before(experiment, studio.path, studio.modified, studio.looks)

    def _show_player(self) -> None:
        window = self._window
        if self.player is None:
            from gui.lessons.player import LessonPlayer

            self.player = LessonPlayer(self._studio, window.theme)
            self.player.close_asked.connect(self.close)
            window.frame_row.insertWidget(0, self.player)
        if not window.data.isHidden():
            self._data_due = True
            window.data.hide()
        self.player.show_lesson(self.hand)
        self._fit()
        self.player.show()

    # Closing

    def close(self) -> None:
        """End the lesson, and offer to go back to what was open before."""
        before = self._before
        if self.hand is None or before is None:
            return
        answer = self._messages.ask_to_go_back(before.name)
        if answer not in (Button.Yes, Button.No):
            return
        self._end()
        if answer == Button.Yes:
            self._studio.open_document(before.experiment, before.path)
            if before.modified:
                self._studio.undo_stack.resetClean()  # it is as unsaved as it was

    def release(self) -> None:
        """Leave the window as a person had set it up, before it closes."""
        if self.hand is not None:
            self._end()

    def _end(self) -> None:
        hand, before = self.hand, self._before
        if hand is None:
            return
        self.hand = self._before = None
        hand.leave()
        hand.deleteLater()
        if self.player is not None:
            self.player.show_lesson(None)
            self.player.hide()
        self.keys.return_digits("lesson")
        self.keys.borrow_pages(False)
        if before is not None:
            self._studio.look(**vars(before.looks))
        self._follow_presenting()
        self._allow()
        self.changed.emit()

    def _document_opened(self) -> None:
        """Another document takes the lesson's place."""
        if self.hand is not None and not self.hand.is_entering:
            self._end()

    def _follow_presenting(self) -> None:
        """The data panel gives way to a lesson, and comes back after it."""
        window = self._window
        if window.presenting.active:
            return
        if self.active and not window.data.isHidden():
            self._data_due = True
            window.data.hide()
        elif not self.active and self._data_due:
            self._data_due = False
            window.data.setVisible(self._studio.experiment.shows("data"))

    # Within a lesson

    def next(self) -> None:
        self._turn(1)

    def back(self) -> None:
        self._turn(-1)

    def _turn(self, direction: int) -> None:
        """To another scene; while time runs, first to where it is to stop, or a step on."""
        hand = self.hand
        if hand is None:
            return
        if hand.revealing:
            hand.finish_playing()
        elif self._studio.playing:
            self._studio.step(direction)
        else:
            hand.go_to(hand.place + direction)

    def reset(self) -> None:
        if self.hand is not None:
            self.hand.reset()

    def _scene_changed(self) -> None:
        self._stop_predicting()
        hand, player = self.hand, self.player
        if hand is not None and player is not None and hand.waits and _has_choices(hand):
            self.keys.borrow_digits("lesson", player.choose)
        else:
            self.keys.return_digits("lesson")
        self._allow()

    def _stop_predicting(self) -> None:
        predicting = getattr(self._window, "predicting", None)
        if predicting is not None:
            predicting.stop()

    def _allow(self) -> None:
        for id in OF_A_LESSON:
            action = self._window.actions_.known(id)
            if action is not None:
                action.setEnabled(self.active)

    # The window around it

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._fit()
        # A key that no control had a use for.
        pressed = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        entered = pressed and event.key() in ENTER  # type: ignore[attr-defined]
        if entered and self.player is not None and self.hand is not None and self.hand.waits:
            self.player.commit()
            return True
        return False

    def _fit(self) -> None:
        if self.player is not None:
            self.player.take_width(self._window.width())

    # The menu

    def _list(self) -> None:
        """All bundled lessons, with a tick before those that are finished."""
        from gui.lessons.progress import bundled_with_progress

        menu = self._window.actions_.menu("Lessons")
        for action in self._listed:
            menu.removeAction(action)
            action.deleteLater()
        self._listed.clear()
        first = menu.actions()[0]
        palette = self._window.theme.palette
        for card, progress in bundled_with_progress(self._window.settings):
            done = progress is not None and progress.finished
            action = QAction(menu_text(card.title), menu)
            action.setIcon(icon("check" if done else "lesson", palette))
            action.setToolTip(tip_text(f"{card.about}\n{_about(card.minutes, progress)}"))
            action.triggered.connect(partial(self._open_listed, card.path))
            menu.insertAction(first, action)
            self._listed.append(action)
        self._listed.append(menu.insertSeparator(first))

    def _open_listed(self, path: Path, _checked: bool = False) -> None:
        self.open(path)


def _has_choices(hand: LessonInHand) -> bool:
    return hand.question is not None and hand.question.kind == "choice"


def _about(minutes: int, progress: Progress | None) -> str:
    time = f"About {minutes} minute{'s' * (minutes != 1)}"
    if progress is None or not progress.done:
        return f"{time}."
    if progress.finished:
        return f"{time}; finished."
    return f"{time}; {len(progress.done)} of {progress.scenes} scenes done."
