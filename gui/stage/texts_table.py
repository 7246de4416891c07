"""Every text in a table: sorted, filtered, searched, and followed through time."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QElapsedTimer, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLayout, QLineEdit, QVBoxLayout, QWidget

from gui.card import labelled
from gui.choices import ChoiceBox
from gui.fields import explain
from gui.panels.pacing import Pacing
from gui.panels.time_words import grouped
from gui.plain_text import short
from gui.stage.chart import paint_card
from gui.stage.terrain import Terrain
from gui.stage.texts_list import TextsList
from gui.stage.texts_model import TextsModel
from gui.stage.texts_rows import PARTS, VERDICTS, Listed, Texts, Wanted, listed, standing_of
from gui.studio import Studio
from gui.theme import Theme

PER_SECOND = 8
CALM = 1000  # milliseconds that rows keep their order while it plays
ROOM_FOR_BOXES = 480  # pixels
ALL_CLASSES = "All classes"


class TextsTable(QWidget):
    """What it says of the texts is always of now; their order, while it plays, of a second ago."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__()
        self._studio, self._theme = studio, theme
        self._terrain = Terrain()
        self._texts: Texts | None = None
        self._wanted = Wanted()
        self._ordered = QElapsedTimer()  # since the order was made
        self.sentence = ""
        self.setAccessibleName("Table of texts")
        self.model = TextsModel(theme)
        self.list = TextsList(self.model, theme)
        self._make_filters()
        self._lay_out()
        self.setFocusProxy(self.list)
        self.list.horizontalHeader().sectionClicked.connect(self._sort_by)
        self.list.selected.connect(studio.select)
        self._pacing = Pacing(studio, self, self._refresh, PER_SECOND)
        for signal in (
            studio.cursor_changed, studio.results_changed, studio.active_changed,
            studio.experiment_changed,
        ):  # fmt: skip
            signal.connect(self._pacing.ask)
        studio.selection_changed.connect(self._show_selection)
        theme.changed.connect(self._take_colours)

    def _make_filters(self) -> None:
        self.search = QLineEdit()
        self.search.setPlaceholderText("Search")
        self.search.setClearButtonEnabled(True)
        self.search.setMinimumWidth(90)
        explain(self.search, "Show only texts that have this somewhere", "Search the texts")
        self.search.textChanged.connect(lambda text: self._want(needle=text))
        self.classes, self.verdicts, self.parts = (ChoiceBox(wide=True) for _ in range(3))
        self.classes.addItem(ALL_CLASSES)
        self.verdicts.addItems(VERDICTS)
        self.parts.addItems(PARTS)
        explain(self.classes, "Show only texts of one class", "Class")
        explain(self.verdicts, "Show only what is taken for what it is, or for another", "Verdict")
        explain(self.parts, "Show only what is learnt from, or what is held out", "Part")
        self.classes.currentIndexChanged.connect(
            lambda place: self._want(label=place - 1 if place > 0 else None)
        )
        self.verdicts.currentTextChanged.connect(lambda text: self._want(verdict=text))
        self.parts.currentTextChanged.connect(lambda text: self._want(part=text))
        self.left = labelled("", "muted")

    def _lay_out(self) -> None:
        self._top = QHBoxLayout()
        self._top.setSpacing(6)
        self._top.addWidget(self.search, 1)
        self._top.addWidget(self.left)
        self._boxes = QWidget()
        boxes = QHBoxLayout(self._boxes)
        boxes.setContentsMargins(0, 0, 0, 0)
        boxes.setSpacing(6)
        for box in (self.classes, self.verdicts, self.parts):
            boxes.addWidget(box)
        self._column = QVBoxLayout(self)
        self._column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)  # it can be small
        self._column.setContentsMargins(12, 8, 8, 6)
        self._column.setSpacing(4)
        self._column.addLayout(self._top)
        self._column.addWidget(self._boxes)
        self._column.addWidget(self.list, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The boxes stand beside the search, or below it."""
        beside = event.size().width() >= ROOM_FOR_BOXES
        if beside != (self._top.indexOf(self._boxes) >= 0):
            (self._column if beside else self._top).removeWidget(self._boxes)
            if beside:
                self._top.insertWidget(1, self._boxes, 2)
            else:
                self._column.insertWidget(1, self._boxes)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 120)

    # From the moment

    def _sort_by(self, column: int) -> None:
        """The smallest first; on a second click the largest."""
        again = column == self._wanted.column and not self._wanted.descending
        self.model.mark_sorted(column, again)
        self._want(column=column, descending=again)
        self.list.scrollToTop()

    def _want(self, **changes: object) -> None:
        self._wanted = replace(self._wanted, **changes)  # type: ignore[arg-type]
        self._reorder()

    def _refresh(self) -> None:
        dataset = self._studio.results.dataset
        if dataset is None or not isinstance(dataset.items, tuple):
            self._texts = None
            self.sentence = self._studio.results.problem or "Reading the texts…"
            self.model.show_list(None)
            self.left.setText("")
        else:
            self.sentence = ""
            if self._texts is None or self._texts.dataset is not dataset:
                self._texts = Texts(dataset)
                self._offer_classes(dataset.class_names)
                self.list.fit_columns(dataset.class_names)
                self._ordered.invalidate()
            self._follow()
        self.list.setVisible(not self.sentence)
        self.update()

    def _follow(self) -> None:
        """Show the values of now, and a new order if it is time for one."""
        shown, playing = self.model.listed, self._studio.playing
        fresh = self._ordered.isValid() and self._ordered.elapsed() < CALM
        if shown is None or self._texts is None or not (playing and fresh):
            self._reorder()
            return
        standing = standing_of(self._studio, self._terrain, self._texts.dataset)
        self._count_votes()
        self.model.show_values(Listed(self._texts, standing, shown.order, shown.places))
        self.list.viewport().update()

    def _reorder(self) -> None:
        if self._texts is None:
            return
        standing = standing_of(self._studio, self._terrain, self._texts.dataset)
        self._count_votes()
        self._ordered.start()
        scrolled = self.list.verticalScrollBar().value()
        self.model.show_list(listed(self._texts, standing, self._wanted))
        self.list.verticalScrollBar().setValue(scrolled)
        self.list.show_selection(self._studio.selection)
        count, total = self.model.rowCount(), len(self._texts.items)
        told = grouped(total) if count == total else f"{grouped(count)} of {grouped(total)}"
        self.left.setText(f"{told} text" if total == 1 else f"{told} texts")

    def _count_votes(self) -> None:
        if self._terrain.behind:  # a vote is counted a part a frame
            self._terrain.behind = False
            QTimer.singleShot(0, self._pacing.ask)

    def _offer_classes(self, names: tuple[str, ...]) -> None:
        offered = [ALL_CLASSES, *(short(name) for name in names)]
        if offered != [self.classes.itemText(k) for k in range(self.classes.count())]:
            self.classes.blockSignals(True)
            self.classes.clear()
            self.classes.addItems(offered)
            self.classes.blockSignals(False)
            self._wanted = replace(self._wanted, label=None)

    def _show_selection(self) -> None:
        if self.isVisible():
            self.list.show_selection(self._studio.selection, follow=True)

    def _take_colours(self) -> None:
        self.model.take_colours()
        self.list.viewport().update()

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_card(painter, QRectF(self.rect()), self._theme)
            if self.sentence:
                painter.setPen(self._theme.colour("muted"))
                flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
                painter.drawText(
                    QRectF(self.rect()).adjusted(24, 40, -24, -12), flags, self.sentence
                )
