"""A picture of what is shown: PNG, or SVG and PDF, which can be enlarged without end."""

from __future__ import annotations

import os
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPoint, QRect, QSize, QSizeF
from PySide6.QtGui import QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from core.errors import PlainError
from core.files.atomic import write_atomically
from gui.export.painting import paint_widget, without_scrolled
from gui.export.scene import Live, Scene, image_of

SUFFIXES = (".png", ".svg", ".pdf")
SCALES = (1, 2, 3, 4)
LARGEST = 16_000  # pixels along a side
DOTS = 96  # an inch, as the screen has them
_SVG = "http://www.w3.org/2000/svg"
_GROUP = f"{{{_SVG}}}g"
_NOT_IN_XML = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
FONTS = "Inter, 'Helvetica Neue', Arial, sans-serif"  # where ours is not installed


def write_picture(path: str | os.PathLike[str], subject: Scene | Live, scale: float = 1.0) -> None:
    """Write what the scene shows now, in the format that the name asks for."""
    suffix = Path(path).suffix.lower()
    make = {".png": _png, ".svg": _svg, ".pdf": _pdf}.get(suffix)
    if make is None:
        raise PlainError(f"A picture is a PNG, SVG or PDF file, and “{Path(path).name}” is none.")
    write_atomically(path, make(subject, scale))


def _png(subject: Scene | Live, scale: float) -> bytes:
    check_size(round(subject.size.width() * scale), round(subject.size.height() * scale))
    image = image_of(subject, scale)
    image.setDevicePixelRatio(1.0)
    image.setDotsPerMeterX(round(DOTS * scale / 0.0254))
    image.setDotsPerMeterY(round(DOTS * scale / 0.0254))
    image.setText("Software", "Perceptarium")
    buffer = _buffer()
    if not image.save(buffer, "PNG"):  # type: ignore[call-overload]  # its stub is wrong
        raise PlainError("The picture could not be made: it may be too large.")
    return bytes(buffer.data().data())


def _svg(subject: Scene | Live, scale: float) -> bytes:
    size = subject.size
    with without_scrolled(subject.widgets) as scrolled:
        root = _drawn(size, subject.paint)
    for number, (widget, at) in enumerate(scrolled):
        inside = _drawn(widget.size(), partial(_paint_inside, widget))
        _put_clipped(root, inside, f"cut{number}", QRect(at, widget.size()))
    root.set("width", str(size.width()))
    root.set("height", str(size.height()))
    for element in root.iter():
        if "font-family" in element.attrib:
            element.set("font-family", FONTS)
    for parent in list(root.iter(_GROUP)):
        for group in list(parent):
            if group.tag == _GROUP and not len(group):
                parent.remove(group)
    return bytes(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True))


def _drawn(size: QSize, paint: Callable[[QPainter], None]) -> ElementTree.Element:
    buffer = _buffer()
    device = QSvgGenerator()
    device.setOutputDevice(buffer)
    device.setResolution(DOTS)
    device.setSize(size)
    device.setViewBox(QRect(0, 0, size.width(), size.height()))
    device.setTitle("Perceptarium")
    device.setDescription("")
    _paint(device, paint)
    ElementTree.register_namespace("", _SVG)
    ElementTree.register_namespace("xlink", "http://www.w3.org/1999/xlink")
    text = bytes(buffer.data().data()).decode("utf-8", "replace")
    return ElementTree.fromstring(_NOT_IN_XML.sub("", text))


def _paint_inside(widget: QWidget, painter: QPainter) -> None:
    paint_widget(painter, widget, QPoint(0, 0), background=False)


def _put_clipped(
    root: ElementTree.Element, inside: ElementTree.Element, name: str, place: QRect
) -> None:
    """The drawing of what lies in a scrolled frame, cut off where the frame ends."""
    clip = ElementTree.SubElement(root, f"{{{_SVG}}}clipPath", id=name)
    frame = {"width": str(place.width()), "height": str(place.height())}
    ElementTree.SubElement(clip, f"{{{_SVG}}}rect", frame)
    moved = {"transform": f"translate({place.x()},{place.y()})", "clip-path": f"url(#{name})"}
    group = ElementTree.SubElement(root, _GROUP, moved)
    group.extend(inside.findall(_GROUP))


def _pdf(subject: Scene | Live, scale: float) -> bytes:
    buffer, size = _buffer(), subject.size
    device = QPdfWriter(buffer)
    device.setResolution(DOTS)
    device.setTitle("Perceptarium")
    device.setCreator("Perceptarium")
    points = QSizeF(size.width() * 72 / DOTS, size.height() * 72 / DOTS)
    device.setPageSize(
        QPageSize(points, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
    )
    device.setPageMargins(QMarginsF(0, 0, 0, 0))
    _paint(device, subject.paint)
    return bytes(buffer.data().data())


def _paint(device: QSvgGenerator | QPdfWriter, paint: Callable[[QPainter], None]) -> None:
    painter = QPainter()
    if not painter.begin(device):
        raise PlainError("The picture could not be made.")
    try:
        paint(painter)
    finally:
        painter.end()


def _buffer() -> QBuffer:
    buffer = QBuffer()
    buffer.setData(QByteArray())
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer


def check_size(width: int, height: int) -> None:
    if max(width, height) > LARGEST:
        raise PlainError(
            f"A picture has at most {LARGEST:,} pixels along a side, not {max(width, height):,}."
        )
