"""A real browser without a window, driven over a pipe: pages are opened, clicked and typed at."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PATIENCE = 60.0  # seconds; a busy machine starts a browser slowly
# The browser speaks on descriptors 3 and 4, whatever the numbers here.
PLUG_IN = """
import os, sys
hear, speak = (os.dup(int(number)) for number in sys.argv[1:3])
while hear < 5 or speak < 5:
    hear, speak = os.dup(hear), os.dup(speak)
os.dup2(hear, 3)
os.dup2(speak, 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
KEYS = {
    " ": ("Space", 32), "ArrowRight": ("ArrowRight", 39), "ArrowLeft": ("ArrowLeft", 37),
    "Home": ("Home", 36), "End": ("End", 35), "n": ("KeyN", 78), "p": ("KeyP", 80),
    "Tab": ("Tab", 9), "Enter": ("Enter", 13),
}  # fmt: skip


def browser_path() -> str | None:
    """Where a browser of that family is installed; None where there is none (or no such pipe)."""
    if sys.platform == "win32":
        return None
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Browser:
    """One browser process with one page at a time."""

    def __init__(self, path: str) -> None:
        self._folder = tempfile.mkdtemp(prefix="perceptarium-browser-")
        hear, self._to = os.pipe()
        self._from, speak = os.pipe()
        arguments = (
            "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
            "--no-first-run", "--disable-extensions", "--disable-background-networking",
            "--disable-component-update", "--disable-dev-shm-usage", "--hide-scrollbars",
            f"--user-data-dir={self._folder}",
        )  # fmt: skip
        self._process = subprocess.Popen(
            [sys.executable, "-c", PLUG_IN, str(hear), str(speak), path, *arguments],
            pass_fds=(hear, speak),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(hear)
        os.close(speak)
        self._number, self._read, self._session = 0, b"", ""
        self.events: list[dict[str, Any]] = []

    def close(self) -> None:
        try:
            self._ask("Browser.close", {}, "")
        except (OSError, TimeoutError):
            self._process.kill()
        self._process.wait(PATIENCE)
        os.close(self._to)
        os.close(self._from)
        shutil.rmtree(self._folder, ignore_errors=True)

    # Pages

    def open(
        self, page: Path, width: int = 1280, height: int = 800, *, dark: bool = False,
        phone: bool = False,
    ) -> None:  # fmt: skip
        """A fresh page, as large as that, all its noise recorded from the beginning."""
        if self._session:
            self._ask("Target.closeTarget", {"targetId": self._target}, "")
        target = self._ask("Target.createTarget", {"url": "about:blank"}, "")
        self._target = target["targetId"]
        attached = self._ask(
            "Target.attachToTarget", {"targetId": self._target, "flatten": True}, ""
        )
        self._session, self.events = attached["sessionId"], []
        for domain in ("Page", "Runtime", "Log", "Network", "Audits"):
            self.ask(f"{domain}.enable")
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone}
        self.ask("Emulation.setDeviceMetricsOverride", **size)
        look = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        still = {"name": "prefers-reduced-motion", "value": "reduce"}
        self.ask("Emulation.setEmulatedMedia", features=[look, still])
        if phone:
            self.ask("Emulation.setTouchEmulationEnabled", enabled=True)
        self.ask("Page.navigate", url=page.as_uri())
        self.wait_until("document.readyState === 'complete'")
        self.settle()

    def ask(self, method: str, **parameters: object) -> dict[str, Any]:
        return self._ask(method, parameters, self._session)

    def value(self, script: str) -> Any:
        """What an expression of the page's own language comes to."""
        answer = self.ask(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in answer:
            raise AssertionError(answer["exceptionDetails"]["exception"]["description"])
        return answer["result"].get("value")

    def settle(self) -> None:
        """Until what was asked for has been drawn."""
        twice = "new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r(1))))"
        self.value(twice)

    def wait_until(self, script: str) -> None:
        end = time.monotonic() + PATIENCE
        while not self.value(script):
            if time.monotonic() > end:
                raise TimeoutError(script)
            time.sleep(0.02)

    def press(self, key: str) -> None:
        code, number = KEYS[key]
        common = {"key": key, "code": code, "windowsVirtualKeyCode": number}
        text = {"text": key} if len(key) == 1 else {}
        self.ask("Input.dispatchKeyEvent", type="keyDown", **common, **text)
        self.ask("Input.dispatchKeyEvent", type="keyUp", **common)
        self.settle()

    def click(self, selector: str) -> None:
        """In the middle of an element, with the mouse."""
        x, y = self.value(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)}); "
            "e.scrollIntoView({block: 'nearest'}); const b = e.getBoundingClientRect(); "
            "return [b.x + b.width / 2, b.y + b.height / 2]; })()"
        )
        common = {"x": x, "y": y, "button": "left", "clickCount": 1}
        self.ask("Input.dispatchMouseEvent", type="mousePressed", **common)
        self.ask("Input.dispatchMouseEvent", type="mouseReleased", **common)
        self.settle()

    def tap(self, selector: str) -> None:
        """The same with a finger."""
        x, y = self.value(
            f"(() => {{ const b = document.querySelector({json.dumps(selector)})"
            ".getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()"
        )
        self.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        self.settle()

    def text(self, selector: str) -> str:
        return str(self.value(f"document.querySelector({json.dumps(selector)}).textContent"))

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.ask("Page.captureScreenshot")["data"]))

    def noise(self) -> list[str]:
        """Errors, warnings, broken policies, and every request but for the page itself."""
        self.settle()
        found = []
        for event in self.events:
            method, told = event["method"], event["params"]
            if method == "Runtime.exceptionThrown":
                found.append(str(told["exceptionDetails"]))
            elif method == "Runtime.consoleAPICalled" or method == "Audits.issueAdded":
                found.append(json.dumps(told)[:500])
            elif method == "Log.entryAdded":
                found.append(told["entry"]["text"])
            elif method == "Network.requestWillBeSent":
                found.append(f"request: {told['request']['url'][:200]}")
        return found

    # The pipe

    def _ask(self, method: str, parameters: dict[str, Any], session: str) -> dict[str, Any]:
        self._number += 1
        wanted = {"id": self._number, "method": method, "params": parameters}
        if session:
            wanted["sessionId"] = session
        data = json.dumps(wanted).encode() + b"\0"
        while data:
            data = data[os.write(self._to, data) :]
        while True:
            message = self._hear()
            if message.get("id") == self._number:
                if "error" in message:
                    raise AssertionError(f"{method}: {message['error']['message']}")
                result: dict[str, Any] = message["result"]
                return result
            if "method" in message and message.get("sessionId") == self._session:
                self.events.append(message)

    def _hear(self) -> dict[str, Any]:
        end = time.monotonic() + PATIENCE
        while b"\0" not in self._read:
            ready, _, _ = select.select([self._from], [], [], max(end - time.monotonic(), 0.0))
            part = os.read(self._from, 1 << 20) if ready else b""
            if not part:
                raise TimeoutError("the browser says nothing")
            self._read += part
        message, _, self._read = self._read.partition(b"\0")
        heard: dict[str, Any] = json.loads(message)
        return heard
