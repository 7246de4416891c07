"""Widgets painted elsewhere than on the screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QPoint
from PySide6.QtGui import QPainter, QRegion
from PySide6.QtWidgets import QScrollArea, QWidget

Placed = tuple[QWidget, QPoint]  # and where its corner is
_Flag = QWidget.RenderFlag


def paint_widget(painter: QPainter, widget: QWidget, at: QPoint, *, background: bool) -> None:
    """All of it, with the widgets inside."""
    flags = _Flag.DrawChildren
    if background:
        flags |= _Flag.DrawWindowBackground
    # A graphics view has another `render`, of its scene.
    QWidget.render(widget, painter, at, QRegion(), flags)


@contextmanager
def without_scrolled(widgets: Sequence[Placed]) -> Iterator[list[Placed]]:
    """Hides what is partly scrolled out of sight, and says what and where that is.

    It is there again afterwards. An SVG does not know by itself where such contents end.
    """
    focused = widgets[0][0].window().focusWidget()
    cut = [
        (area, at + area.viewport().mapTo(widget, QPoint(0, 0)))
        for widget, at in widgets
        for area in (widget, *widget.findChildren(QScrollArea))
        if isinstance(area, QScrollArea) and _is_cut(area, widget)
    ]
    for area, _ in cut:
        area.viewport().hide()
    try:
        yield [(area.viewport(), at) for area, at in cut]
    finally:
        for area, _ in cut:
            area.viewport().show()
        if focused is not None and cut:
            focused.setFocus()


def _is_cut(area: QScrollArea, within: QWidget) -> bool:
    content = area.widget()
    if content is None or not (area is within or area.isVisibleTo(within)):
        return False
    return not area.viewport().rect().contains(content.geometry())
