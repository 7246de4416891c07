"""The lesson that is open: where it is, what was answered, and what is due on the stage."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from core.errors import PlainError
from core.lessons import (
    Answer,
    Lesson,
    LineQuestion,
    Played,
    PointQuestion,
    Question,
    Scene,
    Verdict,
    answer_of,
    experiments_of,
    judge,
    step_of,
)
from core.lessons.questions import Given
from gui.lessons.progress import Progress, keep_progress, kept_progress, key_of
from gui.lessons.stagehand import Stagehand
from gui.what_if import Wish

if TYPE_CHECKING:
    from gui.main_window import MainWindow

SECONDS = 4.0  # that playing to what is to be seen takes
SLOWEST = 1.25  # steps a second


@dataclass(frozen=True)
class Answered:
    """What was given, and what was said about it."""

    given: Given
    answer: Answer
    verdict: Verdict


class LessonInHand(QObject):
    """Scenes one after the other; each has an experiment of its own and perhaps a question."""

    changed = Signal()  # another scene, or its question was answered
    revealed = Signal()  # what was to be seen has been played
    urged = Signal()  # somebody wants to go on in time without an answer

    def __init__(self, lesson: Lesson, path: Path, window: MainWindow) -> None:
        super().__init__(window)
        self.lesson, self._key = lesson, key_of(path)
        self._settings, self._studio = window.settings, window.studio
        self._experiments = experiments_of(lesson)
        self._stagehand = Stagehand(window)
        self.place = 0
        self.answers: dict[int, Answered] = {}
        self.revealing = False
        kept = kept_progress(self._settings, self._key)
        count = len(lesson.scenes)
        self.progress = kept if kept and kept.scenes == count else Progress(count)
        self._played: Played | None = None
        self._due = False  # is the step to be shown still to be computed?
        self._studio.results_changed.connect(self._results_came)
        self._studio.playing_changed.connect(self._playing_changed)
        self._studio.held.connect(self._was_held)

    # Where it is

    @property
    def scene(self) -> Scene:
        return self.lesson.scenes[self.place]

    @property
    def question(self) -> Question | None:
        return self.scene.question

    @property
    def answered(self) -> Answered | None:
        return self.answers.get(self.place)

    @property
    def waits(self) -> bool:
        """Is there a question without an answer?"""
        return self.question is not None and self.answered is None

    @property
    def is_last(self) -> bool:
        return self.place == len(self.lesson.scenes) - 1

    @property
    def is_entering(self) -> bool:
        """Is it a scene of this lesson that is being opened just now?"""
        return self._stagehand.entering

    def begin(self) -> None:
        """Where it was left, or at the first scene."""
        self.go_to(0 if self.progress.finished else self.progress.first_open)

    def go_to(self, place: int) -> None:
        if 0 <= place < len(self.lesson.scenes):
            self.place, self._played, self.revealing = place, None, False
            self._enter()

    def reset(self) -> None:
        """The scene as it was at first, its question open again."""
        self.answers.pop(self.place, None)
        self.go_to(self.place)

    def restart(self) -> None:
        """From the first scene, as if never seen."""
        self.answers.clear()
        self.progress = Progress(len(self.lesson.scenes))
        keep_progress(self._settings, self._key, self.progress)
        self.go_to(0)

    def leave(self) -> None:
        """Let go of the studio."""
        self.revealing, self._due = False, False
        self._studio.hold(None)
        self._studio.results_changed.disconnect(self._results_came)
        self._studio.playing_changed.disconnect(self._playing_changed)
        self._studio.held.disconnect(self._was_held)
        self._studio.picking.clear()
        if self._studio.what_if.wish.kind:
            self._studio.what_if.ask(Wish())

    def _enter(self) -> None:
        self._stagehand.set_up(self.scene, self._experiments[self.place])
        self._due = True
        self._studio.hold(None)
        if self.question is None:
            self._keep(self.progress.with_done(self.place))
        self._begin_picking()
        self._results_came()
        self.changed.emit()

    def _keep(self, progress: Progress) -> None:
        if progress != self.progress:
            self.progress = progress
            keep_progress(self._settings, self._key, progress)

    def _begin_picking(self) -> None:
        question, picking = self.question, self._studio.picking
        if not self.waits:
            picking.clear()
        elif isinstance(question, PointQuestion):
            picking.wait_for("point")
        elif isinstance(question, LineQuestion):
            picking.wait_for("line", self._stagehand.first_line())
        else:
            picking.clear()

    # The step that is shown

    @property
    def played(self) -> Played:
        """The scene's own experiment with its runs, whatever has become of it on the stage."""
        if self._played is None:
            self._played = self._stagehand.played(self._experiments[self.place])
        return self._played

    @property
    def _is_computed(self) -> bool:
        results = self._studio.results
        return results.done and results.experiment is self._studio.experiment

    def _results_came(self) -> None:
        if not self._due or not self._is_computed:
            return
        self._due = False
        answered, studio = self.answered, self._studio
        studio.seek(self._shown_step() if answered is None else self._last_step())
        if self.waits and self._last_step() > studio.t:
            studio.hold(studio.t)  # what is asked about is not to be seen before
        self._stagehand.point_out(self.scene)
        if answered is not None:
            self._mark(answered)

    def _shown_step(self) -> int:
        show = self.scene.show
        return step_of(show.step, self.played, show.learner_index)

    def _last_step(self) -> int:
        """What is to be seen after the answer."""
        to = None if self.question is None else self.question.play_to
        if to is None:
            return self._shown_step()
        return step_of(to, self.played, self.scene.show.learner_index)

    # Answering

    def commit(self, given: Given) -> str:
        """Judge the answer and play what is to be seen; a sentence if there is nothing to judge."""
        question = self.question
        if question is None or not self.waits:
            return ""
        learner = self.scene.show.learner_index
        try:
            answer = answer_of(question, self.played, self._shown_step(), learner)
            verdict = judge(question, given, answer)
        except PlainError as error:
            return str(error)
        self.answers[self.place] = answered = Answered(given, answer, verdict)
        self._keep(self.progress.with_done(self.place, verdict.right))
        self._stagehand.put_back(self._experiments[self.place])
        self._mark(answered)
        self._play()
        self.changed.emit()
        return ""

    def _mark(self, answered: Answered) -> None:
        picking, given = self._studio.picking, answered.given
        if isinstance(self.question, PointQuestion) and isinstance(given, int):
            picking.pick(given)
        elif isinstance(self.question, LineQuestion) and isinstance(given, tuple):
            picking.place(given)
        picking.reveal(answered.answer.rows, answered.answer.line)

    def _play(self) -> None:
        studio, target = self._studio, self._last_step()
        studio.hold(None)
        start = self._shown_step()
        if target == start or not self._is_computed:
            self._due = not self._is_computed
            return
        studio.pause()
        studio.seek(start)
        if target < start:
            studio.seek(target)
            return
        self.revealing = True
        studio.play(target, max((target - start) / SECONDS, SLOWEST))

    def finish_playing(self) -> None:
        """Straight to what is to be seen."""
        if self.revealing:
            target = self._last_step()
            self._studio.pause()
            self._studio.seek(target)

    def _was_held(self) -> None:
        if self.waits:
            self.urged.emit()

    def _playing_changed(self) -> None:
        if self.revealing and not self._studio.playing:
            self.revealing = False
            self.revealed.emit()
