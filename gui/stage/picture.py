"""What a view has been asked to show: the one thing that its layers are functions of."""

from __future__ import annotations

from dataclasses import dataclass

from core.experiment import FeatureMapChoice, LearnerChoice
from core.run import Moment
from gui.stage.frame import Frame
from gui.stage.placed import Placed
from gui.stage.terrain import Terrain
from gui.studio import Studio
from gui.theme import Theme


@dataclass(frozen=True)
class Picture:
    """The studio at its cursor, seen through a frame."""

    studio: Studio
    theme: Theme
    frame: Frame
    placed: Placed
    terrain: Terrain
    learner: int | None  # whose regions, step and mistakes are shown
    learners: tuple[int, ...]  # whose boundaries are shown
    cells: int  # along the longer side of the region map
    pixel_ratio: float  # pixels of the screen per pixel of the frame

    @property
    def features(self) -> FeatureMapChoice:
        """The feature map of the runs at hand, which may be a few milliseconds old."""
        return self.studio.results.experiment.features

    @property
    def up_to_date(self) -> bool:
        """Do the runs belong to the points on the screen?"""
        return self.studio.results.experiment is self.studio.experiment

    def choice(self, learner: int) -> LearnerChoice | None:
        result = self.studio.result(learner)
        return None if result is None else result.choice

    @property
    def moment(self) -> Moment | None:
        return None if self.learner is None else self.studio.moment(self.learner)

    @property
    def readout(self) -> str:
        """The main readout of the learner that is shown."""
        choice = None if self.learner is None else self.choice(self.learner)
        return "last" if choice is None else choice.readout
