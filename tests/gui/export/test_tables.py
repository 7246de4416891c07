"""Tables: exact numbers, names that no spreadsheet takes for formulas, JSON that is strict."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from core.errors import PlainError
from core.experiment import LearnerChoice
from core.files.tables import read_table
from gui.export.computed import results_of
from gui.export.tables import table_of
from tests.gui.export.scenes import HOSTILE, four_points, four_results
from tests.gui.text_studio import TEXTS, text_experiment


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text), strict=True))


def test_weights_are_those_of_the_step() -> None:
    results = four_results()
    run = results.learners[0].run
    assert run is not None
    for step in (0, 1, 2, 8):
        found = rows(table_of(results, "weights", ".csv", step=step))
        assert [row["feature"] for row in found[:2]] == ["x", "y"]
        assert [float(row["plus"]) for row in found] == run.weights(step).tolist()
        same = json.loads(table_of(results, "weights", ".json", step=step))
        assert [row["plus"] for row in same["weights"]] == run.weights(step).tolist()
        assert (same["learner"], same["step"]) == ("perceptron", step)


def test_steps_are_cut_to_the_span() -> None:
    results = four_results()
    found = rows(table_of(results, "steps", ".csv", step=8, first=2, last=4))
    assert [row["step"] for row in found] == ["2", "3", "4"]
    assert [row["mistake"] for row in found] == ["1", "0", "0"]
    same = json.loads(table_of(results, "steps", ".json", step=8, first=2, last=4))
    assert [(one["row"], one["gold"]) for one in same] == [(1, "minus"), (2, "plus"), (3, "minus")]


def test_curves_have_a_line_for_each_learner_readout_and_step() -> None:
    results = four_results()
    found = rows(table_of(results, "curves", ".csv", step=8))
    readouts = {(row["learner"], row["readout"]) for row in found}
    assert readouts == {("Perceptron", "last"), ("Perceptron", "averaged"), ("MIRA", "last")}
    first = [row for row in found if (row["learner"], row["readout"]) == ("Perceptron", "last")]
    curves = results.learners[0].curves["last"]
    assert [int(row["step"]) for row in first] == curves.steps.tolist()
    np.testing.assert_array_equal([float(row["hinge"]) for row in first], curves.train["hinge"])
    np.testing.assert_array_equal([float(row["norm"]) for row in first], curves.norms)


def test_points_can_be_opened_again(tmp_path: Path) -> None:
    results = four_results()
    (tmp_path / "a.csv").write_text(table_of(results, "points", ".csv", step=0))
    again = read_table(tmp_path / "a.csv")
    np.testing.assert_array_equal(again.values, results.experiment.data.xy)  # type: ignore[union-attr]
    assert tuple(again.labels) == ("plus", "minus", "plus", "minus")


def test_texts_are_whole() -> None:
    results = results_of(text_experiment("perceptron"))
    same = json.loads(table_of(results, "points", ".json", step=0))
    assert tuple(one["text"] for one in same) == TEXTS.texts
    assert [one["label"] for one in same] == [TEXTS.class_names[k] for k in TEXTS.labels]


@pytest.mark.parametrize("what", ["points", "curves", "weights", "steps"])
def test_no_cell_is_a_formula(what: str) -> None:
    results = four_results(*HOSTILE)
    text = table_of(results, what, ".csv", step=8)
    cells = [cell for row in csv.reader(io.StringIO(text), strict=True) for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "@", "+"))]
    if what in ("points", "steps"):
        assert "'" + HOSTILE[1] in cells
        same = json.loads(table_of(results, what, ".json", step=8))
        assert HOSTILE[1] in {one.get("label", one.get("gold")) for one in same}


def test_what_has_no_table_is_one_sentence() -> None:
    voted = replace(four_points(), learners=(LearnerChoice("perceptron", readout="voted"),))
    with pytest.raises(PlainError, match="vote of many weight vectors"):
        table_of(results_of(voted), "weights", ".csv", step=8)
    with pytest.raises(PlainError, match="no learner"):
        table_of(results_of(replace(four_points(), learners=())), "steps", ".csv", step=0)
    with pytest.raises(PlainError, match="no table"):
        table_of(four_results(), "poems", ".csv", step=0)
