"""The table of texts itself: what is selected in it is what is selected everywhere."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    QModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView

from gui.plain_text import short
from gui.stage.texts_model import HEADS, SHORT_HEADS, TextsModel
from gui.stage.texts_rows import LOSS, MISTAKES, PART, PREDICTED, TEXT, TRUTH
from gui.theme import Theme

LINE = 24  # pixels of a row
ROOM = 640  # pixels below which columns are narrow
WIDE = ("00000", "", "", "−00.000", "00.000", "000", "held out")  # what columns must hold
SIGN = 22
EXTRAS = (LOSS, MISTAKES, PART)  # columns that are left out where there is little room
ROOM_FOR_EXTRAS = 420  # pixels
NOTHING_FITS = "No text fits: clear the search, or ask for all classes and parts."


class TextsList(QTableView):
    """Says what a person selects; shows what it is told."""

    selected = Signal(object)  # a set of texts

    def __init__(self, model: TextsModel, theme: Theme) -> None:
        super().__init__()
        self._model, self._theme = model, theme
        self._names: tuple[str, ...] = ()
        self._telling = False  # the selection is set by us
        self.setModel(model)
        self.setAccessibleName("Texts")
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setWordWrap(False)
        self.setShowGrid(False)
        self.setIconSize(QSize(12, 12))
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # texts give way
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(rows.ResizeMode.Fixed)
        rows.setDefaultSectionSize(LINE)
        heads = self.horizontalHeader()
        heads.setHighlightSections(False)
        heads.setStretchLastSection(True)
        heads.setMinimumSectionSize(28)
        heads.setSectionsClickable(True)
        self.selectionModel().selectionChanged.connect(self._selection_changed)
        self.doubleClicked.connect(lambda index: self._show_one(index))
        theme.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        p = self._theme.palette
        self.setStyleSheet(f"""
            QTableView {{ background: transparent; border: none; border-radius: 0; padding: 0;
                outline: none;
                selection-background-color: {p.accent_soft}; selection-color: {p.text}; }}
            QTableView::item {{ padding: 0px 5px; border: none; }}
            QTableView::item:selected {{ background: {p.accent_soft}; color: {p.text}; }}
            QHeaderView, QHeaderView::section {{ background: {p.stage}; }}
            QHeaderView::section {{ padding: 2px 7px; }}
        """)

    # What is selected

    def show_selection(self, items: Iterable[int], *, follow: bool = False) -> None:
        """Show these texts as selected, quietly; `follow`: scroll to a single one."""
        listed = self._model.listed
        places = {} if listed is None else listed.places
        rows = np.array(sorted(places[i] for i in items if i in places), np.int64)
        chosen = QItemSelection()
        breaks = np.flatnonzero(np.diff(rows) > 1) + 1
        for piece in np.split(rows, breaks) if len(rows) else ():
            first, last = int(piece[0]), int(piece[-1])
            left, right = self._model.index(first, 0), self._model.index(last, len(HEADS) - 1)
            chosen.append(QItemSelectionRange(left, right))
        self._telling = True
        model = self.selectionModel()
        model.blockSignals(True)  # to say what has changed, Qt compares every piece with every one
        model.clearSelection()
        model.select(chosen, QItemSelectionModel.SelectionFlag.Select)
        model.blockSignals(False)
        if len(rows) == 1:
            here = self._model.index(int(rows[0]), 0)
            model.setCurrentIndex(here, QItemSelectionModel.SelectionFlag.NoUpdate)
            if follow:
                self.scrollTo(here)
        self._telling = False
        self.viewport().update()

    def _selection_changed(self) -> None:
        if not self._telling:
            pieces = self.selectionModel().selection().toList()
            rows = (row for piece in pieces for row in range(piece.top(), piece.bottom() + 1))
            self.selected.emit(frozenset(self._model.item(row) for row in rows))

    def _show_one(self, index: QModelIndex) -> None:
        self.selected.emit(frozenset({self._model.item(index.row())}))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        here = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and here.isValid():
            self._show_one(here)
        else:
            super().keyPressEvent(event)

    # What it looks like

    def fit_columns(self, names: tuple[str, ...]) -> None:
        """Wide enough for what they hold; with little room, classes give way to the text."""
        self._names = names
        metrics = QFontMetrics(self.font())
        roomy = self.width() >= ROOM
        self._model.narrow = not roomy
        widest = max((metrics.horizontalAdvance(short(name)) for name in names), default=40)
        for column, text in enumerate(WIDE):
            head = f"{HEADS[column] if roomy else SHORT_HEADS.get(column, HEADS[column])} ↓"
            width = max(metrics.horizontalAdvance(text), metrics.horizontalAdvance(head))
            width += 26 if roomy else 17
            if column in (TRUTH, PREDICTED):
                width = max(min(widest + SIGN + 14, 150), width) if roomy else width
            self.setColumnWidth(column, width)
            self.setColumnHidden(column, column in EXTRAS and self.width() < ROOM_FOR_EXTRAS)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.fit_columns(self._names)
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        with QPainter(self.viewport()) as painter:
            if self._model.listed is not None and self._model.rowCount() == 0:
                painter.setPen(self._theme.colour("muted"))
                flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
                painter.drawText(self.viewport().rect(), flags, NOTHING_FITS)
            elif self.hasFocus() and self.currentIndex().isValid():
                self._paint_row_of_keys(painter)

    def _paint_row_of_keys(self, painter: QPainter) -> None:
        """A frame around all of the row, not around one of its cells."""
        row = QRectF(self.visualRect(self.currentIndex()))
        row.setLeft(0.0)
        row.setRight(self.viewport().width())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colour("accent"), 1.0))
        painter.drawRoundedRect(row.adjusted(0.5, 0.5, -0.5, -0.5), 4.0, 4.0)

    def words(self, row: int) -> str:
        """What a row says, for those who cannot see it and for tests."""
        cells = (self._model.index(row, column).data() for column in range(TEXT + 1))
        return " | ".join(str(cell) for cell in cells)
