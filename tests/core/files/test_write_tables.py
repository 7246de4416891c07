"""What is written reads back as the same numbers, bit for bit, with the same labels."""

import csv

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import PlainError
from core.files.cells import protect, unprotect
from core.files.tables import Table, parse_table, read_table
from core.files.wording import tidy
from core.files.write_tables import table_text, write_points_csv, write_table
from core.points import Points

finite = st.floats(allow_nan=False, allow_infinity=False)
words = st.text(alphabet=st.sampled_from("ab1é#'\"=+-@,;|\t .\n"), min_size=1, max_size=6)
names = (words | st.text(min_size=1, max_size=6)).map(tidy).filter(bool)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    columns = draw(st.integers(1, 4))
    class_names = draw(st.lists(names, min_size=2, max_size=4, unique=True))
    labels = [*class_names, *draw(st.lists(st.sampled_from(class_names), max_size=6))]
    cells = draw(st.lists(finite, min_size=columns * len(labels), max_size=columns * len(labels)))
    titles = draw(st.lists(names, min_size=columns, max_size=columns))
    values = np.array(cells).reshape(len(labels), columns)
    return Table(values, tuple(labels), tuple(titles), tuple(class_names))


@settings(max_examples=250, deadline=None)
@given(tables(), st.sampled_from([",", ";", "\t", "|"]))
def test_a_table_reads_back_bit_for_bit(table: Table, delimiter: str) -> None:
    again = parse_table(table_text(table, delimiter), "t.csv")
    assert again.values.tobytes() == table.values.tobytes()
    assert again.labels == table.labels
    assert again.column_names == table.column_names
    assert set(again.class_names) == set(table.class_names)


@settings(max_examples=100, deadline=None)
@given(tables())
def test_other_programs_see_the_same_cells(table: Table) -> None:
    rows = list(csv.reader(table_text(table).splitlines()))
    assert [[float(cell) for cell in row[:-1]] for row in rows[1:]] == table.values.tolist()
    assert [unprotect(row[-1]) for row in rows[1:]] == list(table.labels)


@given(st.text())
def test_protection_can_always_be_undone(text: str) -> None:
    assert unprotect(protect(text)) == text


@given(st.sampled_from("=+-@"), st.text(max_size=5), st.integers(0, 3))
def test_no_text_starts_as_a_formula(sign: str, rest: str, quotes: int) -> None:
    text = "'" * quotes + sign + rest
    assert unprotect(protect(text)) == text
    written = protect(text)
    assert written[0] not in "=+-@" or float(written.strip()) == float(text.strip())


def test_formulas_are_made_safe_and_numbers_left_alone() -> None:
    labels = ("=1+1", "-1", "@SUM(A1)", "+x")
    text = table_text(Table(np.arange(8.0).reshape(4, 2), labels, ("x", "y"), labels))
    assert text.splitlines()[1:] == [
        "0.0,1.0,'=1+1",
        "2.0,3.0,-1",
        "4.0,5.0,'@SUM(A1)",
        "6.0,7.0,'+x",
    ]


def test_points_and_tabs_by_suffix(tmp_path) -> None:
    points = Points(np.array([[0.1, -0.0], [1 / 3, 1e300]]), np.array([1, 0]), ("A", "B"))
    write_points_csv(tmp_path / "p.csv", points)
    assert (tmp_path / "p.csv").read_text().splitlines()[:2] == ["x,y,label", "0.1,-0.0,B"]
    table = read_table(tmp_path / "p.csv")
    assert table.values.tobytes() == points.xy.tobytes()
    assert table.labels == ("B", "A")
    write_table(tmp_path / "p.tsv", table)
    assert "0.1\t-0.0\tB" in (tmp_path / "p.tsv").read_text()


@pytest.mark.parametrize("classes", [("A", "A "), ("A", " "), ("A", "b" * 201)])
def test_names_that_could_not_be_read_back_are_refused(tmp_path, classes) -> None:
    table = Table(np.zeros((2, 2)), classes, ("x", "y"), classes)
    with pytest.raises(PlainError):
        write_table(tmp_path / "t.csv", table)
    assert list(tmp_path.iterdir()) == []


def test_what_is_not_finite_is_not_written(tmp_path) -> None:
    table = Table(np.array([[np.nan, 1.0]]), ("A",), ("x", "y"), ("A", "B"))
    with pytest.raises(PlainError, match="not a finite number"):
        write_table(tmp_path / "t.csv", table)
