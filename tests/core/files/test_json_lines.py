"""JSON lines and the strict JSON underneath."""

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.dataset import Dataset
from core.errors import PlainError
from core.files.json_lines import (
    json_lines_text,
    parse_json_lines,
    read_json_lines,
    write_json_lines,
)
from core.files.strict_json import decode_json
from core.files.tables import Table
from core.files.wording import tidy

finite = st.floats(allow_nan=False, allow_infinity=False)
names = st.text(min_size=1, max_size=4).map(tidy).filter(bool)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    columns = draw(st.lists(names, min_size=1, max_size=4, unique=True))
    class_names = draw(st.lists(names, min_size=2, max_size=3, unique=True))
    labels = [*class_names, *draw(st.lists(st.sampled_from(class_names), max_size=4))]
    size = len(labels) * len(columns)
    cells = draw(st.lists(finite | st.just(0.0), min_size=size, max_size=size))
    values = np.reshape(cells, (len(labels), len(columns)))
    return Table(values, tuple(labels), tuple(columns), tuple(class_names))


@settings(max_examples=150)
@given(tables())
def test_a_table_reads_back_bit_for_bit(table: Table) -> None:
    again = parse_json_lines(json_lines_text(table), "t.jsonl")
    assert isinstance(again, Table)
    assert again.values.tobytes() == table.values.tobytes()
    assert again.labels == table.labels
    assert again.column_names == table.column_names


@settings(max_examples=150)
@given(tables())
def test_a_dataset_reads_back_with_the_same_features_in_order(table: Table) -> None:
    dataset = table.dataset()
    again = parse_json_lines(json_lines_text(dataset), "t.jsonl")
    again = again.dataset() if isinstance(again, Table) else again
    assert again.feature_names == dataset.feature_names
    assert again.rows.values.tobytes() == dataset.rows.values.tobytes()
    assert again.rows.columns.tolist() == dataset.rows.columns.tolist()
    assert again.rows.starts.tolist() == dataset.rows.starts.tolist()
    assert [again.class_names[k] for k in again.labels] == list(table.labels)


def test_flat_objects_nested_features_and_differing_keys() -> None:
    flat = parse_json_lines('{"x":1,"y":2.5,"label":"A"}\n\n{"y":4,"x":3,"label":"B"}\n', "f")
    assert isinstance(flat, Table)
    assert flat.values.tolist() == [[1, 2.5], [3, 4]]
    nested = parse_json_lines(
        '{"features":{"good":1},"label":1}\n{"features":{"bad":2,"good":0},"Label":true}\n', "n"
    )
    assert isinstance(nested, Dataset)
    assert nested.feature_names == ("good", "bad")
    assert nested.rows.dense().tolist() == [[1, 0], [0, 2]]
    assert nested.class_names == ("1", "true")


def test_files(tmp_path) -> None:
    table = Table(np.eye(2), ("A", "B"), ("x", "y"), ("A", "B"))
    write_json_lines(tmp_path / "t.jsonl", table)
    again = read_json_lines(tmp_path / "t.jsonl")
    assert isinstance(again, Table)
    assert again.values.tolist() == [[1, 0], [0, 1]]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('{"x":NaN,"label":"A"}', "line 2: expected JSON, found “NaN"),
        ('{"x":-Infinity,"label":"A"}', "line 2: expected JSON"),
        ('{"x":1e400,"label":"A"}', "line 2: number out of range"),
        ('{"x":' + "1" * 400 + ',"label":"A"}', "line 2: "),
        ('{"x":1,"x":2,"label":"A"}', "line 2: expected each key once, found “x” again."),
        ('{"x":1,"\\u0078":2,"label":"A"}', "line 2: expected each key once, found “x” again."),
        ('{"x":' + "[" * 100_000, "line 2: expected JSON at most 20 levels deep."),
        ('{"x":' + '{"a":' * 100_000, "line 2: expected JSON at most 20 levels deep."),
        ('{"x":"1","label":"A"}', "line 2: expected a number in “x”, found “1”."),
        ('{"x":true,"label":"A"}', "line 2: expected a number in “x”, found “true”."),
        ('{"x":null,"label":"A"}', "line 2: expected a number in “x”, found “null”."),
        ('{"x":[1],"label":"A"}', "found a list"),
        ('{"x":1}', "line 2: expected a field “label”, found none."),
        ('{"x":1,"label":null}', "line 2: expected a label, found none."),
        ('{"x":1,"label":" "}', "line 2: expected a label, found none."),
        ('{"x":1,"label":{}}', "line 2: expected a text or a number as the label."),
        ('{"features":{"x":1},"z":2,"label":"A"}', "only a label beside “features”, found “z”"),
        ('{"x":1,"x ":2,"label":"A"}', "line 2: expected fields with different names"),
        ("[1]", "line 2: expected a JSON object, found “[1]”."),
        ('{"x":1,"label":"A"', "line 2: expected complete JSON"),
        ('{"x":1,"label":"\\ud800"}', "line 2: expected"),
    ],
)
def test_errors_name_the_line(line: str, sentence: str) -> None:
    with pytest.raises(PlainError) as caught:
        parse_json_lines('{"x":1,"label":"B"}\n' + line, "t.jsonl")
    assert sentence in str(caught.value)
    assert len(str(caught.value)) < 250


scalars = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | finite | st.text(max_size=5)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=15,
)


@settings(max_examples=200)
@given(st.dictionaries(st.text(max_size=3), values, max_size=4), st.booleans())
def test_strict_json_agrees_with_the_standard_library(value: dict[str, Any], ascii: bool) -> None:
    data = json.dumps(value, ensure_ascii=ascii).encode(errors="replace")
    assert decode_json(data, "v.json", dict[str, Any]) == json.loads(data)


@settings(max_examples=200)
@given(values, st.text(max_size=3))
def test_a_repeated_key_is_found_at_any_depth(inner: Any, key: str) -> None:
    pair = json.dumps(key) + ":" + json.dumps(inner)
    data = f'{{"a\\"{{[": [1, {{{pair}, {pair}}}]}}'.encode(errors="replace")
    with pytest.raises(PlainError, match="each key once"):
        decode_json(data, "v.json", dict[str, Any])


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"b\\\\":'])
def test_twenty_levels_are_accepted_and_one_more_is_not(opening: str) -> None:
    closing = "".join({"[": "]", "{": "}"}[c] for c in reversed(opening) if c in "[{")
    fits = 19 // len(closing)

    def nested(times: int) -> bytes:
        return ('{"top":' + opening * times + "1" + closing * times + "}").encode()

    decode_json(nested(fits), "v.json", dict[str, Any])
    with pytest.raises(PlainError, match="20 levels"):
        decode_json(nested(fits + 1), "v.json", dict[str, Any])
