"""Tables: what is found out, what is read, and every refusal with its line."""

from dataclasses import replace

import numpy as np
import pytest

from core.errors import PlainError
from core.experiment import PointsData, TableData
from core.files.sniff import numeric_columns, sniff
from core.files.tables import Table, parse_table, read_table

POINTS = [[1.5, 2.5], [3.0, -4.0]]


def refusal(text: str) -> str:
    with pytest.raises(PlainError) as caught:
        parse_table(text, "points.csv")
    return str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "x,y,label\n1.5,2.5,A\n3,-4,B\n",
        "1.5,2.5,A\n3,-4,B",
        "x;y;label\n1,5;2,5;A\n3;-4;B\n",
        "1,5;2,5;A\n3;-4;B\n",
        "1,5\t2,5\tA\n3\t-4\tB\n",
        "1,5 2,5 A\n3 -4 B\n",
        "  1.5   2.5 A \n3 -4\tB\n",
        "x|y|label\n1.5|2.5|A\n3|-4|B\n",
        "x, y, label\n1.5, 2.5, A\n+3e0, -.4E+1, B\n",
        "label,x,y\nA,1.5,2.5\nB,3,-4\n",
        "x,label,y\n1.5,A,2.5\n3,B,-4\n",
        '"x","y","label"\n"1.5","2.5","A"\n"3","-4","B"\n',
        "# made by hand\n# x y\n\nx,y,label\n\n1.5,2.5,A\n   \n3,-4,B\n,,\n\n",
        "x,y,label,\n1.5,2.5,A,\n3,-4,B,\n",
        "x,y,label\n1.5,2.5,A,\n3,-4,B\n",
        ",x,y,label\n0,1.5,2.5,A\n1,3,-4,B\n",
    ],
)
def test_the_same_two_points_however_they_are_written(text: str) -> None:
    table = parse_table(text, "points.csv")
    assert table.values.tolist() == POINTS
    assert table.labels == ("A", "B")
    assert table.column_names == ("x", "y")


def test_a_decimal_comma_is_never_dropped() -> None:
    assert parse_table("1,5;2,5;A\n1,5;3,5;B", "p.csv").values.tolist() == [[1.5, 2.5], [1.5, 3.5]]
    assert "2 different labels" in refusal("1,5;2,5")
    assert "found only numbers" in refusal("1,5;2,5\n3,5;4,5\n5,5;4,5")
    assert parse_table("1,5;A\n2,5;B", "p.csv").values.tolist() == [[1.5], [2.5]]


@pytest.mark.parametrize(
    "text",
    [
        "1.234,5;2;A\n1,5;3;B\n",
        "1,234,567;2;A\n1;3;B\n",
        "1,234\t2\tA\n1\t3\tB\n",
        '"1,234",2,A\n1,3,B\n',
        "1'234;2;A\n1;3;B\n",
        "1,5;2.5;A\n1;3;B\n",
    ],
)
def test_thousands_separators_are_refused_not_guessed(text: str) -> None:
    assert refusal(text).startswith("points.csv, line 1: expected a number in column “")
    assert refusal(text).endswith("thousands separators are not accepted).")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x,y,l\n1,2,A\n3,abc,B\n", "line 3: expected a number in column “y”, found “abc”."),
        ("x,y,l\n1,2,A\n\n3,,B\n", "line 4: expected a number in column “y”, found nothing."),
        ("abc,2,A\n1,2,B\n3,4,B\n", "line 1: expected a number in column “x”, found “abc”."),
        ("x,y,l\n1,2,A\n3,4\n", "line 3: expected 3 columns, found 2."),
        ("x,y,l\n1,2,A\n3,4,B,5\n", "line 3: expected 3 columns, found 4."),
        ("x,y,l\n1,2,A\n3,4,\n", "line 3: expected a label, found none."),
        ('x,y,l\n1,2,"A\nA"\n3,4\n', "line 4: expected 3 columns, found 2."),
        ('x,y,l\n1,2,A\n3,4,"B\n', "line 3: expected a closing quotation mark"),
        ('x,y,l\n1,2,A\n3,4,"B"b\n', "line 3: expected the cell to end after"),
        ("x,y,l\n1,2,A\n3,1_000,B\n", "line 3: expected a number in column “y”, found “1_000”."),
        ("x,y,l\n1,2,A\n1,2,A\n1,٣,B\n", "line 4: expected a number in column “y”, found “٣”."),
        ("name,x,label\nfoo,1,A\nbar,2,B\n", "line 2: expected a number in column “name”"),
        ("x,y,l\n1,2,A\n3,4,A\n", "expected at least 2 different labels in column “l”, found 1."),
        ("x,y,label\n", "expected rows of numbers and a label, found none."),
        ("", "expected a table, found an empty file."),
        ("just words\n", "expected"),
        ("abc\ndef\n", "expected rows of numbers and a label, separated by"),
    ],
)
def test_errors_name_file_line_and_what_was_expected(text: str, sentence: str) -> None:
    assert sentence in refusal(text)
    assert refusal(text).startswith("points.csv")
    assert "\n" not in refusal(text)


