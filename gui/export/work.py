"""Carrying out a wish: at once, between the window's events, or beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from core.errors import PlainError
from core.files.atomic import write_atomically
from core.what_if import Cancelled
from gui.export.animation import Filming, Span
from gui.export.subjects import Subjects
from gui.export.wish import Wish
from gui.question import Asked, Progress, Question, Work
from gui.studio import Studio


class Exporting(QObject):
    """One export at a time."""

    advanced = Signal(int, int)  # done, of how much
    finished = Signal(str)  # what went wrong, or nothing

    def __init__(self, studio: Studio, subjects: Subjects, parent: QObject) -> None:
        super().__init__(parent)
        self._studio, self._subjects = studio, subjects
        self._filming = Filming(self)
        self._filming.advanced.connect(self.advanced)
        self._filming.finished.connect(self.finished)
        self._question = Question(self)
        self._question.changed.connect(self._follow)
        self._writing = False  # beside the window

    @property
    def busy(self) -> bool:
        return self._filming.busy or self._writing

    def begin(self, wish: Wish, path: Path) -> None:
        """Write it there; `finished` tells how it went."""
        try:
            if wish.kind == "picture":
                from gui.export.pictures import write_picture

                write_picture(path, self._subjects.of(wish), wish.scale)
                self.finished.emit("")
            elif wish.kind == "animation":
                span = Span(wish.first, wish.last, wish.every)
                self._filming.begin(path, self._subjects.scene(wish), span, wish.per_second)
            else:
                self._writing = True
                self._question.ask(self._work(wish, path))
        except Cancelled:
            return  # closed before the first frame was drawn
        except PlainError as error:
            self.finished.emit(str(error))

    def _work(self, wish: Wish, path: Path) -> Work:
        experiment, text = self._studio.experiment, text_of(self._studio, wish)

        def work(progress: Progress, cancelled: Asked) -> bool:
            if wish.kind == "page":
                from gui.export.web_page import write_web_page

                write_web_page(path, experiment, wish.first, wish.last, progress, cancelled)
            else:
                write_atomically(path, text().encode())
            return True

        return work

    def _follow(self) -> None:
        question = self._question
        if not self._writing:
            return
        if question.busy:
            assert question.progress is not None
            self.advanced.emit(*question.progress)
            return
        self._writing = False
        self.finished.emit(question.problem)

    def cancel(self) -> None:
        """Stop, and leave nothing behind."""
        self._filming.cancel()
        self._writing = False
        self._question.close()

    def close(self) -> None:
        self.cancel()


def text_of(studio: Studio, wish: Wish) -> Callable[[], str]:
    """What makes the table or program of a wish."""
    results, experiment, step = studio.results, studio.experiment, studio.t

    def make() -> str:
        if wish.kind == "python":
            from core.snippets import engine_snippet, scikit_learn_snippet

            if wish.program < 0:
                return engine_snippet(experiment)
            return scikit_learn_snippet(experiment, wish.program)
        from gui.export.tables import table_of

        return table_of(
            results, wish.what, wish.suffix, step=step, learner=wish.learner,
            first=wish.first, last=wish.last,
        )  # fmt: skip

    return make
