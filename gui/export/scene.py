"""A hidden stage of any size: what is drawn is a function of the experiment and the step."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from PySide6.QtCore import QEventLoop, QPoint, QSize, Qt, QTimer
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from core.experiment import Data
from core.what_if import Cancelled
from gui.background import Background
from gui.computer import Results
from gui.export.caption import Caption
from gui.export.painting import Placed, paint_widget
from gui.looks import Looks
from gui.panels.curves import CurvesPanel
from gui.panels.step import StepPanel
from gui.stage.chips import NoteChip
from gui.stage.views import views_for
from gui.studio import Studio
from gui.theme import Theme

PARTS = {
    "stage": "Stage",
    "curves": "Curves",
    "step": "This step",
    "board": "Stage, curves and step",
}  # besides the views of the stage, by their ids
GAP, EDGE = 8, 10
BRIEF = 250  # milliseconds: what is due by then is due now
LONGEST_WAIT = 20.0  # seconds for what a view works out beside the window


@dataclass(frozen=True)
class Look:
    """What a scene shows, and how."""

    part: str = "stage"
    width: int = 960
    height: int = 600
    theme: str = "light"
    captions: bool = False


@dataclass(frozen=True)
class Shown:
    """What a scene takes from the window, or from what was computed without one."""

    results: Results
    t: int = 0
    looks: Looks = field(default_factory=Looks)
    active: int = 0
    selection: frozenset[int] = frozenset()
    feature: int | None = None

    @classmethod
    def by(cls, studio: Studio) -> Shown:
        return cls(
            studio.results, studio.t, studio.looks, studio.active, studio.selection, studio.feature
        )


def parts_of(data: Data) -> dict[str, str]:
    """Everything that can be drawn of such data: ids and titles."""
    return PARTS | {view.id: view.title for view in views_for(data)}


class Scene:
    """A studio and widgets of its own, never on the screen; `close` it when done."""

    def __init__(self, shown: Shown, look: Look, like: QWidget | None = None) -> None:
        """`like`: a plane whose camera it takes."""
        self.look = look
        self._closed = False
        self.studio = Studio(shown.results.experiment)
        self.studio.results, self.studio.looks = shown.results, shown.looks
        self.studio.t, self.studio.active = min(shown.t, shown.results.steps), shown.active
        self.studio.selection, self.studio.feature = shown.selection, shown.feature
        self._root = QWidget()
        self._root.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        self._root.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.theme = Theme(look.theme, self._root)
        self.theme.use(look.theme)
        self._planes: list[QWidget] = []
        self._lay_out()
        self._root.setFixedSize(look.width, look.height)
        self._root.show()
        if like is not None:
            self._look_as(like)
        self._settle()

    # Making

    def _lay_out(self) -> None:
        look = self.look
        column = QVBoxLayout(self._root)
        edge = EDGE if look.part == "board" else 0
        column.setContentsMargins(edge, edge, edge, edge)
        column.setSpacing(GAP)
        if look.part == "board":
            column.addWidget(self._stage(), 5)
            row = QHBoxLayout()
            row.setSpacing(GAP)
            row.addWidget(self._curves(), 3)
            row.addWidget(self._step(), 2)
            column.addLayout(row, 3)
        else:
            column.addWidget(self._part(look.part), 1)
        self._caption = Caption(self.studio, self.theme) if look.captions else None
        if self._caption is not None:
            column.addWidget(self._caption)

    def _part(self, part: str) -> QWidget:
        make = {"stage": self._stage, "curves": self._curves, "step": self._step}
        return make[part]() if part in make else self._views((part,))

    def _stage(self) -> QWidget:
        """The views that the looks ask for, as the window shows them."""
        known = [view.id for view in views_for(self.studio.experiment.data)]
        looks = self.studio.looks
        main = looks.view if looks.view in known else known[0]
        beside = looks.beside if looks.beside in known and looks.beside != main else ""
        return self._views((main, beside) if beside else (main,))

    def _views(self, ids: tuple[str, ...]) -> QWidget:
        known = {view.id: view for view in views_for(self.studio.experiment.data)}
        views = [known[id].make(self.studio, self.theme) for id in ids]
        self._planes += views
        if len(views) == 1:
            return views[0]
        room = QWidget()
        row = QHBoxLayout(room)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GAP)
        for view in views:
            row.addWidget(view, 1)
        return room

    def _curves(self) -> QWidget:
        panel = CurvesPanel(self.studio, self.theme)
        panel.log_switch.hide()  # its axis tells
        return panel

    def _step(self) -> QWidget:
        panel = StepPanel(self.studio, self.theme)
        panel.more.hide()
        return panel

    def _look_as(self, like: QWidget) -> None:
        for plane in self._planes:
            look_as = getattr(plane, "look_as", None)
            if look_as is not None and type(plane) is type(like):
                look_as(like)

    # Drawing

    @property
    def size(self) -> QSize:
        return self._root.size()

    def show_step(self, t: int) -> None:
        """Show the moment after t steps, with everything that belongs to it.

        `Cancelled` when it was closed meanwhile: while it settles, the window lives on.
        """
        if not self._closed:
            self.studio.seek(t)
            self._settle()
        if self._closed:
            raise Cancelled

    @property
    def widgets(self) -> list[Placed]:
        """What it is made of, and where that lies in the picture."""
        return [(self._root, QPoint(0, 0))]

    def paint(self, painter: QPainter) -> None:
        paint_widget(painter, self._root, QPoint(0, 0), background=True)

    def image(self, scale: float = 1.0) -> QImage:
        return image_of(self, scale)

    def _settle(self) -> None:
        """Until nothing is left to be worked out or laid out."""
        flags = QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents
        end = time.monotonic() + LONGEST_WAIT
        while time.monotonic() < end and not self._closed:
            QApplication.sendPostedEvents()
            for timer in self._due():
                timer.setInterval(0)
            QApplication.processEvents(flags)
            if self._closed:
                return
            if not any(True for _ in self._due()):
                if not any(work.busy for work in self._root.findChildren(Background)):
                    break
                time.sleep(0.002)
        QApplication.sendPostedEvents()
        if self.studio.t == 0 or self.look.captions:  # hints are for who can act; once is enough
            for chip in self._root.findChildren(NoteChip):
                chip.hide()

    def _due(self) -> Iterator[QTimer]:
        for timer in self._root.findChildren(QTimer):
            if timer.isActive() and timer.interval() <= BRIEF:
                yield timer

    def close(self) -> None:
        self._closed = True
        for work in self._root.findChildren(Background):
            work.finish()
        self._root.close()
        self.studio.close()
        self._root.deleteLater()
        self.studio.deleteLater()


def image_of(subject: Scene | Live, scale: float = 1.0) -> QImage:
    """A picture of it, with so many pixels to each of its own."""
    size = subject.size
    image = QImage(
        round(size.width() * scale), round(size.height() * scale), QImage.Format.Format_RGB32
    )
    image.setDevicePixelRatio(scale)
    image.fill(Qt.GlobalColor.white)
    with QPainter(image) as painter:
        subject.paint(painter)
    return image


class Live:
    """What is on the screen now: one widget, or several with what lies between them."""

    def __init__(self, widgets: tuple[QWidget, ...], theme: Theme) -> None:
        self._theme = theme
        corner = widgets[0].window()
        places = [widget.rect().translated(widget.mapTo(corner, QPoint())) for widget in widgets]
        self._whole = places[0]
        for place in places[1:]:
            self._whole = self._whole.united(place)
        corners = [place.topLeft() - self._whole.topLeft() for place in places]
        self.widgets: list[Placed] = list(zip(widgets, corners, strict=True))

    @property
    def size(self) -> QSize:
        return self._whole.size()

    def paint(self, painter: QPainter) -> None:
        painter.fillRect(0, 0, self.size.width(), self.size.height(), self._theme.colour("ground"))
        for widget, place in self.widgets:
            paint_widget(painter, widget, place, background=True)
