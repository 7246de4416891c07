"""Saving in a real window while the disk does not play along: `python -m … FOLDER`.

Each condition is told on a line: what the person was told, and what became of file and document.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from gui.main_window import MainWindow
from tests.gui.trust import inside

NOBODY = 65_534
NAME = "mine.perceptarium"


@contextlib.contextmanager
def not_root() -> Iterator[None]:
    """To whom nothing is forbidden."""
    root = os.geteuid() == 0
    if root:
        os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield
    finally:
        if root:
            os.setresuid(0, 0, 0)


@contextlib.contextmanager
def no_room(folder: Path) -> Iterator[None]:
    """No file may be larger than this; the system says so in the middle of writing."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (400, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextlib.contextmanager
def full_disk(folder: Path) -> Iterator[None]:
    for name in ("a", "b"):  # the second takes what is left
        with contextlib.suppress(OSError), open(folder / name, "wb") as file:
            file.write(b"x" * (1 << 20))
    yield


@contextlib.contextmanager
def read_only_folder(folder: Path) -> Iterator[None]:
    (folder / NAME).chmod(0o666)
    folder.chmod(0o555)
    with not_root():
        yield
    folder.chmod(0o777)


@contextlib.contextmanager
def read_only_file(folder: Path) -> Iterator[None]:
    (folder / NAME).chmod(0o444)
    with not_root():
        yield


@contextlib.contextmanager
def vanished_folder(folder: Path) -> Iterator[None]:
    moved = folder.with_name("elsewhere")
    shutil.move(folder, moved)
    yield
    shutil.move(moved, folder)


CONDITIONS = {
    "no room": no_room, "full disk": full_disk, "read-only folder": read_only_folder,
    "read-only file": read_only_file, "vanished folder": vanished_folder,
}  # fmt: skip


def own_disk(folder: Path) -> bool:
    """A small disk of its own, where that is allowed; nobody else sees it."""
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k,mode=777", "none", str(folder)],
        capture_output=True,
    )
    return made.returncode == 0


def try_each(window: MainWindow, top: Path) -> None:
    for name, condition in CONDITIONS.items():
        folder = top / name
        folder.mkdir()
        folder.chmod(0o777)
        if name == "full disk" and not (len(sys.argv) > 2 and own_disk(folder)):
            continue
        inside.say("condition", json.dumps(tried(window, name, folder, condition)))
    window.studio.undo_stack.setClean()
    window.close()


def tried(window: MainWindow, name: str, folder: Path, condition: object) -> dict[str, object]:
    studio, path = window.studio, folder / NAME
    points = studio.points
    assert points is not None
    studio.saved(path)
    assert window.documents.save()
    old = path.read_bytes()
    more = tuple((float(k), 0.5) for k in range(200))
    drawn = replace(points, xy=points.xy + more, labels=points.labels + (0,) * len(more))
    studio.edit_points(drawn, "Draw")
    with condition(folder):  # type: ignore[operator]
        saved = window.documents.save()
    boxes = [one for one in QApplication.topLevelWidgets() if isinstance(one, QMessageBox)]
    said = [one.text() for one in boxes if one.isVisible()]
    for box in boxes:
        box.close()
    path.chmod(path.stat().st_mode | stat.S_IWUSR)
    return {
        "name": name,
        "saved": saved,
        "said": said,
        "same": path.read_bytes() == old,
        "others": [one.name for one in folder.iterdir() if one.name.startswith(".perceptarium")],
        "unsaved": studio.modified and studio.points == drawn and studio.path == path,
    }


if __name__ == "__main__":
    top = Path(sys.argv[1])

    def plan(window: MainWindow) -> None:
        inside.computed(window, lambda: QTimer.singleShot(0, lambda: try_each(window, top)))

    sys.exit(inside.run(plan))
