"""The system libraries that Qt loads on Linux, and the packages that bring them.

Standard library only: the start-up scripts read this table before anything is installed.
"""

from __future__ import annotations

import ctypes
import shutil
import sys
from collections.abc import Callable, Iterable
from typing import NamedTuple


class Library(NamedTuple):
    """One shared library and its package on each family of distributions."""

    file: str
    apt: str
    dnf: str
    pacman: str


# What Qt itself links to, whatever it draws on.
FOR_QT = (
    Library("libGL.so.1", "libgl1", "libglvnd-glx", "libglvnd"),
    Library("libEGL.so.1", "libegl1", "libglvnd-egl", "libglvnd"),
    Library("libX11.so.6", "libx11-6", "libX11", "libx11"),
    Library("libxkbcommon.so.0", "libxkbcommon0", "libxkbcommon", "libxkbcommon"),
    Library("libfontconfig.so.1", "libfontconfig1", "fontconfig", "fontconfig"),
    Library("libfreetype.so.6", "libfreetype6", "freetype", "freetype2"),
    Library("libdbus-1.so.3", "libdbus-1-3", "dbus-libs", "dbus"),
    Library("libglib-2.0.so.0", "libglib2.0-0", "glib2", "glib2"),
    Library("libgthread-2.0.so.0", "libglib2.0-0", "glib2", "glib2"),
    Library("libzstd.so.1", "libzstd1", "libzstd", "zstd"),
)

# What Qt adds to draw on an X display.
FOR_X = (
    Library("libxcb.so.1", "libxcb1", "libxcb", "libxcb"),
    Library("libX11-xcb.so.1", "libx11-xcb1", "libX11-xcb", "libx11"),
    Library("libxkbcommon-x11.so.0", "libxkbcommon-x11-0", "libxkbcommon-x11", "libxkbcommon-x11"),
    Library("libxcb-cursor.so.0", "libxcb-cursor0", "xcb-util-cursor", "xcb-util-cursor"),
    Library("libxcb-icccm.so.4", "libxcb-icccm4", "xcb-util-wm", "xcb-util-wm"),
    Library("libxcb-util.so.1", "libxcb-util1", "xcb-util", "xcb-util"),
    Library("libxcb-image.so.0", "libxcb-image0", "xcb-util-image", "xcb-util-image"),
    Library("libxcb-keysyms.so.1", "libxcb-keysyms1", "xcb-util-keysyms", "xcb-util-keysyms"),
    Library(
        "libxcb-render-util.so.0",
        "libxcb-render-util0",
        "xcb-util-renderutil",
        "xcb-util-renderutil",
    ),
    Library("libxcb-randr.so.0", "libxcb-randr0", "libxcb", "libxcb"),
    Library("libxcb-render.so.0", "libxcb-render0", "libxcb", "libxcb"),
    Library("libxcb-shape.so.0", "libxcb-shape0", "libxcb", "libxcb"),
    Library("libxcb-shm.so.0", "libxcb-shm0", "libxcb", "libxcb"),
    Library("libxcb-sync.so.1", "libxcb-sync1", "libxcb", "libxcb"),
    Library("libxcb-xfixes.so.0", "libxcb-xfixes0", "libxcb", "libxcb"),
    Library("libxcb-xkb.so.1", "libxcb-xkb1", "libxcb", "libxcb"),
)

# What Qt adds to draw on a Wayland display.
FOR_WAYLAND = (
    Library("libwayland-client.so.0", "libwayland-client0", "libwayland-client", "wayland"),
    Library("libwayland-cursor.so.0", "libwayland-cursor0", "libwayland-cursor", "wayland"),
)

_INSTALL_COMMANDS = {
    "apt": "apt-get install",
    "dnf": "dnf install",
    "pacman": "pacman -S",
}


def missing(libraries: Iterable[Library]) -> list[Library]:
    """Those of the libraries that this system cannot load; none outside Linux."""
    if sys.platform != "linux":
        return []
    return [library for library in libraries if not _loads(library.file)]


def _loads(file: str) -> bool:
    try:
        ctypes.CDLL(file)
    except OSError:
        return False
    return True


def packages(libraries: Iterable[Library], family: str) -> list[str]:
    """The packages of one family (`apt`, `dnf`, `pacman`) that bring the libraries, each once."""
    return list(dict.fromkeys(str(getattr(library, family)) for library in libraries))


def package_family(which: Callable[[str], str | None] = shutil.which) -> str | None:
    """The kind of packages this system installs, or None when it is not a known one."""
    for family, program in (("apt", "apt-get"), ("dnf", "dnf"), ("pacman", "pacman")):
        if which(program):
            return family
    return None


def install_line(libraries: Iterable[Library], family: str | None, *extra: str) -> str | None:
    """The one line that installs the libraries and extra packages, to be typed as it is."""
    if family is None:
        return None
    wanted = [*extra, *packages(libraries, family)]
    return " ".join(["sudo", _INSTALL_COMMANDS[family], *wanted])


def sentence(libraries: list[Library], family: str | None) -> str:
    """What is missing and what to type, in one sentence."""
    files = ", ".join(library.file for library in libraries)
    line = install_line(libraries, family)
    if line is None:
        return f"The window needs system libraries that are missing: please install {files}."
    return f"The window needs system libraries that are missing ({files}); install with: {line}"
