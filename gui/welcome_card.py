"""The welcome card: toy sets, texts, lessons and files to begin with."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from core.generators import TOYS
from gui.action_table import ACTIONS
from gui.card import Card, labelled
from gui.choices import IconButton, Toggle
from gui.fields import explain
from gui.offer_list import PAD, Offer, OfferList
from gui.plain_text import key_names, menu_text, short, tip_text
from gui.toy_tiles import Tile, toy_tile

if TYPE_CHECKING:
    from gui.main_window import MainWindow

WIDTH, HEIGHT = 900, 530
SHADOW = 22
ACROSS = 3  # tiles
MOST_RECENT = 4
SENTENCE = "Press Space and watch, or Escape and draw. Or begin with one of these:"


class WelcomeCard(QWidget):
    """Over the middle of the window; `left` when something was chosen or it was closed."""

    left = Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window, self._theme = window, window.theme
        self.setAccessibleName("Welcome")
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        theme = window.theme
        self.close_button = IconButton("close", theme, "Close", "Close this, and begin (Escape)")
        self.close_button.clicked.connect(self.left)
        self.tiles = list(self._make_tiles())
        self.texts, self.lessons = OfferList("Texts", theme), OfferList("Lessons", theme)
        self.recent: list[QPushButton] = []
        self.again = Toggle("Show at every start")
        explain(self.again, "Whether this card comes back each time; Help → Welcome shows it "
                "any time")  # fmt: skip
        self.guide, self.keys = self._link("Guide", "guide"), self._link("Keys", "keys")
        self._lay_out()
        self.refresh()

    # Layout

    def _lay_out(self) -> None:
        card = Card()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(SHADOW, SHADOW, SHADOW, SHADOW)
        outer.addWidget(card)
        card.body.setContentsMargins(22, 16, 16, 12)
        card.body.setSpacing(10)
        top = QHBoxLayout()
        top.addWidget(labelled("Welcome to Perceptarium", "brand"), 1)
        top.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        sentence = labelled(SENTENCE, "muted")
        sentence.setWordWrap(True)
        columns = QHBoxLayout()
        columns.setSpacing(14)
        columns.addLayout(_column("Points", self._grid(), 0))
        columns.addLayout(_column("Texts", self.texts, PAD), 1)
        columns.addLayout(_column("Lessons", self.lessons, PAD), 1)
        card.body.addLayout(top)
        card.body.addWidget(sentence)
        card.body.addLayout(columns, 1)
        card.body.addLayout(self._foot())

    def _grid(self) -> QWidget:
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(8)
        widest = max(tile.sizeHint().width() for tile in self.tiles)
        for place, tile in enumerate(self.tiles):
            grid.addWidget(tile, place // ACROSS, place % ACROSS)
            grid.setColumnMinimumWidth(place % ACROSS, widest)
        grid.setRowStretch(len(self.tiles) // ACROSS + 1, 1)
        return holder

    def _foot(self) -> QHBoxLayout:
        foot = QHBoxLayout()
        foot.setSpacing(10)
        self._recent_title = labelled("Recent", "title")
        self._recent_row = QHBoxLayout()
        self._recent_row.setSpacing(4)
        foot.addWidget(self._recent_title)
        foot.addLayout(self._recent_row)
        foot.addStretch(1)
        for part in (self.guide, self.keys, self.again):
            foot.addWidget(part)
        return foot

    def _link(self, text: str, action: str) -> QPushButton:
        button = QPushButton(text)
        button.setProperty("role", "link")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        keys = " or ".join(key_names(ACTIONS[action].keys))
        explain(button, f"{ACTIONS[action].what} ({keys})", text)
        button.clicked.connect(self._window.actions_.get(action).trigger)
        return button

    def take_place(self, middle_x: int, middle_y: int) -> None:
        """Around this spot of the window, as large as there is room for."""
        window = self._window
        width = min(WIDTH, window.width() - 16) + 2 * SHADOW
        height = min(HEIGHT, window.height() - 16) + 2 * SHADOW
        left = min(max(middle_x - width // 2, 8 - SHADOW), window.width() - width - 8 + SHADOW)
        top = min(max(middle_y - height // 2, 8 - SHADOW), window.height() - height - 8 + SHADOW)
        self.setGeometry(left, top, width, height)

    # What is offered

    def _make_tiles(self) -> Iterator[Tile]:
        window, theme = self._window, self._theme
        for toy in TOYS:
            tile = toy_tile(toy, theme)
            tile.clicked.connect(partial(self._make_toy, toy.name))
            yield tile
        for name, what, action, sign in (
            ("Empty plane", "Start with no points at all", "new", "draw"),
            ("Open a file…", "A table, texts, an experiment or a lesson", "open", "open"),
        ):
            tile = Tile(name, f"{what} ({key_names(ACTIONS[action].keys)[0]})", theme, sign)
            tile.clicked.connect(partial(self._leave_for, window.actions_.get(action).trigger))
            yield tile

    def refresh(self) -> None:
        """What may have changed since it was last seen: files, and how far lessons are."""
        from core.samples import samples
        from gui.lessons.progress import bundled_with_progress

        window = self._window
        self.texts.show_offers(
            Offer(sample.title, sample.what, sample.what,
                  partial(self._leave_for, window.data.open_sample, sample.name))
            for sample in samples()
        )  # fmt: skip
        self.lessons.show_offers(
            Offer(card.title, card.about, f"{card.about}\nAbout {card.minutes} minutes.",
                  partial(self._leave_for, window.lessons.open, card.path),
                  "check" if progress is not None and progress.finished else "")
            for card, progress in bundled_with_progress(window.settings)
        )  # fmt: skip
        self._list_recent(window.settings.recent[:MOST_RECENT])

    def _list_recent(self, paths: tuple[Path, ...]) -> None:
        for button in self.recent:
            button.deleteLater()
        self.recent = []
        for path in paths:
            button = QPushButton(menu_text(short(path.name, 24)))
            button.setProperty("role", "link")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setToolTip(tip_text(str(path)))
            button.setAccessibleName(f"Open {path.name}")
            button.clicked.connect(partial(self._leave_for, self._window.documents.open, path))
            self._recent_row.addWidget(button)
            self.recent.append(button)
        self._recent_title.setVisible(bool(paths))

    def _make_toy(self, name: str, _checked: bool = False) -> None:
        self._leave_for(self._window.data.make_toy, name)

    def _leave_for(self, begin: object, *given: object) -> None:
        self.left.emit()
        assert callable(begin)
        # A button says whether it is checked; what it opens does not care.
        begin(*(what for what in given if not isinstance(what, bool)))

    # Itself

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()  # a click between its parts is not meant for what lies below

    def paintEvent(self, event: QPaintEvent) -> None:
        """A soft shadow, so that the card lies above the window."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            shade = QColor(0, 0, 0, 9 if self._theme.palette.is_dark else 3)
            painter.setBrush(shade)
            for inset in range(2, SHADOW, 2):
                inside = QRectF(self.rect()).adjusted(inset, inset + 2, -inset, -inset + 2)
                painter.drawRoundedRect(inside, 2 * SHADOW - inset, 2 * SHADOW - inset)


def _column(title: str, body: QWidget, indent: int) -> QVBoxLayout:
    column, heading = QVBoxLayout(), labelled(title, "title")
    heading.setContentsMargins(indent, 0, 0, 0)
    column.setSpacing(6)
    column.addWidget(heading)
    column.addWidget(body, 1)
    return column
