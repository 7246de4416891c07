"""Pictures: what is in the file is what is shown, as sharp as the format can be."""

from __future__ import annotations

import os
import re
import xml.etree.ElementTree as ElementTree
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QLabel, QScrollArea

from core.errors import PlainError
from gui.export.pictures import LARGEST, write_picture
from gui.export.scene import Live, Scene, image_of
from gui.theme import Theme
from tests.gui.export.scenes import HOSTILE, four_results

SVG = "{http://www.w3.org/2000/svg}"
Make = Callable[..., Scene]


def colours(image: QImage) -> set[str]:
    """Some of the colours in it."""
    across, down = range(0, image.width(), 3), range(0, image.height(), 3)
    return {image.pixelColor(x, y).name() for x in across for y in down}


def drawn(path: Path, width: int, height: int) -> QImage:
    """An SVG file as a picture."""
    renderer = QSvgRenderer(str(path))
    assert renderer.isValid()
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    return image


@pytest.mark.parametrize("scale", [1, 2, 4])
def test_a_png_has_the_size_and_the_points_asked_for(
    scene: Make, tmp_path: Path, scale: int
) -> None:
    write_picture(tmp_path / "a.png", scene("plane", 300, 200), scale)
    image = QImage(str(tmp_path / "a.png"))
    assert (image.width(), image.height()) == (300 * scale, 200 * scale)
    assert {"#0072b2", "#d55e00", "#1a2130"} <= colours(image)  # both classes and the boundary


def test_a_larger_picture_is_sharper_not_only_larger(scene: Make) -> None:
    shown = scene("plane", 300, 200)
    small, large = image_of(shown), image_of(shown, 4)
    large.setDevicePixelRatio(1.0)
    blown_up = small.scaled(large.size())
    pure = QImage(large)
    inside = [(x, y) for x in range(0, 1200, 2) for y in range(0, 800, 2)]
    blue = sum(pure.pixelColor(*spot).name() == "#0072b2" for spot in inside)
    blurred = sum(blown_up.pixelColor(*spot).name() == "#0072b2" for spot in inside)
    assert blue > blurred > 0  # less of a sign is edge


