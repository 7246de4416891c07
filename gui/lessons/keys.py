"""Keys that lessons borrow: digits answer while something is asked, Page keys turn scenes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence

from gui.action_table import ACTIONS

if TYPE_CHECKING:
    from gui.main_window import MainWindow

MOST = 9  # answers with a key
TURNING = {"lesson-next": ("PgDown", "forward"), "lesson-back": ("PgUp", "back")}
PAGES = frozenset(key for key, _ in TURNING.values())


class BorrowedKeys(QObject):
    """Whoever asked last has the digits; given back, they choose classes again."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._asking: dict[str, Callable[[int], None]] = {}
        self._digits: list[QAction] = []

    def borrow_digits(self, who: str, answer: Callable[[int], None]) -> None:
        """From now on a digit k calls answer(k − 1)."""
        self._asking.pop(who, None)
        self._asking[who] = answer
        self._hand_over()

    def return_digits(self, who: str) -> None:
        if self._asking.pop(who, None) is not None:
            self._hand_over()

    def _hand_over(self) -> None:
        if not self._digits:
            self._make_digits()
        asked = bool(self._asking)
        for place, action in enumerate(self._digits):
            action.setEnabled(asked)
            usual = self._window.actions_.known(f"class-{place + 1}")
            if usual is not None:  # two actions for one key would mean that neither gets it
                usual.setShortcuts([] if asked else [QKeySequence(str(place + 1))])

    def _make_digits(self) -> None:
        for place in range(MOST):
            action = QAction(self)
            action.setShortcut(QKeySequence(str(place + 1)))
            action.setAutoRepeat(False)
            action.triggered.connect(partial(self._answer, place))
            self._window.addAction(action)
            self._digits.append(action)

    def _answer(self, place: int, _checked: bool = False) -> None:
        if self._asking:
            list(self._asking.values())[-1](place)

    def borrow_pages(self, borrowed: bool) -> None:
        """Page Up and Page Down, as a presenter's remote sends them, turn scenes; or step again."""
        for id, (key, usual) in TURNING.items():
            for name, gets in ((usual, not borrowed), (id, borrowed)):
                keys = [k for k in ACTIONS[name].keys.split() if k not in PAGES]
                action = self._window.actions_.known(name)
                if action is not None:
                    action.setShortcuts([QKeySequence(k) for k in (*keys, *([key] * gets))])
