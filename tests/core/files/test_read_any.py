"""The one door: the right reader for every file, and one sentence for everything else."""

import io
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import core.files
from core.dataset import Dataset
from core.errors import PlainError
from core.experiment import Experiment, PointsData
from core.files import SUFFIXES, read_any, suffix_of
from core.files.experiment import encode_experiment
from core.files.kinds import parse_any
from core.files.tables import Table
from core.files.texts import LabelledTexts

CSV = b"x,y,label\n1,2,A\n3,4.5,B\n"
SEMICOLONS = b"1,5;2,5;A\r\n2,5;3,5;B\r\n"
LIBSVM = b'# perceptarium {"class_names":["-1","1"],"width":4}\n+1 1:0.5 3:2 # a\n-1 2:1\n'
JSON_LINES = b'{"x":1,"label":"A"}\n{"y":2.5,"label":"\\u0042"}\n'
EXPERIMENT = encode_experiment(Experiment(data=PointsData(((0.0, 1.5), (1e-7, 2.0)), (0, 1))))
TEXTS = b"label,text\npos,so very good\nneg,so very bad\n"
JSON_TEXTS = b'{"text":"so good","label":"A"}\n{"text":"so bad","label":"B"}\n'


def _archive() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a/1", "one")
        archive.writestr("b/1", "two")
    return file.getvalue()


ARCHIVE = _archive()
CORPUS = [
    TEXTS,
    JSON_TEXTS,
    ARCHIVE,
    CSV,
    SEMICOLONS,
    LIBSVM,
    JSON_LINES,
    EXPERIMENT,
    CSV.decode().encode("utf-16"),
]


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("a.csv", CSV, Table),
        ("a.TSV", CSV.replace(b",", b"\t"), Table),
        ("a.txt", CSV, Table),
        ("a.data", SEMICOLONS, Table),
        ("a.txt", LIBSVM, Dataset),
        ("a.svm", LIBSVM, Dataset),
        ("a.libsvm", LIBSVM, Dataset),
        ("a.jsonl", JSON_LINES, Dataset),
        ("a.txt", JSON_LINES, Dataset),
        ("a.csv", TEXTS, LabelledTexts),
        ("a.txt", TEXTS.replace(b",", b"\t"), LabelledTexts),
        ("a.data", b"__label__a one\n__label__b two\n", LabelledTexts),
        ("a.jsonl", JSON_TEXTS, LabelledTexts),
        ("a.json", JSON_TEXTS, LabelledTexts),
        ("a.b.ZIP", ARCHIVE, LabelledTexts),
        ("a.json", EXPERIMENT, Experiment),
        ("a.perceptarium", EXPERIMENT, Experiment),
    ],
)
def test_the_right_reader_is_picked(tmp_path, name: str, content: bytes, kind: type) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert isinstance(read_any(path), kind)


@pytest.mark.parametrize(
    ("name", "suffix"),
    [("a.tar.gz", ".tar.gz"), ("b/A.Tar.XZ", ".tar.xz"), ("a.b.csv", ".csv"), ("a.gz", ".gz")],
)
def test_what_a_name_ends_in(name: str, suffix: str) -> None:
    assert suffix_of(name) == suffix


@pytest.mark.parametrize("name", ["a.xlsx", "a", "a.pickle", ".csv"])
def test_an_unknown_kind_names_the_accepted_ones(tmp_path, name: str) -> None:
    (tmp_path / name).write_bytes(CSV)
    with pytest.raises(PlainError) as caught:
        read_any(tmp_path / name)
    assert all(suffix in str(caught.value) for suffix in SUFFIXES)


@st.composite
def mutations(draw: st.DrawFn) -> bytes:
    """A real file with bytes cut out, doubled, replaced and put in."""
    content = bytearray(draw(st.sampled_from(CORPUS)))
    pieces = st.binary(max_size=4) | st.sampled_from(
        [
            b",",
            b";",
            b'"',
            b"\n",
            b"\r",
            b"\t",
            b"1e999",
            b"nan",
            b"{",
            b"[",
            b"]",
            b":",
            b"\\",
            b"#",
        ]
    )
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(content)))
        end = min(len(content), start + draw(st.integers(0, 8)))
        content[start:end] = draw(pieces) * draw(st.integers(1, 3))
    return bytes(content)


def loads_or_refuses(content: bytes, suffix: str) -> None:
    start = time.process_time()
    sentence = "some file was read."
    try:
        parse_any(content, "some" + suffix, suffix)
    except PlainError as error:
        sentence = str(error)
    assert time.process_time() - start < 2.0
    assert sentence.startswith("some")
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert len(sentence) < 400


@settings(max_examples=500)
@given(mutations(), st.sampled_from(SUFFIXES))
@example(b'{"format": "perceptarium"', ".json")
@example(b"\xff\xfe", ".csv")
@example(b"\xff\xfe\x00", ".csv")
@example(b"\xff\xfe\x00\xd8", ".txt")
@example(b'"', ".csv")
@example(b",", ".csv")
@example(b"1" * 5000 + b",A\n2,B", ".csv")
def test_damaged_files_load_or_are_refused(content: bytes, suffix: str) -> None:
    loads_or_refuses(content, suffix)


@settings(max_examples=300)
@given(st.binary(max_size=60), st.sampled_from(SUFFIXES))
def test_any_bytes_load_or_are_refused(content: bytes, suffix: str) -> None:
    loads_or_refuses(content, suffix)


@settings(max_examples=300)
@given(
    st.text(alphabet="0123456789.,;|\t \n\"'-+eE#:{}[]xA\\", max_size=40), st.sampled_from(SUFFIXES)
)
def test_any_scribble_loads_or_is_refused(text: str, suffix: str) -> None:
    loads_or_refuses(text.encode(), suffix)


@pytest.mark.parametrize(
    "piece", ["\n", ",", '"', "1,", '"\n', "#\n", "[", '\\"', '{"":', "1:1 ", " ", "\t;", '["', "é"]
)
def test_a_million_of_anything_takes_no_time(piece: str) -> None:
    content = (piece * 1_000_000)[:1_000_000].encode()
    for suffix in (".csv", ".svm", ".jsonl", ".perceptarium"):
        loads_or_refuses(content, suffix)


def test_importing_the_door_loads_no_reader() -> None:
    code = "import sys, core.files; print({'numpy', 'msgspec', 'csv'} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(core.files.__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "set()"
