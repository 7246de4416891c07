"""Failures of every kind in a real window, one after the other: `python -m … MOST SEED`.

Each is told on a line: what failed, how many notices there were, what they said, and whether the
document is what it was.
"""

from __future__ import annotations

import ast
import importlib
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import PySide6.QtGui as QtGui
import PySide6.QtWidgets as QtWidgets
from msgspec.structs import replace
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QGraphicsView, QPushButton, QWidget

import gui
from gui.main_window import MainWindow
from gui.notice import COPY
from tests.gui.trust import inside

GUI = Path(gui.__file__).parent
DRAWING = ("setPen", "setBrush", "drawText", "fillRect", "drawPixmap", "drawLine", "drawPath",
           "drawRoundedRect", "drawEllipse", "drawPolyline", "drawComplexControl",
           "drawPrimitive", "drawItemText", "drawLines", "drawRect")  # fmt: skip


BRIEF = ("paint", "item", "slot")  # what fails at once, if it fails
PATIENCE = 3.0  # seconds for a notice to come


def windows() -> list[QWidget]:
    return QApplication.topLevelWidgets()


class PlannedError(Exception):
    """Nobody catches this one."""


def planned(name: str) -> Exception:
    """One of its own kind for each case, since the same failure is told once."""
    raised.append(name)
    return type(f"PlannedError{sum(map(ord, name))}{len(name)}", (PlannedError,), {})(name)


raised: list[str] = []  # since the last look
armed: set[str] = set()  # what fails at present


def failing_painter(kind: type) -> type:
    """A painter that fails at its first stroke, while it is at work."""

    def failing(stroke: str) -> Callable[..., object]:
        plain = getattr(kind, stroke)

        def draw(self: Any, *arguments: object) -> object:
            module = sys._getframe(1).f_globals["__name__"]
            if module in armed:
                raise planned(f"{stroke} in {module}")
            return plain(self, *arguments)

        return draw

    strokes = {name: failing(name) for name in DRAWING if hasattr(kind, name)}
    return type(kind.__name__, (kind,), strokes)


PAINTERS = {
    name: failing_painter(kind)
    for name, kind in (
        ("QPainter", QtGui.QPainter),
        ("QStylePainter", QtWidgets.QStylePainter),
    )
}


def studio_slots() -> Iterator[tuple[str, str, str, str]]:
    """Module, class, method and signal of what listens to the studio, from the source."""
    for file in sorted(GUI.rglob("*.py")):
        module = ".".join(("gui", *file.relative_to(GUI).with_suffix("").parts))
        for node in ast.parse(file.read_text("utf-8")).body:
            if not isinstance(node, ast.ClassDef):
                continue
            methods = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
            for call in ast.walk(node):
                match call:
                    case ast.Call(
                        func=ast.Attribute(
                            value=ast.Attribute(value=source, attr=signal), attr="connect"
                        ),
                        args=[ast.Attribute(value=ast.Name(id="self"), attr=method)],
                    ) if method in methods and ast.unparse(source).endswith("studio"):
                        yield module, node.name, method, signal


def painted_items() -> Iterator[tuple[str, str]]:
    """Module and class of what is drawn in a scene, from the source."""
    for file in sorted((GUI / "stage").rglob("*.py")):
        for node in ast.parse(file.read_text("utf-8")).body:
            methods = [one.name for one in ast.walk(node) if isinstance(one, ast.FunctionDef)]
            if isinstance(node, ast.ClassDef) and {"paint", "boundingRect"} <= set(methods):
                yield f"gui.stage.{file.stem}", node.name


def arm(module: str, owner: str, method: str) -> str:
    """Let a method fail when it is its turn; Qt keeps what it has found, so this comes first."""
    kind = getattr(importlib.import_module(module), owner)
    plain, name = getattr(kind, method), f"{owner}.{method}"
    if method in vars(kind) and not hasattr(plain, "planned"):

        def wrapper(self: Any, *arguments: object) -> object:
            if name in armed:
                raise planned(name)
            return plain(self, *arguments[: plain.__code__.co_argcount - 1])

        wrapper.planned = True  # type: ignore[attr-defined]
        setattr(kind, method, wrapper)
    return name


