"""Frames to files: GIF, WebP and MP4, each frame written as it comes."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from io import BytesIO
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from PIL.Image import Image

HOLD = 1.5  # seconds that the last frame stays before it begins again
COLOURS = 256
CLEAR = COLOURS - 1  # the entry of a GIF's palette that means: as it was
MOST_PIXELS = 60_000  # that a GIF's colours are chosen from
LONGEST_DELAY = 65_535  # hundredths of a second
WEBP_QUALITY = 82
MP4_QUALITY = "20"  # of x264, where less is better

Indices = NDArray[np.uint8]  # [height, width], entries of a palette


@dataclass(frozen=True)
class Film:
    """What all formats know of an animation."""

    frames: int
    per_second: float
    samples: tuple[Image, ...] = ()  # of its frames
    colours: tuple[str, ...] = ()  # that must not get lost

    def milliseconds(self) -> list[int]:
        """How long each frame stays."""
        usual = max(round(1000 / self.per_second), 20)
        return [usual] * (self.frames - 1) + [max(usual, round(1000 * HOLD))]


# GIF


def write_gif(file: BinaryIO, frames: Iterator[Image], film: Film) -> None:
    """One palette for all; of each frame only what has changed."""
    palette = _palette(film)
    before: Indices | None = None
    waiting: tuple[Indices, tuple[int, int]] | None = None  # drawn, not yet known for how long
    delay = 0
    for frame, milliseconds in zip(frames, film.milliseconds(), strict=False):
        shown = np.asarray(_in_colours(frame, palette), np.uint8)
        if before is None:
            file.write(_gif_head(frame.size, palette))
        change = _change(before, shown)
        if change is not None:
            if waiting is not None:
                file.write(_gif_frame(*waiting, delay))
            waiting, delay = change, 0
        delay += max(round(milliseconds / 10), 2)
        before = shown
    if waiting is not None:
        file.write(_gif_frame(*waiting, delay))
    file.write(b";")


def _in_colours(frame: Image, palette: Image) -> Image:
    from PIL import Image

    return frame.quantize(palette=palette, dither=Image.Dither.NONE)


def _palette(film: Film) -> Image:
    """Colours of the samples, and those that lines have, however thin they are."""
    from PIL import Image, ImageColor

    own = [ImageColor.getrgb(colour)[:3] for colour in dict.fromkeys(film.colours)]
    together = _some_pixels(film.samples)
    found = together.quantize(
        CLEAR - len(own), method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE
    )
    rest = list(found.getpalette() or [])[: 3 * (CLEAR - len(own))]
    entries = [part for colour in own for part in colour] + rest
    entries += entries[:3] * ((3 * COLOURS - len(entries)) // 3)  # no colour of their own
    palette = Image.new("P", (1, 1))
    palette.putpalette(entries[: 3 * COLOURS])
    return palette


def _some_pixels(samples: tuple[Image, ...]) -> Image:
    """So few of them that choosing colours keeps nobody waiting; evenly spread."""
    from PIL import Image

    pixels = np.concatenate(
        [np.asarray(sample.convert("RGB")).reshape(-1, 3) for sample in samples]
    )
    rows = pixels[:: max(-(-len(pixels) // MOST_PIXELS), 1)]
    return Image.fromarray(np.ascontiguousarray(rows[:, None]))


def _change(before: Indices | None, shown: Indices) -> tuple[Indices, tuple[int, int]] | None:
    """The smallest part that has changed and its corner; None when nothing has."""
    if before is None:
        return shown, (0, 0)
    changed = before != shown
    rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    if not len(rows):
        return None
    part = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return np.where(changed[part], shown[part], np.uint8(CLEAR)), (int(columns[0]), int(rows[0]))


def _gif_head(size: tuple[int, int], palette: Image) -> bytes:
    for_ever = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    screen = struct.pack("<HHBBB", *size, 0xF7, 0, 0)
    return b"GIF89a" + screen + bytes(palette.getpalette() or ()) + for_ever


def _gif_frame(shown: Indices, corner: tuple[int, int], delay: int) -> bytes:
    from PIL import GifImagePlugin, Image

    height, width = shown.shape
    picture = Image.frombytes("P", (width, height), shown.tobytes())
    parts = GifImagePlugin.getdata(
        picture, corner, duration=10 * min(delay, LONGEST_DELAY), transparency=CLEAR, disposal=1
    )
    return b"".join(parts)


# WebP


def write_webp(file: BinaryIO, frames: Iterator[Image], film: Film) -> None:
    """Of each frame only what has changed.

    Pillow's own way for many frames keeps all other threads waiting while it packs each of them,
    and with them the window; a single picture is packed without.
    """
    start = file.tell()
    before: Image | None = None
    waiting: tuple[Image, tuple[int, int]] | None = None  # drawn, not yet known for how long
    stay = 0
    for frame, milliseconds in zip(frames, film.milliseconds(), strict=False):
        if before is None:
            file.write(_webp_head(frame.size))
        change = _webp_change(before, frame)
        if change is not None:
            if waiting is not None:
                file.write(_webp_frame(*waiting, stay))
            waiting, stay = change, 0
        stay += milliseconds
        before = frame
    if waiting is not None:
        file.write(_webp_frame(*waiting, stay))
    end = file.tell()
    file.seek(start + 4)
    file.write(struct.pack("<I", end - start - 8))
    file.seek(end)


def _webp_change(before: Image | None, frame: Image) -> tuple[Image, tuple[int, int]] | None:
    """The smallest part that has changed and its corner, which has to be even."""
    from PIL import ImageChops

    if before is None:
        return frame, (0, 0)
    box = ImageChops.difference(before, frame).getbbox()
    if box is None:
        return None
    left, top = box[0] - box[0] % 2, box[1] - box[1] % 2
    return frame.crop((left, top, box[2], box[3])), (left, top)


def _webp_head(size: tuple[int, int]) -> bytes:
    """Canvas and endless loop; how long the file is comes at its end."""
    animated = 0x02
    canvas = struct.pack("<I", animated) + _three(size[0] - 1) + _three(size[1] - 1)
    ground_and_loop = struct.pack("<IH", 0xFFFFFFFF, 0)
    return b"RIFF\0\0\0\0WEBP" + _chunk(b"VP8X", canvas) + _chunk(b"ANIM", ground_and_loop)


def _webp_frame(part: Image, corner: tuple[int, int], milliseconds: int) -> bytes:
    packed = BytesIO()
    part.save(packed, "WEBP", quality=WEBP_QUALITY, method=2)
    place = _three(corner[0] // 2) + _three(corner[1] // 2)
    size = _three(part.width - 1) + _three(part.height - 1)
    no_blending = b"\x02"
    head = place + size + _three(min(milliseconds, 0xFFFFFF)) + no_blending
    return _chunk(b"ANMF", head + packed.getvalue()[12:])  # without the head of its own file


def _chunk(name: bytes, content: bytes) -> bytes:
    return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def _three(number: int) -> bytes:
    """In three bytes."""
    return struct.pack("<I", number)[:3]


# MP4


def write_mp4(file: BinaryIO, frames: Iterator[Image], film: Film) -> None:
    import av

    rate = Fraction(film.per_second).limit_denominator(1000)
    with av.open(file, "w", format="mp4") as container:
        codec = "libx264" if "libx264" in av.codecs_available else "mpeg4"
        stream: Any = container.add_stream(codec, rate=rate)
        stream.pix_fmt = "yuv420p"
        if codec == "libx264":
            stream.options = {"crf": MP4_QUALITY, "tune": "animation"}
        else:
            stream.bit_rate = 4_000_000
        for place, frame in enumerate(_held(frames, film)):
            picture = _even(frame)
            if place == 0:
                stream.width, stream.height = picture.size
            for packet in stream.encode(av.VideoFrame.from_image(picture)):
                container.mux(packet)
        for packet in stream.encode():
            container.mux(packet)


def _held(frames: Iterator[Image], film: Film) -> Iterator[Image]:
    last: Image | None = None
    for frame in frames:
        yield frame
        last = frame
    for _ in range(round(HOLD * film.per_second) if last is not None else 0):
        assert last is not None
        yield last


def _even(frame: Image) -> Image:
    """Its colours are kept for two by two pixels, so both sides are even."""
    width, height = frame.size
    return frame.crop((0, 0, width - width % 2, height - height % 2))


FORMATS: dict[str, Callable[[BinaryIO, Iterator[Image], Film], None]] = {
    ".gif": write_gif,
    ".webp": write_webp,
    ".mp4": write_mp4,
}
