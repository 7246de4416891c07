"""Predict mode: time waits before a step until the class has said what the step will do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent

from core.experiment import TextsData
from gui.action_effects import fit_row

if TYPE_CHECKING:
    from core.lessons.predicting import Prediction, PredictionKind
    from core.run import Run
    from gui.lessons.predict_card import PredictCard
    from gui.main_window import MainWindow

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
MIXED = "mixed"  # all kinds of questions in turn


@dataclass(frozen=True)
class Score:
    """Of the whole class."""

    right: int = 0
    asked: int = 0
    streak: int = 0  # right ones in a row, up to now

    def after(self, right: bool) -> Score:
        return Score(self.right + right, self.asked + 1, self.streak + 1 if right else 0)


@dataclass(frozen=True)
class Told:
    """How the last answer was judged."""

    prediction: Prediction
    given: int
    right: bool
    sentence: str


@dataclass(frozen=True)
class Wishes:
    """What is asked, and before which steps."""

    kind: str = "mistake"  # class, turn or mixed
    at_mistakes: bool = False  # only before steps that are mistakes


class Predicting(QObject):
    """Holds time at the step to be asked about; whatever is answered, the step is then taken."""

    changed = Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window, self._studio = window, window.studio
        self.active = False
        self.wishes, self.score = Wishes(), Score()
        self.asked: Prediction | None = None  # the question that waits
        self.told: Told | None = None  # the last answer, until one goes on
        self.why_not = ""  # a sentence, when nothing is asked and nothing will be
        self._from = 0  # steps before this one have been asked about, or passed
        self.card: PredictCard | None = None
        window.installEventFilter(self)

    # On and off

    def switch(self) -> None:
        self.stop() if self.active else self.start()

    def start(self) -> None:
        if self.active:
            return
        studio, lesson = self._studio, self._window.lessons.hand
        if lesson is not None and lesson.waits:
            studio.said.emit("Answer the question of the lesson first.")
            self._mark()
            return
        self.active, self.score = True, Score()
        studio.pause()
        if studio.results.done and studio.t >= studio.length:
            studio.seek(0)
        self._show_card()
        self._listen(True)
        self._begin_anew()
        self._mark()

    def stop(self) -> None:
        if not self.active:
            return
        self.active = False
        self._listen(False)
        self._let_go()
        self._studio.hold(None)
        if self.card is not None:
            self.card.hide()
        fit_row(self._window.lower_row)
        self._mark()

    def _mark(self) -> None:
        action = self._window.actions_.known("predict")
        if action is not None:
            action.setChecked(self.active)

    def _show_card(self) -> None:
        if self.card is None:
            from gui.lessons.predict_card import PredictCard

            self.card = PredictCard(self, self._window.theme)
            self._window.below_column.insertWidget(0, self.card)
        self.card.show()

    def _listen(self, on: bool) -> None:
        studio = self._studio
        for signal, slot in (
            (studio.experiment_changed, self._begin_anew),
            (studio.active_changed, self._begin_anew),
            (studio.results_changed, self._follow),
            (studio.cursor_changed, self._follow),
            (studio.held, self._was_held),
        ):
            signal.connect(slot) if on else signal.disconnect(slot)

    # What is asked

    def wish(self, **changes: object) -> None:
        """Ask something else, or at other steps."""
        self.wishes = replace(self.wishes, **changes)  # type: ignore[arg-type]
        self.asked = self.told = None
        self._follow()

    def reset_score(self) -> None:
        self.score = Score()
        self._show()

    def _begin_anew(self) -> None:
        """Another experiment or learner: the questions begin where one is."""
        self._let_go()
        self.told = None
        self._studio.hold(None)
        self._from = self._studio.t
        self._follow()

    def _let_go(self) -> None:
        if self.asked is not None:
            self.asked = None
            self._studio.picking.ring(None)
            if isinstance(self._studio.experiment.data, TextsData):
                self._studio.select(())
        self._window.lessons.keys.return_digits("predict")

    def _follow(self) -> None:
        """Find the step that waits, and ask when it has come."""
        studio = self._studio
        results = studio.computed
        learners = results.learners
        result = learners[studio.active] if studio.active < len(learners) else None
        ready = results.experiment is studio.experiment and result is not None
        run = result.run if ready and result is not None else None
        if run is None or result is None:
            studio.hold(None)
            self.why_not = "" if not results.done else "There is no learner to predict."
            self._show()
            return
        gate = self._gate(run, result.steps)
        studio.hold(gate)
        self.why_not = ""
        if gate is None:
            self._let_go()
            over = results.done or result.stopped is not None
            self.why_not = self._why_over(run) if over else ""
        elif self.told is not None and studio.t - self.told.prediction.t not in (0, 1):
            self.told = None  # one has gone on
        if gate is not None and studio.t == gate and self.told is None:
            self._ask(run, gate)
        elif self.asked is not None and studio.t != self.asked.t:
            self._let_go()
        self._show()

    def _gate(self, run: Run, steps: int) -> int | None:
        """The next step before which something can be asked."""
        if self.wishes.at_mistakes:
            from core.lessons.predicting import next_mistake

            gate = next_mistake(run, self._from) if self._from < steps else None
        else:
            gate = self._from if self._from < steps else None
        return gate if gate is not None and self._question(run, gate) is not None else None

    def _question(self, run: Run, t: int) -> Prediction | None:
        from core.lessons.predicting import predict

        for kind in self._kinds():
            found = predict(run, t, kind)
            if found is not None:
                return found
        return None

    def _kinds(self) -> tuple[PredictionKind, ...]:
        """Those to try: the wished one, then what makes sense everywhere."""
        from core.lessons.predicting import KINDS

        # Before a mistake nobody need be asked whether it will be one.
        kinds = [kind for kind in KINDS if not (self.wishes.at_mistakes and kind == "mistake")]
        wished = self.wishes.kind
        place = self.score.asked if wished == MIXED else 0
        if wished in kinds:
            place = kinds.index(wished)
        place %= len(kinds)
        return (*kinds[place:], *kinds[:place])

    def _ask(self, run: Run, t: int) -> None:
        if self.asked is not None and self.asked.t == t:
            return
        self.asked = self._question(run, t)
        if self.asked is None:
            return
        self._studio.pause()
        self._studio.picking.ring(self.asked.row)
        if isinstance(self._studio.experiment.data, TextsData):
            self._studio.select({self.asked.row})  # the reader shows it
        self._window.lessons.keys.borrow_digits("predict", self.answer)

    def _why_over(self, run: Run) -> str:
        if self._from < run.steps and not self.wishes.at_mistakes:
            return "Each step looks at many examples at once: there is none to predict."
        score = self.score
        ending = "No further mistake." if self.wishes.at_mistakes else "The run is over."
        return f"{ending} {score.right} of {score.asked} right." if score.asked else ending

    # Answers

    def answer(self, place: int) -> None:
        """Commit to a choice, and take the step."""
        from core.lessons import Answer, judge

        asked = self.asked
        if asked is None or place >= len(asked.question.choices):
            return
        question = asked.question
        right = Answer(f"It is “{question.choices[question.right]}”.", choice=question.right)
        verdict = judge(question, place, right)
        self.score = self.score.after(verdict.right)
        self._let_go()
        self.told = Told(asked, place, verdict.right, verdict.sentence)
        self._from = asked.t + 1
        self._studio.hold(None)
        self._studio.seek(asked.t + 1)
        self._follow()

    def go_on(self) -> None:
        """To the next question: at once, or playing up to where it is asked."""
        studio = self._studio
        if self.asked is not None:
            return
        self.told = None
        studio.pause()
        if studio.held_at is not None and studio.t < studio.held_at:
            studio.play(studio.held_at, max((studio.held_at - studio.t) / 2.0, 8.0))
        self._follow()

    def _was_held(self) -> None:
        """Somebody wants to step on: to the next question, or it is to be answered first."""
        if self.asked is None:
            self.go_on()
        elif self.card is not None:
            self.card.urge()

    def _show(self) -> None:
        self.changed.emit()
        if self._window.lower_row.isHidden():
            fit_row(self._window.lower_row)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # A key that no control had a use for.
        pressed = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        if self.active and pressed and event.key() in ENTER and self.told is not None:  # type: ignore[attr-defined]
            self.go_on()
            return True
        return False
