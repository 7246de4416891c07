"""The export dialog: what, in which form, how it will look, and then how far it is."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from core.errors import PlainError
from core.what_if import Cancelled
from gui.card import Card, labelled, restyle
from gui.dialog_buttons import decision_buttons
from gui.export.animation import Span, check_film
from gui.export.options import Options
from gui.export.preview import Preview, bytes_told, guessed_bytes, told_animation
from gui.export.scene import image_of
from gui.export.subjects import Subjects
from gui.export.wish import FORMATS, KINDS, Wish
from gui.export.work import Exporting, text_of
from gui.file_choice import file_to_write
from gui.message import Messages
from gui.plain_text import short
from gui.studio import Studio
from gui.tab_strip import TabStrip
from gui.theme import Theme

SOON, LATER = 60, 350  # milliseconds after the last change: the picture, the guess
PAGE = "A web page of its own: it shows the steps one by one, forwards and backwards, in any "\
       "browser and without a network."  # fmt: skip
COMPUTING = "The runs are still being computed."


class ExportDialog(QDialog):
    """Stays open when something has been written: often there is more to take along."""

    def __init__(self, studio: Studio, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self.setWindowTitle("Export")
        self.resize(900, 540)
        self.setMinimumSize(760, 460)
        self._studio, self._messages = studio, Messages(self)
        studio.pause()
        self._subjects = Subjects(studio, theme, window)
        self.exporting = Exporting(studio, self._subjects, self)
        self.kinds = TabStrip(theme, "What to export")
        self.options, self.preview = Options(studio), Preview(theme)
        self.said, self.problem = labelled("", "muted"), labelled("", "notice")
        self.bar, self.cancel = QProgressBar(), QPushButton("Cancel")
        self.buttons = decision_buttons(self, "Export…")
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setText("Close")
        self._soon, self._later = _timer(self, SOON), _timer(self, LATER)
        self._path: Path | None = None
        self._over = False
        self._finish_layout()
        self._connect()
        self.show_kind("picture")

    def _finish_layout(self) -> None:
        for label in (self.said, self.problem):
            label.setWordWrap(True)
        self.problem.hide()
        self.cancel.setAutoDefault(False)
        self.cancel.setToolTip("Stop, and leave no file behind (Escape)")
        self.bar.setAccessibleName("How much is written")
        self.bar.setTextVisible(False)
        card = Card()
        card.setFixedWidth(330)
        card.body.addWidget(self.options)
        card.body.addStretch(1)
        right = QVBoxLayout()
        right.setSpacing(8)
        for part, stretch in ((self.preview, 1), (self.said, 0), (self.problem, 0)):
            right.addWidget(part, stretch)
        middle = QHBoxLayout()
        middle.setSpacing(12)
        middle.addWidget(card)
        middle.addLayout(right, 1)
        self._foot = QHBoxLayout()
        self._foot.addWidget(self.bar, 1)
        self._foot.addWidget(self.cancel)
        self._foot.addWidget(self.buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 16)
        layout.setSpacing(10)
        layout.addWidget(self.kinds)
        layout.addLayout(middle, 1)
        layout.addLayout(self._foot)
        self._show_busy(False)

    def _connect(self) -> None:
        self.kinds.chosen.connect(self.show_kind)
        self.options.changed.connect(self._changed)
        self._soon.timeout.connect(self._show_preview)
        self._later.timeout.connect(self._show_guess)
        self.exporting.advanced.connect(self._advance)
        self.exporting.finished.connect(self._end)
        self.cancel.clicked.connect(self._stop)
        self._studio.results_changed.connect(self._changed)

    # Choosing

    def show_kind(self, kind: str) -> None:
        self.kinds.offer(KINDS, kind)
        self.options.show_kind(kind)

    def _changed(self) -> None:
        if not self.exporting.busy:
            self._soon.start()
            self._later.stop()

    def _show_preview(self) -> None:
        """The picture or the text, and why it cannot be exported, if that is so."""
        if self.exporting.busy:
            return
        wish = self.options.wish()
        restyle(self.said, "muted")
        self.said.setText("")
        problem = "" if self._studio.results.done else COMPUTING
        try:
            if not problem:
                self._show_wish(wish)
        except Cancelled:
            return  # something newer is shown, or nothing any more
        except PlainError as error:
            problem = str(error)
            self.preview.show_sentence("")
        self._complain(problem)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not problem)

    def _show_wish(self, wish: Wish) -> None:
        if wish.kind == "page":
            self.preview.show_sentence(PAGE)
        elif wish.kind in ("table", "python"):
            text = text_of(self._studio, wish)()
            self.preview.show_text(text)
            lines = text.count("\n")
            self.said.setText(f"{lines:,} lines · {bytes_told(len(text.encode()))}")
        elif wish.kind == "picture":
            subject = self._subjects.of(wish)
            self.preview.show_image(image_of(subject))
            size, scale = subject.size, wish.scale if wish.suffix == ".png" else 1
            width, height = size.width() * scale, size.height() * scale
            self.said.setText(f"{width:,} × {height:,} pixels")
        else:
            scene = self._subjects.scene(wish)
            span = Span(wish.first, wish.last, wish.every)
            check_film(wish.suffix, span, scene.size.width(), scene.size.height())
            scene.show_step(wish.last)
            self.preview.show_image(scene.image())
            self.said.setText(told_animation(wish, scene.size, None))
            if wish.suffix != ".mp4":
                self._later.start()

    def _show_guess(self) -> None:
        wish = self.options.wish()
        if wish.kind != "animation" or self.exporting.busy:
            return
        try:
            scene = self._subjects.scene(wish)
            guess = guessed_bytes(scene, wish)
        except Cancelled:
            return
        self.said.setText(told_animation(wish, scene.size, guess))

    def _complain(self, sentence: str) -> None:
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))

    # Writing

    def accept(self) -> None:
        """Ask where to, and write."""
        if self._soon.isActive():  # the last change counts as well
            self._soon.stop()
            self._show_preview()
        if self._over:
            return  # closed while the preview was drawn
        if self.exporting.busy or self.problem.isVisibleTo(self):
            return
        wish = self.options.wish()
        name = Path(f"{wish.stem}{wish.suffix}")
        if self._studio.path is not None:
            name = self._studio.path.with_name(f"{self._studio.path.stem}-{name}")
        kinds = f"{FORMATS[wish.kind][wish.suffix]} (*{wish.suffix})"
        path = file_to_write(self, self._messages, "Export", name, kinds, (wish.suffix,))
        if path is not None:
            self._path = path
            self._later.stop()
            self._show_busy(True)
            self.exporting.begin(wish, path)

    def _show_busy(self, busy: bool) -> None:
        self.bar.setRange(0, 0)
        for part in (self.bar, self.cancel):
            part.setVisible(busy)
        self.buttons.setVisible(not busy)
        self.options.setEnabled(not busy)
        self.kinds.setEnabled(not busy)
        if busy:
            self._complain("")
            self.cancel.setFocus()
        else:
            self.buttons.button(QDialogButtonBox.StandardButton.Ok).setDefault(True)

    def _advance(self, done: int, total: int) -> None:
        self.bar.setRange(0, total)
        self.bar.setValue(done)

    def _end(self, problem: str) -> None:
        self._show_busy(False)
        self._complain(problem)
        if problem or self._path is None:
            return
        size = self._path.stat().st_size if self._path.exists() else 0
        sentence = f"Written: {short(self._path.name, 60)}, {bytes_told(size)}"
        restyle(self.said, "good")
        self.said.setText(sentence)
        self._studio.said.emit(f"Exported as {short(self._path.name)}.")

    def _stop(self) -> None:
        self.exporting.cancel()
        self._show_busy(False)
        restyle(self.said, "muted")
        self.said.setText("Cancelled; nothing was written.")

    def reject(self) -> None:
        if self.exporting.busy:
            self._stop()
        else:
            super().reject()

    def done(self, result: int) -> None:
        self._over = True
        self._soon.stop()
        self._later.stop()
        self.exporting.close()
        self._subjects.end()
        super().done(result)


def _timer(parent: QDialog, milliseconds: int) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    return timer
