"""Typesetting between the frames: a formula is set a piece at a time.

Not in a thread: Python's garbage collector would run there as well, and take Qt's objects with it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

from PySide6.QtCore import QObject, QTimer, Signal

from gui.background import READING
from gui.beside import is_under_way
from gui.formula_lines import lay_out
from gui.typeset import TypeSet, known, type_set

SETTLED = 50  # milliseconds without another formula; who hurries through time reads none
# Loaded one by one, as together they would hold up several frames.
PARTS = ("xml.etree.ElementTree", "xml.sax.saxutils", "latex2mathml.symbols_parser",
         "latex2mathml.converter", "ziafont", "ziamath")  # fmt: skip

Formulas = tuple[str, ...]  # one below the other


class Typesetter(QObject):
    """Sets formulas, so that they are known; says when that is done, and whether it could be."""

    done = Signal(object, bool)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._wanted: tuple[Formulas, float] | None = None
        self._next_piece = QTimer(self)
        self._next_piece.timeout.connect(self._work)

    def ask(self, formulas: Formulas, room: float) -> None:
        """Set these for that width, instead of those that wait."""
        self._wanted = (formulas, room)
        self._next_piece.start(SETTLED)

    def forget(self) -> None:
        """They are no longer wanted."""
        self._next_piece.stop()

    def _work(self) -> None:
        if self._wanted is None:
            self._next_piece.stop()
            return
        self._next_piece.setInterval(0)  # the other pieces follow, after what else is due
        formulas, room = self._wanted
        missing = next((part for part in PARTS if part not in sys.modules), None)
        try:
            if missing is not None:
                self._load(missing)
                return
            if lay_out(formulas, room, _OneNew()) is None:
                return
            well = True
        except Exception:  # whatever a formula of another package contains
            well = False
        self._wanted = None
        self.done.emit(formulas, well)

    def _load(self, part: str) -> None:
        """Not while a file is read: both would take turns, and the window stand still for long."""
        if is_under_way(READING):
            self._next_piece.setInterval(SETTLED)
        else:
            _load(part)


def _load(part: str) -> None:
    """Import it, but not all that reads files from the net, which takes eight megabytes.

    What `xml.sax.saxutils` is wanted for replaces signs in texts. It asks for `urllib.request` as
    well, with which come http, mail and encryption.
    """
    net = "urllib.request"
    unwanted = part == "xml.sax.saxutils" and net not in sys.modules
    if unwanted:
        sys.modules[net] = ModuleType(net)
    try:
        import_module(part)
    finally:
        if unwanted:
            del sys.modules[net]  # whoever needs it gets the real one


class _OneNew:
    """Finds pieces of formulas, and sets at most one of those that are not known."""

    def __init__(self) -> None:
        self._has_set = False

    def __call__(self, tex: str) -> TypeSet | None:
        found = known(tex)
        if found is None and not self._has_set:
            self._has_set = True
            return type_set(tex)
        return found
