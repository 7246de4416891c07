"""One learner in the learners panel: its line, name, switch, menu, parameters and state."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from core.learners import find
from gui.card import labelled
from gui.choices import ChoiceBox, HeadingButton, IconButton, Toggle
from gui.fields import explain
from gui.panels import learner_edits as edits
from gui.panels.line_sample import LineSample
from gui.panels.parameter_control import ParameterControl, sentence
from gui.panels.parameter_controls import control_for
from gui.panels.titles import learner_titles
from gui.studio import Studio
from gui.theme import Theme


class LearnerCard(QWidget):
    """Everything about the learner with this number in the experiment."""

    went = Signal(int)  # to which place it has been moved, or where its copy is

    def __init__(self, studio: Studio, theme: Theme, index: int) -> None:
        super().__init__()
        self._studio, self._theme, self._index = studio, theme, index
        self._learner = find(studio.experiment.learners[index].name)
        self.sample = LineSample(theme)
        self.name = NameButton(theme)
        self.name.clicked.connect(lambda: studio.activate(index))
        self.shown = Toggle()
        self.shown.clicked.connect(self._show_or_hide)
        self.more = IconButton("more", theme, "", "")
        self.more.clicked.connect(self._open_menu)
        self.controls = {p.name: control_for(p, theme) for p in self._learner.parameters}
        self.reading = ChoiceBox()
        self.reading.activated.connect(self._read_as)
        self.obstacle = labelled("", "notice")
        self.stopped = labelled("", "muted")
        self._lay_out()
        for name, control in self.controls.items():
            control.chosen.connect(self._chooser(name))
        theme.changed.connect(self.update)
        self.refresh()
        self.refresh_result()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(5)
        head.addWidget(self.sample)
        head.addWidget(self.name, 1)
        head.addWidget(self.shown)
        head.addWidget(self.more)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 0, 6)
        layout.setSpacing(7)
        layout.addLayout(head)
        for label in (self.obstacle, self.stopped):
            label.setWordWrap(True)
            label.hide()
        layout.addWidget(self.obstacle)
        for control in self.controls.values():
            layout.addWidget(control)
        if len(self._learner.readouts) > 1:
            layout.addLayout(self._reading_row())
        else:
            self.reading.setParent(self)  # nobody's widget would be a window
            self.reading.hide()
        layout.addWidget(self.stopped)

    def _reading_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(labelled("Read as", "muted"))
        row.addStretch(1)
        row.addWidget(self.reading)
        explain(
            self.reading,
            "Which weights decide: the last ones, the average of all so far, or a vote among "
            "them.\nTwo at once are drawn as two lines. ↑ ↓ choose.",
            "Read as",
        )
        return row

    # Showing

    def refresh(self) -> None:
        """Follow the experiment; controls that already show the truth are left alone."""
        experiment, index = self._studio.experiment, self._index
        choice = experiment.learners[index]
        title = learner_titles(experiment.learners)[index]
        self._name_parts(title)
        self.sample.show_line(index, choice.readout)
        self.sample.setEnabled(choice.visible)
        self.shown.setChecked(choice.visible)
        for name, value in edits.values_of(choice).items():
            self.controls[name].show_value(value)
        self._ways = edits.ways_to_read(self._learner, choice.readouts)
        texts = [" + ".join(way) for way in self._ways]
        if texts != [self.reading.itemText(k) for k in range(self.reading.count())]:
            self.reading.clear()
            self.reading.addItems(texts)
        self.reading.setCurrentIndex(self._ways.index(choice.readouts))
        self.refresh_active()

    def _name_parts(self, title: str) -> None:
        self.name.setText(title)
        explain(
            self.shown, f"Show {title} on the stage and in the curves. Space switches it.",
            f"Show {title}",
        )  # fmt: skip
        explain(self.more, f"More to do with {title}.", f"More for {title}")
        self._title = title

    def refresh_active(self) -> None:
        active = self._studio.active == self._index
        self.name.setChecked(active)
        idea = self._learner.idea
        what = (
            "Its regions and steps are shown." if active else "Click to show its regions and steps."
        )
        state = f"{self._title}, the one that is shown" if active else f"{self._title}, show it"
        explain(self.name, f"{self._title}: {idea}\n{what}", state)
        self.update()

    def refresh_result(self) -> None:
        """Follow the results: what stands in its way, or why it ended."""
        result = self._studio.result(self._index)
        if result is None or result.choice.name != self._learner.name:
            return  # of a list of learners that is no more
        self.obstacle.setText(result.obstacle or "")
        self.obstacle.setVisible(bool(result.obstacle))
        if result.obstacle or result.stopped or result.veiled:
            self.stopped.setText(sentence(result.stopped) if result.stopped else "")
            self.stopped.setVisible(bool(result.stopped))
            explain(self.stopped, f"Why it ended, after {result.steps:,} steps.")

    def paintEvent(self, event: QPaintEvent) -> None:
        """The learner that is shown has a bar at its side."""
        if self._studio.active != self._index:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("accent"))
            painter.drawRoundedRect(QRectF(0.0, 4.0, 3.0, self.height() - 8.0), 1.5, 1.5)

    # Changing

    def _chooser(self, name: str) -> object:
        control: ParameterControl = self.controls[name]

        def choose(value: object, merge: str) -> None:
            back = value == control.parameter.default and not merge
            title = control.parameter.title
            changed = f"{title[:1].lower()}{title[1:]} of {self._title}"
            text = f"{'Reset' if back else 'Change'} {changed}"
            assert isinstance(value, float | int | bool | str)
            after = edits.with_parameter(self._studio.experiment, self._index, name, value)
            self._studio.edit(after, text, merge and f"learner {self._index} {merge}")

        return choose

    def _show_or_hide(self, visible: bool) -> None:
        choice = replace(self._studio.experiment.learners[self._index], visible=visible)
        after = edits.with_learner(self._studio.experiment, self._index, choice)
        self._studio.edit(after, f"{'Show' if visible else 'Hide'} {self._title}")

    def _read_as(self, position: int) -> None:
        readout, *also = self._ways[position]
        choice = self._studio.experiment.learners[self._index]
        choice = replace(choice, readout=readout, also=tuple(also))
        after = edits.with_learner(self._studio.experiment, self._index, choice)
        self._studio.edit(after, f"Read {self._title} as {' + '.join((readout, *also))}")

    def _open_menu(self) -> None:
        experiment, index = self._studio.experiment, self._index
        last = len(experiment.learners) - 1
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        duplicate = menu.addAction("Duplicate", self._duplicate)
        if edits.is_full(experiment):
            duplicate.setEnabled(False)
            duplicate.setToolTip("Four learners are the most there can be.")
        _enable(menu.addAction("Move up", lambda: self._move(index - 1)), index > 0)
        _enable(menu.addAction("Move down", lambda: self._move(index + 1)), index < last)
        menu.addSeparator()
        changed = bool(experiment.learners[index].parameters)
        _enable(menu.addAction("Reset all parameters", self._reset), changed)
        menu.addAction("Copy as text", self._copy)
        menu.addAction("About this learner", self._tell_more)
        menu.addSeparator()
        menu.addAction("Remove", self._remove)
        menu.popup(self.more.mapToGlobal(QPoint(0, self.more.height())))

    def _tell_more(self) -> None:
        from gui.learner_cards import LearnerCards

        LearnerCards(self._theme, self.window(), self._learner.name).show()

    def _duplicate(self) -> None:
        experiment = self._studio.experiment
        after = edits.added(experiment, experiment.learners[self._index], self._index + 1)
        self._studio.edit(after, f"Duplicate {self._title}")
        self.went.emit(self._index + 1)

    def _remove(self) -> None:
        after = edits.removed(self._studio.experiment, self._index)
        self._studio.edit(after, f"Remove {self._title}")
        self.went.emit(min(self._index, len(after.learners) - 1))

    def _move(self, to: int) -> None:
        direction = "up" if to < self._index else "down"
        active = self._studio.active
        after = edits.moved(self._studio.experiment, self._index, to)
        self._studio.edit(after, f"Move {self._title} {direction}")
        if active in (self._index, to):  # the two that have changed places
            self._studio.activate(to if active == self._index else self._index)
        self.went.emit(to)

    def _reset(self) -> None:
        choice = replace(self._studio.experiment.learners[self._index], parameters={})
        after = edits.with_learner(self._studio.experiment, self._index, choice)
        self._studio.edit(after, f"Reset {self._title}")

    def _copy(self) -> None:
        text = edits.as_text(self._studio.experiment.learners[self._index])
        QGuiApplication.clipboard().setText(text)
        self._studio.said.emit(f"Copied: {text}")


class NameButton(HeadingButton):
    """The learner's name; the chosen one is the learner that is shown."""

    def nextCheckState(self) -> None:
        """Only the studio says which learner is shown."""


def _enable(action: QAction, able: bool) -> None:
    action.setEnabled(able)
