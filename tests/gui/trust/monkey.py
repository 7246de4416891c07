"""A monkey at the real window: `python -m tests.gui.trust.monkey ACTIONS SEED FOLDER`.

It acts at random and looks, now and then, whether the window still tells the truth. What went
wrong is printed, one line of JSON at the end; the same seed does the same again.
"""

from __future__ import annotations

import faulthandler
import gc
import json
import os
import sys
import threading
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable
from pathlib import Path
from random import Random

from PySide6.QtCore import (
    QEvent,
    QMimeData,
    QPoint,
    Qt,
    QTimer,
    QtMsgType,
    QUrl,
    qInstallMessageHandler,
)
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLineEdit,
    QMenu,
    QMessageBox,
    QPlainTextEdit,
    QWidget,
)

import assets
from core.files.experiment import encode_experiment, save_experiment
from core.samples import samples
from gui.action_table import ACTIONS
from gui.app import make_application
from gui.beginning import first_experiment
from gui.main_window import MainWindow
from gui.settings import Settings
from gui.stage.plane_view import PlaneView
from gui.theme import Theme
from gui.what_if import KINDS, Wish
from tests.gui.trust.oracle import disagreements
from tests.gui.trust.random_edits import WORDS, random_edit

EVERY = 25  # actions between two looks
REST, LATE = 0.15, 1.0  # seconds that all stands still before one looks, and looks again
LONGEST = 40.0  # seconds for everything to be computed
HARMLESS = ("This plugin does not support",)  # the offscreen platform has no window manager
UNTOUCHED = {"quit"}
KEYS = [
    Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Down,
    Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Return,
    Qt.Key.Key_Escape, Qt.Key.Key_Delete, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp,
    Qt.Key.Key_F2, Qt.Key.Key_Period, *(Qt.Key(Qt.Key.Key_0 + k) for k in range(10)),
    *(Qt.Key(Qt.Key.Key_A + k) for k in range(26)),
]  # fmt: skip
MODIFIERS = (
    Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier,
)  # fmt: skip
NEVER = {(Qt.KeyboardModifier.ControlModifier, Qt.Key.Key_Q)}
SIZES = ((800, 600), (1024, 700), (1440, 900), (1000, 640), (1920, 1080))


