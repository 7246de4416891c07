"""The first minutes of somebody who has just opened the window, told with mouse and keys."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPushButton,
    QRadioButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from gui.action_table import ACTIONS
from gui.class_chip import Chip
from gui.fields import NumberField
from gui.import_dialog import ImportDialog
from gui.main_window import MainWindow
from gui.panels.elided_label import ElidedLabel
from gui.panels.timeline import Timeline
from gui.settings import Settings
from gui.stage.plane_stage import PlaneStage
from gui.stage.plane_view import PlaneView
from gui.stage.stage import Stage
from gui.theme import Theme
from tests.gui.shell import Button, answering, choosing

LEFT = Qt.MouseButton.LeftButton
Key = Qt.Key
DIALOGS = (
    *("keys", "guide", "about", "learner-cards", "export", "export-data", "paste-texts"),
    *("paste-code", "locked-view"),
)


class Person:
    """Sits in front of the window, works it and reads what it shows."""

    def __init__(self, window: MainWindow, qtbot: QtBot) -> None:
        self.window, self.studio, self.qtbot = window, window.studio, qtbot

    # The stage

    @property
    def stage(self) -> PlaneStage:
        stage = self.window.stage
        assert isinstance(stage, Stage)
        plane = stage.view("plane")
        assert isinstance(plane, PlaneStage)
        return plane

    @property
    def view(self) -> PlaneView:
        return self.stage.views[0]

    def pixel(self, spot: tuple[float, float]) -> QPoint:
        return QPointF(*self.view.frame.pixel_of(spot)).toPoint()

    def click(self, *spots: tuple[float, float]) -> None:
        for spot in spots:
            self.qtbot.mouseClick(self.view.viewport(), LEFT, pos=self.pixel(spot))

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        viewport, first, last = self.view.viewport(), self.pixel(start), self.pixel(end)
        self.qtbot.mousePress(viewport, LEFT, pos=first)
        for k in range(1, 6):
            self.qtbot.mouseMove(viewport, first + (last - first) * (k / 5))
        self.qtbot.mouseRelease(viewport, LEFT, pos=last)

    def line(self, learner: int = 0) -> list[tuple[float, float]]:
        """The ends of a learner's boundary, as drawn."""
        self.stage.catch_up()
        found = [s for s in self.view.boundaries.strokes if s.learner == learner]
        return [tuple(end) for end in found[0].curve[[0, -1]].tolist()]

    # The rest

    def key(self, key: Qt.Key, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        self.qtbot.keyClick(QApplication.focusWidget() or self.window, key, keys)

    def settle(self) -> None:
        studio = self.studio
        self.qtbot.waitUntil(
            lambda: studio.results.done and studio.results.experiment is studio.experiment,
            timeout=30_000,
        )
        self.stage.catch_up()

    def scrub(self, share: float) -> None:
        """Drag the timeline from its end to this share of its length."""
        (line,) = self.window.findChildren(Timeline)
        y = line.height() // 2
        places = [QPoint(round(line.width() * at), y) for at in (0.98, (0.98 + share) / 2, share)]
        self.qtbot.mousePress(line, LEFT, pos=places[0])
        for place in places[1:]:
            self.qtbot.mouseMove(line, place)
        self.qtbot.mouseRelease(line, LEFT, pos=places[-1])

    def add_learner(self, title: str) -> None:
        buttons = self.window.side.findChildren(QPushButton)
        button = next(b for b in buttons if b.accessibleName() == "Add learner")
        self.qtbot.mouseClick(button, LEFT)
        menu = QApplication.activePopupWidget()
        assert menu is not None
        action = next(a for a in menu.actions() if a.text() == title)
        self.qtbot.mouseClick(menu, LEFT, pos=menu.actionGeometry(action).center())  # type: ignore[attr-defined]

    def drop(self, path: Path) -> None:
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(path))])
        event = QDropEvent(
            QPointF(300, 300), Qt.DropAction.CopyAction, mime, LEFT,
            Qt.KeyboardModifier.NoModifier,
        )  # fmt: skip
        self.window.dropEvent(event)

    def import_dialog(self) -> ImportDialog:
        found = [w for w in QApplication.topLevelWidgets() if isinstance(w, ImportDialog)]
        return next(dialog for dialog in found if dialog.isVisible())

    def chips(self) -> list[str]:
        chips = [c for c in self.window.header.findChildren(Chip) if c.isVisible()]
        return [chip.accessibleName() for chip in chips]

    def reads(self, text: str, within: QWidget | None = None) -> bool:
        labels = (within or self.window).findChildren(QLabel)
        return any(text in label.text() for label in labels if label.isVisible())


