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


def test_a_folder_holds_texts_with_a_folder_for_each_class() -> None:
    for label, text in (("ham", "hello"), ("spam", "win win")):
        Path("mails", label).mkdir(parents=True)
        Path("mails", label, "1.txt").write_text(text)
    Path("mails", "README").write_text("what this is")
    source = _source("mails")
    assert source.are_texts
    assert not source.are_points
    assert source.names is not None
    assert [Path(name).name for name in source.names] == ["1.txt", "1.txt"]
    assert source.note is not None
    assert "README" in source.note
    data = source.experiment.data
    assert (data.labels, data.class_names) == ((0, 1), ("ham", "spam"))


def test_an_empty_folder_is_refused() -> None:
    Path("reviews").mkdir()
    with pytest.raises(PlainError, match="reviews: expected one sub-folder with texts"):
        _source("reviews")


def test_bundled_texts_by_their_name() -> None:
    source = _source("textbook-reviews")
    assert source.are_texts
    assert source.experiment.text_features.values == "counts"
    assert len(source.labels) == 5


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