class Troubles:
    """Whatever nobody foresaw: exceptions, Qt's warnings, and what the monkey itself finds."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.trace: deque[str] = deque(maxlen=12)  # the last actions
        sys.excepthook = self._exception
        threading.excepthook = lambda args: self._exception(
            args.exc_type, args.exc_value, args.exc_traceback
        )
        sys.unraisablehook = lambda args: self._exception(
            args.exc_type, args.exc_value, args.exc_traceback
        )
        qInstallMessageHandler(self._message)

    def _exception(self, kind: object, error: object, trace: object) -> None:
        lines = traceback.format_exception(kind, error, trace)  # type: ignore[call-overload]
        self.add("exception", "".join(lines[-4:]))

    def _message(self, kind: QtMsgType, context: object, text: str) -> None:
        if kind != QtMsgType.QtDebugMsg and not text.startswith(HARMLESS):
            self.add("Qt", text + "\n" + "".join(traceback.format_stack(limit=6)[:-1]))

    def add(self, kind: str, text: str) -> None:
        self.found.append(f"{kind}: {text}\n  after {list(self.trace)}")
        print(self.found[-1], file=sys.stderr, flush=True)


class Monkey:
    def __init__(self, window: MainWindow, seed: int, folder: Path, troubles: Troubles) -> None:
        self.window, self.studio = window, window.studio
        self.chance, self.folder, self.troubles = Random(seed), folder, troubles
        self.done: Counter[str] = Counter()
        self.lessons = sorted(Path(next(iter(assets.__path__)), "lessons").glob("*.toml"))
        self._stand_in_for_the_desktop()
        self._answering = QTimer()
        # Answers may ask again, and no timer fires within itself.
        self._answering.timeout.connect(lambda: QTimer.singleShot(0, self._answer_modal))
        self._answering.start(3)
        self._met: dict[int, float] = {}  # dialogs, and until when they are left alone

    # What a person would be asked by the desktop

    def _stand_in_for_the_desktop(self) -> None:
        def opened(*_: object) -> tuple[str, str]:
            return str(self._a_file()), ""

        def saved(*_: object) -> tuple[str, str]:
            return str(self.folder / f"saved {self.chance.randrange(4)}{_suffix(_)}"), ""

        QFileDialog.getOpenFileName = opened  # type: ignore[method-assign, assignment]
        QFileDialog.getSaveFileName = saved  # type: ignore[method-assign, assignment]
        QFileDialog.getExistingDirectory = lambda *_: ""  # type: ignore[method-assign]

    def _a_file(self) -> Path:
        files = sorted(self.folder.glob("*.*")) + sorted(self.folder.parent.glob("none.csv"))
        return self.chance.choice(files) if files else self.folder / "missing.csv"

    def _answer_modal(self) -> None:
        """A message that waits would wait for ever."""
        popup = QApplication.activePopupWidget()
        if popup is not None:
            self._use_popup(popup)
            return
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QMessageBox):
            buttons = [button for button in dialog.buttons() if button.isEnabled()]
            self.chance.choice(buttons).click()
        elif isinstance(dialog, QDialog):
            self._use_dialog(dialog)

    def _use_popup(self, popup: QWidget) -> None:
        if isinstance(popup, QMenu):
            actions = [a for a in popup.actions() if a.isEnabled() and not a.isSeparator()]
            actions = [a for a in actions if a.objectName() not in UNTOUCHED and a.menu() is None]
            if actions and self.chance.random() < 0.7:
                chosen = self.chance.choice(actions)
                self.troubles.trace.append(f"menu {chosen.text()}")
                popup.close()
                chosen.trigger()
                return
        popup.close()

    def _use_dialog(self, dialog: QDialog) -> None:
        """Press something, or go away."""
        end = self._met.setdefault(id(dialog), time.monotonic() + self.chance.uniform(0.0, 0.15))
        if time.monotonic() > end:
            self._met.pop(id(dialog), None)
            dialog.reject()
            return
        parts = [w for w in _usable(dialog) if isinstance(w, QAbstractButton | QComboBox)]
        boxes = [w for w in _usable(dialog) if isinstance(w, QPlainTextEdit | QLineEdit)]
        if boxes and self.chance.random() < 0.3:
            box = self.chance.choice(boxes)
            box.setFocus()
            QTest.keyClicks(box, self.chance.choice(("good", "0", "99999", "-", "a,b", "<b>")))
        elif parts:
            self.troubles.trace.append(f"in {type(dialog).__name__}")
            self._press(self.chance.choice(parts))

    # Acting

    def act(self) -> None:
        name, action = self.chance.choices(self.ACTIONS, self.WEIGHTS)[0]
        self.troubles.trace.append(name)
        self.done[name] += 1
        faulthandler.dump_traceback_later(2 * LONGEST, exit=True)  # a hang says where it hangs
        action(self)
        for _ in range(self.chance.choice((1, 1, 2, 5))):
            QApplication.processEvents()

    def _draw(self) -> None:
        views = [v for v in self.window.findChildren(PlaneView) if v.isVisible()]
        if not views:
            return self._touch_a_view()
        place = self.chance.choice(views).viewport()
        if self.chance.random() < 0.5:
            tool = self.chance.choice(("draw", "spray", "move", "erase"))
            label = self.chance.randrange(len(self.studio.experiment.data.class_names))
            self.studio.take_up(tool=tool, label=label)
        self._drag(place)

    def _touch_a_view(self) -> None:
        shown = getattr(self.window.stage, "shown", ())
        if shown:
            view = self.chance.choice(shown)
            inner = [w for w in view.findChildren(QWidget) if w.isVisible() and w.width() > 40]
            self._drag(self.chance.choice([view, *inner]))

    def _drag(self, place: QWidget) -> None:
        button = self.chance.choices(
            (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton),
            (8, 1, 1),
        )[0]
        modifier = self.chance.choice(MODIFIERS[:4])
        QTest.mousePress(place, button, modifier, self._spot(place))
        for _ in range(self.chance.choice((0, 0, 2, 6))):
            QTest.mouseMove(place, self._spot(place))
        QTest.mouseRelease(place, button, modifier, self._spot(place))
        if self.chance.random() < 0.2:
            QTest.mouseDClick(place, button, modifier, self._spot(place))

    def _spot(self, place: QWidget) -> QPoint:
        width, height = max(place.width(), 1), max(place.height(), 1)
        return QPoint(self.chance.randrange(width), self.chance.randrange(height))

    def _edit(self) -> None:
        self.studio.edit(*random_edit(self.chance, self.studio.experiment))

    def _undo(self) -> None:
        stack = self.studio.undo_stack
        for _ in range(self.chance.choice((1, 1, 3, 10))):
            self.chance.choice((stack.undo, stack.undo, stack.redo))()

    def _trigger(self) -> None:
        actions = [self.window.actions_.known(id) for id in ACTIONS if id not in UNTOUCHED]
        usable = [a for a in actions if a is not None and a.isEnabled() and a.isVisible()]
        chosen = self.chance.choice(usable)
        self.troubles.trace.append(chosen.objectName())
        chosen.trigger()

    def _time(self) -> None:
        studio, chance = self.studio, self.chance
        chance.choice((
            studio.toggle, studio.play, studio.pause,
            lambda: studio.seek(chance.randrange(studio.length + 2)),
            lambda: studio.seek(chance.randrange(studio.length + 2)),
            lambda: studio.step(chance.choice((-10, -1, 1, 1, 10))),
            lambda: studio.to_mistake(chance.choice((-1, 1))),
            lambda: studio.set_speed(chance.choice((1.0, 50.0, 1e3, 2e4))),
        ))()  # fmt: skip

    def _press_something(self) -> None:
        parts = _usable(self.window)
        if parts:
            part = self.chance.choice(parts)
            self.troubles.trace.append(f"{type(part).__name__} {part.accessibleName()}")
            self._press(part)

    def _press(self, part: QWidget) -> None:
        if isinstance(part, QAbstractSlider):
            part.setValue(self.chance.randint(part.minimum(), part.maximum()))
        elif isinstance(part, QAbstractSpinBox | QLineEdit):
            part.setFocus()
            QTest.keyClicks(part, self.chance.choice(("7", "0.5", "-1", "1e9", "x", "1,5", "")))
            QTest.keyClick(part, Qt.Key.Key_Return)
        elif isinstance(part, QComboBox):
            if part.count():
                place = self.chance.randrange(part.count())
                part.setCurrentIndex(place)
                part.activated.emit(place)
        else:
            QTest.mouseClick(part, Qt.MouseButton.LeftButton, pos=part.rect().center())

    def _type(self) -> None:
        target = QApplication.focusWidget() or self.window
        for _ in range(self.chance.choice((1, 1, 4))):
            key, modifier = self.chance.choice(KEYS), self.chance.choice(MODIFIERS)
            if (modifier, key) not in NEVER:
                self.troubles.trace.append(f"key {modifier.name} {key.name}")
                QTest.keyClick(target, key, modifier)
                target = QApplication.focusWidget() or self.window

    def _resize(self) -> None:
        self.window.resize(*self.chance.choice(SIZES))
        for row in (self.window.rows, self.window.upper_row, self.window.lower_row):
            if self.chance.random() < 0.3:
                row.setSizes([self.chance.randint(50, 900) for _ in range(row.count())])

    def _switch_theme(self) -> None:
        self.window.theme.use(self.chance.choice(("light", "dark", "system")))

    def _view(self) -> None:
        number = self.chance.randint(1, 9)
        action = self.window.actions_.known(f"view-{number}")
        if action is not None and action.isEnabled():
            action.trigger()
        if self.chance.random() < 0.2:
            self.window.actions_.get("beside").trigger()

    def _page(self) -> None:
        offered = self.window.side.offered
        if offered and self.window.side.isVisible():
            self.window.side.turn_to(self.chance.choice(offered))

    def _ask(self) -> None:
        from core.learners import find

        kind, parameter = self.chance.choice(("", *KINDS)), ""
        learners = self.studio.experiment.learners
        if kind == "sweep":
            declared = find(learners[self.studio.active].name).parameters if learners else ()
            if not declared:
                return
            parameter = self.chance.choice(declared).name
        self.studio.what_if.ask(Wish(kind, parameter))

    def _sample(self) -> None:
        self.window.data.open_sample(self.chance.choice(samples()).name)

    def _open(self) -> None:
        path = self._a_file()
        if self.chance.random() < 0.2:
            mime = QMimeData()
            mime.setUrls([QUrl.fromLocalFile(str(path))])
            self.window.documents.drop(mime)
        else:
            self.window.documents.open(path)

    def _save(self) -> None:
        save_experiment(
            self.folder / f"known {self.chance.randrange(3)}.perceptarium", self.studio.experiment
        )
        self.window.documents.save()

    def _lesson(self) -> None:
        lessons = self.window.lessons
        if not lessons.active or self.chance.random() < 0.1:
            lessons.open(self.chance.choice(self.lessons))
        else:
            self.chance.choice((lessons.next, lessons.next, lessons.back, lessons.reset,
                                lessons.close))()  # fmt: skip

    def _present(self) -> None:
        self.window.presenting.switch()

    def _clipboard(self) -> None:
        lines = [f"good\t{w}\nbad\tnot {w}" for w in self.chance.choices(WORDS, k=4)]
        texts = ("\n".join(lines), "PTM1nonsense", "", "x,y,label\n1,2,a\n3,4,b\n")
        QGuiApplication.clipboard().setText(self.chance.choice(texts))
        self.window.actions_.get(self.chance.choice(("paste-texts", "paste-code"))).trigger()

    def _activate(self) -> None:
        if self.studio.experiment.learners:
            self.studio.activate(self.chance.randrange(len(self.studio.experiment.learners)))

    ACTIONS: tuple[tuple[str, Callable[[Monkey], None]], ...] = (
        ("draw", _draw), ("edit", _edit), ("undo", _undo), ("trigger", _trigger),
        ("time", _time), ("press", _press_something), ("type", _type), ("resize", _resize),
        ("theme", _switch_theme), ("view", _view), ("page", _page), ("what if", _ask),
        ("sample", _sample), ("open", _open), ("save", _save), ("lesson", _lesson),
        ("present", _present), ("clipboard", _clipboard), ("activate", _activate),
        ("touch", _touch_a_view),
    )  # fmt: skip
    WEIGHTS = (14, 14, 5, 12, 10, 14, 8, 2, 1, 5, 4, 3, 1, 2, 1, 3, 1, 1, 3, 6)

    # Looking

    def look(self) -> None:
        """Let everything come to rest, and compare what is shown with the engine."""
        studio = self.studio
        studio.pause()
        if not self._settle(REST):
            self._tell_what_hangs()
            return
        self._answering.stop()
        found = disagreements(self.window)
        if found and self._settle(LATE):  # a busy machine may be late, but not wrong
            found = disagreements(self.window)
        for sentence in found:
            self.troubles.add("disagreement", f"at {studio.t}: {sentence}")
        for question in (studio.what_if.question, studio.theory.question):
            if question.problem.startswith("This went wrong"):
                self.troubles.add("question", question.problem)
        self._answering.start(3)

    def _tell_what_hangs(self) -> None:
        """A long run may go on; anything else should be over by now."""
        studio = self.studio
        asked = QApplication.activeModalWidget() or QApplication.activePopupWidget()
        steps = studio.computed.steps
        end = time.monotonic() + LONGEST
        while time.monotonic() < end and studio.computed.steps == steps and not asked:
            QApplication.processEvents()
            time.sleep(0.01)
        if studio.computed.steps == steps:
            self.troubles.add("hang", f"open: {asked}, {steps} steps, playing: {studio.playing}")
        studio.edit(first_experiment(), "Begin anew")

    def _settle(self, rest: float) -> bool:
        """Wait until all has been at rest for as long as the slowest panel takes to follow."""
        end, since = time.monotonic() + LONGEST, time.monotonic()
        while time.monotonic() < end:
            QApplication.processEvents()
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            if not self._at_rest():
                since = time.monotonic()
            elif time.monotonic() - since > rest:
                return True
            time.sleep(0.002)
        return False

    def _at_rest(self) -> bool:
        studio = self.studio
        if studio.playing:
            studio.pause()
            return False
        results = studio.results
        asked = QApplication.activeModalWidget() or QApplication.activePopupWidget()
        return results.done and results.experiment is studio.experiment and asked is None

    def windows(self) -> Counter[str]:
        """Everything that stands outside the main window, by what it is."""
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, QDialog):
                widget.close()
        for _ in range(4):
            gc.collect()
            QApplication.processEvents()
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        return Counter(type(widget).__name__ for widget in QApplication.topLevelWidgets())


def _suffix(arguments: tuple[object, ...]) -> str:
    """The kind of file that a dialog was to save."""
    return Path(str(arguments[2])).suffix if len(arguments) > 2 else ""


def _usable(place: QWidget) -> list[QWidget]:
    kinds = (QAbstractButton, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit)
    parts = [w for w in place.findChildren(QWidget) if isinstance(w, kinds)]
    return [w for w in parts if w.isVisible() and w.isEnabled()]


def main(actions: int, seed: int, folder: Path) -> int:
    faulthandler.enable()
    troubles = Troubles()
    application = make_application()
    (folder / "files").mkdir(parents=True, exist_ok=True)
    (folder / "files" / "points.csv").write_text("x,y,label\n1,2,a\n3,1,b\n0,0,a\n")
    (folder / "files" / "texts.csv").write_text("label,text\ngood,nice film\nbad,dull film\n" * 9)
    (folder / "files" / "broken.perceptarium").write_text("{")
    window = MainWindow(Theme("light"), Settings(folder / "settings.json"))
    window.show()
    window.begin()
    monkey = Monkey(window, seed, folder / "files", troubles)
    monkey.look()
    early: Counter[str] = Counter()
    begun, limit = time.monotonic(), float(os.environ.get("MONKEY_SECONDS", "inf"))
    count = 0
    for count in range(1, actions + 1):
        monkey.act()
        if count % EVERY == 0:
            monkey.look()
        if count % 1000 == 0:
            print(f"{count} actions, {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
        if count == actions // 3:
            early = monkey.windows()
        if time.monotonic() - begun > limit:
            break
    monkey.look()
    late = monkey.windows()
    for kind, number in (late - early).items():
        if (early and number > 20) or kind.endswith("Dialog"):
            troubles.add("leak", f"{number} more of {kind} than after a third of the way")
    encode_experiment(window.studio.experiment)
    monkey._answering.stop()
    window.studio.undo_stack.setClean()
    window.close()
    del window
    application.processEvents()
    print(json.dumps({"actions": count, "done": monkey.done, "windows": late,
                      "troubles": troubles.found}))  # fmt: skip
    return 1 if troubles.found else 0


if __name__ == "__main__":
    code = main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
    sys.stdout.flush()
    os._exit(code)
