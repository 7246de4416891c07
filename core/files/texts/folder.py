"""A folder on disk as a tree of files; links and devices are not followed."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from core.files.limits import DEEPEST_FOLDERS, MOST_ENTRIES
from core.files.text import read_bytes
from core.files.texts.tree import Leaf, Tree, is_of_the_system
from core.files.watch import Watch
from core.files.wording import complaint, too_much


def folder_tree(folder: Path, most_bytes: int, watch: Watch) -> Tree:
    """What the folder holds; too much is refused before any of it is read."""
    tree = Tree(folder.name or str(folder))
    total = 0
    for number, (path, entry) in enumerate(_entries(folder, (), tree.name), 1):
        watch.at(0, 1)
        if number > MOST_ENTRIES:
            raise complaint(tree.name, f"expected at most {MOST_ENTRIES:,} files.")
        if entry.is_symlink():
            tree.odd.append(("/".join(path), "a link"))
            continue
        status = _status(entry, tree.name)
        if not stat.S_ISREG(status.st_mode):
            tree.odd.append(("/".join(path), "a device or a pipe"))
            continue
        total += status.st_size
        if total > most_bytes:
            what = f"expected at most {most_bytes / 1e6:g} MB of texts, found more."
            raise too_much(tree.name, what)
        tree.leaves.append(Leaf(path, status.st_size, partial(read_bytes, entry.path, most_bytes)))
    return tree


def _entries(
    folder: Path | str, above: tuple[str, ...], name: str
) -> Iterator[tuple[tuple[str, ...], os.DirEntry[str]]]:
    """Everything that is no folder, below the folder, with its path from there."""
    if len(above) > DEEPEST_FOLDERS:
        raise complaint(name, f"expected folders at most {DEEPEST_FOLDERS} levels deep.")
    try:
        with os.scandir(folder) as listing:
            entries = sorted(listing, key=lambda entry: entry.name)
    except OSError as error:
        where = "/".join((name, *above))
        raise complaint(where, f"cannot be read ({error.strerror or 'system error'}).") from None
    for entry in entries:
        path = (*above, entry.name)
        if is_of_the_system((entry.name,)):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _entries(entry.path, path, name)
        else:
            yield path, entry


def _status(entry: os.DirEntry[str], name: str) -> os.stat_result:
    try:
        return entry.stat(follow_symlinks=False)
    except OSError as error:
        where = f"{name}/{entry.name}"
        raise complaint(where, f"cannot be read ({error.strerror or 'system error'}).") from None
