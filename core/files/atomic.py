"""Writing a file whole or not at all."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from core.errors import PlainError
from core.files.wording import complaint


def write_atomically(path: str | os.PathLike[str], data: bytes) -> None:
    """Put the data under that name in one stroke; on any failure the old file stays as it was."""
    with writing_atomically(path) as file:
        file.write(data)


@contextlib.contextmanager
def writing_atomically(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write to; it takes that name in one stroke, once all has gone well."""
    name = Path(path).name
    try:
        target, mode = _target(path)
        temporary = target.with_name(f".perceptarium-{os.urandom(8).hex()}.tmp")
        try:
            with _durable(temporary, mode) as file:
                yield file
            os.replace(temporary, target)
        finally:
            with contextlib.suppress(OSError):
                temporary.unlink()
    except OSError as error:
        reason = error.strerror or "system error"
        raise complaint(name, f"cannot be written ({reason}); nothing was changed.") from None
    _settle_folder(target.parent)


def _target(path: str | os.PathLike[str]) -> tuple[Path, int | None]:
    """The file itself, and the permissions it is to have."""
    try:
        target = Path(os.path.realpath(path))  # a link keeps pointing at the renewed file
        return target, _mode_to_keep(target, Path(path).name)
    except ValueError as error:
        if isinstance(error, PlainError):
            raise
        raise PlainError("The name of the file holds a character that no file name has.") from None


def _mode_to_keep(target: Path, name: str) -> int | None:
    """The permissions of the file that is there, if one is; only a writable regular one may be."""
    try:
        status = target.stat()
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(status.st_mode):
        raise complaint(name, "cannot be written, because it is not a regular file.")
    if not os.access(target, os.W_OK):
        raise complaint(name, "cannot be written, because it is read-only.")
    return stat.S_IMODE(status.st_mode)


@contextlib.contextmanager
def _durable(path: Path, mode: int | None) -> Iterator[BinaryIO]:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    flags |= getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    with open(os.open(path, flags, 0o666 if mode is None else mode), "wb") as file:
        if mode is not None and hasattr(os, "fchmod"):
            with contextlib.suppress(PermissionError):  # some file systems know no permissions
                os.fchmod(file.fileno(), mode)
        yield file
        file.flush()
        os.fsync(file.fileno())


def _settle_folder(folder: Path) -> None:
    """Make the new name durable too, where folders can be synchronised; it already counts."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
