"""The lesson player: what a scene says and asks, beside the stage that it has set."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from gui.card import Card, restyle
from gui.choices import IconButton
from gui.fields import explain
from gui.lessons.lesson_in_hand import LessonInHand
from gui.lessons.prose import Prose
from gui.lessons.question_card import QuestionCard
from gui.lessons.scene_strip import SceneList, SceneStrip
from gui.panels.elided_label import ElidedLabel
from gui.panels.floating_bar import FloatingBar
from gui.panels.scrolling import scrolling
from gui.panels.told_text import ToldText
from gui.studio import Studio
from gui.theme import Theme

NARROW, WIDE = 296, 352  # pixels
SHARE = 0.245  # of the window's width, between the two


class LessonPlayer(Card):
    """A column as high as the window; it shows the lesson in hand and passes on what is asked."""

    close_asked = Signal()

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._hand: LessonInHand | None = None
        self.lesson_title = ElidedLabel()
        self.lesson_title.setProperty("role", "muted")
        self.close_button = IconButton("close", theme, "Close the lesson", "Close the lesson")
        self.list, self.strip = SceneList(theme), SceneStrip(theme)
        self.scene_title, self.text = ToldText(theme), Prose(theme)
        self.scene_title.setProperty("role", "caption")
        self.question = QuestionCard(studio, theme)
        self.done = ToldText(theme)
        self.back, self.next = QPushButton("Back"), QPushButton("Next")
        tip = "Put this scene back as it was, its question open again (Ctrl+R)"
        self.reset = IconButton("reset", theme, "Reset scene", tip)
        explain(self.back, "The scene before (Page Up)", "Scene before")
        explain(self.next, "The next scene (Page Down)", "Next scene")
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.body.setContentsMargins(16, 10, 8, 12)
        top = QHBoxLayout()
        top.setContentsMargins(0, 0, 2, 0)
        top.setSpacing(2)
        top.addWidget(self.lesson_title, 1)
        top.addWidget(self.list)
        top.addWidget(self.close_button)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 4, 8, 4)
        column.setSpacing(11)
        for part in (self.scene_title, self.text, self.question, self.done):
            column.addWidget(part)
        column.addStretch(1)
        self.area = scrolling(inside, 160)
        FloatingBar(self.area)
        foot = QHBoxLayout()
        foot.setContentsMargins(0, 0, 8, 0)
        foot.setSpacing(8)
        foot.addWidget(self.reset)
        foot.addStretch(1)
        foot.addWidget(self.back)
        foot.addWidget(self.next)
        strip = QHBoxLayout()
        strip.setContentsMargins(0, 0, 8, 0)
        strip.addWidget(self.strip)
        self.body.addLayout(top)
        self.body.addLayout(strip)
        self.body.addWidget(self.area, 1)
        self.body.addLayout(foot)

    def _connect(self) -> None:
        self.close_button.clicked.connect(self.close_asked)
        self.strip.chosen.connect(self._go_to)
        self.list.chosen.connect(self._go_to)
        self.list.restarted.connect(self._restart)
        self.back.clicked.connect(lambda: self._go(-1))
        self.next.clicked.connect(lambda: self._go(1))
        self.reset.clicked.connect(self._reset)
        self.question.committed.connect(self.commit)

    # Showing

    def show_lesson(self, hand: LessonInHand | None) -> None:
        """Follow this lesson from now on."""
        self._hand = hand
        if hand is not None:
            hand.changed.connect(self._refresh)
            hand.revealed.connect(self._show_answer)
            hand.urged.connect(self._urge)
            self.lesson_title.setText(hand.lesson.title)
            self._shown: object = None

    def take_width(self, window_width: int) -> None:
        """As wide as reads well in a window of this width."""
        width = min(max(round(SHARE * window_width), NARROW), WIDE)
        scale = 1.0 + 0.62 * (self._theme.scale - 1.0)
        self.setFixedWidth(round(width * scale))

    def _refresh(self) -> None:
        hand = self._hand
        if hand is None:
            return
        scene, question = hand.scene, hand.question
        fresh = self._shown != (hand.place, hand.answered is None)
        self._shown = (hand.place, hand.answered is None)
        self.strip.show_lesson(hand)
        self.list.show_lesson(hand)
        self.scene_title.show_text(scene.title)
        self.text.show_text(scene.text)
        self.question.setVisible(question is not None)
        if question is not None and (hand.answered is None or not self._asks(hand)):
            self.question.ask(question)
        self._asked = (hand, hand.place)
        self._show_answer()
        self.back.setEnabled(hand.place > 0)
        self.next.setText("Finish" if hand.is_last else "Next")
        restyle(self.next, "" if hand.waits else "primary")
        if fresh and hand.answered is None:
            self.area.verticalScrollBar().setValue(0)

    def _asks(self, hand: LessonInHand) -> bool:
        """Is it this scene's question that is on the card?"""
        return getattr(self, "_asked", None) == (hand, hand.place)

    def _show_answer(self) -> None:
        hand = self._hand
        if hand is None:
            return
        if hand.answered is not None:
            self.question.show_answered(hand.answered, hand.revealing)
            QTimer.singleShot(60, self, self._show_all_of_it)
        ended = hand.is_last and not hand.waits and not hand.revealing
        self.done.setVisible(ended)
        if ended:
            self.done.show_text(_ending(hand), colour="muted")

    def _show_all_of_it(self) -> None:
        """Scroll to the verdict and the explanation, below a long question."""
        bar = self.area.verticalScrollBar()
        if self._hand is not None and self._hand.answered is not None:
            top = self.question.y() + self.question.verdict.y() - 8
            below = self.question.geometry().bottom() + 8 - self.area.viewport().height()
            bar.setValue(max(bar.value(), min(below, top)))

    # Acting

    def _go(self, direction: int) -> None:
        hand = self._hand
        if hand is None:
            return
        if direction > 0 and hand.is_last:
            self.close_asked.emit()
        else:
            hand.go_to(hand.place + direction)

    def _go_to(self, place: int) -> None:
        if self._hand is not None:
            self._hand.go_to(place)

    def _reset(self) -> None:
        if self._hand is not None:
            self._hand.reset()

    def _restart(self) -> None:
        if self._hand is not None:
            self._hand.restart()

    def _urge(self) -> None:
        self.question.say("Commit to an answer first; what comes next is shown then.")
        QTimer.singleShot(60, self, lambda: self.area.ensureWidgetVisible(self.question.problem))

    def choose(self, place: int) -> None:
        """By a key: the choice at this place, from 0."""
        if self._hand is not None and self._hand.waits:
            self.question.choose(place)

    def commit(self) -> None:
        """Judge what is given, if anything is."""
        hand, given = self._hand, self.question.given
        if hand is not None and hand.waits and given is not None:
            self.question.say(hand.commit(given))


def _ending(hand: LessonInHand) -> str:
    asked = sum(scene.question is not None for scene in hand.lesson.scenes)
    right, left = len(hand.progress.right), len(hand.lesson.scenes) - len(hand.progress.done)
    score = f"{right} of {asked} questions answered right." if asked else ""
    if left:
        scenes = "scene is" if left == 1 else "scenes are"
        return f"{score} {left} {scenes} still open.".strip()
    return f"That was the last scene. {score}".strip()