@pytest.fixture
def open_window(
    application_theme: Theme, qtbot: QtBot, tmp_path: Path, qapp: QApplication
) -> Iterator[Callable[[], Person]]:
    """Open the window, as often as one likes, each time with the settings of the last time."""
    opened: list[MainWindow] = []

    def begin() -> Person:
        window = MainWindow(application_theme, Settings(tmp_path / "settings.ini"))
        opened.append(window)
        window.show()
        qtbot.waitExposed(window)
        window.activateWindow()
        person = Person(window, qtbot)
        qtbot.waitUntil(lambda: isinstance(window.stage, Stage))
        person.settle()
        return person

    yield begin
    for window in opened:
        window.studio.undo_stack.setClean()  # nothing is asked at the end
        window.close()
        window.deleteLater()
    for thread in threading.enumerate():
        if thread.name == "computer":
            thread.join()  # it may be compiling, which cannot be broken off
    qapp.processEvents()


@pytest.fixture
def person(open_window: Callable[[], Person]) -> Person:
    return open_window()


def accept(dialog: QDialog) -> None:
    (buttons,) = dialog.findChildren(QDialogButtonBox)
    buttons.button(QDialogButtonBox.StandardButton.Ok).click()


def draw_two_clusters(person: Person) -> None:
    person.key(Key.Key_Delete, Qt.KeyboardModifier.ControlModifier)
    person.click((-2.0, 0.9), (-1.7, 1.3), (-1.4, 0.8), (-2.2, 1.4))
    person.key(Key.Key_2)
    person.click((1.8, -0.6), (1.5, -0.2), (2.1, -0.3), (1.2, -0.7))
    person.settle()


def test_drawing_two_clusters_and_watching_them_being_told_apart(person: Person) -> None:
    draw_two_clusters(person)
    assert person.chips() == ["Class A, circle, 4 points", "Class B, square, 4 points"]
    assert person.reads("8 points", person.window.data)
    assert person.view.note.text == "Press Space to play, or click to add a point."
    person.studio.set_speed(2000.0)
    person.key(Key.Key_Space)
    assert person.studio.playing
    person.qtbot.waitUntil(lambda: not person.studio.playing)
    assert person.studio.t == person.studio.length > 0
    (x0, y0), (x1, y1) = person.line()
    sides = [(x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) > 0 for x, y in person.studio.points.xy]  # type: ignore[union-attr]
    assert sides[:4] in ([True] * 4, [False] * 4)
    assert sides[4:] == [not side for side in sides[:4]], "the line lies between the clusters"


def test_the_card_of_a_point_keeps_away_while_one_draws(person: Person) -> None:
    card = person.view.hover_card
    person.click((-2.5, -1.0))
    assert not card.isVisible(), "the next point may belong where the card would be"
    viewport, at = person.view.viewport(), person.pixel((-2.5, -1.0))
    person.qtbot.mouseMove(viewport, at - QPoint(50, 0))
    person.qtbot.mouseMove(viewport, at)
    assert card.isVisible()


