"""What could not be used of a file, one line each: nothing is dropped in silence."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from core.files.texts import LabelledTexts
from gui.card import Card, labelled
from gui.dialog_buttons import closing_button
from gui.plain_text import short
from gui.two_part_list import TwoPartList

LONGEST = 120  # characters of a place, and of a reason


class LeftOutDialog(QDialog):
    """A sentence and the list."""

    def __init__(self, texts: LabelledTexts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Left out")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(520, 380)
        self.setMinimumSize(380, 260)
        self.sentence = labelled(left_out_sentence(texts), "title")
        self.sentence.setWordWrap(True)
        self.list = TwoPartList(
            "What was left out, and why", "Where each one stands, and why it could not be used"
        )
        self.list.show_rows(
            (short(one.place, LONGEST), short(one.why, LONGEST)) for one in texts.left_out
        )
        self.more = labelled(f"and {texts.left_out_beyond:,} more", "muted")
        self.more.setVisible(texts.left_out_beyond > 0)
        card = Card()
        card.body.addWidget(self.list, 1)
        card.body.addWidget(self.more)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(10)
        layout.addWidget(self.sentence)
        layout.addWidget(card, 1)
        layout.addWidget(closing_button(self))


def left_out_sentence(texts: LabelledTexts) -> str:
    """“312 texts can be used; 4 were left out.”"""
    count = texts.left_out_count
    were = "1 was" if count == 1 else f"{count:,} were"
    return f"{len(texts):,} texts can be used; {were} left out."
