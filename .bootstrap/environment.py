"""Make `.venv` as requirements.lock says, once, and again when that has changed."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import system_packages
from system_packages import SetupError

__all__ = ["SetupError", "Venv", "ready", "replace_process"]

HERE = Path(__file__).resolve().parent


class Venv(NamedTuple):
    """The places in a virtual environment."""

    folder: Path

    @property
    def scripts(self) -> Path:
        return self.folder / ("Scripts" if os.name == "nt" else "bin")

    @property
    def python(self) -> Path:
        return self.scripts / ("python.exe" if os.name == "nt" else "python")

    @property
    def packages(self) -> Path:
        if os.name == "nt":
            return self.folder / "Lib" / "site-packages"
        version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
        return self.folder / "lib" / version / "site-packages"

    @property
    def launcher(self) -> Path:
        return self.scripts / ("perceptarium.py" if os.name == "nt" else "perceptarium")

    @property
    def stamp(self) -> Path:
        """Written last: without it the set-up was not finished."""
        return self.folder / "set-up"

    @property
    def log(self) -> Path:
        return self.folder / "set-up.log"


def ready(root: str | Path, *, tests: bool) -> Venv:
    """The environment of this checkout, made now if it is not there or not the right one.

    `tests` says that system libraries that are missing are an end, not a remark: the tests open
    windows, while many commands need none.
    """
    root = Path(root)
    venv = Venv(root / ".venv")
    try:
        if not is_current(venv, root):
            with _alone():
                if not is_current(venv, root):  # another process may have made it meanwhile
                    _set_up(venv, root, tests=tests)
        elif tests:
            system_packages.provide(tests=True, installer=False)
    except OSError as error:
        raise SetupError(f"the set-up failed: {error}.") from error
    return venv


def is_current(venv: Venv, root: Path) -> bool:
    """Whether the environment was finished, from the same lock file, Python and place."""
    try:
        return venv.stamp.read_text("utf-8") == stamp(root) and venv.python.exists()
    except (OSError, UnicodeDecodeError):
        return False


def stamp(root: Path) -> str:
    """What an environment depends on; the place, because scripts in it name it."""
    return f"{_foundation(root)}\n{_contents(root)}\n"


def _foundation(root: Path) -> str:
    """A change here asks for a new environment."""
    return f"Python {sys.version_info[0]}.{sys.version_info[1]} {root.resolve()}"


def _contents(root: Path) -> str:
    """A change here asks for other packages in it."""
    digest = hashlib.sha256((root / "requirements.lock").read_bytes())
    for source in sorted(HERE.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()


def _set_up(venv: Venv, root: Path, *, tests: bool) -> None:
    _say("setting up in .venv; this happens once and takes about a minute.")
    system_packages.provide(tests=tests, installer=True)
    if not _can_be_updated(venv, root):
        shutil.rmtree(venv.folder, ignore_errors=True)
        venv.folder.mkdir()
        _do(venv, "making .venv", sys.executable, "-m", "venv", "--without-pip", venv.folder)
        _do(venv, "adding pip", venv.python, "-m", "ensurepip", "--default-pip")
    venv.stamp.unlink(missing_ok=True)
    _do(
        venv,
        "installing the packages",
        *(venv.python, "-m", "pip", "install", "--no-input", "--disable-pip-version-check"),
        *("--require-hashes", "--only-binary", ":all:", "-r", root / "requirements.lock"),
    )
    (venv.packages / "perceptarium.pth").write_text(f"{root.resolve()}\n", "utf-8")
    write_launcher(venv)
    venv.stamp.write_text(stamp(root), "utf-8")


def _can_be_updated(venv: Venv, root: Path) -> bool:
    """A finished environment of this Python needs only the packages that have changed."""
    try:
        finished = venv.stamp.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return finished.splitlines()[:1] == [_foundation(root)] and venv.python.exists()


def write_launcher(venv: Venv) -> None:
    """The `perceptarium` command of this environment."""
    body = "import sys\n\nfrom gui.main import main\n\nsys.exit(main())\n"
    if os.name == "nt":
        (venv.scripts / "perceptarium.cmd").write_text(
            '@"%~dp0python.exe" "%~dp0perceptarium.py" %*\n', "utf-8"
        )
    else:
        # Read by sh it starts Python, read by Python it is a string: a path with spaces is fine.
        body = f"#!/bin/sh\n'''exec' \"{venv.python}\" \"$0\" \"$@\"\n' '''\n{body}"
    venv.launcher.write_text(body, "utf-8")
    venv.launcher.chmod(0o755)


def replace_process(venv: Venv, arguments: list[str]) -> int:
    """Become `perceptarium` with these arguments; Windows can only wait for it."""
    # A script, not `-m`: a folder called core where the user stands must not come first.
    command = [str(venv.python), str(venv.launcher), *arguments]
    if os.name != "nt":
        os.execv(command[0], command)
    try:
        return subprocess.call(command)
    except KeyboardInterrupt:
        return 130


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Let only one process set up at a time; the system frees the lock when a process ends.

    The steps inherit the lock, so that one that outlives a killed set-up is waited for, too.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    with open(__file__, encoding="utf-8") as mark:
        os.set_inheritable(mark.fileno(), True)
        try:
            fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            _say("waiting for another set-up of this folder.")
            fcntl.flock(mark, fcntl.LOCK_EX)
        yield


def _do(venv: Venv, what: str, *command: str | Path) -> None:
    """Run one step of the set-up, its output into the log, with a line that shows it is alive."""
    variables = {**os.environ, "PIP_USER": "0", "PYTHONUNBUFFERED": "1"}
    begun = time.monotonic()
    with open(venv.log, "ab") as log:
        child = subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env=variables,
            close_fds=False,  # hands on the lock
        )
        try:
            code = _wait(child, what, begun)
        except BaseException:
            child.terminate()
            child.wait()
            raise
    if code:
        words = venv.log.read_text("utf-8", "replace").splitlines()
        hint = next((line for line in reversed(words) if line.startswith("ERROR")), "")
        raise SetupError(
            f"{what} failed{': ' if hint else ''}{hint[7:]} (the whole story is in {venv.log}; "
            "is there a network connection? The next start tries again)."
        )


def _wait(child: subprocess.Popen[bytes], what: str, begun: float) -> int:
    live = sys.stderr.isatty()
    while True:
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = child.wait(timeout=0.5)
            seconds = time.monotonic() - begun
            sys.stderr.write(f"{chr(13) * live}  {what}: {seconds:.0f} s    \n")
            return code
        if live:
            sys.stderr.write(f"\r  {what} … {time.monotonic() - begun:.0f} s ")
            sys.stderr.flush()


def _say(text: str) -> None:
    print(f"perceptarium: {text}", file=sys.stderr, flush=True)