@pytest.mark.parametrize("part", ["stage", "board", "curves", "step", "losses", "evaluation"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_part_can_be_drawn_in_either_look(scene: Make, part: str, theme: str) -> None:
    image = scene(part, 520, 400, theme).image()
    lights = [
        image.pixelColor(x, y).lightness() for x in range(0, 520, 8) for y in range(0, 400, 8)
    ]
    middle = sorted(lights)[len(lights) // 2]
    assert middle > 190 if theme == "light" else middle < 110
    assert len(colours(image)) > 12


def test_an_svg_shows_what_the_png_shows(scene: Make, tmp_path: Path) -> None:
    shown = scene("plane", 400, 260)
    write_picture(tmp_path / "a.svg", shown)
    exact, again = shown.image(), drawn(tmp_path / "a.svg", 400, 260)
    alike = [
        abs(exact.pixelColor(x, y).lightness() - again.pixelColor(x, y).lightness()) < 30
        for x in range(0, 400, 4)
        for y in range(0, 260, 4)
    ]
    assert sum(alike) > 0.95 * len(alike)


def test_signs_and_letters_in_an_svg_stay_shapes_and_letters(scene: Make, tmp_path: Path) -> None:
    write_picture(tmp_path / "a.svg", scene("plane", 400, 260))
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    assert (root.get("width"), root.get("height")) == ("400", "260")
    assert len(root.findall(f".//{SVG}image")) == 1  # the regions
    texts = {"".join(text.itertext()).strip() for text in root.iter(f"{SVG}text")}
    assert {"Perceptron", "MIRA, margins ±1"} <= texts or {"Perceptron", "MIRA"} <= texts


def test_names_that_look_like_markup_are_text_in_an_svg(scene: Make, tmp_path: Path) -> None:
    shown = scene("step", 700, 300, t=3, results=four_results(*HOSTILE))
    write_picture(tmp_path / "a.svg", shown)
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    assert not root.findall(f".//{SVG}script")
    everything = "".join("".join(text.itertext()) for text in root.iter(f"{SVG}text"))
    assert "script>" in everything
    assert "HYPERLINK" in everything


def test_what_is_scrolled_out_of_sight_is_clipped(application_theme: Theme, tmp_path: Path) -> None:
    area, content = QScrollArea(), QLabel("\n".join(f"line {k}" for k in range(40)))
    area.setWidget(content)
    area.resize(160, 80)
    write_picture(tmp_path / "a.svg", Live((area,), application_theme))
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    clipped = [group for group in root.iter(f"{SVG}g") if "clip-path" in group.attrib]
    assert len(clipped) == 1
    within = {"".join(text.itertext()).strip() for text in clipped[0].iter(f"{SVG}text")}
    assert "line 39" in within
    assert len(list(root.iter(f"{SVG}text"))) == len(list(clipped[0].iter(f"{SVG}text")))
    assert area.viewport().isVisibleTo(area)  # as before


def test_a_pdf_has_one_page_of_the_right_size_with_shapes_and_letters(
    scene: Make, tmp_path: Path
) -> None:
    write_picture(tmp_path / "a.pdf", scene("plane", 400, 260))
    data = (tmp_path / "a.pdf").read_bytes()
    assert data.startswith(b"%PDF-1.")
    assert data.rstrip().endswith(b"%%EOF")
    assert len(re.findall(rb"/Type /Page\b", data)) == 1
    box = re.search(rb"/MediaBox \[([\d. ]+)\]", data)
    assert box is not None
    assert [float(number) for number in box[1].split()] == [0, 0, 300, 195]
    assert b"/FontFile" in data
    pages = [_inflated(part) for part in re.findall(rb"stream\r?\n(.*?)endstream", data, re.S)]
    drawing = max(pages, key=len)
    assert drawing.count(b"\nf") > 4  # filled signs


def _inflated(data: bytes) -> bytes:
    try:
        return zlib.decompressobj().decompress(data)
    except zlib.error:
        return b""


def test_a_picture_of_two_widgets_keeps_their_places(application_theme: Theme) -> None:
    holder = QLabel()
    left, right = QLabel("left", holder), QLabel("right", holder)
    left.setGeometry(10, 10, 50, 40)
    right.setGeometry(70, 10, 50, 40)
    left.setStyleSheet("background: #ff0000")
    right.setStyleSheet("background: #00ff00")
    image = image_of(Live((left, right), application_theme))
    assert (image.width(), image.height()) == (110, 40)
    assert image.pixelColor(QPoint(2, 2)).name() == "#ff0000"
    assert image.pixelColor(QPoint(62, 2)).name() == "#00ff00"
    assert image.pixelColor(QPoint(55, 2)) == application_theme.colour("ground")


def test_captions_say_the_plain_sentence(scene: Make, tmp_path: Path) -> None:
    write_picture(tmp_path / "a.svg", scene("plane", 500, 300, "light", True, t=2))
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    texts = ["".join(text.itertext()).strip() for text in root.iter(f"{SVG}text")]
    assert "Step 2" in texts
    assert any("minus was scored as plus" in text for text in texts)


# What a user can cause


@pytest.mark.parametrize("name", ["a.png", "a.svg", "a.pdf"])
def test_a_folder_that_is_not_there_is_one_sentence(scene: Make, tmp_path: Path, name: str) -> None:
    with pytest.raises(PlainError, match=r"cannot be written \(No such file"):
        write_picture(tmp_path / "nowhere" / name, scene("plane", 200, 150))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write all")
def test_no_permission_is_one_sentence(scene: Make, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(PlainError, match=r"cannot be written \(Permission denied\)"):
            write_picture(tmp_path / "a.png", scene("plane", 200, 150))
    finally:
        tmp_path.chmod(0o700)


def test_too_large_and_unknown_pictures_are_refused(scene: Make, tmp_path: Path) -> None:
    shown = scene("curves", 4_100, 64)
    with pytest.raises(PlainError, match=f"at most {LARGEST:,} pixels"):
        write_picture(tmp_path / "a.png", shown, 4)
    with pytest.raises(PlainError, match="PNG, SVG or PDF"):
        write_picture(tmp_path / "a.bmp", shown)
    assert os.listdir(tmp_path) == []
