"""Can a window be opened here? Asked before Qt is imported, because Qt would end the process."""

from __future__ import annotations

import ctypes
import os
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

from core.errors import PlainError
from gui import system_libraries as system

_NO_DISPLAY = (
    "There is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set); start "
    "perceptarium in a desktop session, or use a command that needs none, such as "
    "“perceptarium train”."
)

# Qt's platforms that draw without a display of the desktop.
_WITHOUT_DISPLAY = frozenset(
    {"offscreen", "minimal", "minimalegl", "vnc", "eglfs", "linuxfb", "vkkhrdisplay"}
)


def check(environment: Mapping[str, str] = os.environ) -> None:
    """Return when Qt can open a window; otherwise say in one sentence what to do."""
    if sys.platform != "linux":
        return
    platforms = _platforms(environment)
    lacking = system.missing(system.FOR_QT)
    if lacking:
        # One round of installing is enough: name what the X display needs as well.
        lacking += system.missing(system.FOR_X) if "xcb" in platforms else []
        raise PlainError(system.sentence(lacking, system.package_family()))
    problems = [_problem(platform, environment) for platform in platforms]
    if all(problems):
        raise PlainError(problems[-1] or "")


def _platforms(environment: Mapping[str, str]) -> list[str]:
    """The platforms Qt will try, in its order; it takes the first that works."""
    chosen = environment.get("QT_QPA_PLATFORM", "")
    names = [name.split(":")[0] for name in chosen.split(";") if name]
    if names:
        return names
    wayland = environment.get("WAYLAND_DISPLAY") or environment.get("XDG_SESSION_TYPE") == "wayland"
    if not wayland:
        return ["xcb"]
    return ["wayland", "xcb"] if environment.get("DISPLAY") else ["wayland"]


def _problem(platform: str, environment: Mapping[str, str]) -> str | None:
    """Why Qt could not draw on this platform, or None."""
    if platform in _WITHOUT_DISPLAY:
        return None
    if platform.startswith("wayland"):
        return _wayland_problem(environment)
    if platform == "xcb":
        return _x_problem(environment)
    return (
        f"QT_QPA_PLATFORM asks for “{platform}”, which this Qt does not have; "
        "unset it, or set it to xcb, wayland or offscreen."
    )


def _x_problem(environment: Mapping[str, str]) -> str | None:
    display = environment.get("DISPLAY")
    if not display:
        return _NO_DISPLAY
    lacking = system.missing(system.FOR_X)
    if lacking:
        return system.sentence(lacking, system.package_family())
    if not _x_answers(display):
        return (
            f"The display “{display}” (DISPLAY) does not answer or does not let you in; start "
            "perceptarium in a desktop session, or set DISPLAY to a display that is running."
        )
    return None


def _x_answers(display: str) -> bool:
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(os.fsencode(display), None)
    try:
        return int(xcb.xcb_connection_has_error(connection)) == 0
    finally:
        xcb.xcb_disconnect(connection)


def _wayland_problem(environment: Mapping[str, str]) -> str | None:
    lacking = system.missing(system.FOR_WAYLAND)
    if lacking:
        return system.sentence(lacking, system.package_family())
    name = environment.get("WAYLAND_DISPLAY") or "wayland-0"
    # An absolute name replaces the folder.
    address = Path(environment.get("XDG_RUNTIME_DIR", "/"), name)
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
            client.connect(str(address))
    except OSError:
        return (
            f"The display “{name}” (WAYLAND_DISPLAY) does not answer; start perceptarium in a "
            "desktop session, or set WAYLAND_DISPLAY to a display that is running."
        )
    return None
