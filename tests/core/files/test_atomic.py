"""Files are written whole or not at all."""

import errno
import os

import pytest

from core.errors import PlainError
from core.files.atomic import write_atomically, writing_atomically


def test_new_and_existing_files_hold_exactly_the_data(tmp_path) -> None:
    path = tmp_path / "a.csv"
    write_atomically(path, b"first\r\n\x00")
    assert path.read_bytes() == b"first\r\n\x00"
    write_atomically(path, b"")
    assert path.read_bytes() == b""
    assert os.listdir(tmp_path) == ["a.csv"]


@pytest.mark.parametrize("step", ["replace", "fsync", "open", "fchmod"])
def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch, step) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, step, fail)
        with pytest.raises(PlainError, match=r"^a\.csv: cannot be written \(No space left"):
            write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.csv"]


def test_an_interruption_leaves_no_temporary_file(tmp_path, monkeypatch) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", interrupt)
        with pytest.raises(KeyboardInterrupt):
            write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.csv"]


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX permissions and links")
def test_permissions_and_links_are_kept(tmp_path) -> None:
    target = tmp_path / "real.csv"
    target.write_bytes(b"old")
    target.chmod(0o640)
    link = tmp_path / "link.csv"
    link.symlink_to(target)
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert target.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX permissions")
def test_a_new_file_gets_the_usual_permissions(tmp_path) -> None:
    ordinary = tmp_path / "ordinary"
    ordinary.touch()
    write_atomically(tmp_path / "ours", b"x")
    assert (tmp_path / "ours").stat().st_mode == ordinary.stat().st_mode


def test_places_that_cannot_be_written_are_one_sentence(tmp_path, monkeypatch) -> None:
    with pytest.raises(PlainError, match=r"cannot be written \(No such file"):
        write_atomically(tmp_path / "gone" / "a.csv", b"x")
    with pytest.raises(PlainError, match="not a regular file"):
        write_atomically(tmp_path, b"x")
    with pytest.raises(PlainError, match="no file name has"):
        write_atomically("a\0b", b"x")
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(PlainError, match="read-only"):
        write_atomically(path, b"x")
    assert path.read_bytes() == b"old"


def test_what_is_given_up_while_it_is_written_leaves_the_old_file(tmp_path) -> None:
    path = tmp_path / "a.gif"
    path.write_bytes(b"old")

    def give_up() -> None:
        with writing_atomically(path) as file:
            file.write(b"half of it")
            raise KeyError

    with pytest.raises(KeyError):
        give_up()
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.gif"]
    with pytest.raises(ValueError, match="of the writer"), writing_atomically(path):
        raise ValueError("a mistake of the writer, and none of the name")
    with writing_atomically(path) as file:
        file.write(b"ne")
        file.write(b"w")
    assert path.read_bytes() == b"new"
