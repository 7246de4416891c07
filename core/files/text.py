"""The bytes and the text of a file: regular files of bearable size only, newlines as LF."""

from __future__ import annotations

import codecs
import io
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from core.errors import PlainError
from core.files.limits import MOST_BYTES, MOST_LINES
from core.files.watch import UNWATCHED, Watch
from core.files.wording import complaint, shown, too_much

# What a person can choose from when the encoding was not found out.
ENCODINGS = (
    "utf-8",
    "utf-16",
    "utf-16-le",
    "utf-16-be",
    "utf-32",
    "cp1252",
    "iso8859-1",
    "iso8859-2",
    "iso8859-15",
    "cp1250",
    "cp1251",
    "cp1253",
    "cp1254",
    "cp1255",
    "cp1256",
    "koi8-r",
    "mac-roman",
    "cp437",
    "cp850",
    "shift_jis",
    "euc_jp",
    "euc_kr",
    "gb18030",
    "big5",
)

# UTF-32 first: its little-endian mark begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

_PIECE = 2_000_000  # bytes between two looks at whether to go on
_LINES = 1_000_000  # characters that are taken apart at a time


def read_text(
    path: str | os.PathLike[str], encoding: str | None = None, most_bytes: int = MOST_BYTES
) -> tuple[str, str]:
    """The text of a file with newlines as LF, and the encoding it was read with."""
    return decode_text(read_bytes(path, most_bytes), Path(path).name, encoding)


def read_bytes(
    path: str | os.PathLike[str], most_bytes: int = MOST_BYTES, watch: Watch = UNWATCHED
) -> bytes:
    """The bytes of a regular file; its size is checked before any are read."""
    name = Path(path).name
    try:
        # Looked at before opening, because opening a device or a pipe may already do something.
        _check_regular(os.stat(path), name, most_bytes)
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        with open(os.open(path, flags | getattr(os, "O_CLOEXEC", 0)), "rb") as file:
            status = os.fstat(file.fileno())
            _check_regular(status, name, most_bytes)
            data = _read_whole(file, status.st_size, most_bytes, watch)
    except OSError as error:
        raise complaint(name, f"cannot be read ({error.strerror or 'system error'}).") from None
    except ValueError as error:
        if isinstance(error, PlainError):
            raise
        raise PlainError("The name of the file holds a character that no file name has.") from None
    if len(data) > most_bytes:
        raise _too_large(name, most_bytes)
    return data


def _read_whole(file: BinaryIO, size: int, most_bytes: int, watch: Watch) -> bytes:
    """Everything, and one byte more than is allowed where there is too much."""
    if size <= _PIECE:
        return file.read(most_bytes + 1)
    pieces: list[bytes] = []
    done = 0
    while done <= most_bytes and (piece := file.read(min(_PIECE, most_bytes + 1 - done))):
        pieces.append(piece)
        done += len(piece)
        watch.at(done, size)
    return b"".join(pieces)


def decode_text(
    data: bytes, name: str, encoding: str | None = None, watch: Watch = UNWATCHED
) -> tuple[str, str]:
    """UTF-8, else what the byte-order mark says, else Windows-1252; a given encoding wins."""
    if encoding is not None:
        text, used = _decode_as(data, name, _known_encoding(encoding), watch)
    else:
        text, used = _decode_unknown(data, name, watch)
    if "\x00" in text:
        raise complaint(
            name, "expected text, found binary data; if it is text, choose its encoding."
        )
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    watch.at(len(data), len(data))
    if text.count("\n") > MOST_LINES:
        raise complaint(name, f"expected at most {MOST_LINES:,} lines.")
    return text, used


def lines_of(text: str, watch: Watch = UNWATCHED) -> Iterator[str]:
    """Every line without its end; piece by piece, as all at once would stop all other threads."""
    start = 0
    while start <= len(text):
        end = text.find("\n", start + _LINES)
        end = len(text) if end < 0 else end
        watch.at(start, len(text))
        yield from text[start:end].split("\n")
        start = end + 1


def _decode_unknown(data: bytes, name: str, watch: Watch) -> tuple[str, str]:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decode_as(data, name, encoding, watch)
    try:
        return _decoded(data, "utf-8", watch), "utf-8"
    except UnicodeDecodeError:
        pass
    try:
        return _decoded(data, "cp1252", watch), "cp1252"
    except UnicodeDecodeError:
        raise complaint(
            name, "expected text in UTF-8 or Windows-1252; if it is text, choose its encoding."
        ) from None


def _decode_as(data: bytes, name: str, encoding: str, watch: Watch) -> tuple[str, str]:
    try:
        return _decoded(data, encoding, watch), encoding
    except UnicodeDecodeError:
        pass
    try:
        return data.decode(encoding), encoding  # whole, because it says where the fault is
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise complaint(name, f"expected text in {encoding}, found other bytes.", line) from None


def _decoded(data: bytes, encoding: str, watch: Watch) -> str:
    """The text, piece by piece where it takes long, and then already with newlines as LF."""
    if len(data) <= _PIECE:
        return data.decode(encoding)
    decoder = io.IncrementalNewlineDecoder(codecs.getincrementaldecoder(encoding)(), translate=True)
    pieces: list[str] = []
    for start in range(0, len(data), _PIECE):
        watch.at(start, len(data))
        end = start + _PIECE
        pieces.append(decoder.decode(data[start:end], end >= len(data)))
    watch.at(len(data), len(data))
    return "".join(pieces)


def _known_encoding(encoding: str) -> str:
    """The codec's own name; only listed ones, as Python's others include more than text."""
    try:
        wanted = codecs.lookup(encoding).name
    except (LookupError, ValueError):
        wanted = ""
    if wanted in ("utf-8", "utf-8-sig"):
        return "utf-8-sig"
    if wanted not in {codecs.lookup(known).name for known in ENCODINGS}:
        raise PlainError(
            f"There is no encoding “{shown(encoding)}” here; there are: {', '.join(ENCODINGS)}."
        )
    return wanted


def _check_regular(status: os.stat_result, name: str, most_bytes: int) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise complaint(name, "expected a file, found a folder.")
    if not stat.S_ISREG(status.st_mode):
        raise complaint(name, "expected a regular file, found a device or a pipe.")
    if status.st_size > most_bytes:
        raise _too_large(name, most_bytes)


def _too_large(name: str, most_bytes: int) -> PlainError:
    return too_much(name, f"expected a file of at most {most_bytes / 1e6:g} MB, found more.")
