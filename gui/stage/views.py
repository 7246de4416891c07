"""Every view of the stage, declared once; its module is loaded when it is first looked at."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from PySide6.QtWidgets import QWidget

from core.experiment import Data, PointsData, TextsData
from gui.studio import Studio
from gui.tab_strip import Tab
from gui.theme import Theme


@dataclass(frozen=True)
class View:
    """A way to look at the moment; its class takes the studio and the theme."""

    id: str
    title: str
    what: str
    home: str  # module, colon, class
    kinds: tuple[str, ...]  # of data that it can show

    @property
    def tab(self) -> Tab:
        return Tab(self.id, self.title, self.what)

    def make(self, studio: Studio, theme: Theme) -> QWidget:
        module, _, name = self.home.partition(":")
        view = getattr(import_module(module), name)(studio, theme)
        assert isinstance(view, QWidget)
        return view


PLANE, TEXTS = ("points", "table"), ("texts",)

VIEWS = (
    View("documents", "Document map", "Every document at its score, drifting as it is learnt",
         "gui.stage.document_map:DocumentMap", TEXTS),
    View("two-words", "Two words", "Documents by two of their words, the boundary a moving line",
         "gui.stage.two_words:TwoWords", TEXTS),
    View("projection", "Projection", "Documents where they differ most, and the boundary's trace",
         "gui.stage.projection_view:ProjectionView", TEXTS),
    View("word-paths", "Word paths", "How the weights of some words moved along the run",
         "gui.stage.word_paths:WordPaths", TEXTS),
    View("texts", "Texts", "Every text in a table, to sort, filter and search",
         "gui.stage.texts_table:TextsTable", TEXTS),
    View("plane", "Plane", "The points, and where each learner would draw the line",
         "gui.stage.plane_stage:PlaneStage", PLANE),
    View("losses", "Losses", "Each loss against the margin, every example a bead on it",
         "gui.stage.losses_view:LossesView", (*PLANE, *TEXTS)),
    View("weights", "Weight space", "Every example a half-plane, the weights on their way in it",
         "gui.stage.weight_space_view:WeightSpaceView", PLANE),
    View("cost", "Cost surface", "The mean loss over two weights as a landscape, and the way down",
         "gui.stage.cost_surface_view:CostSurfaceView", PLANE),
    View("evaluation", "Evaluation", "What is taken for what, rates of each class, calibration",
         "gui.stage.evaluation_view:EvaluationView", (*PLANE, *TEXTS)),
)  # fmt: skip


def kind_of(data: Data) -> str:
    if isinstance(data, PointsData):
        return "points"
    return "texts" if isinstance(data, TextsData) else "table"


def views_for(data: Data) -> tuple[View, ...]:
    """The views that can show these data, the one to begin with first."""
    kind = kind_of(data)
    return tuple(view for view in VIEWS if kind in view.kinds)
