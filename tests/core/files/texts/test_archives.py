"""Archives of texts: the same as the folder they were made of, and nothing worse."""

import io
import lzma
import os
import stat
import tarfile
import tracemalloc
import zipfile
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core.files.texts as door
from core.errors import PlainError
from core.files import read_any
from core.files.texts import LeftOut, parse_archive, read_texts

FILES = {
    "films/pos/a.txt": "very good",
    "films/pos/b.txt": "a fine one",
    "films/neg/c.txt": "so bad",
    "films/README": "about them",
    "__MACOSX/films/pos/._a.txt": "\x00",
}
Pack = Callable[[dict[str, str]], bytes]


def zipped(files: dict[str, str], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return file.getvalue()


def tarred(files: dict[str, str], mode: str = "w") -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode=mode) as archive:  # type: ignore[call-overload]
        folder = tarfile.TarInfo("films")
        folder.type = tarfile.DIRTYPE
        archive.addfile(folder)
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content.encode())
            archive.addfile(entry, io.BytesIO(content.encode()))
    return file.getvalue()


def with_member(entry: tarfile.TarInfo) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        for name, content in FILES.items():
            plain = tarfile.TarInfo(name)
            plain.size = len(content.encode())
            archive.addfile(plain, io.BytesIO(content.encode()))
        archive.addfile(entry)
    return file.getvalue()


def refusal(data: bytes) -> str:
    with pytest.raises(PlainError) as caught:
        parse_archive(data, "films.zip")
    assert str(caught.value).startswith("films.zip: expected")
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.zip", zipped(FILES)),
        ("a.ZIP", zipped(FILES, zipfile.ZIP_STORED)),
        ("a.zip", zipped(FILES, zipfile.ZIP_BZIP2)),
        ("a.tar", tarred(FILES)),
        ("a.tar.gz", tarred(FILES, "w:gz")),
        ("a.tgz", tarred(FILES, "w:gz")),
        ("a.tar.bz2", tarred(FILES, "w:bz2")),
        ("a.tar.xz", tarred(FILES, "w:xz")),
    ],
)
def test_an_archive_of_a_folder(tmp_path, name: str, data: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    texts = read_texts(path)
    assert texts.texts == ("so bad", "very good", "a fine one")
    assert texts.labels == ("neg", "pos", "pos")
    assert texts.names == ("c.txt", "a.txt", "b.txt")
    assert texts.left_out == (LeftOut("films/README", "not in a class folder"),)
    assert read_any(path) == texts
    assert os.listdir(tmp_path) == [name]


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_an_archive_of_one_table_or_of_a_pair(pack: Pack) -> None:
    table = {"set/reviews.csv": "label,text\npos,good\nneg,bad\n", "set/readme.txt": "about"}
    assert parse_archive(pack(table), "a.zip").texts == ("good", "bad")
    pair = {"rt/x.pos": "good\nfine", "rt/x.neg": "bad", "README": "about"}
    assert parse_archive(pack(pair), "a.zip").labels == ("neg", "pos", "pos")


@pytest.mark.parametrize("pack", [zipped, tarred])
@pytest.mark.parametrize(
    "path", ["../../evil.txt", "films/../../evil", "/etc/passwd", "C:/evil", "..\\evil", "a/.."]
)
def test_paths_that_leave_the_archive_are_refused(pack: Pack, path: str) -> None:
    assert "paths that stay inside the archive" in refusal(pack({**FILES, path: "evil"}))


def test_links_and_devices_are_left_out() -> None:
    for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE):
        entry = tarfile.TarInfo("films/pos/odd")
        entry.type, entry.linkname = kind, "/etc/passwd"
        texts = parse_archive(with_member(entry), "a.tar")
        assert LeftOut("films/pos/odd", "a link or a device") in texts.left_out
        assert len(texts) == 3
    file = io.BytesIO(zipped(FILES))
    with zipfile.ZipFile(file, "a") as archive:
        link = zipfile.ZipInfo("films/pos/odd")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    texts = parse_archive(file.getvalue(), "a.zip")
    assert LeftOut("films/pos/odd", "a link or a device") in texts.left_out


