"""Makes the pictures of the README: `python -m gui.pictures` writes them to assets/pictures."""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

import assets
from core.experiment import Experiment, FeatureMapChoice, LearnerChoice, Order, Split, Stopping
from core.generators import make_points
from core.runs import points_data
from gui.app import make_application
from gui.beginning import first_experiment
from gui.main_window import MainWindow
from gui.settings import Settings
from gui.theme import Theme

WIDTH, HEIGHT = 1440, 900
LONGEST_WAIT = 60.0  # seconds


@dataclass(frozen=True)
class Shot:
    """One picture: an experiment at a step, in a look."""

    name: str
    experiment: Experiment
    step: int
    theme: str = "light"
    side_by_side: bool = False


def shots() -> tuple[Shot, ...]:
    beginning = first_experiment()
    rings = replace(
        beginning,
        data=points_data(make_points("spiral", n=240, classes=3, noise=0.1, seed=3)),
        features=FeatureMapChoice("random-fourier"),
        learners=(LearnerChoice("logistic-regression", {"learning_rate": 1.0}),),
        stopping=Stopping(passes=40),
        split=Split(0.2),
    )
    four = replace(
        beginning,
        data=points_data(make_points("moons", n=160, noise=0.3, seed=4)),
        learners=(
            LearnerChoice("perceptron"),
            LearnerChoice("support-vector-machine", {"C": 0.5}),
            LearnerChoice("gaussian-naive-bayes"),
            LearnerChoice("adaboost"),
        ),
        order=Order("shuffled", seed=1),
    )
    return (
        Shot("studio-light", beginning, 260),
        Shot("studio-dark", beginning, 260, "dark"),
        Shot("side-by-side", four, 400, side_by_side=True),
        Shot("curved", rings, 3000, "dark"),
    )


def take(shot: Shot, folder: Path) -> None:
    """Open a window, wait for its runs, and save what it shows."""
    application = make_application()
    with tempfile.TemporaryDirectory() as settings:
        theme = Theme()
        window = MainWindow(theme, Settings(Path(settings) / "settings.ini"))
        theme.use(shot.theme)
        window.resize(WIDTH, HEIGHT)
        window.show()
        window.begin()
        studio = window.studio
        studio.open_document(shot.experiment, None)
        studio.look(side_by_side=shot.side_by_side)
        end = time.monotonic() + LONGEST_WAIT
        while not (studio.results.done and studio.results.experiment is studio.experiment):
            application.processEvents()
            if time.monotonic() > end:
                raise TimeoutError(f"The runs of “{shot.name}” were not computed in time.")
        studio.seek(shot.step)
        settled = time.monotonic() + 0.6
        while time.monotonic() < settled:
            application.processEvents()
        window.grab().save(str(folder / f"{shot.name}.png"))
        studio.undo_stack.setClean()
        window.close()


def main() -> None:
    folder = assets.path("pictures")
    folder.mkdir(exist_ok=True)
    for shot in shots():
        take(shot, folder)
        print(folder / f"{shot.name}.png")


if __name__ == "__main__":
    main()
