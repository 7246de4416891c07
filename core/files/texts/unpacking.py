"""A compressed stream unpacked piece by piece, with a limit on what comes out."""

from __future__ import annotations

import bz2
import io
import lzma
import struct
import zlib
from typing import Protocol

from core.files.limits import HIGHEST_RATIO, MOST_UNPACKING_MEMORY
from core.files.watch import Watch
from core.files.wording import complaint, too_much

DECODING_ERRORS = (zlib.error, lzma.LZMAError, OSError, EOFError, struct.error, UnicodeError)

_PIECE = 256 * 1024  # bytes that are unpacked between two looks at whether to go on
_HEADERS = 2_048  # bytes of headers and padding that an entry of a tar may take
_BEGINNING = 1_000_000  # bytes beside the files themselves that any archive may have


class _Decompressor(Protocol):
    def decompress(self, data: bytes, max_length: int, /) -> bytes: ...

    @property
    def eof(self) -> bool: ...


class Packed:
    """The bytes of an archive and how far they are unpacked."""

    def __init__(self, data: bytes, name: str, most_bytes: int, watch: Watch) -> None:
        self._data, self._name, self._watch = data, name, watch
        self._most_bytes = most_bytes
        self._allowed = most_bytes + _BEGINNING
        self._position = 0  # in the packed data
        self._done = 0  # unpacked bytes
        self._decompressor = _decompressor(data)

    def allow(self, entries: int) -> None:
        """Room for the headers of so many entries."""
        self._allowed = self._most_bytes + _BEGINNING + _HEADERS * entries

    def next_piece(self) -> bytes:
        """Some more unpacked bytes; none at the end."""
        self._watch.at(self._position, len(self._data))
        piece = self._plain() if self._decompressor is None else self._unpacked()
        self._done += len(piece)
        if self._done > self._allowed:
            most = f"{self._most_bytes / 1e6:g} MB"
            raise too_much(self._name, f"expected at most {most} unpacked, found more.")
        if self._done > HIGHEST_RATIO * len(self._data) + _BEGINNING:
            what = f"expected at most {HIGHEST_RATIO} times its own size unpacked, found more."
            raise complaint(self._name, what)
        return piece

    def _plain(self) -> bytes:
        start = self._position
        self._position += _PIECE
        return self._data[start : self._position]

    def _unpacked(self) -> bytes:
        decompressor = self._decompressor
        assert decompressor is not None
        while not decompressor.eof:
            fed = self._fed(decompressor)
            piece = decompressor.decompress(fed, _PIECE)
            if piece:
                return piece
            if not fed and self._position >= len(self._data):
                raise EOFError
        return b""

    def _fed(self, decompressor: _Decompressor) -> bytes:
        """What the decompressor has to get next; it may still have enough."""
        left = getattr(decompressor, "unconsumed_tail", None)
        if left:
            return bytes(left)
        if left is None and not getattr(decompressor, "needs_input", True):
            return b""
        start = self._position
        self._position = min(start + _PIECE, len(self._data))
        return self._data[start : self._position]


def _decompressor(data: bytes) -> _Decompressor | None:
    """For what the first bytes announce; a tar may also be plain."""
    if data.startswith(b"\x1f\x8b"):
        return zlib.decompressobj(wbits=31)
    if data.startswith(b"BZh"):
        return bz2.BZ2Decompressor()
    if data.startswith(b"\xfd7zXZ\x00"):
        return lzma.LZMADecompressor(memlimit=MOST_UNPACKING_MEMORY)
    return None


class Unpacked(io.RawIOBase):
    """The unpacked bytes as a file to read from."""

    def __init__(self, packed: Packed) -> None:
        super().__init__()
        self._packed = packed
        self._waiting = bytearray()

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        """As many bytes as asked for, fewer only at the end."""
        while size < 0 or len(self._waiting) < size:
            piece = self._packed.next_piece()
            if not piece:
                break
            self._waiting += piece
        taken = bytes(self._waiting if size < 0 else self._waiting[:size])
        del self._waiting[: len(taken)]
        return taken
