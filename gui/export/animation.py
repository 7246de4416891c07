"""An animation of a span of steps: every frame is drawn for it, none is filmed from the screen."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QImage

from core.errors import PlainError
from core.files.atomic import writing_atomically
from core.what_if import Cancelled
from core.what_if.watch import Asked, Progress, never, unheard
from gui.beside import start_beside
from gui.closing import wait_for
from gui.export.film_formats import FORMATS, Film
from gui.export.scene import Scene

if TYPE_CHECKING:
    from PIL.Image import Image

SUFFIXES = (".gif", ".webp", ".mp4")
FASTEST = 50  # frames a second; GIF knows no more
MOST_FRAMES = 10_000
USUAL_FRAMES = 240  # at most, where nobody says how many
SAMPLES = 5  # frames that a GIF's colours are chosen from
LONGEST_JOIN = 0.05  # seconds; a large frame may take longer to write
AHEAD = 4  # frames that wait to be written
LEAST, MOST = 64, 4_096  # pixels along a side
NO_AV = "MP4 needs the package av: install perceptarium[mp4]."


@dataclass(frozen=True)
class Span:
    """The steps to show: every so many from the first, and always the last."""

    first: int
    last: int
    every: int = 1

    def steps(self) -> list[int]:
        shown = list(range(self.first, self.last, max(self.every, 1)))
        return [*shown, self.last]


def usual_every(first: int, last: int) -> int:
    """How many steps a frame takes, so that the animation is not too long."""
    return max(-(-(last - first) // (USUAL_FRAMES - 1)), 1)


def check_film(suffix: str, span: Span, width: int, height: int) -> None:
    """Say what would not work before any work is done."""
    if suffix not in SUFFIXES:
        raise PlainError("An animation is a GIF, WebP or MP4 file.")
    if not (LEAST <= width <= MOST and LEAST <= height <= MOST):
        raise PlainError(f"An animation is {LEAST} to {MOST:,} pixels wide and high.")
    if not 0 <= span.first <= span.last:
        raise PlainError("An animation goes from an earlier step to a later one.")
    if len(span.steps()) > MOST_FRAMES:
        raise PlainError(
            f"An animation has at most {MOST_FRAMES:,} frames: show more steps in each of them."
        )
    if suffix == ".mp4":
        _check_av()


def _check_av() -> None:
    try:
        import av  # noqa: F401
    except ImportError:
        raise PlainError(NO_AV) from None


def film_of(scene: Scene, suffix: str, span: Span, per_second: float) -> Film:
    """What the format has to know; for a GIF, some frames to choose its colours from."""
    steps = span.steps()
    samples: list[Image] = []
    if suffix == ".gif":
        places = {round(k * (len(steps) - 1) / (SAMPLES - 1)) for k in range(SAMPLES)}
        samples = [frame_at(scene, steps[place]) for place in sorted(places)]
    palette = scene.theme.palette
    own = (palette.ground, palette.card, palette.stage, palette.text, palette.muted, palette.border,
           palette.accent, palette.mistake, palette.good, palette.grid, *palette.classes,
           *palette.learners)  # fmt: skip
    return Film(len(steps), per_second, tuple(samples), own)


def frame_at(scene: Scene, step: int) -> Image:
    scene.show_step(step)
    return as_frame(scene.image())


def as_frame(image: QImage) -> Image:
    from PIL import Image

    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    size = (plain.width(), plain.height())
    return Image.frombytes(
        "RGB", size, bytes(plain.constBits()), "raw", "RGB", plain.bytesPerLine()
    )


def write_animation(
    path: str | os.PathLike[str],
    scene: Scene,
    span: Span,
    per_second: float = 15.0,
    progress: Progress = unheard,
    cancelled: Asked = never,
) -> None:
    """Write it whole or not at all; frames are drawn one by one as they are needed."""
    suffix = Path(path).suffix.lower()
    check_film(suffix, span, scene.size.width(), scene.size.height())
    steps = span.steps()

    def frames() -> Iterator[Image]:
        for done, step in enumerate(steps):
            if cancelled():
                raise Cancelled
            frame = frame_at(scene, step)
            progress(done + 1, len(steps))
            yield frame

    with writing_atomically(path) as file:
        FORMATS[suffix](file, frames(), film_of(scene, suffix, span, per_second))


class Filming(QObject):
    """The same while a window lives: drawn between its events, written in a thread beside it."""

    advanced = Signal(int, int)  # frames done, of how many
    finished = Signal(str)  # what went wrong, or nothing
    _ended = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._scene: Scene | None = None
        self._left: list[int] = []  # steps to draw, the next one last
        self._total = 0
        self._frames: queue.Queue[Image | None] = queue.Queue(AHEAD)
        self._unwanted = threading.Event()
        self._thread: threading.Thread | None = None
        self._tick = QTimer(self)
        self._tick.setSingleShot(True)
        self._tick.timeout.connect(self._draw_next)
        self._ended.connect(self._end, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        return self._thread is not None

    def begin(self, path: Path, scene: Scene, span: Span, per_second: float) -> None:
        """Start; the scene is this one's until it has finished."""
        suffix = path.suffix.lower()
        check_film(suffix, span, scene.size.width(), scene.size.height())
        film = film_of(scene, suffix, span, per_second)
        self._scene, self._left = scene, span.steps()[::-1]
        self._total = len(self._left)
        self._frames, self._unwanted = queue.Queue(AHEAD), threading.Event()
        work = _writing(path, FORMATS[suffix], film, self._frames, self._unwanted, self._ended.emit)
        self._thread = start_beside(work, "filming")
        self._tick.start(0)

    def cancel(self) -> None:
        """Stop; nothing is left behind."""
        self._stop()

    def _draw_next(self) -> None:
        if self._scene is None:
            return
        if self._frames.full():
            self._tick.start(2)
            return
        if not self._left:
            self._frames.put(None)
            return
        try:
            frame = frame_at(self._scene, self._left.pop())
        except Cancelled:
            return
        if self._scene is None:
            return  # cancelled while it was drawn
        self._frames.put(frame)
        self.advanced.emit(self._total - len(self._left), self._total)
        self._tick.start(0)

    def _end(self, problem: str) -> None:
        if self._thread is not None:
            self._stop()
            self.finished.emit(problem)

    def _stop(self) -> None:
        self._tick.stop()
        self._unwanted.set()
        thread, self._thread, self._scene = self._thread, None, None
        if thread is not None:
            while not self._frames.empty():
                self._frames.get_nowait()
            self._frames.put(None)  # wakes it up
            wait_for(thread, LONGEST_JOIN)  # else it finds out by itself, and leaves nothing


def _writing(
    path: Path,
    write: Callable[..., None],
    film: Film,
    waiting: queue.Queue[Image | None],
    unwanted: threading.Event,
    tell: Callable[[str], object],
) -> Callable[[], None]:
    def frames() -> Iterator[Image]:
        while (frame := waiting.get()) is not None:
            if unwanted.is_set():
                raise Cancelled
            yield frame
        if unwanted.is_set():
            raise Cancelled

    def work() -> None:
        try:
            with writing_atomically(path) as file:
                write(file, frames(), film)
        except Cancelled:
            return
        except PlainError as error:
            tell(str(error))
        except Exception as error:  # told like any other, rather than lost in a thread
            tell(f"This went wrong unexpectedly ({type(error).__name__}: {error}).")
        else:
            tell("")

    return work