class Plan:
    """One case after the other, each followed by a look at what the person sees."""

    def __init__(self, window: MainWindow, slots: dict[str, str], most: int, seed: int):
        self.window, self.studio = window, window.studio
        self.before = self.expected = window.studio.experiment
        chance = random.Random(seed)
        cases = [*self.painting(), *self.items()]
        listening = [(f"slot {name}", self.slot(name, signal)) for name, signal in slots.items()]
        chance.shuffle(cases)
        chance.shuffle(listening)
        always = [("timer play", self.play), ("timer any", self.any_timer), ("worker", self.worker),
                  ("question", self.thread)]  # fmt: skip
        self.cases = iter([*cases[:most], *listening[:most], *always])
        self.next()

    # Ways to fail

    def painting(self) -> list[tuple[str, Callable[[], None]]]:
        widgets: dict[type, QWidget] = {}
        for widget in self.window.findChildren(QWidget):
            kind = type(widget)
            if widget.isVisible() and "paintEvent" in vars(kind) and kind.__module__[:4] == "gui.":
                widgets[kind] = widget
        return [(f"paint {kind.__name__}", self.paint(one)) for kind, one in widgets.items()]

    def paint(self, widget: QWidget) -> Callable[[], None]:
        module = sys.modules[type(widget).__module__]

        def fail() -> None:
            for name in PAINTERS.keys() & vars(module).keys():
                vars(module)[name] = PAINTERS[name]
            armed.add(module.__name__)
            widget.update()

        return fail

    def items(self) -> list[tuple[str, Callable[[], None]]]:
        found: dict[type, QGraphicsView] = {}
        for view in self.window.findChildren(QGraphicsView):
            for item in view.scene().items() if view.isVisible() else ():
                kind = type(item)
                if "paint" in vars(kind) and kind.__module__[:4] == "gui." and item.isVisible():
                    found[kind] = view
        return [(f"item {kind.__name__}", self.item(kind, one)) for kind, one in found.items()]

    def item(self, kind: type, view: QGraphicsView) -> Callable[[], None]:
        def fail() -> None:
            armed.add(f"{kind.__name__}.paint")
            view.viewport().update()

        return fail

    def slot(self, name: str, signal: str) -> Callable[[], None]:
        def fail() -> None:
            armed.add(name)
            sent = getattr(self.studio, signal)
            sent.emit("a sentence") if signal == "said" else sent.emit()

        return fail

    def play(self) -> None:
        plain = type(self.studio).seek

        def seek(*_: object) -> None:
            type(self.studio).seek = plain  # type: ignore[method-assign]
            raise planned("in a timer")

        type(self.studio).seek = seek  # type: ignore[method-assign]
        self.studio.set_speed(1_000.0)
        self.studio.play()

    def any_timer(self) -> None:
        def fail() -> None:
            raise planned("in another timer")

        QTimer.singleShot(0, fail)

    def worker(self) -> None:
        import gui.computer as computer

        plain = computer.run_of

        def run_of(*_: object) -> None:
            computer.run_of = plain
            raise planned("in the worker")

        computer.run_of = run_of  # type: ignore[assignment]
        order = replace(self.before.order, seed=self.before.order.seed + 1)
        self.studio.edit(replace(self.before, order=order), "Another seed")
        self.studio.undo_stack.undo()
        self.studio.undo_stack.redo()

    def thread(self) -> None:
        import threading

        def fail() -> None:
            raise planned("in a thread")

        threading.Thread(target=fail).start()

    # Looking

    def next(self) -> None:
        case = next(self.cases, None)
        if case is None:
            self.end()
            return
        self.name, fail = case
        self.until = time.monotonic() + (0.1 if self.name.split()[0] in BRIEF else PATIENCE)
        QTimer.singleShot(0, fail)
        QTimer.singleShot(20, self.look)

    def look(self) -> None:
        """Tell when a notice is there; where nothing has failed, none will come."""
        shown = any(isinstance(w, inside.Notice) and w.isVisible() for w in windows())
        if raised and not shown and time.monotonic() < self.until + PATIENCE:
            QTimer.singleShot(20, self.look)
        elif shown or time.monotonic() > self.until:
            self.tell()
        else:
            QTimer.singleShot(20, self.look)

    def tell(self) -> None:
        armed.clear()
        found = [one for one in windows() if isinstance(one, inside.Notice)]
        shown = [one for one in found if one.isVisible()]
        copied = ""
        for one in shown:
            QApplication.clipboard().clear()
            (button,) = (b for b in one.findChildren(QPushButton) if b.text() == COPY)
            button.click()
            copied = QApplication.clipboard().text()
            said = inside.sentences(one)
            one.close()
        self.studio.pause()
        inside.say("case", json.dumps({
            "name": self.name,
            "failures": len(raised),
            "notices": len(shown),
            "said": said if shown else [],
            "copied": "PlannedError" in copied and "Traceback" in copied,
            "intact": self.name == "worker" or self.studio.experiment is self.expected,
        }))  # fmt: skip
        self.expected = self.studio.experiment
        raised.clear()
        self.next()

    def end(self) -> None:
        """All is as it was, and goes on: the worker still works."""
        self.studio.undo_stack.undo()
        same = self.studio.experiment == self.before
        wait = time.monotonic() + 10
        while not (self.studio.results.done and self.studio.results.learners[0].run):
            QApplication.processEvents()
            if time.monotonic() > wait:
                break
        inside.say("end", same, self.studio.results.done, self.studio.modified)
        self.window.close()


if __name__ == "__main__":
    for place, owner in painted_items():
        arm(place, owner, "paint")
    all_slots = {
        arm(place, owner, method): signal
        for place, owner, method, signal in studio_slots()
        if signal not in ("closed", "closing")
    }
    kept: list[Plan] = []
    most, seed = map(int, sys.argv[1:])

    def plan(window: MainWindow) -> None:
        inside.computed(window, lambda: kept.append(Plan(window, all_slots, most, seed)))

    sys.exit(inside.run(plan))