BOMB = {"pos/1": "a" * 15_000_000, "neg/1": "b"}


@pytest.mark.parametrize(
    "data",
    [
        zipped(BOMB),
        tarred(BOMB, "w:gz"),
        tarred(BOMB, "w:xz"),
        tarred(BOMB, "w:bz2"),
        zipped({f"pos/{i}": "a" * 5_000_000 for i in range(5)}, zipfile.ZIP_DEFLATED),
    ],
    ids=["zip", "gz", "xz", "bz2", "many"],
)
def test_bombs_are_refused_before_they_go_off(data: bytes) -> None:
    tracemalloc.start()
    try:
        assert "found more" in refusal(data)
        assert tracemalloc.get_traced_memory()[1] < 30_000_000
    finally:
        tracemalloc.stop()


def test_a_bomb_that_lies_about_its_size() -> None:
    data = bytearray(zipped({"pos/1": "a" * 1_000_000, "neg/1": "b"}))
    real = (1_000_000).to_bytes(4, "little")
    assert data.count(real) == 2
    lying = bytes(data).replace(real, (10).to_bytes(4, "little"))
    assert "damaged" in refusal(lying)


def test_a_header_alone_cannot_take_the_memory() -> None:
    entry = tarfile.TarInfo("pax")
    entry.type = tarfile.XHDTYPE
    entry.size = 2_000_000_000
    stream = lzma.compress(entry.tobuf() + b"\x00" * 200_000_000, preset=0)
    assert "found more" in refusal(stream)


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_too_many_entries_are_refused(pack: Pack, monkeypatch) -> None:
    monkeypatch.setattr("core.files.texts.archive.MOST_ENTRIES", 4)
    assert "at most 4 files in the archive" in refusal(pack(FILES))


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_the_size_unpacked_is_limited_unless_wanted(pack: Pack, tmp_path, monkeypatch) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(pack({"pos/1": "good " * 200, "neg/1": "bad " * 200}))
    monkeypatch.setattr(door, "MOST_BYTES", 1_500)
    monkeypatch.setattr(door, "read_bytes", lambda path, *_: path.read_bytes())
    with pytest.raises(PlainError, match="unpacked, found more"):
        read_texts(path)
    assert len(read_texts(path, anyway=True)) == 2


def test_a_password_or_an_odd_method_is_said() -> None:
    data = bytearray(zipped({"pos/1": "good", "neg/1": "bad"}))
    start = data.index(b"PK\x01\x02")
    data[start + 8] |= 1
    assert "without a password" in refusal(bytes(data))
    assert "packed in the usual way" in refusal(zipped(FILES, zipfile.ZIP_LZMA))


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"\x00" * 5_000])
def test_what_is_no_archive(data: bytes) -> None:
    refusal(data)


WHOLE = [
    zipped(FILES),
    tarred(FILES),
    *(tarred(FILES, f"w:{kind}") for kind in ("gz", "bz2", "xz")),
]


def loads_or_refuses(data: bytes) -> None:
    sentence = ""
    try:
        assert len(parse_archive(data, "films.zip")) >= 2
    except PlainError as error:
        sentence = str(error)
    assert sentence == "" or sentence.startswith("films.zip")
    assert "\n" not in sentence
    assert len(sentence) < 400


@settings(max_examples=300)
@given(
    st.sampled_from(WHOLE),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 6), st.binary(max_size=6)), min_size=1),
)
def test_damaged_archives_load_or_are_refused(data: bytes, damages) -> None:
    content = bytearray(data)
    for where, length, piece in damages:
        start = int(where * len(content))
        content[start : start + length] = piece
    loads_or_refuses(bytes(content))


def test_every_truncation_is_refused_or_loads() -> None:
    for data in WHOLE:
        for end in range(0, len(data), 37):
            loads_or_refuses(data[:end])