@pytest.mark.parametrize("word", ["NaN", "nan", "inf", "-Infinity", "1e400", "-1E999"])
def test_numbers_that_are_not_finite_are_refused_with_line_and_column(word: str) -> None:
    assert refusal(f"x,y,l\n1,2,A\n3,{word},B\n") == (
        f"points.csv, line 3: expected a number in column “y”, found “{word}” "
        "(only finite numbers are accepted)."
    )


def test_extreme_but_finite_numbers_are_read_exactly() -> None:
    text = "a,b,l\n1e308,1e308,A\n-1e308,5e-324,B\n1e-310,-0.0,A\n"
    values = parse_table(text, "p.csv").values
    assert values.tolist() == [[1e308, 1e308], [-1e308, 5e-324], [1e-310, -0.0]]
    assert np.signbit(values[2, 1])


@pytest.mark.parametrize(
    ("text", "label_column"),
    [
        ("1,2,0\n3,4,1\n5,6,0\n", 2),
        ("0,2.5,1.5\n1,1.1,1.3\n0,2.2,3.3\n", 0),
        ("x,y,c\n1,2,0\n3,4,1\n5,6,0\n", 2),
        ("x1,x2,y\n1,2,0\n3,4,1\n5,6,0\n", 2),
        ("y,x1,x2\n1,2,0\n0,4,1\n1,6,0\n", 0),
        ("Class,a,b\n1,2,0\n0,4,1\n1,6,0\n", 0),
        ("a,TARGET,b\n1,2,0\n0,4,1\n1,6,0\n", 1),
        ("label,a,b\n1,2,red\n0,4,blue\n1,6,red\n", 2),
    ],
)
def test_the_label_column_is_found(text: str, label_column: int) -> None:
    assert sniff(text).label_column == label_column


@pytest.mark.parametrize(
    ("text", "header"),
    [
        ("x,y,label\n1,2,A\n3,4,B\n", True),
        ("1,2,A\n3,4,B\n", False),
        ("1,2,label\n1,2,A\n3,4,B\n", True),  # names that are numbers
        ("1,2,label\n1,2,other\n3,4,label\n", False),
        ("x,y,label\n1,2,0\n3,4,1\n", True),
        ("x,2,A\n1,2,A\n3,4,B\n", False),
    ],
)
def test_the_header_is_found(text: str, header: bool) -> None:
    assert sniff(text).header is header


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_encodings_and_newlines(tmp_path, encoding: str, newline: str) -> None:
    path = tmp_path / "p.csv"
    path.write_bytes("x,y,label\n1,2,Käse\n3,4,Brot\n".replace("\n", newline).encode(encoding))
    table = read_table(path)
    assert table.labels == ("Käse", "Brot")
    assert table.column_names == ("x", "y")


