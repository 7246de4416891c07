"""The row of buttons at the foot of a dialog, the same everywhere."""

from __future__ import annotations

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialog, QDialogButtonBox


def decision_buttons(dialog: QDialog, accept: str) -> QDialogButtonBox:
    """Do it, or cancel."""
    kinds = QDialogButtonBox.StandardButton
    buttons = _plain(QDialogButtonBox(kinds.Ok | kinds.Cancel))
    buttons.button(kinds.Ok).setText(accept)
    buttons.button(kinds.Ok).setDefault(True)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    return buttons


def closing_button(dialog: QDialog) -> QDialogButtonBox:
    buttons = _plain(QDialogButtonBox(QDialogButtonBox.StandardButton.Close))
    buttons.rejected.connect(dialog.reject)
    return buttons


def _plain(buttons: QDialogButtonBox) -> QDialogButtonBox:
    for button in buttons.buttons():
        button.setIcon(QIcon())  # no icons of the desktop among our own
    return buttons
