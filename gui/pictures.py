"""Makes the pictures of the README, the moving one too: `python -m gui.pictures` writes them to
assets/pictures; names of some of them make only these."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

import assets
from core.experiment import Experiment, FeatureMapChoice, LearnerChoice, Order
from core.generators import make_points
from core.runs import points_data
from core.samples import samples
from gui.app import make_application
from gui.beginning import first_experiment
from gui.export.animation import Span, write_animation
from gui.export.computed import results_of
from gui.export.scene import Look, Scene, Shown
from gui.main_window import MainWindow
from gui.settings import Settings
from gui.theme import Theme
from gui.what_if import Wish

WIDTH, HEIGHT = 1440, 900
LONGEST_WAIT = 60.0  # seconds
SETTLING = 0.8  # seconds
FILM, FILM_SIZE, FILM_SPAN, FILM_RATE = "learning", (720, 460), Span(0, 168, 2), 14.0
SENTENCE = "A dull start, but a wonderful film."
LESSON, LESSON_SCENE, LESSON_ANSWER = "05-mistake-bound", 2, 52.0

Deed = Callable[[MainWindow], None]


@dataclass(frozen=True)
class Shot:
    """One picture: an experiment at the next mistake after a step, in a look."""

    name: str
    experiment: Experiment
    step: int
    theme: str = "light"
    looks: Mapping[str, object] = field(default_factory=dict)
    deed: Deed | None = None  # what is done before


def shots() -> tuple[Shot, ...]:
    beginning = first_experiment()
    sample = next(sample for sample in samples() if sample.name == "reviews")
    two = {"view": "plane", "beside": "losses"}
    return (
        Shot("studio", beginning, 260, "dark"),
        Shot("side-by-side", _four_learners(beginning), 400, looks={"side_by_side": True}),
        Shot("texts", sample.experiment(), 700, deed=_try_a_sentence),
        Shot("understanding", beginning, 96, looks=two, deed=_ask_for_orders),
        Shot("lesson", beginning, 0, deed=_work_through_a_lesson),
        Shot("present", beginning, 174, deed=_present),
    )


def _four_learners(beginning: Experiment) -> Experiment:
    return replace(
        beginning,
        data=points_data(make_points("moons", n=160, noise=0.3, seed=4)),
        features=FeatureMapChoice("cubic"),
        learners=(
            LearnerChoice("perceptron", readout="averaged"),
            LearnerChoice("support-vector-machine", {"C": 0.5}),
            LearnerChoice("gaussian-naive-bayes"),
            LearnerChoice("adaboost"),
        ),
        order=Order("shuffled", seed=1),
    )


# What is done before a picture is taken


def _try_a_sentence(window: MainWindow) -> None:
    words = window.side.page("words")
    assert words is not None
    words.try_it.field.setText(SENTENCE)  # type: ignore[attr-defined]
    window.studio.choose_feature(_column_of(window, "great"))


def _column_of(window: MainWindow, word: str) -> int:
    dataset = window.studio.results.dataset
    assert dataset is not None
    return list(dataset.feature_names).index(word)


def _ask_for_orders(window: MainWindow) -> None:
    window.side.turn_to("what-if")
    window.studio.what_if.ask(Wish("orders"))


def _work_through_a_lesson(window: MainWindow) -> None:
    window.lessons.open(assets.path("lessons", f"{LESSON}.toml"))
    hand = window.lessons.hand
    assert hand is not None
    hand.go_to(LESSON_SCENE)
    _computed(window)
    hand.commit(LESSON_ANSWER)
    hand.finish_playing()


def _present(window: MainWindow) -> None:
    window.presenting.enter()
    window.setWindowState(Qt.WindowState.WindowNoState)  # the picture has a size of its own
    window.resize(WIDTH, HEIGHT)
    window.presenting.hint.hide()


# Taking them


def take(shot: Shot, folder: Path) -> Path:
    """Open a window, wait for its runs, and save what it shows."""
    path = folder / f"{shot.name}.png"
    with _open_window(shot) as window:
        studio = window.studio
        studio.look(**shot.looks)
        _computed(window)
        studio.seek(shot.step)
        studio.to_mistake(1)
        if shot.deed is not None:
            shot.deed(window)
        _settle()
        window.grab().toImage().convertToFormat(QImage.Format.Format_RGB888).save(str(path))
    return path


@contextmanager
def _open_window(shot: Shot) -> Iterator[MainWindow]:
    make_application()
    with tempfile.TemporaryDirectory() as settings:
        theme = Theme()
        window = MainWindow(theme, Settings(Path(settings) / "settings.json"))
        theme.use(shot.theme)
        window.resize(WIDTH, HEIGHT)
        window.show()
        window.begin()
        window.studio.open_document(shot.experiment, None)
        yield window
        window.studio.undo_stack.setClean()
        window.close()
        QApplication.processEvents()


def _computed(window: MainWindow) -> None:
    studio, end = window.studio, time.monotonic() + LONGEST_WAIT
    while not (studio.results.done and studio.results.experiment is studio.experiment):
        QApplication.processEvents()
        if time.monotonic() > end:
            raise TimeoutError("The runs of a picture were not computed in time.")


def _settle() -> None:
    end = time.monotonic() + SETTLING
    while time.monotonic() < end:
        QApplication.processEvents()


def make_film(folder: Path) -> Path:
    """The perceptron, its average and MIRA at work, as a moving picture."""
    application = make_application()
    Theme("light").use("light")
    path = folder / f"{FILM}.gif"
    scene = Scene(Shown(results_of(first_experiment())), Look("stage", *FILM_SIZE, "light", True))
    write_animation(path, scene, FILM_SPAN, FILM_RATE)
    scene.close()
    application.processEvents()
    return path


def main(names: list[str]) -> None:
    folder = assets.path("pictures")
    folder.mkdir(exist_ok=True)
    for shot in shots():
        if not names or shot.name in names:
            print(take(shot, folder))
    if not names or FILM in names:
        print(make_film(folder))


if __name__ == "__main__":
    main(sys.argv[1:])
