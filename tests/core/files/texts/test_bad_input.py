"""Whatever comes is loaded or refused in a sentence; long readings can be followed and stopped."""

import io
import random
import time
import zipfile
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import PlainError
from core.files.limits import MOST_TEXTS
from core.files.texts import ReadingCancelled, parse_archive, parse_pasted, read_texts
from core.files.texts.parse import holds_texts, parse_texts_bytes
from core.files.watch import Watch

SAMPLES = [
    b'label,text\npos,"good, very"\nneg,bad\n',
    b"pos\tgood one\nneg\tbad one\n",
    b"__label__a some words\n__label__b others\n",
    b'{"text": "good", "label": "pos"}\n{"text": "bad", "label": "neg"}\n',
]


def sentence_for(data: bytes) -> str:
    """The refusal, or nothing where the texts load."""
    try:
        texts = parse_texts_bytes(data, "some.csv")
    except PlainError as error:
        sentence = str(error)
        assert sentence.startswith("some.csv")
        assert sentence.endswith(".")
        assert "\n" not in sentence
        assert len(sentence) < 400
        return sentence
    assert len(texts) == len(texts.labels) >= 2
    assert set(texts.labels) == set(texts.class_names)
    assert all(text == text.strip() != "" for text in texts.texts)
    return ""


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "expected texts with labels, found nothing."),
        (b" \n\n", "expected texts with labels, found nothing."),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "found binary data"),
        (b"label,text\npos,a\x00b\nneg,c\n", "found binary data"),
        (b"\xef\xbb\xbflabel,text\npos,caf\xe9 noir\nneg,c\n", "line 2: expected text in utf-8"),
        (b"label,text\npos,\x81\x8d\nneg,c\n", "expected text in UTF-8 or Windows-1252"),
        (b"x" * 10_000_000, "expected a text and its label in every row"),
        (b"pos\t" + b"word " * 2_000_000, "at least 2 different labels"),
        (b'label,text\npos,"' + b"word, " * 1_700_000, "expected"),
    ],
    ids=["empty", "blank", "binary", "NUL", "UTF-8", "bytes", "line", "document", "open quote"],
)
def test_bad_files_are_refused_quickly(data: bytes, sentence: str) -> None:
    start = time.process_time()
    assert sentence in sentence_for(data)
    assert time.process_time() - start < 2.0


def test_a_line_of_ten_megabytes_loads_where_it_can() -> None:
    assert sentence_for(b"pos\t" + b"word " * 2_000_000 + b"\nneg\tshort\n") == ""


def test_too_many_texts_are_refused() -> None:
    data = b"pos\ta b\nneg\tc d\n" * (MOST_TEXTS // 2)
    assert sentence_for(data) == ""
    assert "expected at most 100,000 texts" in sentence_for(data + b"pos\te f\n")


def test_too_large_files_need_to_be_wanted(tmp_path) -> None:
    path = tmp_path / "large.csv"
    path.write_bytes(b"label,text\nneg,b\n" + (b"pos," + b"a b " * 5_000 + b"\n") * 1_001)
    with pytest.raises(PlainError, match=r"large\.csv: expected a file of at most 20 MB"):
        read_texts(path)
    assert len(read_texts(path, anyway=True)) == 1_002


@settings(max_examples=300)
@given(
    st.sampled_from(SAMPLES),
    st.lists(
        st.tuples(
            st.integers(0, 60),
            st.integers(0, 5),
            st.binary(max_size=3)
            | st.sampled_from([b'"', b"\n", b"\t", b",", b"__label__", b"{", b'":', b"\r"]),
        ),
        min_size=1,
        max_size=6,
    ),
)
def test_damaged_files_load_or_are_refused(data: bytes, damages) -> None:
    content = bytearray(data)
    for start, length, piece in damages:
        content[start : start + length] = piece
    sentence_for(bytes(content))


@settings(max_examples=300)
@given(st.text(alphabet="ab1 .,;|\t\n\"'{}:_é\r\ufeff\u2028", max_size=40))
def test_any_scribble_loads_or_is_refused(text: str) -> None:
    holds_texts(text)
    sentence = "The pasted text loads."
    try:
        assert len(parse_pasted(text)) >= 2
    except PlainError as error:
        sentence = str(error)
    assert sentence.startswith("The pasted text")


@pytest.mark.parametrize(
    "piece",
    [
        "\n",
        ",",
        '"',
        "a,",
        '"\n',
        "\t",
        '\t"',
        ',"a',
        '{"":',
        " ",
        "__label__",
        "__label__a ",
        "é,",
    ],
)
def test_a_million_of_anything_takes_no_time(piece: str) -> None:
    start = time.process_time()
    text = (piece * 1_000_000)[:1_000_000]
    sentence_for(text.encode())
    holds_texts(text)
    assert time.process_time() - start < 3.0


# Following and stopping


def large_table() -> bytes:
    drawn = random.Random(7)
    words = ["film", "good", "bad", "plot", "actor", "never", ",", "rather", "“quite”", "dull"]
    lines = [
        f'{("pos", "neg")[i % 2]},"{" ".join(drawn.choices(words, k=40))}"' for i in range(60_000)
    ]
    return ("label,text\n" + "\n".join(lines)).encode()


def large_archive() -> bytes:
    drawn = random.Random(8)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for i in range(2_000):
            archive.writestr(f"{'pn'[i % 2]}/{i}", f"{drawn.random()} words " * 200)
    return file.getvalue()


@pytest.mark.parametrize(("name", "make"), [("a.csv", large_table), ("a.zip", large_archive)])
def test_a_long_reading_reports_and_asks_often(tmp_path, name: str, make) -> None:
    path = tmp_path / name
    path.write_bytes(make())
    asked: list[float] = [time.perf_counter()]
    told: list[tuple[int, int]] = []

    def cancelled() -> bool:
        asked.append(time.perf_counter())
        return False

    read_texts(path, progress=lambda *step: told.append(step), cancelled=cancelled)
    asked.append(time.perf_counter())
    gaps = [after - before for before, after in pairwise(asked)]
    assert sorted(gaps)[-3] < 0.1  # one or two may fall to a busy machine
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert {total for _, total in told} == {path.stat().st_size}
    assert told[-1][0] == path.stat().st_size
    assert len(told) > 3


def after(times: int) -> Callable[[], bool]:
    """True once it was asked so often."""
    asked = iter(range(times))
    return lambda: next(asked, None) is None


def test_a_reading_stops_wherever_it_is_told_to(tmp_path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(large_table()[:3_000_000])
    for limit in range(6):
        with pytest.raises(ReadingCancelled):
            read_texts(path, cancelled=after(limit))


def test_a_folder_can_be_stopped_between_files(tmp_path) -> None:
    for i in range(20):
        folder = tmp_path / "ab"[i % 2]
        folder.mkdir(exist_ok=True)
        (folder / str(i)).write_text("some words")
    with pytest.raises(ReadingCancelled):
        read_texts(tmp_path, cancelled=after(30))  # through the listing and into the files
    with pytest.raises(ReadingCancelled):
        parse_archive(large_archive(), "a.zip", watch=Watch(cancelled=lambda: True))