def test_scrubbing_back_and_dragging_a_point_bends_the_line_at_that_step(person: Person) -> None:
    person.key(Key.Key_End)
    assert person.studio.t == person.studio.length
    person.scrub(0.2)
    t = person.studio.t
    assert 0.1 * person.studio.length < t < 0.3 * person.studio.length
    before = person.line()
    person.key(Key.Key_M)
    points = person.studio.points
    assert points is not None
    index = max(range(len(points.xy)), key=lambda i: points.xy[i][0])
    person.drag(points.xy[index], (-2.6, 1.9))
    person.settle()
    assert person.studio.t == t, "time stands still"
    assert person.line() != before
    person.key(Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    person.settle()
    assert person.line() == before
    assert not person.studio.modified


def test_a_learner_that_is_added_is_in_sight_with_what_it_has_to_say(person: Person) -> None:
    person.window.resize(1024, 700)
    person.add_learner("Naive Bayes")
    person.settle()
    QApplication.processEvents()
    sentence = "Naive Bayes counts occurrences"
    labels = person.window.side.findChildren(QLabel)
    label = next(each for each in labels if each.text().startswith(sentence))
    assert not label.visibleRegion().isEmpty()
    assert person.view.legend.texts[-1] == "Naive Bayes"


def test_saved_closed_and_opened_again_it_is_as_it_was(
    person: Person,
    open_window: Callable[[], Person],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    draw_two_clusters(person)
    field = next(
        f
        for f in person.window.side.findChildren(NumberField)
        if f.accessibleName() == "Step limit C"
    )
    field.setFocus()
    field.selectAll()
    person.qtbot.keyClicks(field, "0.25")
    person.qtbot.keyClick(field, Key.Key_Return)
    person.stage.setFocus()
    person.settle()
    person.key(Key.Key_N)
    t, experiment = person.studio.t, person.studio.experiment
    assert t > 0
    person.studio.look(loss="zero-one", trail=False)
    path = tmp_path / "two clusters.perceptarium"
    choosing(monkeypatch, path)
    assert person.window.isWindowModified()
    person.key(Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert person.window.windowTitle().startswith("two clusters.perceptarium")
    assert not person.window.isWindowModified()
    person.window.close()
    again = open_window()
    assert (again.studio.looks.loss, again.studio.looks.trail) == ("zero-one", False)
    again.stage.zoom_in()
    again.window.documents.open(path)
    again.settle()
    assert again.studio.experiment.data == experiment.data
    assert again.studio.experiment.learners[1].parameters == {"C": 0.25}
    assert again.studio.t == t
    frame = again.view.frame
    assert all(frame.box.holds(spot) for spot in again.studio.points.xy)  # type: ignore[union-attr]
    assert not again.studio.modified


def test_opening_fits_the_view_even_when_the_points_were_in_sight(
    person: Person, tmp_path: Path
) -> None:
    ranges = person.view.view_box.viewRange()
    person.stage.zoom_out()
    person.stage.catch_up()
    assert person.view.view_box.viewRange() != ranges
    person.studio.open_document(person.studio.experiment, None)
    assert person.studio.results.dataset is None, "numbers of another document say nothing"
    person.settle()
    assert person.view.view_box.viewRange() == ranges


@pytest.mark.parametrize("header", ["", "x;y;class\n"])
def test_a_table_with_decimal_commas_is_dropped(
    header: str, person: Person, tmp_path: Path
) -> None:
    path = tmp_path / "punkte.csv"
    path.write_text(header + "1,5;2,5;A\n2,5;3,5;A\n3,5;0,5;B\n4,5;1,25;B\n")
    person.drop(path)
    dialog = person.import_dialog()
    assert person.reads("4 rows · 2 columns · 2 classes", dialog)
    accept(dialog)
    person.settle()
    points = person.studio.points
    assert points is not None
    assert points.xy == ((1.5, 2.5), (2.5, 3.5), (3.5, 0.5), (4.5, 1.25))
    assert points.class_names == ("A", "B")
    assert all(person.view.frame.box.holds(spot) for spot in points.xy)


def test_a_table_with_four_columns_comes_to_the_plane_by_its_principal_components(
    person: Person, tmp_path: Path
) -> None:
    rows = ["5.1,3.5,1.4,0.2,setosa", "4.9,3.0,1.4,0.2,setosa", "7.0,3.2,4.7,1.4,versicolor"]
    rows += ["6.4,3.2,4.5,1.5,versicolor", "6.3,3.3,6.0,2.5,virginica", "5.8,2.7,5.1,1.9,virginica"]
    path = tmp_path / "flowers.csv"
    path.write_text("a,b,c,d,kind\n" + "\n".join(rows) + "\n")
    person.drop(path)
    dialog = person.import_dialog()
    radio = next(r for r in dialog.findChildren(QRadioButton) if "principal" in r.text())
    person.qtbot.mouseClick(radio, LEFT, pos=QPoint(8, radio.height() // 2))
    accept(dialog)
    person.settle()
    points = person.studio.points
    assert points is not None
    assert points.axis_names[0].startswith("PC 1")
    assert len(points.xy) == 6
    assert [chip.split(",")[0] for chip in person.chips()] == [
        "Class setosa", "Class versicolor", "Class virginica",
    ]  # fmt: skip


def test_every_action_can_be_triggered(
    person: Person, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """None of them fails, complains, or leaves a dialog that Escape does not close."""
    choosing(monkeypatch, None)
    for id in ACTIONS:
        if id == "quit":
            continue
        action = person.window.actions_.get(id)
        with answering(Button.Discard):
            action.trigger()
            QApplication.processEvents()
        for dialog in QApplication.topLevelWidgets():
            if isinstance(dialog, QDialog) and dialog.isVisible():
                assert id in DIALOGS, id
                person.qtbot.keyClick(dialog, Key.Key_Escape)
                assert not dialog.isVisible()
    person.settle()
    for toy in person.window.actions_.menu("Toy sets").actions():
        toy.trigger()
        assert person.window.data.toy is not None
    person.settle()


def test_the_next_toy_follows_the_one_that_is_there(person: Person) -> None:
    titles = [a.text() for a in person.window.actions_.menu("Toy sets").actions()]
    box = person.window.data.toys.box
    for _ in titles:
        before = titles.index(box.currentText())
        person.key(Key.Key_Y)
        assert titles.index(box.currentText()) == (before + 1) % len(titles)
    person.click((0.1, 0.1))
    assert person.window.data.toy is None
    person.key(Key.Key_Y)
    assert box.currentText() == titles[0]
    person.settle()


def test_both_looks_are_applied_everywhere(person: Person) -> None:
    ground: dict[str, str] = {}
    for name in ("dark", "light"):
        person.window.actions_.get(f"theme-{name}").trigger()
        QApplication.processEvents()
        picture = person.window.grab().toImage()
        for widget in (person.window.data, person.window.step, person.window.transport):
            at = widget.mapTo(person.window, QPoint(widget.width() // 2, 4))
            assert picture.pixelColor(at) == person.window.theme.colour("card")
        ground[name] = picture.pixelColor(person.window.width() - 3, 300).name()
    assert ground["dark"] != ground["light"]


@pytest.mark.parametrize("size", [(1000, 640), (1024, 700), (1440, 900), (1920, 1080)])
def test_at_every_size_panels_have_room_and_nothing_is_cut(
    size: tuple[int, int], person: Person
) -> None:
    window = person.window
    window.resize(*size)
    person.key(Key.Key_L)  # side by side
    person.key(Key.Key_End)
    QApplication.processEvents()
    assert (window.width(), window.height()) == size
    widths = {view.width() for view in person.stage.views}
    assert len(person.stage.views) == 2
    assert max(widths) - min(widths) <= 1, "views of the same size can be compared"
    for panel in (window.data, window.side, window.transport, window.curves, window.step):
        assert panel.width() >= panel.minimumSizeHint().width()
        inside = panel.rect().translated(panel.mapTo(window, QPoint()))
        assert window.rect().contains(inside)
    names = window.side.findChildren(ElidedLabel)
    assert [name.shown for name in names] == ["Perceptron", "averaged", "MIRA"]
    for label in window.side.findChildren(QLabel):
        if label.isVisible() and not label.wordWrap() and not isinstance(label, ElidedLabel):
            assert label.fontMetrics().horizontalAdvance(label.text()) <= label.width()


def test_playing_moves_nothing_but_the_picture(person: Person) -> None:
    window = person.window
    window.resize(1024, 700)
    QApplication.processEvents()

    def places() -> list[QPoint]:
        parts = (window.stage, window.side, window.curves, window.step, *window.header.tools)
        return [part.mapTo(window, QPoint()) for part in parts]

    before = places()
    for t in (1, 40, 400, person.studio.length):
        person.studio.seek(t)
        person.qtbot.wait(5)
        assert places() == before


def test_closing_with_unsaved_changes_asks_first(person: Person) -> None:
    person.click((0.0, 2.0))
    with answering(Button.Cancel) as asked:
        person.window.close()
    assert asked == ["Save the changes to “Untitled”?"]
    assert person.window.isVisible()
    with answering(Button.Discard):
        person.window.close()
    assert not person.window.isVisible()
