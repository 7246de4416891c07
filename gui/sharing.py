"""Taking what is here elsewhere: the export dialog, a picture or a code on the clipboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from core.errors import PlainError
from core.share import looks_like_code, read_code, share_code
from gui.card import labelled
from gui.dialog_buttons import decision_buttons
from gui.studio import Studio
from gui.theme import Theme

if TYPE_CHECKING:
    from gui.documents import Documents

SHARP = 2  # pixels of a copied picture to each one on the screen
HOW = "A share code begins with PTM1. Blanks and line breaks in it do not matter."
NOTHING = "There is no share code on the clipboard; Ctrl+Shift+V pastes texts."


class Sharing:
    """The deeds behind the actions that share and export."""

    def __init__(self, studio: Studio, theme: Theme, window: QWidget, documents: Documents) -> None:
        self._studio, self._theme, self._window = studio, theme, window
        self._documents = documents

    def export(self) -> None:
        from gui.export_dialog import ExportDialog

        dialog = ExportDialog(self._studio, self._theme, self._window)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def copy_picture(self) -> None:
        """What the stage shows, for a slide or a chat."""
        from gui.export.scene import Live, image_of
        from gui.export.subjects import Subjects

        subjects = Subjects(self._studio, self._theme, self._window)
        shown = subjects.on_screen("stage")
        if not shown:
            self._studio.said.emit("There is nothing on the stage to copy yet.")
            return
        image = image_of(Live(shown, self._theme), SHARP)
        image.setDevicePixelRatio(1.0)
        QGuiApplication.clipboard().setImage(image)
        self._studio.said.emit("Copied the stage as a picture.")

    def copy_code(self) -> None:
        studio = self._studio
        try:
            code = share_code(replace(studio.experiment, position=studio.t))
        except PlainError as error:
            self._documents.complain(str(error))
            return
        QGuiApplication.clipboard().setText(code)
        studio.said.emit(f"Copied a share code of {len(code):,} characters.")

    def paste(self) -> None:
        """Open the code that the clipboard holds, if it holds one."""
        text = QGuiApplication.clipboard().text()
        if looks_like_code(text):
            self.open_code(text)
        else:
            self._studio.said.emit(NOTHING)

    def paste_code(self) -> None:
        """Ask for a code; the one on the clipboard is there already."""
        dialog = CodeDialog(self._window)

        def finish(result: int) -> None:
            code = dialog.box.toPlainText()
            dialog.deleteLater()
            if result == QDialog.DialogCode.Accepted:
                self.open_code(code)

        dialog.finished.connect(finish)
        dialog.open()

    def open_code(self, code: str) -> None:
        try:
            experiment = read_code(code)
        except PlainError as error:
            self._documents.complain(str(error))
        else:
            self._documents.open_experiment(experiment)


class CodeDialog(QDialog):
    """A box for a share code."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Paste share code")
        self.resize(520, 260)
        how = labelled(HOW, "muted")
        how.setWordWrap(True)
        self.box = QPlainTextEdit()
        self.box.setAccessibleName("Share code")
        self.box.setToolTip(HOW)
        self.box.setPlaceholderText("PTM1…")
        self.box.setTabChangesFocus(True)
        self.buttons = decision_buttons(self, "Open")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(10)
        for part in (how, self.box, self.buttons):
            layout.addWidget(part)
        self.box.textChanged.connect(self._judge)
        text = QGuiApplication.clipboard().text()
        self.box.setPlainText(text.strip() if looks_like_code(text) else "")
        self._judge()

    def _judge(self) -> None:
        ready = bool(self.box.toPlainText().strip())
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(ready)
