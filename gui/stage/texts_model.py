"""The list of texts as a table: a cell is written only when it is looked at."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QIcon

from gui.class_signs import class_icon
from gui.panels.curve_axis import reading
from gui.plain_text import short, tip_text
from gui.stage.texts_rows import (
    LOSS,
    MARGIN,
    MISTAKES,
    NUMBER,
    PART,
    PREDICTED,
    TEXT,
    TRUTH,
    Listed,
)
from gui.theme import Theme

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
LONGEST, LONGEST_TIP = 400, 600  # characters of a text
SHORT_HEADS = {PREDICTED: "as", MISTAKES: "wrong"}  # where there is little room
HEADS = ("no.", "is", "taken for", "margin", "loss", "mistakes", "part", "text")
TIPS = (
    "The number of the text in the file",
    "The class that it is of",
    "The class that the learner takes it for now",
    "How far the true class is ahead of the best other one; below 0 it is wrong",
    "What the learner loses on it",
    "How often it was found wrong when it was visited, so far",
    "Whether it is learnt from, or held out",
    "The text itself",
)
NUMERIC = (NUMBER, MARGIN, LOSS, MISTAKES)


class TextsModel(QAbstractTableModel):
    """Rows are places in the list; `item` says which text lies there."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.narrow = False  # classes are shown by their signs alone
        self._sorted = (NUMBER, False)  # column, descending
        self._theme = theme
        self._listed: Listed | None = None
        self._signs: dict[int, QIcon] = {}
        self._mistake = QColor()
        self._muted = QColor()
        self.take_colours()

    def take_colours(self) -> None:
        self._signs.clear()
        self._mistake, self._muted = self._theme.colour("mistake"), self._theme.colour("muted")

    @property
    def listed(self) -> Listed | None:
        return self._listed

    def show_list(self, listed: Listed | None) -> None:
        """Other texts, or another order."""
        self.beginResetModel()
        self._listed = listed
        self.endResetModel()

    def show_values(self, listed: Listed) -> None:
        """The same texts in the same order; only what is said of them has changed."""
        self._listed = listed

    def item(self, row: int) -> int:
        assert self._listed is not None
        return int(self._listed.order[row])

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if self._listed is None else len(self._listed.order)

    def columnCount(self, parent: Index | None = None) -> int:
        return len(HEADS)

    def mark_sorted(self, column: int, descending: bool) -> None:
        self._sorted = (column, descending)
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(HEADS) - 1)

    def head(self, column: int) -> str:
        """The title of a column, with an arrow where the list is sorted by it."""
        title = SHORT_HEADS.get(column, HEADS[column]) if self.narrow else HEADS[column]
        if column != self._sorted[0]:
            return title
        return f"{title} {'↓' if self._sorted[1] else '↑'}"

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        listed, column = self._listed, index.column()
        if listed is None:
            return None
        if role == Role.DisplayRole:
            if self.narrow and column in (TRUTH, PREDICTED):
                return ""
            return self._text(listed, self.item(index.row()), column)
        if role == Role.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column in NUMERIC else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Role.DecorationRole and column in (TRUTH, PREDICTED):
            return self._sign(listed, self.item(index.row()), column)
        if role == Role.ForegroundRole:
            return self._ink(listed, self.item(index.row()), column)
        if role == Role.ToolTipRole and column == TEXT:
            return tip_text(short(listed.texts.items[self.item(index.row())], LONGEST_TIP))
        if role in (Role.ToolTipRole, Role.AccessibleTextRole) and column in (TRUTH, PREDICTED):
            return tip_text(self._text(listed, self.item(index.row()), column))
        return None

    def _text(self, listed: Listed, item: int, column: int) -> str:
        dataset, standing = listed.texts.dataset, listed.standing
        if column == NUMBER:
            return str(item + 1)
        if column == TRUTH:
            return short(dataset.class_names[int(dataset.labels[item])])
        if column == PREDICTED:
            label = int(standing.predicted[item])
            return "–" if label < 0 else short(dataset.class_names[label])
        if column in (MARGIN, LOSS):
            return reading(float((standing.margins if column == MARGIN else standing.losses)[item]))
        if column == MISTAKES:
            return "–" if dataset.held_out_rows[item] else str(int(standing.mistakes[item]))
        if column == PART:
            return "held out" if dataset.held_out_rows[item] else "train"
        return short(listed.texts.items[item], LONGEST)

    def _sign(self, listed: Listed, item: int, column: int) -> QIcon | None:
        labels = listed.texts.dataset.labels if column == TRUTH else listed.standing.predicted
        label = int(labels[item])
        if label >= 0 and label not in self._signs:
            self._signs[label] = sign = class_icon(label, self._theme)
            sign.addPixmap(sign.pixmap(48), QIcon.Mode.Selected)  # Qt would make it pale
        return self._signs.get(label)

    def _ink(self, listed: Listed, item: int, column: int) -> QColor | None:
        if column in (NUMBER, PART):
            return self._muted
        if column == PREDICTED:
            wrong = listed.standing.predicted[item] != listed.texts.dataset.labels[item]
            return self._mistake if wrong and listed.standing.loss_name else None
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> object:
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Role.DisplayRole:
            return self.head(section)
        if role == Role.ToolTipRole:
            return f"{TIPS[section]}. Click to sort by it."
        if role == Role.TextAlignmentRole:  # as the cells below
            side = Qt.AlignmentFlag.AlignRight if section in NUMERIC else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None
