"""What DATA stands for."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from core.dataset import Dataset
from core.errors import PlainError
from core.experiment import Experiment, PointsData, TableData
from core.files.experiment import save_experiment
from core.generators import TOYS, make_points
from gui.commands.data_argument import Source, add_data_arguments, read_data


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def _source(*arguments: str, seed: int | None = None) -> Source:
    parser = argparse.ArgumentParser()
    add_data_arguments(parser)
    return read_data(parser.parse_args(arguments, argparse.Namespace(seed=seed)))


def _examples(source: Source) -> Dataset:
    return source.examples(source.experiment)


@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.name)
def test_every_toy_by_its_name(toy: object) -> None:
    name = toy.name  # type: ignore[attr-defined]
    points = make_points(name)
    examples = _examples(_source(name))
    assert (examples.rows.dense() == points.xy).all()
    assert (examples.labels == points.labels).all()


def test_toy_options() -> None:
    source = _source("blobs", "--n=50", "--noise=0.9", "--balance=0.5", "--classes=3", seed=5)
    points = make_points("blobs", 50, 0.9, 0.5, 3, 5)
    assert (_examples(source).rows.dense() == points.xy).all()
    assert source.are_points


def test_a_file_wins_over_a_toy_of_the_same_name() -> None:
    Path("moons").write_text("x,y,label\n1,2,a\n2,1,b\n")
    with pytest.raises(PlainError, match="moons: expected a file of one of these kinds"):
        _source("moons")
    assert len(_examples(_source("circles"))) == 200


def test_a_table_with_two_columns_is_points() -> None:
    Path("points.csv").write_text("height;weight;label\n1,5;2;a\n2;1,25;b\n")
    source = _source("points.csv")
    assert isinstance(source.experiment.data, PointsData)
    examples = _examples(source)
    assert examples.rows.dense().tolist() == [[1.5, 2.0], [2.0, 1.25]]
    assert examples.feature_names == ("height", "weight")
    assert source.path == Path("points.csv")


def test_a_wider_table_is_a_table() -> None:
    Path("wide.csv").write_text("a,b,c,label\n1,2,3,u\n2,1,0,v\n")
    source = _source("wide.csv")
    assert isinstance(source.experiment.data, TableData)
    assert _examples(source).rows.dense().tolist() == [[1, 2, 3], [2, 1, 0]]
    assert not source.are_points


def test_sparse_rows_stay_sparse() -> None:
    Path("words.jsonl").write_text(
        '{"label": "ham", "features": {"hello": 1}}\n{"label": "spam", "features": {"win": 2}}\n'
    )
    source = _source("words.jsonl")
    assert source.dataset is not None
    assert _examples(source).feature_names == ("hello", "win")
    assert not source.are_points


def test_an_experiment_brings_all_it_says() -> None:
    saved = Experiment(data=PointsData(((0.0, 1.0), (1.0, 0.0)), (0, 1)), bias=False)
    save_experiment("saved.perceptarium", saved)
    assert _source("saved.perceptarium").experiment == saved


def test_a_folder_is_refused_with_what_is_accepted() -> None:
    Path("reviews").mkdir()
    with pytest.raises(PlainError) as error:
        _source("reviews")
    for word in ("“reviews” is a folder", ".csv", ".perceptarium", "moons"):
        assert word in str(error.value)


def test_what_is_not_there() -> None:
    with pytest.raises(PlainError, match="“moonz”; did you mean “moons”"):
        _source("moonz")
    with pytest.raises(
        PlainError, match=r"no file and no toy data “a/b\.csv”; toy data are: blobs"
    ):
        _source("a/b.csv")


def test_toy_options_are_refused_for_files() -> None:
    Path("points.csv").write_text("x,y,label\n1,2,a\n2,1,b\n")
    with pytest.raises(PlainError, match="--noise is for toy data"):
        _source("points.csv", "--noise", "0")
