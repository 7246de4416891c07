"""The window on one kind of screen: `python -m tests.gui.trust.screens WIDTHxHEIGHT …`.

Prints, as JSON, how far points land from where they were clicked, and what does not fit.
QT_SCALE_FACTOR says how large a pixel is.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QLabel,
    QSizePolicy,
    QSplitter,
    QToolButton,
    QWidget,
)

from core.experiment import Experiment
from core.samples import samples
from gui.app import make_application
from gui.beginning import first_experiment
from gui.main_window import MainWindow
from gui.panels.elided_label import ElidedLabel
from gui.settings import Settings
from gui.stage.plane_view import PlaneView
from gui.theme import Theme

SPOTS = [(across / 8, up / 6) for across in (2, 3, 4, 5, 6) for up in (2, 3, 4)]
LONGEST = 3.0  # seconds until all has found its place
REACH = 14  # pixels around a point that belong to it


class Screen:
    def __init__(self, folder: Path) -> None:
        self.application = make_application()
        self.window = MainWindow(Theme("light"), Settings(folder / "settings.json"))
        self.window.show()
        self.window.begin()
        self.wait()

    def wait(self, seconds: float = 0.1) -> None:
        studio, least = self.window.studio, time.monotonic() + seconds
        while time.monotonic() < least or not (
            studio.results.done and studio.results.experiment is studio.experiment
        ):
            self.application.processEvents()
            time.sleep(0.002)

    # Clicking

    def clicked(self, width: int, height: int) -> list[float]:
        """How far each point lies from its click, where it is kept and where it is painted."""
        window = self.window
        window.studio.open_document(Experiment(), None)
        window.studio.look(view="plane", beside="", regions=False, legend=False)
        window.studio.take_up(tool="draw", label=0)
        window.resize(width, height)
        self.wait()
        view = next(v for v in window.findChildren(PlaneView) if v.isVisible())
        place, ratio = view.viewport(), view.devicePixelRatioF()
        spots = [QPoint(int(a * place.width()), int(b * place.height())) for a, b in SPOTS]
        QTest.mouseClick(place, Qt.MouseButton.LeftButton, pos=spots[0])
        self.wait(0.2)
        for spot in spots[1:]:
            QTest.mouseClick(place, Qt.MouseButton.LeftButton, pos=spot)
        QTest.mouseMove(place, QPoint(3, 3))
        window.studio.select(())
        self.wait(0.3)
        points = window.studio.points
        assert points is not None
        assert len(points.xy) == len(spots)
        kept = view.frame.to_pixels(np.array(points.xy))
        image = view.grab().toImage()
        far = []
        for spot, (x, y) in zip(spots, kept.tolist(), strict=True):
            far.append(ratio * float(np.hypot(x - spot.x(), y - spot.y())))
            far.append(self._painted_off(image, spot, ratio))
        return far

    def _painted_off(self, image: QImage, spot: QPoint, ratio: float) -> float:
        """From the click to the middle of what is painted there in the class's colour."""
        wanted = self.window.theme.class_colour(0)
        left, top = round((spot.x() - REACH) * ratio), round((spot.y() - REACH) * ratio)
        found = []
        for j in range(round(2 * REACH * ratio)):
            for i in range(round(2 * REACH * ratio)):
                if _alike(image.pixelColor(left + i, top + j), wanted):
                    found.append((left + i + 0.5, top + j + 0.5))
        if not found:
            return float("inf")
        middle = np.mean(found, axis=0)
        return float(np.abs(middle - ratio * np.array([spot.x(), spot.y()])).max())

    # Looking

    def misfits(self, width: int, height: int, experiment: Experiment) -> list[str]:
        """Whatever is cut off, squeezed or outside, in every view and on every page."""
        window = self.window
        window.studio.open_document(experiment, None)
        window.resize(width, height)
        self.wait()
        found = []
        if (window.width(), window.height()) != (width, height):
            found.append(f"the window is {window.width()} × {window.height()}")
        window.studio.seek(window.studio.length // 2)
        for number in range(1, 10):
            action = window.actions_.known(f"view-{number}")
            if action is None or not action.isEnabled():
                break
            action.trigger()
            found += [f"{action.text()}: {misfit}" for misfit in self.lasting_misfits()]
        window.actions_.get("view-1").trigger()
        for page in window.side.offered:
            window.side.turn_to(page)
            found += [f"{page}: {misfit}" for misfit in self.lasting_misfits()]
        return sorted(set(found))

    def lasting_misfits(self) -> list[str]:
        """Formulas are set between the frames, and then take their room."""
        end = time.monotonic() + LONGEST
        self.wait(0.05)
        while (found := misfits(self.window)) and time.monotonic() < end:
            self.wait(0.05)
        return found

    def close(self) -> None:
        self.window.studio.undo_stack.setClean()
        self.window.close()


def _alike(one: QColor, other: QColor) -> bool:
    pairs = zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)  # type: ignore[index]
    return all(abs(a - b) < 24 for a, b in pairs)


