"""The window: layout only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QSplitter, QVBoxLayout, QWidget

from core.experiment import TextsData
from gui.actions import Actions
from gui.beginning import first_experiment
from gui.collecting import Collecting
from gui.documents import Documents
from gui.header import Header
from gui.lessons.lessons import Lessons
from gui.lessons.predicting import Predicting
from gui.locked_view import LockedView
from gui.panels.caption import Caption
from gui.panels.curves import CurvesPanel
from gui.panels.data import DataPanel
from gui.panels.side import Side
from gui.panels.step import StepPanel
from gui.panels.transport import Transport
from gui.plain_text import short
from gui.presenting import Presenting
from gui.settings import Settings
from gui.stage.first_sight import FirstSight
from gui.status import StatusLine
from gui.studio import Studio
from gui.theme import Theme
from gui.welcome import Welcome

if TYPE_CHECKING:
    from gui.panels.reader import Reader
    from gui.stage.stage import Stage

GAP, TIGHT_GAP = 10, 6
ROOMY = (1000, 680)  # from here on there is space between the panels
SMALLEST = (800, 600)
FIRST = (1440, 900)


class MainWindow(QMainWindow):
    """Puts the panels in their places and owns what they share."""

    ready = Signal()  # the real stage is there
    stage: FirstSight | Stage
    reader: Reader | None = None  # made when there are texts

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
        self.presenting = Presenting(self)
        self.locked = LockedView(self)
        self.lessons = Lessons(self)
        self.predicting = Predicting(self)
        self.welcome = Welcome(self)
        self.setAcceptDrops(True)
        self.setMinimumSize(*SMALLEST)
        self.resize(*FIRST)
        self.studio.experiment_changed.connect(self._follow_kind)
        self.studio.document_changed.connect(self._name_document)
        self._name_document()
        self.settings.restore_window(self)
        theme.use(self.settings.theme)

    def begin(self) -> None:
        """Raise the real stage and start to compute; called once the window has been painted."""
        if not isinstance(self.stage, FirstSight):
            return
        from gui.stage.stage import Stage  # what it draws with takes longer than all the rest

        before = self.stage
        self.stage = Stage(self.studio, self.theme)
        self.middle.replaceWidget(self.middle.indexOf(before), self.stage)
        self.stage.show()
        before.deleteLater()
        self.stage.setFocus()
        self._follow_kind()
        self.locked.follow()
        self.studio.start()
        self.ready.emit()

    def _lay_out(self) -> None:
        studio, theme = self.studio, self.theme
        self.header = Header(studio, theme, self.actions_)
        self.stage = FirstSight(studio, theme, self.begin)
        self.data, self.side = DataPanel(studio, theme), Side(studio, theme)
        self.transport = Transport(studio, theme, self.actions_)
        self.curves, self.step = CurvesPanel(studio, theme), StepPanel(studio, theme)
        self.caption = Caption(studio, theme)
        self.caption.hide()
        self.middle = _splitter(Qt.Orientation.Vertical, (self.stage,))
        self.upper_row = _splitter(Qt.Orientation.Horizontal, (self.data, self.middle, self.side))
        self.lower_row = _splitter(Qt.Orientation.Horizontal, (self.curves, self.step))
        self.upper_row.setSizes([212, 900, 276])
        self.lower_row.setSizes([900, 480])
        below = QWidget()
        self.below_column = column = QVBoxLayout(below)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addWidget(self.caption)
        column.addWidget(self.transport)
        column.addWidget(self.lower_row, 1)
        self.rows = _splitter(Qt.Orientation.Vertical, (self.upper_row, below))
        self.rows.setSizes([520, 290])
        middle = QWidget()
        self.frame_row = frame = QHBoxLayout(middle)
        frame.setContentsMargins(GAP, GAP, GAP, 4)
        frame.setSpacing(GAP)
        frame.addWidget(self.rows)
        whole = QWidget()
        layout = QVBoxLayout(whole)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.header)
        layout.addWidget(middle, 1)
        self.setCentralWidget(whole)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_gaps(self.width() < ROOMY[0] or self.height() < ROOMY[1])

    def _fit_gaps(self, tight: bool) -> None:
        """In a small window, all room is for what there is to see."""
        gap = TIGHT_GAP if tight else GAP
        if self.below_column.spacing() == gap:
            return
        self.frame_row.setContentsMargins(gap, gap, gap, 0 if tight else 4)
        for row in (self.frame_row, self.below_column):
            row.setSpacing(gap)
        for splitter in (self.rows, self.upper_row, self.lower_row, self.middle):
            splitter.setHandleWidth(gap)
        self.transport.set_tight(tight)
        self.curves.plot.set_tight(tight)

    def _follow_kind(self) -> None:
        """Texts are read below the stage."""
        texts = isinstance(self.studio.experiment.data, TextsData)
        if texts and self.reader is None:
            from gui.panels.reader import Reader

            self.reader = Reader(self.studio, self.theme)
            self.middle.addWidget(self.reader)
            self.middle.setStretchFactor(0, 1)
        if self.reader is not None:
            self.reader.setVisible(texts)

    def _name_document(self) -> None:
        path = self.studio.path
        # In a title, [*] stands for the mark of unsaved changes; doubled, for itself.
        name = short(path.name, 80).replace("[*]", "[*][*]") if path else "Untitled"
        self.setWindowTitle(f"{name}[*] — Perceptarium")
        self.setWindowModified(self.studio.modified)

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.documents.may_close():
            event.ignore()
            return
        try:
            self.welcome.close()
            self.predicting.stop()
            self.lessons.release()
            self.presenting.leave()
            self.locked.release()  # what a file hides is not what a person has chosen
            self.settings.keep(self, self.studio, self.theme)
        finally:  # whatever happens, it closes
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
