"""The data: which points there are, what learners see of them, and in which order."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from core.experiment import Data, PointsData, TableData, TextsData
from gui.card import Card, labelled, rule
from gui.fields import explain
from gui.panels.data_groups import FeaturesGroup, HeldOutGroup, OrderGroup
from gui.panels.data_remarks import remark_on
from gui.panels.scrolling import scrolling
from gui.panels.stopping import StoppingGroup
from gui.panels.text_features import TextFeaturesGroup
from gui.panels.toys import ToyGroup
from gui.plain_text import short
from gui.studio import Studio
from gui.theme import Theme

MOST_COLUMN_NAMES = 6


class DataPanel(Card):
    """Toy sets, held-out share, features, order and stopping rules."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__("Data")
        self._studio, self._theme = studio, theme
        self.count = labelled("", "muted")
        self.header.addWidget(self.count)
        self.toys = ToyGroup(studio, theme)
        self.columns = labelled("", "muted")
        self.remark = labelled("", "notice")
        self.held_out = HeldOutGroup(studio, theme)
        self.features = FeaturesGroup(studio, theme)
        self.text_features: TextFeaturesGroup | None = None  # made when there are texts
        self.order = OrderGroup(studio, theme)
        self.stopping = StoppingGroup(studio, theme)
        self.clear = QPushButton("Clear all points")
        self.clear.setProperty("role", "link")
        self.clear.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clear.clicked.connect(self._clear)
        explain(self.clear, "Remove every point; the classes stay. Undo brings them back.",
                "Clear all points")  # fmt: skip
        self._lay_out()
        studio.experiment_changed.connect(self._follow_experiment)
        studio.results_changed.connect(self._follow_results)
        self._follow_experiment()

    @property
    def toy(self) -> str | None:
        """The name of the toy set that is there now; None for anything else."""
        recipe = self.toys.recipe
        return None if recipe is None else recipe.toy

    def open_sample(self, name: str) -> None:
        """A bundled sample of texts in place of what is there."""
        self.toys.open_sample(name)

    def make_toy(self, name: str) -> None:
        """Toy data of this kind in place of what is there, known to the panel as such."""
        self.toys.make(name)

    def _lay_out(self) -> None:
        inside = QWidget()
        self._column = column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(9)
        for label in (self.columns, self.remark):
            label.setWordWrap(True)
        for widget in (
            self.toys, self.columns, self.remark, rule(), self.held_out, rule(), self.features,
            rule(), self.order, rule(), self.stopping,
        ):  # fmt: skip
            column.addWidget(widget)
        column.addWidget(self.clear, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        self.body.setContentsMargins(14, 12, 6, 10)
        self.header.setContentsMargins(0, 0, 8, 0)
        self.body.addWidget(scrolling(inside, smallest=160), 1)

    def _follow_experiment(self) -> None:
        data = self._studio.experiment.data
        self.count.setText(_counted(data))
        self.columns.setText(_column_names(data) if isinstance(data, TableData) else "")
        self.columns.setVisible(isinstance(data, TableData))
        self._follow_kind(isinstance(data, TextsData))
        for group in (self.toys, self.held_out, self.features, self.order, self.stopping):
            group.refresh()
        points = self._studio.points
        self.clear.setVisible(points is not None)
        self.clear.setEnabled(bool(points and points.xy))
        self._follow_results()

    def _follow_kind(self, texts: bool) -> None:
        if texts and self.text_features is None:
            self.text_features = TextFeaturesGroup(self._studio, self._theme)
            place = self._column.indexOf(self.features)
            self._column.insertWidget(place, self.text_features)
        if self.text_features is not None:
            self.text_features.setVisible(texts)
            self.text_features.refresh()

    def _follow_results(self) -> None:
        if self._studio.results.dataset is not None:  # the window has long been painted
            self.toys.offer_samples()
        remark = remark_on(self._studio.experiment, self._studio.results)
        self.remark.setText(remark or "")
        self.remark.setVisible(bool(remark))

    def _clear(self) -> None:
        points = self._studio.points
        if points is not None:
            empty = PointsData(class_names=points.class_names, axis_names=points.axis_names)
            self._studio.edit_points(empty, "Clear all points")


def _counted(data: Data) -> str:
    if isinstance(data, TextsData):
        return "1 text" if len(data.texts) == 1 else f"{len(data.texts):,} texts"
    if isinstance(data, PointsData):
        return "1 point" if len(data.xy) == 1 else f"{len(data.xy):,} points"
    rows, columns = len(data.values), len(data.column_names)
    return f"{rows:,} row{'s' * (rows != 1)}, {columns:,} column{'s' * (columns != 1)}"


def _column_names(data: TableData) -> str:
    names = ", ".join(short(name, 24) for name in data.column_names[:MOST_COLUMN_NAMES])
    more = len(data.column_names) - MOST_COLUMN_NAMES
    return f"{names} and {more:,} more" if more > 0 else names