def misfits(window: QWidget) -> list[str]:
    return [f"{_name(w)} {sentence}" for w in window.findChildren(QWidget) if w.isVisible()
            for sentence in [_misfit(w)] if sentence]  # fmt: skip


def _misfit(widget: QWidget) -> str:
    parent = widget.parentWidget()
    if parent is None or widget.isWindow():
        return ""
    # In what can be scrolled, all but a way to scroll sideways may lie outside.
    inside = parent.rect()
    scrolls = isinstance(parent.parentWidget(), QAbstractScrollArea)
    box = widget.geometry()
    if box.left() < 0 or (box.right() > inside.right() and not _sideways(parent)):
        return f"reaches from {box.left()} to {box.right()} of {inside.width()}"
    if not scrolls and (box.top() < 0 or box.bottom() > inside.bottom()):
        return f"reaches from {box.top()} to {box.bottom()} down of {inside.height()}"
    return _text_misfit(widget) or _squeezed(widget)


def _sideways(viewport: QWidget) -> bool:
    area = viewport.parentWidget()
    off = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    return isinstance(area, QAbstractScrollArea) and area.horizontalScrollBarPolicy() != off


def _text_misfit(widget: QWidget) -> str:
    if isinstance(widget, QLabel) and not isinstance(widget, ElidedLabel) and widget.text():
        room = widget.contentsRect()
        if widget.wordWrap():
            if widget.heightForWidth(widget.width()) > widget.height() + 1:
                return f"wraps into more than its {widget.height()} pixels"
        elif type(widget).paintEvent is QLabel.paintEvent:
            needed = max(map(widget.fontMetrics().horizontalAdvance, widget.text().split("\n")))
            if needed > room.width() + 1:
                return f"needs {needed} pixels of {room.width()}"
    if type(widget) in (QToolButton,) or isinstance(widget, QAbstractButton):
        text = widget.text()  # type: ignore[attr-defined]
        shown = not isinstance(widget, QToolButton) or (
            widget.toolButtonStyle() != Qt.ToolButtonStyle.ToolButtonIconOnly
            or widget.icon().isNull()
        )
        own = type(widget).paintEvent not in (QAbstractButton.paintEvent, QToolButton.paintEvent)
        if text and shown and not own:
            needed = widget.fontMetrics().horizontalAdvance(text)
            if needed > widget.width() + 1:
                return f"needs {needed} pixels of {widget.width()}"
    return ""


def _squeezed(widget: QWidget) -> str:
    """Smaller than the least that it says it needs."""
    least, size, policy = widget.minimumSizeHint(), widget.size(), widget.sizePolicy()
    parent = widget.parentWidget()
    laid_out = isinstance(parent, QSplitter) or (
        parent is not None and (layout := parent.layout()) is not None
        and layout.indexOf(widget) >= 0
    )  # fmt: skip
    if not laid_out or widget.minimumSize() == widget.maximumSize():
        return ""
    ignored = QSizePolicy.Policy.Ignored
    bound = policy.verticalPolicy() == ignored or widget.maximumHeight() < least.height()
    if not bound and least.height() > size.height() + 1:
        return f"needs {least.height()} pixels down, has {size.height()}"
    bound = policy.horizontalPolicy() == ignored or widget.maximumWidth() < least.width()
    if not bound and least.width() > size.width() + 3:
        return f"needs {least.width()} pixels across, has {size.width()}"
    return ""


def _name(widget: QWidget) -> str:
    text = widget.accessibleName()
    if isinstance(widget, QLabel | QAbstractButton):
        text = text or widget.text()
    parent = widget.parentWidget()
    return f"{type(parent).__name__}/{type(widget).__name__} “{str(text)[:30]}”"


def main(sizes: list[tuple[int, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        screen = Screen(Path(folder))
        texts = samples()[0].experiment()
        found = {}
        for width, height in sizes:
            far = screen.clicked(width, height)
            found[f"{width}x{height}"] = {
                "far": max(far),
                "misfits": screen.misfits(width, height, first_experiment())
                + screen.misfits(width, height, texts),
            }
        platform = QApplication.platformName()
        accelerated = [
            type(widget).__name__ for widget in QApplication.allWidgets()
            if widget.inherits("QOpenGLWidget")
        ]  # fmt: skip
        print(json.dumps({"platform": platform, "accelerated": accelerated, "sizes": found,
                          "ratio": screen.window.devicePixelRatioF()}))  # fmt: skip
        screen.close()


if __name__ == "__main__":
    main([tuple(map(int, size.split("x"))) for size in sys.argv[1:]])  # type: ignore[misc]
    sys.stdout.flush()
    os._exit(0)
