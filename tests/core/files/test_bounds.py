"""JSON is bounded in depth and in parts, wherever it comes from; nothing is taken twice."""

from __future__ import annotations

import time

import msgspec
import pytest

from core.errors import PlainError
from core.files.kinds import parse_any
from core.files.strict_json import Bounds, decode_json
from core.files.tables import parse_table
from core.files.texts import LabelledTexts, parse_archive
from core.lessons.reading import decode_lesson
from core.model import MOST_FEATURES, Model
from tests.fuzz.corpus import zipped


def refused(data: bytes, name: str, words: str) -> None:
    with pytest.raises(PlainError, match=words):
        parse_any(data, name, "." + name.rpartition(".")[2])


USUAL = b'{"text": "a good film", "label": "pos"}\n{"text": "a bad film", "label": "neg"}\n'


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b'{"text": "a b", "label": "pos", "x": ' + b"[" * 21 + b"]" * 21 + b"}", "20 levels"),
        (b'{"text": "a b", "label": "pos", "x": ' + b'{"a":' * 21 + b"1" + b"}" * 22, "20 levels"),
        (b'{"text": "a b", "label": "pos", "x": 1, "x": 2}', "each key once"),
        (b'{"text": "a b", "label": "pos", "x": {"y": 1, "y": 2}}', "each key once"),
        (b'{"text": "a b", "label": "pos", "te\\u0078t": "c"}', "each key once"),
        (b'{"text": "a b", "label": NaN}', "expected JSON"),
        (b'{"text": "a b", "label": 1e999}', "out of range"),
    ],
)
def test_fields_that_nobody_reads_are_bounded_too(line: bytes, words: str) -> None:
    refused(USUAL + line + b"\n", "a.jsonl", words)


def test_smileys_and_brackets_in_texts_are_no_structure() -> None:
    data = USUAL + b'{"text": ":) [x] {y} \\": z", "label": "pos"}\n'
    found = parse_any(data, "a.jsonl", ".jsonl")
    assert isinstance(found, LabelledTexts)
    assert found.texts[2] == ':) [x] {y} ": z'


def test_parts_are_counted() -> None:
    few = Bounds(lists=3, texts=4)
    assert decode_json(b'{"a": [[1, 2], "b"]}', "a", dict[str, object], bounds=few)
    for data in (b'{"a": [[], [], []]}', b'{"a": ["b", "c", "d", "e"]}'):
        with pytest.raises(PlainError, match="expected at most"):
            decode_json(data, "a", dict[str, object], bounds=few)


def test_labels_in_many_spellings_take_no_time() -> None:
    rows = "".join(
        f"1,{'ab'[k % 2]}{' ' * (k % 300)}{chr(1) * (k // 300)}.\n" for k in range(60_000)
    )
    began = time.process_time()
    assert parse_table("x,label\n" + rows, "a.csv").class_names == ("a .", "a.", "b .")
    assert time.process_time() - began < 2.0


def test_archives_with_nameless_or_deep_files() -> None:
    files = {"a/1.txt": "good film", "b/1.txt": "bad film"}
    assert len(parse_archive(zipped({**files, ".": "nameless"}), "a.zip")) == 2
    with pytest.raises(PlainError, match="10 levels deep"):
        parse_archive(zipped({**files, "a/" * 12 + "b.txt": "x"}), "a.zip")


def test_a_lesson_with_endless_keys_is_refused_at_once() -> None:
    numbers = ", ".join(["0.5"] * 2_000)  # as many as points may have, on one line
    with pytest.raises(PlainError, match="unknown field"):
        decode_lesson(f"[[scene]]\nnumbers = [{numbers}]\n".encode(), "a.toml")
    for line in (b"a" + b".a" * 9_000 + b" = 1\n", b"[" + b'"x".' * 9_000 + b"x]\n"):
        began = time.process_time()
        with pytest.raises(PlainError, match="too many dots"):
            decode_lesson(line, "a.toml")
        assert time.process_time() - began < 0.5
    with pytest.raises(PlainError, match="levels deep"):
        decode_lesson(b"a" + b".a" * 100 + b" = 1\n", "a.toml")


def test_a_model_with_too_many_features_is_neither_saved_nor_loaded() -> None:
    head = {"format": "perceptarium model", "version": 1}
    data = msgspec.json.encode({**head, "feature_names": ["w"] * (2 * MOST_FEATURES + 2_000)})
    with pytest.raises(PlainError, match="expected at most"):
        Model.decode(data, "model.json")
