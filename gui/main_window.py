"""The window: layout only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QSplitter, QVBoxLayout, QWidget

from gui.actions import Actions
from gui.beginning import first_experiment
from gui.collecting import Collecting
from gui.documents import Documents
from gui.header import Header
from gui.panels.curves import CurvesPanel
from gui.panels.data import DataPanel
from gui.panels.learners import LearnersPanel
from gui.panels.step import StepPanel
from gui.panels.transport import Transport
from gui.settings import Settings
from gui.stage.first_sight import FirstSight
from gui.status import StatusLine
from gui.studio import Studio
from gui.theme import Theme

if TYPE_CHECKING:
    from gui.stage.plane_stage import PlaneStage

GAP = 10
SMALLEST = (1000, 640)
FIRST = (1440, 900)


class MainWindow(QMainWindow):
    """Puts the panels in their places and owns what they share."""

    stage: FirstSight | PlaneStage

    def __init__(self, theme: Theme, settings: Settings | None = None) -> None:
        super().__init__()
        self.theme = theme
        self.settings = settings or Settings()
        self.studio = Studio(first_experiment())
        self._collecting = Collecting(self.studio)
        self.settings.restore_studio(self.studio)
        theme.choose(self.settings.theme)
        self.documents = Documents(self.studio, self, self.settings)
        self.actions_ = Actions(self.studio, theme, self, self.documents, self.settings)
        self._lay_out()
        self.actions_.fill_menu_bar(self.menuBar())
        self.setStatusBar(StatusLine(self.studio, theme))
        self.setAcceptDrops(True)
        self.setMinimumSize(*SMALLEST)
        self.resize(*FIRST)
        self.studio.document_changed.connect(self._name_document)
        self._name_document()
        self.settings.restore_window(self)
        theme.use(self.settings.theme)

    def begin(self) -> None:
        """Raise the real stage and start to compute; called once the window has been painted."""
        if not isinstance(self.stage, FirstSight):
            return
        from gui.stage.plane_stage import PlaneStage  # pyqtgraph takes longer than all the rest

        before = self.stage
        self.stage = PlaneStage(self.studio, self.theme)
        self.upper_row.replaceWidget(self.upper_row.indexOf(before), self.stage)
        self.stage.show()
        before.deleteLater()
        self.stage.setFocus()
        self.studio.start()

    def _lay_out(self) -> None:
        studio, theme = self.studio, self.theme
        self.header = Header(studio, theme, self.actions_)
        self.stage = FirstSight(studio, theme, self.begin)
        self.data, self.learners = DataPanel(studio, theme), LearnersPanel(studio, theme)
        self.transport = Transport(studio, theme, self.actions_)
        self.curves, self.step = CurvesPanel(studio, theme), StepPanel(studio, theme)
        self.upper_row = _splitter(
            Qt.Orientation.Horizontal, (self.data, self.stage, self.learners)
        )
        self.lower_row = _splitter(Qt.Orientation.Horizontal, (self.curves, self.step))
        self.upper_row.setSizes([212, 900, 276])
        self.lower_row.setSizes([900, 480])
        below = QWidget()
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addWidget(self.transport)
        column.addWidget(self.lower_row, 1)
        self.rows = _splitter(Qt.Orientation.Vertical, (self.upper_row, below))
        self.rows.setSizes([520, 290])
        middle = QWidget()
        frame = QHBoxLayout(middle)
        frame.setContentsMargins(GAP, GAP, GAP, 4)
        frame.addWidget(self.rows)
        whole = QWidget()
        layout = QVBoxLayout(whole)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.header)
        layout.addWidget(middle, 1)
        self.setCentralWidget(whole)

    def _name_document(self) -> None:
        path = self.studio.path
        name = path.name if path else "Untitled"
        self.setWindowTitle(f"{name}[*] — Perceptarium")
        self.setWindowModified(self.studio.modified)

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.documents.may_close():
            event.ignore()
            return
        self.settings.keep(self, self.studio, self.theme)
        self.hide()  # the worker may take a moment to end
        self.studio.close()
        event.accept()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.documents.drop(event.mimeData())
        event.acceptProposedAction()


def _splitter(orientation: Qt.Orientation, widgets: tuple[QWidget, ...]) -> QSplitter:
    splitter = QSplitter(orientation)
    splitter.setHandleWidth(GAP)
    splitter.setChildrenCollapsible(False)
    for widget in widgets:
        splitter.addWidget(widget)
    return splitter
