"""Starting real windows, in a world of their own, and ending them in every way."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
LONGEST = 60.0  # seconds that a test waits for a line


class World:
    """Folders in which a window finds and leaves things."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data" / "perceptarium" / "perceptarium"
        self.windows: list[Window] = []

    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "XDG_DATA_HOME": str(self.folder / "data"),
            "XDG_CONFIG_HOME": str(self.folder / "config"),
            "QT_QPA_PLATFORM": "offscreen",
            "PYTHONPATH": str(ROOT),
        }

    def end(self) -> None:
        """No window outlives its test."""
        for window in self.windows:
            window.kill()

    def recovered(self) -> list[Path]:
        return sorted(self.data.glob("recovery/*.perceptarium"))


class Window:
    """A window in a process of its own, and the lines that it prints."""

    def __init__(
        self,
        world: World,
        *words: str,
        module: str = "tests.gui.trust.inside",
        before: tuple[str, ...] = (),
        **environment: str,
    ) -> None:
        self.process = subprocess.Popen(
            [*before, sys.executable, "-m", module, *words],
            cwd=ROOT,
            env={**world.environment(), **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        world.windows.append(self)
        self.gone = 0.0
        self._lines: queue.Queue[str] = queue.Queue()
        self._errors: list[str] = []
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self._threads = [
            threading.Thread(target=self._listen, args=(self.process.stdout,)),
            threading.Thread(target=self._errors.extend, args=(self.process.stderr,)),
        ]
        for thread in self._threads:
            thread.start()

    def _listen(self, stream: object) -> None:
        for line in stream:  # type: ignore[attr-defined]
            self._lines.put(line.strip())
        self.gone = time.time()  # its end closes the stream
        self._lines.put("")

    def line(self, start: str) -> str:
        """The rest of the next line that starts so."""
        end = time.monotonic() + LONGEST
        while time.monotonic() < end:
            line = self._lines.get(timeout=LONGEST)
            if line.startswith(start):
                return line.removeprefix(start).strip()
            if not line:
                break
        raise AssertionError(f"no line “{start}” came; the window said: {self.errors()}")

    def rest(self) -> list[str]:
        """All lines that were not asked for; of a process that has ended."""
        self._join()
        lines = []
        while not self._lines.empty():
            lines.append(self._lines.get())
        return [line for line in lines if line]

    def kill(self) -> float:
        """End it as suddenly as it can be; the time of that."""
        now = time.time()
        self.process.kill()
        self.process.wait()
        self._join()
        return now

    def ended(self) -> int:
        """Its exit code, once it has ended."""
        code = self.process.wait(timeout=LONGEST)
        self._join()
        return code

    def errors(self) -> str:
        return "".join(self._errors)

    def _join(self) -> None:
        for thread in self._threads:
            thread.join()
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()
