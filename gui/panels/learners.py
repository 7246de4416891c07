"""The learners: up to four, each with its parameters, and how they are doing."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QMenu,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from core.experiment import LearnerChoice
from gui.card import Card, labelled, rule
from gui.fields import explain
from gui.panels import learner_edits as edits
from gui.panels.learner_card import LearnerCard
from gui.panels.scoreboard import Scoreboard
from gui.panels.scrolling import scrolling
from gui.studio import Studio
from gui.theme import Theme

FULL = "Four learners are the most there can be."
NONE = "No learner yet: add one to see it learn."


class LearnersPanel(Card):
    """A card for each learner, a menu to add one, the scoreboard below."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__("Learners")
        self._studio, self._theme = studio, theme
        self._names: tuple[str, ...] = ()
        self._cards: list[LearnerCard] = []
        self._rules: list[QFrame] = []
        self.add_button = QPushButton("+ Add")
        self.add_button.setProperty("role", "link")
        self.add_button.setProperty("beside", "title")
        self.add_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.add_button.clicked.connect(self._open_menu)
        self._newest: LearnerCard | None = None  # until all that it says is known
        self.remark = labelled("", "muted")
        self.remark.setWordWrap(True)
        self.scoreboard = Scoreboard(studio, theme)
        self._lay_out()
        studio.experiment_changed.connect(self._follow_experiment)
        # Methods, not lambdas: Qt lets go of them when the panel is deleted.
        studio.results_changed.connect(self._follow_results)
        studio.active_changed.connect(self._follow_active)
        self._follow_experiment()

    def _lay_out(self) -> None:
        self._column = QVBoxLayout()
        self._column.setSpacing(6)
        inside = QWidget()
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(0, 0, 8, 0)
        layout.setSpacing(6)
        layout.addLayout(self._column)
        self.remark.setIndent(8)
        layout.addWidget(self.remark)
        layout.addStretch(1)
        self._scroll: QScrollArea = scrolling(inside, smallest=110)
        self.body.setContentsMargins(10, 12, 6, 10)
        self.header.addWidget(self.add_button)
        self.header.setContentsMargins(4, 0, 8, 0)
        self.body.addWidget(self._scroll, 1)
        self._line = rule()
        self.body.addWidget(self._line)
        self.body.addWidget(self.scoreboard)

    def _follow_experiment(self) -> None:
        names = tuple(choice.name for choice in self._studio.experiment.learners)
        if names != self._names:
            self._deal(names)
        for card in self._cards:
            card.refresh()
        full = edits.is_full(self._studio.experiment)
        self.add_button.setEnabled(not full)
        tip = FULL if full else "Another learner on the same data, in the same order."
        explain(self.add_button, tip, "Add learner")
        self.remark.setText(FULL if full else NONE)
        self.remark.setVisible(full or not names)
        self._line.setVisible(bool(names))

    def _deal(self, names: tuple[str, ...]) -> None:
        """Cards for these learners; those up to the first change stay as they are."""
        same = 0
        while same < min(len(names), len(self._names)) and names[same] == self._names[same]:
            same += 1
        for widget in (*self._cards[same:], *self._rules[same:]):
            self._column.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        del self._cards[same:], self._rules[same:]
        for index in range(same, len(names)):
            card, line = LearnerCard(self._studio, self._theme, index), rule()
            card.went.connect(self._focus_card)
            self._column.addWidget(card)
            self._column.addWidget(line)
            self._cards.append(card)
            self._rules.append(line)
        self._names = names

    def _follow_results(self) -> None:
        for card in self._cards:
            card.refresh_result()
        if self._newest is not None:
            QTimer.singleShot(0, self, self._show_newest)

    def _follow_active(self) -> None:
        for card in self._cards:
            card.refresh_active()

    def _focus_card(self, index: int) -> None:
        """Keep the keyboard where the learner went."""
        if 0 <= index < len(self._cards):
            card = self._cards[index]
            card.more.setFocus(Qt.FocusReason.OtherFocusReason)
            self._scroll.ensureWidgetVisible(card)
        else:
            self.add_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _open_menu(self) -> None:
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for title, idea, choice in edits.menu():
            menu.addAction(title, self._adder(title, choice)).setToolTip(idea)
        menu.popup(self.add_button.mapToGlobal(QPoint(0, self.add_button.height())))

    def _show_newest(self) -> None:
        """Scroll to the learner that was just added, and again when its result has arrived."""
        card, results = self._newest, self._studio.results
        if card in self._cards:
            QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
            self._scroll.ensureWidgetVisible(card)
        if card not in self._cards or (
            results.done and results.experiment is self._studio.experiment
        ):
            self._newest = None

    def _adder(self, title: str, choice: LearnerChoice) -> Callable[[], None]:
        def add() -> None:
            if not edits.is_full(self._studio.experiment):
                self._studio.edit(edits.added(self._studio.experiment, choice), f"Add {title}")
                self._newest = self._cards[-1]
                QTimer.singleShot(0, self, self._show_newest)  # once it has been laid out

        return add
