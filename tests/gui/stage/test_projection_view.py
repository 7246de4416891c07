"""The projection: documents on their two widest components, with the trace of the boundary."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from core.document_space import space_of
from core.experiment import LearnerChoice, TextsData
from gui.stage.projection_view import ProjectionView
from gui.studio import Studio
from gui.theme import Theme
from tests.gui.stage.text_stage import Reader, films, news


@pytest.fixture
def reader(studio: Studio, application_theme: Theme, qtbot: QtBot) -> Reader:
    chart = ProjectionView(studio, application_theme)
    qtbot.addWidget(chart)
    chart.resize(800, 420)
    chart.show()
    qtbot.waitExposed(chart)
    reader = Reader(chart, studio, qtbot)
    reader.open(films(LearnerChoice("perceptron"), LearnerChoice("mira")))
    studio.seek(studio.length)
    reader.chart.settle()
    return reader


def test_documents_lie_on_their_components_and_stay(reader: Reader) -> None:
    chart, dataset = reader.chart, reader.studio.results.dataset
    assert dataset is not None
    wide, high = space_of(dataset).places[:, 0], space_of(dataset).places[:, 1]
    spots = chart.spots.copy()
    inside = slice(1, -1)  # the outermost may be put at the edge
    assert (np.diff(spots[np.argsort(wide), 0]) >= -1e-9).all()
    assert (np.diff(spots[np.argsort(high), 1])[inside] <= 1e-9).all()
    reader.studio.seek(2)
    chart.settle()
    assert (chart.spots == spots).all()


def test_the_trace_is_where_the_mean_of_all_else_scores_nothing(reader: Reader) -> None:
    chart = reader.chart
    assert isinstance(chart, ProjectionView)
    assert chart.shown is not None
    trace, cut = chart.trace_of(chart.shown), chart.cut
    assert trace is not None
    assert cut is not None
    a, b, c = trace.weights[:, 0]
    spot = -c * np.array([a, b]) / (a * a + b * b)  # on the line
    point = cut.base + cut.directions @ spot
    moment = reader.studio.moment(0)
    assert moment is not None
    weights = moment.weights()[:, 0]
    assert point @ weights[:-1] + weights[-1] == pytest.approx(0.0, abs=1e-9)


def test_it_says_that_it_is_a_projection(reader: Reader) -> None:
    told = reader.chart.told()
    assert "A projection, which shows" in told
    assert "if all else is average" in told
    assert "component 1 (" in reader.chart.across_name
    assert "component 2 (" in reader.chart.up_name


def test_every_visible_learner_has_a_trace(reader: Reader) -> None:
    chart = reader.chart
    assert isinstance(chart, ProjectionView)
    assert [trace.title for trace in chart.traces] == ["Perceptron", "MIRA"]
    reader.open(films(LearnerChoice("perceptron"), LearnerChoice("mira", visible=False)))
    chart.settle()
    assert [trace.title for trace in chart.traces] == ["Perceptron"]


def test_regions_of_more_classes(reader: Reader) -> None:
    reader.open(news(LearnerChoice("logistic-regression")))
    reader.studio.seek(reader.studio.length)
    image = reader.chart.grab().toImage()
    area = reader.chart.area()
    ys = range(round(area.top()) + 4, round(area.bottom()) - 4, 12)
    xs = range(round(area.left()) + 4, round(area.right()) - 4, 12)
    tints = {image.pixelColor(x, y).name() for x in xs for y in ys}
    assert len(tints) > 20  # tints of several strengths


def test_documents_that_do_not_differ_have_no_plane(reader: Reader) -> None:
    texts = TextsData(("same words here",) * 4, (0, 1, 0, 1), ("a", "b"))
    reader.open(replace(films(), data=texts))
    assert "no plane to show" in reader.chart.told()
