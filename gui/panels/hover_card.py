"""A small card beside the pointer."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from gui.panels.text_grid import Row, TextGrid
from gui.theme import Theme

APART = 12  # pixels from what it speaks of


class HoverCard(QFrame):
    """Rows of text that keep out of the pointer's way and inside a given area."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.grid = TextGrid(theme)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 6, 10, 6)
        layout.addWidget(self.grid)
        self.hide()

    def words(self) -> str:
        return self.grid.words()

    def tell(self, rows: tuple[Row, ...], x: float, area: QRectF, plot: QWidget) -> None:
        """Show these rows beside x in the area of this plot, on the side that has more room.

        It lies in the window, not in the plot, which may be lower than the card is high.
        """
        host = plot.window()
        if self.parent() is not host:
            self.setParent(host)
        self.grid.show_rows(rows)
        size = self.grid.sizeHint()
        width, height = size.width() + 22, size.height() + 14
        left = x + APART if x < area.center().x() else x - APART - width
        corner = plot.mapTo(host, QPoint(round(left), round(area.top()) + 2))
        top = max(min(corner.y(), host.height() - height - 4), 4)
        self.setGeometry(corner.x(), top, width, height)
        self.show()
        self.raise_()
