"""Files of earlier versions open, those of later ones are refused in a sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.errors import PlainError
from core.experiment import (
    Experiment,
    FeatureMapChoice,
    LearnerChoice,
    Order,
    PointsData,
    Split,
    Stopping,
    TextFeatures,
)
from core.files.experiment import VERSION, decode_experiment, load_experiment, save_experiment

# As the first version wrote it, before there were texts or locked views.
FIRST = Path(__file__).resolve().parents[2] / "data" / "version-1.perceptarium"


def test_a_file_of_the_first_version_opens_with_all_that_was_in_it() -> None:
    assert json.loads(FIRST.read_text("utf-8"))["version"] == 1
    assert load_experiment(FIRST) == Experiment(
        data=PointsData(
            ((-1.5, 0.25), (0.5, 1.0), (2.0, -0.75), (1.25, -2.0), (-0.5, -1.125)),
            (0, 0, 1, 1, 2),
            ("ham", "spam", "é & <b>"),
            ("length", "x₂"),
        ),
        features=FeatureMapChoice("plain", 100, 1.0, 0),
        text_features=TextFeatures(),
        bias=False,
        learners=(
            LearnerChoice("perceptron", {}, "averaged", ("last",)),
            LearnerChoice("pegasos", visible=False),
        ),
        order=Order("random", 7, 2),
        split=Split(0.2, 3),
        stopping=Stopping(5, False, 0.001, 2),
        position=4,
        shown=None,
    )


def test_saved_again_it_is_of_this_version_and_says_the_same(tmp_path: Path) -> None:
    path = tmp_path / "again.perceptarium"
    save_experiment(path, load_experiment(FIRST))
    assert json.loads(path.read_text("utf-8"))["version"] == VERSION
    assert load_experiment(path) == load_experiment(FIRST)


@pytest.mark.parametrize("version", [VERSION + 1, VERSION + 2, 999, 2**60])
def test_one_of_a_later_version_is_refused_in_a_sentence(version: int) -> None:
    # It may hold anything at all.
    data = json.dumps({"format": "perceptarium", "version": version, "experiment": {"new": 1}})
    with pytest.raises(PlainError) as refused:
        decode_experiment(data.encode(), "lecture.perceptarium")
    assert str(refused.value) == (
        "lecture.perceptarium: it was saved by a newer version of Perceptarium; update to open it."
    )
