"""Names and texts from files are shown as they are: never as markup, never out of bounds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractListModel, Qt
from PySide6.QtGui import QAction
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QMenu,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from core.experiment import (
    Experiment,
    LearnerChoice,
    PointsData,
    Split,
    Stopping,
    TableData,
    TextsData,
)
from gui.main_window import MainWindow
from gui.theme import Theme
from tests.gui.trust.open_windows import SIZE, look_at_every_view, opened_window, put, settle

MARK = "qz"  # in every hostile name and nowhere else
NAMES = (
    "<img src=x onerror=qz>",
    "</b><script>qz()</script>",
    "<h1>qz</h1> &amp; R&D qz",
    "\u202eqz עברית qz",
    "qz" * 5_000,
    "😀 qz 👩‍👩‍👧 <a href=qz>",
)
TAGS = ("<img", "<script", "<h1", "<a href", "<b>")
LEARNERS = tuple(map(LearnerChoice, ("perceptron", "naive-bayes")))
LONE_AND = re.compile(r"(?<!&)(?:&&)*&(?!&)")


def points() -> Experiment:
    xy = tuple((float(k % 6) + 0.1 * k, float(k % 5)) for k in range(24))
    data = PointsData(xy, tuple(k % 6 for k in range(24)), NAMES, (NAMES[0], NAMES[4]))
    return Experiment(data, learners=LEARNERS[:1], split=Split(0.25), stopping=Stopping(4))


def table() -> Experiment:
    values = tuple(tuple(float((k * j) % 7) for j in range(1, 7)) for k in range(20))
    data = TableData(values, tuple(k % 2 for k in range(20)), NAMES, NAMES[2:4])
    return Experiment(data, learners=LEARNERS, stopping=Stopping(4))


def texts() -> Experiment:
    words = tuple(
        f"{NAMES[k % 6][:4_000]} qz{k % 3} film {'good' if k % 2 else 'bad'}" for k in range(18)
    )
    data = TextsData(words, tuple(k % 2 for k in range(18)), (NAMES[0], NAMES[4]))
    return Experiment(data, learners=LEARNERS, split=Split(0.2), stopping=Stopping(4))


@pytest.fixture
def window(application_theme: Theme, qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with opened_window(application_theme, qtbot, tmp_path) as window:
        yield window


def problems() -> Iterator[str]:
    """Everything that is not as it should be, in all that is open now."""
    screen = QApplication.primaryScreen().availableGeometry()
    for widget in QApplication.allWidgets():
        what = f"{type(widget).__name__} {widget.objectName()}"
        yield from _tip_problems(what, widget.toolTip())
        if widget.isWindow() and widget.isVisible() and not isinstance(widget, QMenu):
            if widget.width() > max(SIZE[0], screen.width()):
                yield f"{what} is {widget.width()} wide"
            if len(widget.windowTitle()) > 300:
                yield f"{what} has a title of {len(widget.windowTitle())} characters"
        if widget.isVisible() and widget.minimumSizeHint().width() > SIZE[0]:
            yield f"{what} wants to be {widget.minimumSizeHint().width()} wide"
        yield from _widget_problems(what, widget)
        for action in widget.actions():
            yield from _action_problems(action)


def _widget_problems(what: str, widget: QWidget) -> Iterator[str]:
    if isinstance(widget, QLabel) and MARK in widget.text():
        if widget.textFormat() != Qt.TextFormat.PlainText:
            yield f"{what} may take text for markup"
    elif isinstance(widget, QAbstractButton) and MARK in widget.text():
        if LONE_AND.search(widget.text()):
            yield f"{what} underlines a letter: {widget.text()[:80]}"
        if widget.isVisible() and widget.width() > SIZE[0]:
            yield f"{what} is {widget.width()} wide"
    elif isinstance(widget, QTextEdit) and MARK in widget.toPlainText():
        if any(f"{tag} " in widget.toHtml() for tag in ("<img", "<h1", "<script")):
            yield f"{what} holds markup from a file"
    elif isinstance(widget, QComboBox):
        for place in range(min(widget.count(), 50)):
            tip = widget.itemData(place, Qt.ItemDataRole.ToolTipRole)
            yield from _tip_problems(what, tip if isinstance(tip, str) else "")
    elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield from _item_problems(what, widget)


def _item_problems(what: str, view: QAbstractItemView) -> Iterator[str]:
    model = view.model()
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount()
    for row in range(min(model.rowCount(), 20)):
        for column in range(min(columns, 10)):
            tip = model.index(row, column).data(Qt.ItemDataRole.ToolTipRole)
            yield from _tip_problems(what, tip if isinstance(tip, str) else "")
    for section in range(min(columns, 20)):
        role = Qt.ItemDataRole.ToolTipRole
        tip = model.headerData(section, Qt.Orientation.Horizontal, role)
        yield from _tip_problems(what, tip if isinstance(tip, str) else "")


def _tip_problems(what: str, tip: str) -> Iterator[str]:
    if MARK not in tip:
        return
    if GuiQt.mightBeRichText(tip) and any(tag in tip for tag in TAGS):
        yield f"{what} has markup from a file in its tip: {tip[:120]}"
    if len(tip) > 2_000:
        yield f"{what} has a tip of {len(tip):,} characters"


def _action_problems(action: QAction) -> Iterator[str]:
    if MARK in action.text():
        if LONE_AND.search(action.text()):
            yield f"a menu underlines a letter: {action.text()[:80]}"
        if len(action.text()) > 300:
            yield f"a menu entry has {len(action.text())} characters"
    if action.toolTip() != action.text().replace("&&", "\0").replace("&", "").replace("\0", "&"):
        yield from _tip_problems("a menu entry", action.toolTip())  # without one, none is shown


def look_around(window: MainWindow) -> None:
    """Open what opens, paint what paints."""
    for menu in window.findChildren(QMenu):
        menu.aboutToShow.emit()
    assert not window.grab().isNull()
    assert sorted(set(problems())) == []
    assert window.width() == SIZE[0]
    assert window.minimumSizeHint().width() <= SIZE[0]


@pytest.mark.parametrize("make", [points, table, texts])
def test_the_window_shows_hostile_names_as_text(
    window: MainWindow, qtbot: QtBot, make: Callable[[], Experiment]
) -> None:
    put(window, qtbot, make())
    for _ in look_at_every_view(window, qtbot):
        look_around(window)
    for place in range(len(window.studio.experiment.learners)):
        window.studio.activate(place)
        for t in (0, 1, 3, window.studio.length):
            window.studio.seek(t)
            settle(window, qtbot)
            look_around(window)
    shown = [label.text() for label in window.findChildren(QLabel) if MARK in label.text()]
    editors = [one for one in window.findChildren(QPlainTextEdit) if MARK in one.toPlainText()]
    assert shown or editors or make is points  # the names are to be seen, not hidden


def test_what_is_looked_at_closely_and_the_what_ifs(window: MainWindow, qtbot: QtBot) -> None:
    put(window, qtbot, texts())
    window.studio.choose_feature(0)
    window.studio.select([0, 4])
    settle(window, qtbot)
    for _ in look_at_every_view(window, qtbot):
        look_around(window)


CSV = "\n".join(
    [
        ",".join(f'"{name}"' for name in NAMES[:5]) + ",label",
        *(f"{k},{k + 1},{k * 2},{k},{k % 3},{'<b>qz' if k % 2 else 'R&D qz'}" for k in range(8)),
    ]
)


def test_dialogs_of_files_show_text(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    files = {
        "<h1>qz.csv": CSV,
        "<img src=qz>.tsv": "\n".join(
            f"{NAMES[k % 2]}\t{NAMES[k % 6]} good film" for k in range(9)
        ),
        "qz&.csv": CSV.replace("7,8", "<img src=qz>,8"),
    }
    for name, content in files.items():
        path = tmp_path / name
        path.write_text(content, encoding="utf-8")
        window.documents.open(path)
        settle(window, qtbot)
        assert sorted(set(problems())) == []
        for dialog in QApplication.topLevelWidgets():
            if dialog is not window and dialog.isVisible():
                assert not dialog.grab().isNull()
                assert dialog.width() <= SIZE[0]
                dialog.close()
        settle(window, qtbot)


LESSON = """
title = "<h1>qz</h1> R&D"
about = "<img src=qz>"
[[scene]]
title = "<b>qz</b> & \\u202eqz"
text = "<script>qz</script> *qz* <img src=qz> &lt;qz $<b>qz$"
[scene.experiment]
points = [[0.0, 0.0, "<h1>qz"], [1.0, 1.0, "qz & R&D"], [2.0, 1.0, "<h1>qz"]]
learners = ["perceptron"]
[scene.question]
kind = "choice"
text = "<img src=qz>?"
choices = ["<h1>qz", "R&D <b>qz"]
answer = 1
explain = "<script>qz"
"""


def test_a_lesson_is_text(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "lesson.toml"
    path.write_text(LESSON, encoding="utf-8")
    window.lessons.open(path)
    settle(window, qtbot)
    assert window.lessons.active
    look_around(window)
    hand = window.lessons.hand
    assert hand is not None
    hand.commit(1)
    settle(window, qtbot)
    look_around(window)
    window.lessons.release()
