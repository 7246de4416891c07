"""The preview of a table: its first rows, the label column tinted, unused columns faded."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QAbstractItemView, QTableView

from gui.import_preview import SHOWN_COLUMNS, Preview
from gui.plain_text import short

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole


class PreviewModel(QAbstractTableModel):
    """Cells as they stand in the file."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._preview: Preview | None = None

    def show(self, preview: Preview) -> None:
        self.beginResetModel()
        self._preview = preview
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return len(self._preview.rows) if self._preview else 0

    def columnCount(self, parent: Index | None = None) -> int:
        return min(self._preview.width, SHOWN_COLUMNS) if self._preview else 0

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        assert self._preview is not None
        row, column = self._preview.rows[index.row()], index.column()
        shape = self._preview.shape
        if role == Role.DisplayRole:
            return row[column] if column < len(row) else ""
        if role == Role.TextAlignmentRole and column in self._preview.numeric:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if shape is not None and role == Role.BackgroundRole and column == shape.label_column:
            return _tint()
        if shape is not None and role == Role.ForegroundRole:
            unused = column != shape.label_column and column not in shape.columns
            return (
                QGuiApplication.palette().color(QPalette.ColorRole.PlaceholderText)
                if (unused)
                else None
            )
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> object:
        if role != Role.DisplayRole or self._preview is None or self._preview.shape is None:
            return None
        if orientation == Qt.Orientation.Vertical:
            return str(section + 1)
        names = self._preview.shape.names
        return short(names[section], 30) or f"column {section + 1}"


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
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().setDefaultSectionSize(24)
        self.verticalHeader().hide()
        self.horizontalHeader().setDefaultSectionSize(96)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setMaximumSectionSize(220)
        self.horizontalHeader().setStretchLastSection(True)
        self.horizontalHeader().setResizeContentsPrecision(12)  # rows that are measured

    def show_preview(self, preview: Preview) -> None:
        self._model.show(preview)
        self.resizeColumnsToContents()


def _tint() -> QColor:
    colour = QGuiApplication.palette().color(QPalette.ColorRole.Highlight)
    colour.setAlphaF(0.16)
    return colour
