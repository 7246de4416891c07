"""What can be done with the step that is shown: copy it, and say how numbers are written."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from gui.step_copy import copy_as_latex, copy_as_text
from gui.studio import DIGITS, Studio


def step_menu(studio: Studio, parent: QWidget) -> QMenu:
    """Made anew each time it is opened, so that its marks are true."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.setToolTipsVisible(True)
    text = menu.addAction("Copy as text\tCtrl+Shift+C", partial(copy_as_text, studio))
    text.setToolTip("This step with its numbers, as plain text")
    latex = menu.addAction("Copy as LaTeX\tCtrl+Alt+C", partial(copy_as_latex, studio))
    latex.setToolTip("This step with its numbers, as LaTeX source")
    menu.addSeparator()
    group = QActionGroup(menu)
    for digits in DIGITS:
        action = menu.addAction(f"{digits} digits", partial(studio.look, digits=digits))
        action.setToolTip("Behind the decimal sign, in this panel and in what is copied")
        action.setCheckable(True)
        action.setChecked(studio.looks.digits == digits)
        group.addAction(action)
    menu.addSeparator()
    comma = menu.addAction("Decimal comma", partial(studio.look, comma=not studio.looks.comma))
    comma.setToolTip("0,25 instead of 0.25")
    comma.setCheckable(True)
    comma.setChecked(studio.looks.comma)
    return menu
