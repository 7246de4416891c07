"""Without a display or a library: one sentence and exit code 2, never Qt's abort."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.errors import PlainError
from gui import preflight
from gui import system_libraries as system

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux needs it")

ROOT = Path(__file__).resolve().parents[2]
DISPLAY_VARIABLES = {"DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "QT_QPA_PLATFORM"}


def _open_window(code: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    """Start the program as a person does, after some code that changes its world."""
    kept = {name: text for name, text in os.environ.items() if name not in DISPLAY_VARIABLES}
    main = "\nimport sys; from gui.main import main; code = main([])\n"
    qt = "sys.exit(code if not any('PySide6' in name for name in sys.modules) else 99)"
    return subprocess.run(
        [sys.executable, "-c", code + main + qt],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        env={**kept, **variables, "PYTHONIOENCODING": "utf-8"},
        timeout=60,
    )


def _assert_one_sentence(done: subprocess.CompletedProcess[str], *words: str) -> None:
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert done.stderr.startswith("perceptarium: ")
    assert done.stderr.count("\n") == 1
    for word in words:
        assert word in done.stderr


def test_no_display() -> None:
    _assert_one_sentence(_open_window(), "There is no display", "perceptarium train")


def test_a_display_that_does_not_answer() -> None:
    _assert_one_sentence(_open_window(DISPLAY=":97"), "“:97”", "does not answer")


def test_a_missing_library() -> None:
    without_cursor = """
import ctypes
load = ctypes.CDLL
def refuse(name, *rest):
    if name in ("libxcb-cursor.so.0", "libEGL.so.1"):
        raise OSError(f"{name}: cannot open shared object file")
    return load(name, *rest)
ctypes.CDLL = refuse
"""
    done = _open_window(without_cursor, DISPLAY=":97")
    _assert_one_sentence(done, "libEGL.so.1", "libxcb-cursor.so.0")
    if system.package_family() == "apt":
        assert done.stderr.endswith("sudo apt-get install libegl1 libxcb-cursor0\n")


def test_a_platform_that_qt_does_not_have() -> None:
    _assert_one_sentence(_open_window(QT_QPA_PLATFORM="nonsense"), "QT_QPA_PLATFORM", "“nonsense”")


@pytest.mark.parametrize(
    "platform", ["offscreen", "minimal", "vnc:port=5901", "nonsense;offscreen"]
)
def test_platforms_that_need_no_display_pass(platform: str) -> None:
    preflight.check({"QT_QPA_PLATFORM": platform})


def test_the_display_asked_for_must_be_there() -> None:
    with pytest.raises(PlainError, match="no display"):
        preflight.check({"QT_QPA_PLATFORM": "xcb"})


@contextmanager
def _answering(listener: socket.socket) -> Iterator[None]:
    """Say yes, in the words of X, to whoever connects first."""
    # Status 1, version 11.0, eight more words follow; then those words.
    reply = bytes([1, 0, 11, 0, 0, 0, 8, 0]) + bytes(32)
    listener.listen()
    listener.settimeout(10)

    def answer() -> None:
        with listener.accept()[0] as guest:
            if guest.recv(4096):
                guest.sendall(reply)

    thread = threading.Thread(target=answer)
    thread.start()
    yield
    thread.join()


@pytest.fixture
def x_display() -> Iterator[str]:
    """The name of an X display that answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener, _answering(listener):
        # Display n listens on port 6000 + n.
        yield f"127.0.0.1:{listener.getsockname()[1] - 6000}"


@pytest.fixture
def folder() -> Iterator[Path]:
    """A short path: the name of a socket may have about a hundred bytes."""
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


@pytest.fixture
def wayland_display(folder: Path) -> Iterator[Path]:
    """The socket of a Wayland display that answers."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        listener.bind(str(folder / "wayland-3"))
        with _answering(listener):
            yield folder / "wayland-3"


def test_an_x_display_that_answers_passes(x_display: str) -> None:
    preflight.check({"DISPLAY": x_display})


@pytest.fixture
def wayland_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if Wayland's libraries were here: they are not asked for on an X machine."""
    real = system.missing
    monkeypatch.setattr(
        system,
        "missing",
        lambda libraries: [] if libraries is system.FOR_WAYLAND else real(libraries),
    )


@pytest.mark.usefixtures("wayland_libraries")
class TestWayland:
    def test_a_display_that_answers_passes(self, wayland_display: Path) -> None:
        preflight.check(
            {"WAYLAND_DISPLAY": "wayland-3", "XDG_RUNTIME_DIR": str(wayland_display.parent)}
        )

    def test_one_that_does_not_is_named(self, folder: Path) -> None:
        with pytest.raises(PlainError, match=r"“wayland-7” \(WAYLAND_DISPLAY\) does not answer"):
            preflight.check({"WAYLAND_DISPLAY": "wayland-7", "XDG_RUNTIME_DIR": str(folder)})

    def test_x_serves_where_wayland_does_not(self, x_display: str, folder: Path) -> None:
        preflight.check(
            {
                "WAYLAND_DISPLAY": "wayland-7",
                "XDG_RUNTIME_DIR": str(folder),
                "DISPLAY": x_display,
            }
        )
