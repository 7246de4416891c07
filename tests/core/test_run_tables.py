"""The tables of a run say what the run itself says."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest

from core.dataset import Dataset
from core.experiment import Order, Stopping
from core.generators import make_points
from core.learners import BUILT_IN, find
from core.points import Points
from core.run import Run
from core.run_tables import trace_table, weights_table

BY_VISITS = [learner.name for learner in BUILT_IN if learner.name != "adaboost"]


def _run(name: str, classes: int, batch: int = 1) -> Run:
    points = make_points("overlap", n=22, classes=classes)
    points = Points(np.abs(points.xy), points.labels, points.class_names)  # counts are not negative
    dataset = Dataset.from_points(points).split(0.25)
    return Run(dataset, find(name), order=Order(batch=batch), stopping=Stopping(3, False)).play()


def _parsed(text: str, delimiter: str = ",") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text), delimiter=delimiter))


@pytest.mark.parametrize("batch", [1, 5])
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("name", BY_VISITS)
def test_the_trace_is_what_every_step_says(name: str, classes: int, batch: int) -> None:
    run = _run(name, classes, batch)
    names = run.dataset.class_names
    lines = iter(_parsed(trace_table(run)))
    for t in range(1, run.steps + 1):
        step = run.at(t).step
        assert step is not None
        for update in step.updates:
            line = next(lines)
            assert int(line["step"]) == t
            assert int(line["row"]) == update.row
            assert (line["gold"], line["wrong"]) == (names[update.gold], names[update.wrong])
            assert float(line["margin"]) == pytest.approx(update.margin, rel=1e-6, abs=1e-6)
            assert line["mistake"] == ("1" if update.mistake else "0")
            moved = update.coefficients
            gold = moved[update.gold] if len(moved) > 1 else moved[0] * (2 * update.gold - 1)
            assert float(line["size"]) == pytest.approx(1.0 if not run.learner.online else gold)
    assert next(lines, None) is None


@pytest.mark.parametrize("classes", [2, 4])
def test_the_trace_of_boosting_tells_its_stumps(classes: int) -> None:
    run = _run("adaboost", classes)
    lines = _parsed(trace_table(run))
    assert len(lines) == run.steps
    for t, line in enumerate(lines, 1):
        step = run.at(t).step
        assert step is not None
        assert int(line["step"]) == t
        assert line["feature"] == run.dataset.feature_names[int(step.facts["column"])]
        assert float(line["threshold"]) == step.facts["threshold"]
        assert line["low"] == run.dataset.class_names[int(step.facts["low"])]
        assert line["high"] == run.dataset.class_names[int(step.facts["high"])]
        assert float(line["error"]) == step.facts["error"]
        assert float(line["alpha"]) == step.facts["alpha"]


def test_a_stump_that_asks_nothing_names_no_feature() -> None:
    same_place = Points(np.zeros((3, 2)), np.array([0, 0, 1]))
    run = Run(Dataset.from_points(same_place), find("adaboost")).play()
    (line,) = _parsed(trace_table(run))[:1]
    assert (line["feature"], line["threshold"]) == ("", "")


@pytest.mark.parametrize("readout", ["last", "averaged"])
@pytest.mark.parametrize("classes", [2, 3])
def test_the_weights_read_back_exactly(classes: int, readout: str) -> None:
    run = _run("mira", classes)
    lines = _parsed(weights_table(run, run.steps, readout))
    assert [line.pop("feature") for line in lines] == ["x", "y", "bias"]
    expected = ["B"] if classes == 2 else ["A", "B", "C"]
    assert all(list(line) == expected for line in lines)
    table = np.array([[float(cell) for cell in line.values()] for line in lines])
    assert (table == run.at(run.steps).weights(readout)).all()


def test_the_weights_of_boosting_are_what_the_stumps_say() -> None:
    run = _run("adaboost", 3)
    lines = _parsed(weights_table(run, 2, "last"))
    assert len(lines) == 2
    assert "if" in lines[0]["feature"]
    assert [float(line["alpha"]) for line in lines] == run.at(2).weights()[:, 0].tolist()


def test_names_that_look_like_formulas_are_safe_in_a_spreadsheet() -> None:
    labels = ["=1+1", "@sum", "=1+1", "@sum"]
    table = [[1.0, 2.0], [2.0, 1.0], [3.0, 4.0], [4.0, 2.0]]
    dataset = Dataset.from_table(table, labels, ["+cmd", 'a,"b"'])
    run = Run(dataset, find("perceptron")).play()
    weights = _parsed(weights_table(run, run.steps, "last"))
    assert [line["feature"] for line in weights] == ["'+cmd", 'a,"b"', "bias"]
    assert "'@sum" in weights[0]
    assert {line["gold"] for line in _parsed(trace_table(run))} == {"'=1+1", "'@sum"}


def test_the_delimiter_can_be_a_tab() -> None:
    run = _run("perceptron", 2)
    assert weights_table(run, 0, "last", "\t").startswith("feature\tB\nx\t0.0\n")
    assert _parsed(trace_table(run, "\t"), "\t") == _parsed(trace_table(run))


def test_a_run_that_has_not_begun_has_an_empty_trace() -> None:
    dataset = Dataset.from_points(make_points("moons", n=10))
    run = Run(dataset, find("perceptron"))
    assert trace_table(run) == "step,row,gold,wrong,margin,size,mistake\n"
