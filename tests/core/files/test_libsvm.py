"""The LIBSVM format, checked against scikit-learn's reader and by round trips."""

import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.dataset import Dataset
from core.errors import PlainError
from core.files.libsvm import libsvm_text, parse_libsvm, read_libsvm, write_libsvm
from core.files.wording import tidy

finite = st.floats(allow_nan=False, allow_infinity=False)
names = st.text(min_size=1, max_size=5).map(tidy).filter(bool) | st.integers(-3, 3).map(str)


@st.composite
def datasets(draw: st.DrawFn) -> Dataset:
    width = draw(st.integers(1, 4))
    class_names = draw(st.lists(names, min_size=2, max_size=4, unique=True))
    n = draw(st.integers(1, 6))
    cells = draw(st.lists(finite | st.just(0.0), min_size=n * width, max_size=n * width))
    labels = draw(st.lists(st.sampled_from(class_names), min_size=n, max_size=n))
    features = draw(st.lists(names, min_size=width, max_size=width))
    cells[0] = 1.0  # a file without any number is refused
    return Dataset.from_table(np.reshape(cells, (n, width)), labels, features, class_names)


@settings(max_examples=200)
@given(datasets())
def test_everything_reads_back(dataset: Dataset) -> None:
    again = parse_libsvm(libsvm_text(dataset), "d.svm")
    assert again.rows.width == dataset.rows.width
    assert again.rows.values.tobytes() == dataset.rows.values.tobytes()
    assert again.rows.columns.tolist() == dataset.rows.columns.tolist()
    assert again.rows.starts.tolist() == dataset.rows.starts.tolist()
    assert again.labels.tolist() == dataset.labels.tolist()
    assert again.class_names == dataset.class_names
    assert again.feature_names == dataset.feature_names


@settings(max_examples=50)
@given(datasets())
def test_scikit_learn_reads_the_same_numbers(dataset: Dataset) -> None:
    from sklearn.datasets import load_svmlight_file

    file = io.BytesIO(libsvm_text(dataset).encode())
    rows, labels = load_svmlight_file(file, n_features=dataset.rows.width, zero_based=False)
    assert rows.toarray().tolist() == dataset.rows.dense().tolist()
    by_label = {}
    for theirs, ours in zip(labels.tolist(), dataset.labels.tolist(), strict=True):
        assert by_label.setdefault(theirs, ours) == ours
    assert len(set(by_label.values())) == len(by_label)


def test_labels_comments_and_blank_lines() -> None:
    text = "# made elsewhere\n+1 1:0.5 3:2 # a comment\n\n-1\n1.0 2:1e-3 4:0\n"
    dataset = parse_libsvm(text, "d.svm")
    assert dataset.class_names == ("-1", "1")
    assert dataset.labels.tolist() == [1, 0, 1]
    assert dataset.rows.dense().tolist() == [[0.5, 0, 2, 0], [0, 0, 0, 0], [0, 0.001, 0, 0]]
    assert dataset.feature_names == ("f1", "f2", "f3", "f4")


def test_far_away_indices_cost_no_memory() -> None:
    dataset = parse_libsvm("a 5:1 9999999:2\nb 10000000:3\n", "d.svm")
    assert dataset.feature_names == ("f5", "f9999999", "f10000000")
    assert dataset.rows.dense().tolist() == [[1, 2, 0], [0, 0, 3]]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1 1:2\n2 3:1 2:1", "line 2: expected ascending indices, found 2 after 3."),
        ("1 2:1 2:1", "line 1: expected ascending indices, found 2 after 2."),
        ("1 0:1", "line 1: expected index:value with an index from 1, found “0:1”."),
        ("1 -1:1", "line 1: expected index:value with an index from 1"),
        ("1 qid:3 1:1", "line 1: expected index:value"),
        ("1 2", "line 1: expected index:value"),
        ("1 2:", "line 1: expected a number after “2:”, found nothing."),
        ("1 2:x", "line 1: expected a number after “2:”, found “x”."),
        ("1 2:nan", "only finite numbers"),
        ("1 2:1e400", "only finite numbers"),
        ("1 2:1,5", "thousands separators are not accepted"),
        ("1 2:1_0", "found “1_0”"),
        ("1 10000001:1", "line 1: expected an index up to 10000000, found 10000001."),
        (f"1 {'9' * 5000}:1", "line 1: expected index:value"),
        ("2:1", "line 1: expected a label, found “2:1”."),
        ("1 1:1\n1 2:1", "expected at least 2 different labels in the first column, found 1."),
        ("1\n2\n", "found none with numbers"),
        ("", "expected lines such as"),
        ('# perceptarium {"class_names":["a","b"],"width":9e9}\n0 1:1', "line 1: expected a whole"),
        (
            '# perceptarium {"class_names":["a","b"],"width":9999999}\n0 1:1',
            "line 1: expected a wi",
        ),
        ('# perceptarium {"class_names":["a","a"],"width":3}\n0 1:1', "different class names"),
        (
            '# perceptarium {"class_names":["a","b"],"width":3}\n2 1:1',
            "“2” is not among the classes",
        ),
        ('# perceptarium {"class_names":["a","b"],"width":3}\n1 4:1', "index up to 3, found 4"),
        ("# perceptarium {", "line 1: expected complete JSON"),
    ],
)
def test_errors_name_the_line(text: str, sentence: str) -> None:
    with pytest.raises(PlainError) as caught:
        parse_libsvm(text, "d.svm")
    assert sentence in str(caught.value)
    assert str(caught.value).startswith("d.svm")


def test_files(tmp_path) -> None:
    dataset = parse_libsvm("1 1:0.1\n2 2:0.2\n", "d.svm")
    write_libsvm(tmp_path / "d.svm", dataset)
    assert read_libsvm(tmp_path / "d.svm").rows.values.tolist() == [0.1, 0.2]
