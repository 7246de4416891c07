"""Sets the window up for a scene: experiment, looks, learner, words, what-if."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.boundary import Spot, line_of
from core.experiment import Experiment, PointsData
from core.lessons import Played, Scene, Show
from gui.looks import Looks
from gui.what_if import Wish

if TYPE_CHECKING:
    from gui.main_window import MainWindow

FAR = 2.0  # breadths of the points; a line farther away would make them a speck
PERSONAL = ("digits", "comma", "spotlight", "caption")  # looks that no lesson has a say in


class Stagehand:
    """Knows the window's parts; asks each as a person at the controls would."""

    def __init__(self, window: MainWindow) -> None:
        self._window, self._studio = window, window.studio
        self.entering = False  # is it a scene that is being opened, and not another document?
        self._has_opened = False

    def set_up(self, scene: Scene, experiment: Experiment) -> None:
        """All that can be set before anything is computed."""
        studio = self._studio
        studio.pause()
        studio.select(())
        studio.choose_feature(None)
        if self._has_opened and experiment == studio.experiment:
            studio.undo_stack.clear()  # mostly: the runs that are there serve on
            studio.seek(0)
        else:
            self._open(experiment)
        studio.activate(min(scene.show.learner_index, max(len(experiment.learners) - 1, 0)))
        own = {name: getattr(studio.looks, name) for name in PERSONAL}
        studio.look(**{**vars(Looks()), **own, **scene.show.looks()})
        self._turn_pages(scene.show)

    def _open(self, experiment: Experiment) -> None:
        self.entering = self._has_opened = True
        try:
            self._studio.open_document(experiment, None)
        finally:
            self.entering = False

    def put_back(self, experiment: Experiment) -> None:
        """The scene's own experiment, if a person has changed it meanwhile; can be undone."""
        self._studio.edit(experiment, "Put the scene back")

    def _turn_pages(self, show: Show) -> None:
        studio, side = self._studio, self._window.side
        if show.what_if:
            side.turn_to("what-if")
        elif show.try_it or show.word:
            side.turn_to("words")
        if studio.what_if.wish.kind or show.what_if:
            studio.what_if.ask(Wish(show.what_if, show.sweep))
        words = side.page("words")
        box = getattr(words, "try_it", None)
        if box is not None:
            box.field.setText(show.try_it)

    def point_out(self, scene: Scene) -> None:
        """What can be found only in the computed data: a word, the axes of a view."""
        studio, show = self._studio, scene.show
        dataset = studio.results.dataset
        if dataset is None:
            return
        if show.word and show.word in dataset.feature_names:
            studio.choose_feature(dataset.feature_names.index(show.word))
        if show.words is not None:
            view = getattr(self._window.stage, "view", lambda _: None)("two-words")
            if view is not None:
                view.show_words(*show.words)
        self._bring_into_sight()

    def _bring_into_sight(self) -> None:
        """A scene that speaks of the line shows it, even where it runs beside all points."""
        studio = self._studio
        moment, data = studio.moment(studio.active), studio.experiment.data
        plane = getattr(self._window.stage, "view", lambda _: None)("plane")
        if moment is None or plane is None or not isinstance(data, PointsData) or not data.xy:
            return
        if studio.experiment.features.name != "plain" or len(data.class_names) != 2:
            return
        weights = moment.weights(studio.results.experiment.learners[studio.active].readout)
        line = line_of(weights[:, 0]) if weights.ndim == 2 and len(weights) in (2, 3) else None
        if line is None:
            return
        xy = np.array(data.xy)
        low, high = xy.min(axis=0), xy.max(axis=0)
        normal, middle = np.array(line.normal), (low + high) / 2.0
        off = (float(normal @ middle) + line.offset) / float(normal @ normal)
        foot = middle - off * normal
        beside = bool((foot < low).any() or (foot > high).any())
        if beside and float(np.abs(foot - middle).max()) <= FAR * float((high - low).max()):
            plane.fit_with((float(foot[0]), float(foot[1])))

    def played(self, experiment: Experiment) -> Played:
        """The experiment with the runs that are there, or to be run anew."""
        results = self._studio.results
        runs = [learner.run for learner in results.learners if learner.run is not None]
        if (
            results.done
            and results.experiment == experiment
            and len(runs) == len(experiment.learners)
        ):
            return Played(experiment, results.dataset, runs)
        return Played(experiment)

    def first_line(self) -> tuple[Spot, Spot]:
        """A level line through the middle, for a person to turn."""
        data = self._studio.experiment.data
        xy = np.array(data.xy if isinstance(data, PointsData) else ()).reshape(-1, 2)
        if not len(xy):
            return (-1.0, 0.0), (1.0, 0.0)
        (x0, y0), (x1, y1) = xy.min(axis=0).tolist(), xy.max(axis=0).tolist()
        reach = max(x1 - x0, y1 - y0, 1e-6) * 0.35
        middle = ((x0 + x1) / 2.0, (y0 + y1) / 2.0)
        return (middle[0] - reach, middle[1]), (middle[0] + reach, middle[1])
