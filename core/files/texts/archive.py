"""Zip and tar archives as a tree of files: unpacked in memory only, and only if bearable.

Nothing is ever written to disk, so no path can lead anywhere; archives that try are refused all
the same.
"""

from __future__ import annotations

import io
import stat
import tarfile
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import PurePosixPath

from core.errors import PlainError
from core.files.limits import DEEPEST_FOLDERS, HIGHEST_RATIO, MOST_ENTRIES
from core.files.texts.tree import Leaf, Tree, is_of_the_system
from core.files.texts.unpacking import DECODING_ERRORS, Packed, Unpacked
from core.files.watch import Watch
from core.files.wording import complaint, found, too_much

_ZIP_ENTRY = b"PK\x01\x02"  # how each entry of the directory of a zip begins
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2)
_LONGEST_PATH = 1_000
_ZIP_ERRORS = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    NotImplementedError,
    RuntimeError,
    OverflowError,
    IndexError,
    ValueError,
    *DECODING_ERRORS,
)


def archive_tree(data: bytes, name: str, most_bytes: int, watch: Watch) -> Tree:
    """What the archive holds, whichever of the kinds it is."""
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _zip_tree(data, name, most_bytes, watch)
    return _tar_tree(data, name, most_bytes, watch)


def _zip_tree(data: bytes, name: str, most_bytes: int, watch: Watch) -> Tree:
    """Count, sizes and names are checked before anything is unpacked."""
    if data.count(_ZIP_ENTRY) > MOST_ENTRIES:
        raise _too_many(name)
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        entries = archive.infolist()
    except _ZIP_ERRORS:
        raise _broken(name) from None
    tree = Tree(name)
    total = 0
    for number, entry in enumerate(entries):
        watch.at(0, 1)
        path = _inside(entry.filename, name)
        if entry.is_dir() or not path or is_of_the_system(path):
            continue
        kind = stat.S_IFMT(entry.external_attr >> 16)
        if kind not in (0, stat.S_IFREG):
            tree.odd.append(("/".join(path), "a link or a device"))
            continue
        if entry.flag_bits & 0x1:
            raise complaint(name, "expected an archive without a password.")
        if entry.compress_type not in _METHODS:
            raise complaint(name, "expected an archive packed in the usual way (deflate).")
        total += entry.file_size
        _check_size(total, len(data), most_bytes, name)
        tree.leaves.append(
            Leaf(path, entry.file_size, partial(_unzipped, archive, entries[number], name))
        )
    return tree


def _unzipped(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str) -> bytes:
    """The bytes of one entry, never more than it claims to have."""
    try:
        with archive.open(entry) as file:
            return file.read(entry.file_size)
    except _ZIP_ERRORS:
        raise _broken(name) from None


def _tar_tree(data: bytes, name: str, most_bytes: int, watch: Watch) -> Tree:
    """Entry by entry as it is unpacked, up to the first limit that is passed."""
    packed = Packed(data, name, most_bytes, watch)
    tree = Tree(name)
    total = 0
    try:
        with tarfile.open(fileobj=Unpacked(packed), mode="r|") as archive:
            for number, entry in enumerate(_members(archive), 1):
                if number > MOST_ENTRIES:
                    raise _too_many(name)
                packed.allow(number)
                path = _inside(entry.name, name)
                if entry.isdir() or not path or is_of_the_system(path):
                    continue
                if not entry.isreg():
                    tree.odd.append(("/".join(path), "a link or a device"))
                    continue
                total += entry.size
                _check_size(total, len(data), most_bytes, name)
                tree.leaves.append(_untarred(archive, entry, path))
    except (tarfile.TarError, OverflowError, *DECODING_ERRORS):
        raise _broken(name) from None
    except ValueError as error:
        if isinstance(error, PlainError):
            raise
        raise _broken(name) from None
    return tree


def _members(archive: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
    while (entry := archive.next()) is not None:
        yield entry
        archive.members = []  # type: ignore[attr-defined]  # else it keeps them all


def _untarred(archive: tarfile.TarFile, entry: tarfile.TarInfo, path: tuple[str, ...]) -> Leaf:
    file = archive.extractfile(entry)
    content = file.read(entry.size) if file is not None else b""
    if len(content) != entry.size:
        raise tarfile.ReadError
    return Leaf(path, entry.size, lambda: content)


def _inside(path: str, name: str) -> tuple[str, ...]:
    """The parts of a path that stays inside the archive."""
    plain = path.replace("\\", "/")
    parts = tuple(part for part in PurePosixPath(plain).parts if part != ".")
    leaves = plain.startswith("/") or ".." in parts or plain[1:2] == ":"
    if leaves or "\x00" in path or len(path) > _LONGEST_PATH:
        raise complaint(name, f"expected paths that stay inside the archive, {found(path)}.")
    if len(parts) > DEEPEST_FOLDERS + 1:
        raise complaint(name, f"expected folders at most {DEEPEST_FOLDERS} levels deep.")
    return parts


def _check_size(total: int, packed: int, most_bytes: int, name: str) -> None:
    if total > most_bytes:
        raise too_much(name, f"expected at most {most_bytes / 1e6:g} MB unpacked, found more.")
    if total > HIGHEST_RATIO * packed:
        what = f"expected at most {HIGHEST_RATIO} times its own size unpacked, found more."
        raise complaint(name, what)


def _too_many(name: str) -> PlainError:
    return complaint(name, f"expected at most {MOST_ENTRIES:,} files in the archive, found more.")


def _broken(name: str) -> PlainError:
    return complaint(name, "expected a zip or tar archive, found something else or a damaged one.")
