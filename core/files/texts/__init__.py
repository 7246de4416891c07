"""Labelled texts: files with a text and a label in every row, folders and archives with one
folder per class, and two files with one class each."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from core.errors import PlainError
from core.files import ARCHIVE_SUFFIXES, PAIR_SUFFIXES, suffix_of
from core.files.limits import MOST_BYTES, MOST_BYTES_ANYWAY
from core.files.text import read_bytes
from core.files.texts.archive import archive_tree
from core.files.texts.folder import folder_tree
from core.files.texts.model import LabelledTexts, LeftOut
from core.files.texts.parse import parse_texts, parse_texts_bytes
from core.files.texts.shape import TextShape
from core.files.texts.sniff import sniff_texts
from core.files.texts.tree import Leaf, class_of_file, read_class_files, read_tree
from core.files.watch import Asked, Progress, ReadingCancelled, Watch
from core.files.wording import complaint, too_much

__all__ = [
    "LabelledTexts",
    "LeftOut",
    "ReadingCancelled",
    "TextShape",
    "looks_like_texts",
    "parse_pasted",
    "read_texts",
    "sniff_texts",
]

AnyPath = str | os.PathLike[str]


def read_texts(
    path_or_paths: AnyPath | Sequence[AnyPath],
    *,
    shape: TextShape | None = None,
    encoding: str | None = None,
    anyway: bool = False,
    progress: Progress | None = None,
    cancelled: Asked | None = None,
) -> LabelledTexts:
    """The labelled texts in a file, a folder, an archive, or several files with one class each.

    Parameters
    ----------
    shape
        How the columns of a file are to be read; found out when not given.
    encoding
        Of all the files; found out for each when not given.
    anyway
        Also take 200 MB rather than 20.
    progress
        Told how many bytes are done, of how many, a few dozen times a second.
    cancelled
        Asked often; once it is true, ReadingCancelled is raised.
    """
    most_bytes = MOST_BYTES_ANYWAY if anyway else MOST_BYTES
    paths = _paths(path_or_paths)
    watch = Watch(progress, cancelled, max(sum(map(_size, paths)), 1))
    watch.at(0, 1)
    if len(paths) > 1:
        texts = _read_one_per_class(paths, encoding, most_bytes, watch)
    else:
        texts = _read_one(paths[0], shape, encoding, most_bytes, watch)
    watch.finish()
    return texts


def parse_pasted(text: str) -> LabelledTexts:
    """Labelled texts from the clipboard: a label and a text on every line, JSON or fastText."""
    name = "The pasted text"
    if "\x00" in text:
        raise complaint(name, "expected text, found binary data.")
    if len(text) > MOST_BYTES:
        raise complaint(name, f"expected at most {MOST_BYTES / 1e6:g} MB, found more.")
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return parse_texts(plain, name)


def looks_like_texts(path: AnyPath) -> bool:
    """Whether `read_texts` is the reader for it; of a file, its beginning decides."""
    from core.files.kinds import kind_of

    path = Path(path)
    suffix = suffix_of(path)
    if path.is_dir() or suffix in ARCHIVE_SUFFIXES + PAIR_SUFFIXES:
        return True
    try:
        return kind_of(read_bytes(path), path.name, suffix) == "texts"
    except PlainError:
        return False


def parse_archive(
    data: bytes,
    name: str,
    shape: TextShape | None = None,
    encoding: str | None = None,
    most_bytes: int = MOST_BYTES,
    watch: Watch | None = None,
) -> LabelledTexts:
    """The labelled texts in the bytes of an archive."""
    watch = watch or Watch()
    tree = archive_tree(data, name, most_bytes, watch.part(0.0, 0.5))
    return read_tree(tree, shape, encoding, watch.part(0.5, 1.0))


def _read_one(
    path: Path, shape: TextShape | None, encoding: str | None, most_bytes: int, watch: Watch
) -> LabelledTexts:
    suffix = suffix_of(path)
    if path.is_dir():
        tree = folder_tree(path, most_bytes, watch)
        total = sum(leaf.size for leaf in tree.leaves)
        whole = Watch(watch.progress, watch.cancelled, max(total, 1))
        return read_tree(tree, shape, encoding, whole)
    if suffix in PAIR_SUFFIXES:
        pair = [path, _sibling(path)]
        whole = Watch(watch.progress, watch.cancelled, max(sum(map(_size, pair)), 1))
        return _read_one_per_class(pair, encoding, most_bytes, whole)
    data = read_bytes(path, most_bytes, watch.part(0.0, 0.2))
    rest = watch.part(0.2, 1.0)
    if suffix in ARCHIVE_SUFFIXES:
        return parse_archive(data, path.name, shape, encoding, most_bytes, rest)
    return parse_texts_bytes(data, path.name, shape, encoding, rest)


def _read_one_per_class(
    paths: Sequence[Path], encoding: str | None, most_bytes: int, watch: Watch
) -> LabelledTexts:
    names = [path.name for path in paths]
    if sum(map(_size, paths)) > most_bytes:
        what = f"expected files of at most {most_bytes / 1e6:g} MB together, found more."
        raise too_much(names[0], what)
    leaves = [
        Leaf((path.name,), _size(path), partial(read_bytes, path, most_bytes)) for path in paths
    ]
    files = [(leaf, class_of_file(leaf.name, names)) for leaf in leaves]
    return read_class_files(files, " and ".join(names[:2]), encoding, watch)


def _sibling(path: Path) -> Path:
    """The file with the other class: beside a .pos its .neg, and the other way round."""
    wanted = next(suffix for suffix in PAIR_SUFFIXES if suffix != path.suffix.lower())
    for suffix in (wanted, wanted.upper()):
        other = path.with_suffix(suffix)
        if other.is_file():
            return other
    expected = path.with_suffix(wanted).name
    raise complaint(path.name, f"expected “{expected}” with the other class beside it, found none.")


def _paths(given: AnyPath | Sequence[AnyPath]) -> list[Path]:
    paths = [Path(given)] if isinstance(given, str | os.PathLike) else [Path(one) for one in given]
    if not paths:
        raise PlainError("Choose a file or a folder with texts.")
    return paths


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except (OSError, ValueError):
        return 0  # reading it says what is wrong
