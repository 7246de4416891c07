"""Reading bytes and text: encodings, newlines, and what is refused before it is read."""

import os
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import PlainError
from core.files import text as text_file
from core.files.text import decode_text, lines_of, read_bytes, read_text


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        (b"x,y\n", "x,y\n", "utf-8"),
        (b"\xef\xbb\xbfcaf\xc3\xa9", "café", "utf-8-sig"),
        (b"\xff\xfe\xe9\x00\n\x00", "é\n", "utf-16"),
        (b"\xfe\xff\x00\xe9", "é", "utf-16"),
        (b"\xff\xfe\x00\x00\xe9\x00\x00\x00", "é", "utf-32"),
        (b"\x00\x00\xfe\xff\x00\x00\x00\xe9", "é", "utf-32"),
        (b"caf\xe9 \x80", "café €", "cp1252"),
        (b"", "", "utf-8"),
    ],
)
def test_the_encoding_is_found_out(data: bytes, text: str, encoding: str) -> None:
    assert decode_text(data, "a.csv") == (text, encoding)


def test_a_given_encoding_wins() -> None:
    assert decode_text(b"\xd4", "a.csv", "cp1251")[0] == "Ф"
    assert decode_text(b"\xef\xbb\xbfx", "a.csv", "UTF-8")[0] == "x"
    assert decode_text("é".encode("utf-16-le"), "a.csv", "utf-16-le")[0] == "é"


@pytest.mark.parametrize(
    "encoding", ["zlib", "hex", "rot13", "unicode_escape", "nonsense", "\0", ""]
)
def test_only_text_encodings_can_be_chosen(encoding: str) -> None:
    with pytest.raises(PlainError, match="There is no encoding"):
        decode_text(b"x", "a.csv", encoding)


def test_bytes_that_do_not_fit_the_chosen_encoding_name_their_line() -> None:
    with pytest.raises(PlainError, match=r"a\.csv, line 2: expected text in utf-8"):
        decode_text(b"fine\nbad \xff", "a.csv", "utf-8")


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_every_newline_becomes_lf(newline: str) -> None:
    assert decode_text(newline.join("abc").encode(), "a.csv")[0] == "a\nb\nc"


@pytest.mark.parametrize("data", [b"\x89PNG\x00\x00", b"a\x00b", "é".encode("utf-16-le"), b"\x81"])
def test_binary_data_are_refused_in_one_sentence(data: bytes) -> None:
    with pytest.raises(PlainError, match=r"^a\.csv: expected text.*encoding\.$"):
        decode_text(data, "a.csv")


@given(st.text(alphabet=st.characters(exclude_characters="\r\0\ufeff", exclude_categories=["Cs"])))
def test_utf_8_and_marked_utf_16_come_back_as_they_were(text: str) -> None:
    assert decode_text(text.encode(), "a")[0] == text
    assert decode_text(text.encode("utf-16"), "a")[0] == text


def test_too_many_lines_are_refused() -> None:
    with pytest.raises(PlainError, match="at most 1,000,000 lines"):
        decode_text(b"\n" * 1_000_001, "a.csv")


def test_a_huge_file_is_refused_before_reading(tmp_path, monkeypatch) -> None:
    huge = tmp_path / "huge.csv"
    with huge.open("wb") as file:
        file.truncate(1_000_000_000)
    monkeypatch.setattr(os, "open", lambda *_: pytest.fail("the file was opened"))
    start = time.perf_counter()
    with pytest.raises(PlainError, match=r"huge\.csv: expected a file of at most 20 MB"):
        read_text(huge)
    assert time.perf_counter() - start < 1.0


def test_the_cap_is_exact_and_can_be_chosen(tmp_path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"12345")
    assert read_bytes(path, most_bytes=5) == b"12345"
    with pytest.raises(PlainError, match="at most"):
        read_bytes(path, most_bytes=4)


def test_a_file_that_grows_while_being_read_is_refused(tmp_path, monkeypatch) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"1")
    small = os.stat(path)
    path.write_bytes(b"1" * 100)
    monkeypatch.setattr(os, "stat", lambda *_: small)
    monkeypatch.setattr(os, "fstat", lambda *_: small)
    with pytest.raises(PlainError, match="found more"):
        read_bytes(path, most_bytes=10)


@pytest.mark.skipif(os.name == "nt", reason="needs devices and pipes as files")
def test_devices_and_pipes_are_refused_without_waiting(tmp_path) -> None:
    link = tmp_path / "zero.csv"
    link.symlink_to("/dev/zero")
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    for path in (link, pipe):
        with pytest.raises(PlainError, match="expected a regular file, found a device or a pipe"):
            read_text(path)


def test_folders_missing_files_and_impossible_names_are_one_sentence(tmp_path) -> None:
    with pytest.raises(PlainError, match="found a folder"):
        read_text(tmp_path)
    with pytest.raises(PlainError, match=r"^none\.csv: cannot be read \(No such file"):
        read_text(tmp_path / "none.csv")
    with pytest.raises(PlainError, match="no file name has"):
        read_text("a\0b")


@given(st.text("ab\n", max_size=40), st.integers(1, 12))
def test_lines_taken_apart_in_pieces_are_those_of_the_whole(text: str, piece: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_file, "_LINES", piece)
        assert list(lines_of(text)) == text.split("\n")
