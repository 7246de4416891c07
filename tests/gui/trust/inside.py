"""What happens inside a real window that a test has started: `python -m … PLAN ARGUMENTS`.

Whatever is to be known outside is printed, one line each.
"""

from __future__ import annotations

import ctypes
import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from core.experiment import LearnerChoice, Stopping
from gui import app
from gui.main_window import MainWindow
from gui.notice import COPY, Notice
from gui.session import data_folder
from gui.what_if import Wish

EVERY = 20  # milliseconds between two edits

_kept: list[object] = []  # timers


def say(*words: object) -> None:
    print(*words, flush=True)


def repeat(milliseconds: int, action: Callable[[], object]) -> QTimer:
    timer = QTimer()
    timer.timeout.connect(action)
    timer.start(milliseconds)
    _kept.append(timer)
    return timer


def computed(window: MainWindow, then: Callable[[], object]) -> None:
    def look() -> None:
        if window.studio.results.done:
            timer.stop()
            then()

    timer = repeat(10, look)


def notice(window: MainWindow) -> Notice | None:
    found = [one for one in QApplication.topLevelWidgets() if isinstance(one, Notice)]
    return next((one for one in found if one.isVisible()), None)


def sentences(shown: Notice) -> list[str]:
    return [label.text() for label in shown.findChildren(QLabel) if label.text()]


def press(shown: Notice, text: str) -> None:
    (button,) = (one for one in shown.findChildren(QPushButton) if one.text() == text)
    button.click()


# Plans


def edit(window: MainWindow, mark: str) -> None:
    """Draw a point every now and then; the axis is named after this process."""
    studio = window.studio
    count = 0

    def draw() -> None:
        nonlocal count
        points = studio.points
        assert points is not None
        count += 1
        drawn = replace(
            points,
            xy=(*points.xy, (float(count), 0.0)),
            labels=(*points.labels, 0),
            axis_names=(mark, "y"),
        )
        studio.edit_points(drawn, "Draw")
        say("drawn", count, time.time())

    repeat(EVERY, draw)


def crash(window: MainWindow) -> None:
    """Draw, and once that is kept, end as a fault in a library would end it."""
    edit(window, "crash")
    kept = data_folder() / "recovery"
    repeat(20, lambda: any(kept.glob("*.perceptarium")) and ctypes.string_at(0))


def offered(window: MainWindow, answer: str) -> None:
    """Say what is offered, answer it, and say what is open then."""

    def look() -> None:
        shown = notice(window)
        if shown is None:
            return
        timer.stop()
        say("offered", json.dumps(sentences(shown)))
        if any(one.text() == COPY and one.isVisible() for one in shown.findChildren(QPushButton)):
            press(shown, COPY)
            say("copied", json.dumps(QApplication.clipboard().text()))
        press(shown, answer)
        QTimer.singleShot(700, tell)

    def tell() -> None:
        points = window.studio.points
        say("open", len(points.xy) if points else -1, window.studio.modified)
        if answer != "Open":
            window.close()

    timer = repeat(20, look)


def nothing(window: MainWindow) -> None:
    """Say what is offered within a moment, and close."""

    def tell() -> None:
        shown = notice(window)
        say("offered", json.dumps(sentences(shown) if shown else []))
        window.close()

    QTimer.singleShot(700, tell)


def close(window: MainWindow, busy: str, seed: str, file: str) -> None:
    """Close it at a random moment of training, of loading or of a what-if."""
    moment = random.Random(int(seed)).randint(0, 900)  # milliseconds
    studio = window.studio

    def begin() -> None:
        if busy in ("training", "compiling"):
            learners = tuple(
                LearnerChoice(n) for n in ("perceptron", "mira", "pegasos", "adaboost")
            )
            experiment = replace(
                studio.experiment, learners=learners, stopping=Stopping(10_000, clean_pass=False)
            )
            studio.edit(experiment, "Train long")
            studio.undo_stack.setClean()
        elif busy == "loading":
            window.documents.open(Path(file))
        elif busy == "what-if":
            computed(window, lambda: studio.what_if.ask(Wish("orders")))
        QTimer.singleShot(moment, end)

    def end() -> None:
        say("closing", time.time())
        window.close()

    QTimer.singleShot(0 if busy == "starting" else 100, begin)


PLANS: dict[str, Callable[..., None]] = {
    "edit": edit, "offered": offered, "nothing": nothing, "close": close, "crash": crash,
}  # fmt: skip


def run(plan: Callable[[MainWindow], object]) -> int:
    """Open the window as the command does, with the plan in it."""
    make = MainWindow.__init__

    def made(self: MainWindow, *arguments: object) -> None:
        make(self, *arguments)  # type: ignore[arg-type]
        QTimer.singleShot(0, lambda: plan(self))

    MainWindow.__init__ = made  # type: ignore[method-assign, assignment]
    return app.open_window(None)


if __name__ == "__main__":
    wanted, *rest = sys.argv[1:]
    sys.exit(run(lambda window: PLANS[wanted](window, *rest)))
