"""What an export will be: a small picture of it, or its first lines, and how large it gets."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontDatabase, QImage, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QPlainTextEdit, QStackedLayout, QWidget

from gui.export.animation import Span, film_of, frame_at
from gui.export.film_formats import FORMATS, HOLD, Film
from gui.export.scene import Scene
from gui.export.wish import Wish
from gui.theme import Theme

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_LINES = 60
TRIED = 6  # places along an animation that its size is guessed from


class Preview(QWidget):
    """A thumbnail or some text in a frame; a sentence where there is neither."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.picture, self.text = Thumbnail(theme), QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setAccessibleName("The beginning of what is written")
        self.text.setToolTip("The beginning of what is written")
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(QFont(self.font()).pointSizeF() * 0.9)
        self.text.setFont(font)
        self._pages = QStackedLayout(self)
        for page in (self.picture, self.text):
            self._pages.addWidget(page)

    def show_image(self, image: QImage) -> None:
        self.picture.show_image(image)
        self._pages.setCurrentWidget(self.picture)

    def show_sentence(self, sentence: str) -> None:
        self.picture.show_sentence(sentence)
        self._pages.setCurrentWidget(self.picture)

    def show_text(self, text: str) -> None:
        lines = text.split("\n", MOST_LINES)
        rest = ["…"] if len(lines) > MOST_LINES else []
        self.text.setPlainText("\n".join([line[:400] for line in lines[:MOST_LINES]] + rest))
        self._pages.setCurrentWidget(self.text)


class Thumbnail(QWidget):
    """A picture made to fit, on a card."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._image: QImage | None = None
        self._sentence = ""
        self.setAccessibleName("Preview")
        self.setToolTip("How it will look")
        theme.changed.connect(self.update)

    def show_image(self, image: QImage) -> None:
        self._image, self._sentence = image, ""
        self.update()

    def show_sentence(self, sentence: str) -> None:
        self._image, self._sentence = None, sentence
        self.setAccessibleDescription(sentence)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(460, 320)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            card = QPainterPath()
            card.addRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 9, 9)
            painter.fillPath(card, self._theme.colour("hover"))
            painter.setPen(QPen(self._theme.colour("border"), 1.0))
            painter.drawPath(card)
            inside = self.rect().adjusted(14, 14, -14, -14)
            if self._image is None:
                painter.setPen(self._theme.colour("muted"))
                flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
                painter.drawText(inside.adjusted(20, 0, -20, 0), int(flags), self._sentence)
                return
            ratio = self.devicePixelRatioF()
            fitted = self._image.scaled(
                inside.size() * ratio,
                Qt.AspectRatioMode.KeepAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
            fitted.setDevicePixelRatio(ratio)
            size = fitted.deviceIndependentSize()
            x = inside.x() + (inside.width() - size.width()) / 2
            y = inside.y() + (inside.height() - size.height()) / 2
            painter.drawImage(QRectF(x, y, size.width(), size.height()), fitted)
            painter.drawRect(QRectF(x - 0.5, y - 0.5, size.width() + 1, size.height() + 1))


def guessed_bytes(scene: Scene, wish: Wish) -> int:
    """About how large an animation gets: some pairs of its frames are written, to see."""
    span = Span(wish.first, wish.last, wish.every)
    steps = span.steps()
    film = film_of(scene, wish.suffix, span, wish.per_second)
    alone, later = [], []
    for k in range(TRIED):
        place = (2 * k + 1) * (len(steps) - 1) // (2 * TRIED)
        frames = [frame_at(scene, step) for step in steps[place : place + 2]]
        alone.append(_written(wish.suffix, frames[:1], film))
        later.append(_written(wish.suffix, frames, film) - alone[-1])
    return round(sum(alone) / TRIED + sum(later) / TRIED * (len(steps) - 1))


def _written(suffix: str, frames: list[Image], film: Film) -> int:
    file = BytesIO()
    FORMATS[suffix](file, iter(frames), replace(film, frames=len(frames)))
    return file.tell()


def told_animation(wish: Wish, size: QSize, guessed: int | None) -> str:
    """“121 frames, 9.6 s, 720 × 450 pixels, about 1.2 MB”."""
    frames = len(Span(wish.first, wish.last, wish.every).steps())
    seconds = (frames - 1) / wish.per_second + HOLD
    parts = [
        f"{frames:,} {'frame' if frames == 1 else 'frames'}",
        f"{seconds:.1f} s",
        f"{size.width()} × {size.height()} pixels",
    ]
    if guessed is not None:
        parts.append(f"about {bytes_told(guessed)}")
    return " · ".join(parts)


def bytes_told(count: int) -> str:
    return f"{count / 1e6:.1f} MB" if count >= 950_000 else f"{max(round(count / 1e3), 1)} kB"