def test_a_given_shape_overrides_what_was_found(tmp_path) -> None:
    path = tmp_path / "p.csv"
    path.write_bytes("k,a,b,c\n1,2.5,3,Ж\n2,4.5,6,Ф\n1,5,6,Ж\n".encode("cp1251"))
    found = sniff(path.read_text("cp1251"))
    assert found.label_column == 3
    chosen = replace(found, label_column=0, columns=(2, 1))
    table = read_table(path, chosen, "cp1251")
    assert table.labels == ("1", "2", "1")
    assert table.column_names == ("b", "a")
    assert table.values.tolist() == [[3, 2.5], [6, 4.5], [6, 5]]


def test_a_correction_is_kept_and_the_rest_found_around_it() -> None:
    text = "1,234\t2\tA\n3,456\t4\tB\n"
    assert sniff(text).decimal == "."
    corrected = sniff(text, decimal=",")
    assert parse_table(text, "p.tsv", corrected).values.tolist() == [[1.234, 2], [3.456, 4]]
    assert sniff(text, header=True).names == ("1,234", "2", "A")
    assert sniff(text, delimiter=",").delimiter == ","
    assert sniff(text, label_column=1).columns == (0, 2)


def test_columns_of_numbers_are_told_from_columns_of_text() -> None:
    text = "id,x,island,label\nq,1,a,A\nw,2,b,B\n"
    assert numeric_columns(text, sniff(text)) == (1,)


@pytest.mark.parametrize(
    "change",
    [
        {"label_column": 3},
        {"label_column": -1},
        {"columns": ()},
        {"columns": (0, 7)},
        {"columns": (0, 2)},
        {"delimiter": "x"},
        {"decimal": "'"},
    ],
)
def test_an_impossible_shape_is_refused(change: dict[str, object]) -> None:
    text = "x,y,label\n1,2,A\n3,4,B\n"
    with pytest.raises(PlainError):
        parse_table(text, "p.csv", replace(sniff(text), **change))


def test_two_columns_and_few_classes_are_points() -> None:
    data = parse_table("u,v,label\n1,2,B\n3,4,A\n", "p.csv").to_data()
    assert data == PointsData(((1.0, 2.0), (3.0, 4.0)), (1, 0), ("A", "B"), ("u", "v"))


def test_more_columns_or_classes_stay_a_table() -> None:
    three = parse_table("a,b,c,label\n1,2,3,B\n3,4,5,A\n", "p.csv").to_data()
    columns = ("a", "b", "c")
    assert three == TableData(((1, 2, 3), (3, 4, 5)), (1, 0), columns, ("A", "B"))
    nine = "".join(f"{k},{k}.5,{k}\n" for k in range(9)) * 2
    data = parse_table(nine, "p.csv").to_data()
    assert isinstance(data, TableData)
    assert data.class_names == tuple("012345678")


def test_the_dataset_has_the_same_numbers() -> None:
    table = Table(np.array([[0.0, 2.0], [3.0, 0.0]]), ("b", "a"), ("u", "v"), ("a", "b"))
    dataset = table.dataset()
    assert dataset.rows.dense().tolist() == [[0, 2], [3, 0]]
    assert dataset.labels.tolist() == [1, 0]
    assert dataset.feature_names == ("u", "v")


def test_limits() -> None:
    rows = "".join(f"{k}.5,1,c{k}\n" for k in range(51))
    assert "line 51: expected at most 50 different labels" in refusal(rows)
    assert "line 100001: expected at most 100,000 rows" in refusal("1,2,A\n1,2,B\n" * 50_001)
    wide = ",".join(["1"] * 10_001) + ",A\n"
    assert "at most 10,000 columns" in refusal(wide * 2)
    assert "at most 10,000 columns" in refusal("1," * 400_000)
    assert "line 1: expected a label of at most 200 characters" in refusal(f"1,2,{'a' * 201}\n")
    assert len(refusal("x,y,l\n1,2,A\n3," + "q" * 100_000 + ",B\n")) < 200
