"""The preview of a file: its first rows, the label column tinted, unused columns faded."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from gui.plain_text import short

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
Resize = QHeaderView.ResizeMode
NARROW, WIDE = 220, 2_000  # pixels that a column may have


@dataclass(frozen=True)
class ShownRows:
    """The first rows of a file, and what its columns are for."""

    rows: tuple[tuple[str, ...], ...] = ()  # the header not among them
    titles: tuple[str, ...] = ()
    label_column: int = -1
    used: frozenset[int] = frozenset()  # columns that are taken, the label among them
    numeric: frozenset[int] = frozenset()
    stretched: int = -1  # the column that gets the room


class PreviewModel(QAbstractTableModel):
    """Cells as they stand in the file."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shown = ShownRows()

    def show(self, shown: ShownRows) -> None:
        self.beginResetModel()
        self._shown = shown
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return len(self._shown.rows)

    def columnCount(self, parent: Index | None = None) -> int:
        return len(self._shown.titles)

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        shown, column = self._shown, index.column()
        row = shown.rows[index.row()]
        if role == Role.DisplayRole:
            return row[column] if column < len(row) else ""
        if role == Role.TextAlignmentRole and column in shown.numeric:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Role.BackgroundRole and column == shown.label_column:
            return _tint()
        if role == Role.ForegroundRole and column not in shown.used:
            return QGuiApplication.palette().color(QPalette.ColorRole.PlaceholderText)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> object:
        if role != Role.DisplayRole or section >= len(self._shown.titles):
            return None
        if orientation == Qt.Orientation.Vertical:
            return str(section + 1)
        return short(self._shown.titles[section], 30) or f"column {section + 1}"


class PreviewTable(QTableView):
    """Only to be looked at."""

    def __init__(self) -> None:
        super().__init__()
        self._model = PreviewModel(self)
        self.setModel(self._model)
        self.setAccessibleName("Preview of the table")
        self.setToolTip("The first rows of the file; the column with the labels is tinted")
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setWordWrap(False)
        self.setShowGrid(False)
        self.setStyleSheet("QTableView::item { padding: 0px 5px; }")  # as in the header
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().setDefaultSectionSize(24)
        self.verticalHeader().hide()
        self.horizontalHeader().setDefaultSectionSize(96)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setMaximumSectionSize(NARROW)
        self.horizontalHeader().setStretchLastSection(True)
        self.horizontalHeader().setResizeContentsPrecision(12)  # rows that are measured

    def show_rows(self, shown: ShownRows) -> None:
        self._model.show(shown)
        self.horizontalHeader().setMaximumSectionSize(NARROW)
        self.resizeColumnsToContents()
        header = self.horizontalHeader()
        header.setStretchLastSection(shown.stretched < 0)
        header.setMaximumSectionSize(NARROW if shown.stretched < 0 else WIDE)
        for column in range(len(shown.titles)):
            stretched = column == shown.stretched
            kind = Resize.Stretch if stretched else Resize.Interactive
            header.setSectionResizeMode(column, kind)


def _tint() -> QColor:
    colour = QGuiApplication.palette().color(QPalette.ColorRole.Highlight)
    colour.setAlphaF(0.16)
    return colour
