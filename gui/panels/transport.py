"""The transport row: play, step, speed, the timeline, and where one is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from gui.card import Card, labelled
from gui.computer import Results
from gui.panels.glyph_button import GlyphButton, RoundButton
from gui.panels.speed_slider import SpeedSlider
from gui.panels.stop_badge import StopBadge
from gui.panels.time_words import grouped, unit_of
from gui.panels.timeline import Timeline
from gui.panels.titles import learner_titles
from gui.studio import Studio
from gui.theme import Theme

SLIM = ("back", "play", "forward")  # the buttons that stay while presenting
ENDS = ("start", "end")
ROOM_FOR_SPEED, ROOM_FOR_ENDS = 600, 520  # pixels of the row
ROOM_FOR_SENTENCE = 1180  # pixels of the row from which the badge is written out
BUTTONS = (
    ("start", "To the start", "Home"),
    ("back", "One step back", "←"),
    ("play", "Play or pause", "Space"),
    ("forward", "One step forward", "→"),
    ("end", "To the end", "End"),
    ("previous-mistake", "To the previous mistake", "P"),
    ("next-mistake", "To the next mistake", "N"),
)


class HasActions(Protocol):
    """Where the window keeps its actions."""

    def get(self, name: str, /) -> QAction: ...


class Transport(Card):
    """One row; the actions are the window's, so keys, menu and buttons are one thing."""

    def __init__(self, studio: Studio, theme: Theme, actions: HasActions | None) -> None:
        super().__init__()
        self._studio, self._theme = studio, theme
        self._slim, self._tight, self._controls = False, False, True
        self._set_margins()
        row = QHBoxLayout()
        row.setSpacing(2)
        self.body.addLayout(row)
        self.buttons = _buttons(studio, theme, actions, self)
        for button in self.buttons.values():
            row.addWidget(button)
        self.timeline = Timeline(studio, theme)
        self.badge = StopBadge(theme)
        row.addSpacing(10)
        row.addWidget(self._speed())
        row.addSpacing(6)
        row.addWidget(self.timeline, 1)
        row.addSpacing(10)
        row.addLayout(self._place())
        row.addSpacing(12)
        row.addWidget(self.badge)
        studio.cursor_changed.connect(self._show_place)
        studio.playing_changed.connect(self._show_playing)
        for signal in (studio.results_changed, studio.active_changed, theme.changed):
            signal.connect(self._show_run)
        self._show_run()
        self._show_playing()

    def _speed(self) -> QWidget:
        self.speed = SpeedSlider(self._studio)
        word, self.speed_text = labelled("speed", "muted"), labelled("")
        self.speed_text.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._speed_word = word
        words = QHBoxLayout()
        words.setSpacing(4)
        words.addWidget(word)
        words.addWidget(self.speed_text, 1)
        self._speed_part = QWidget()
        column = QVBoxLayout(self._speed_part)
        column.setContentsMargins(4, 0, 4, 0)
        column.setSpacing(1)
        column.addStretch(1)
        column.addLayout(words)
        column.addWidget(self.speed)
        column.addStretch(1)
        return self._speed_part

    def _place(self) -> QHBoxLayout:
        self.step_label, self.length_label = labelled("", "title"), labelled("", "muted")
        self.step_label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.step_label.setToolTip("The step that is shown")
        place = QHBoxLayout()
        place.setSpacing(4)
        place.addWidget(self.step_label)
        place.addWidget(self.length_label)
        return place

    # How much of it there is

    def set_slim(self, slim: bool) -> None:
        """Only what one needs in front of a class, without a frame."""
        self._slim = slim
        self.setProperty("card", not slim)
        self.style().unpolish(self)
        self.style().polish(self)
        self._set_margins()
        self.badge.set_away(slim)
        self._arrange()

    def set_tight(self, tight: bool) -> None:
        """With little around it, in a small window."""
        self._tight = tight
        self._set_margins()

    def _set_margins(self) -> None:
        beside, above = (14, 2 if self._tight else 8)
        if self._slim:
            beside, above = 0, 0
        self.body.setContentsMargins(beside, above, beside, above)

    def show_parts(self, controls: bool, timeline: bool) -> None:
        """Buttons and speed, and the line that time runs along; without both, nothing."""
        self._controls = controls
        self.timeline.setVisible(timeline)
        self._arrange()
        self.setVisible(controls or timeline)

    def _arrange(self) -> None:
        self._show_controls()
        self._show_run()

    def _show_controls(self) -> None:
        """Where there is little room, the line is worth more; keys and menu do the same."""
        width = self.width()
        for name, button in self.buttons.items():
            here = width >= ROOM_FOR_ENDS or name not in ENDS
            button.setVisible(self._controls and (name in SLIM if self._slim else here))
        self._speed_part.setVisible(self._controls and not self._slim and width >= ROOM_FOR_SPEED)

    # Following the studio

    def _show_run(self) -> None:
        results, active = self._studio.results, self._studio.active
        titles = learner_titles(self._studio.experiment.learners)
        title = titles[active] if active < len(titles) else ""
        self.badge.tell(title, self._studio.active_result)
        longest = grouped(results.most_steps)
        _keep_room(self.step_label, longest)
        _keep_room(self.length_label, _of_how_many(results, results.most_steps))
        self._show_place()

    def _show_place(self) -> None:
        studio = self._studio
        self.step_label.setText(grouped(studio.t))
        self.length_label.setText(_of_how_many(studio.results, studio.t))

    def _show_playing(self) -> None:
        self.buttons["play"].show_glyph("pause" if self._studio.playing else "play")
        self.speed.follow()
        words = self.speed.words()
        self._speed_word.setVisible(self.speed.value() < self.speed.maximum())
        self.speed_text.setText(words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.badge.set_compact(self.width() < ROOM_FOR_SENTENCE)
        self._show_controls()


def _buttons(
    studio: Studio, theme: Theme, actions: HasActions | None, owner: QWidget
) -> dict[str, GlyphButton]:
    """A button for each of BUTTONS; with actions of their own where the window has none."""
    deeds: dict[str, Callable[[], None]] = {
        "start": lambda: _pause_and_seek(studio, 0),
        "back": lambda: studio.step(-1),
        "play": studio.toggle,
        "forward": lambda: studio.step(1),
        "end": lambda: _pause_and_seek(studio, studio.length),
        "previous-mistake": lambda: studio.to_mistake(-1),
        "next-mistake": lambda: studio.to_mistake(1),
    }
    buttons: dict[str, GlyphButton] = {}
    for name, text, key in BUTTONS:
        if actions is None:
            action = QAction(text, owner)
            action.setToolTip(f"{text} ({key})")
            action.triggered.connect(lambda _=False, deed=deeds[name]: deed())
        else:
            action = actions.get(name)
        if name == "play":
            buttons[name] = RoundButton(action, name, theme, 42)
        else:
            buttons[name] = GlyphButton(action, name, theme)
    return buttons


def _pause_and_seek(studio: Studio, t: int) -> None:
    studio.pause()
    studio.seek(t)


def _of_how_many(results: Results, t: int) -> str:
    unit = unit_of(results)
    if not results.most_steps:
        return "steps"
    if any(learner.veiled for learner in results.learners):
        return f"· {unit.place(t)}" if unit.place(t) else unit.many
    total = f"/ {grouped(results.most_steps)}"
    return f"{total} · {unit.place(t)}" if unit.place(t) else f"{total} {unit.many}"


def _keep_room(label: QLabel, widest: str) -> None:
    """So that nothing beside the label moves while its number grows.

    A fixed size also spares the layouts around it from being worked out again in every frame.
    """
    label.ensurePolished()
    metrics = label.fontMetrics()
    label.setFixedSize(metrics.horizontalAdvance(widest) + 4, metrics.height() + 2)
