"""Settings that are cut off anywhere, or from a newer version: defaults, and the file is kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMainWindow

from gui.looks import Looks
from gui.settings import Settings
from gui.settings_file import VERSION, SettingsFile
from gui.studio import Studio
from gui.theme import Theme


@pytest.fixture
def written(tmp_path: Path, studio: Studio, application_theme: Theme) -> bytes:
    """A file of settings in which nothing is as it is by default."""
    path = tmp_path / "good" / "settings.json"
    studio.look(margins=False, loss="log", digits=5)
    studio.set_speed(500.0)
    application_theme.use("dark")
    settings = Settings(path)
    settings.add_recent(tmp_path / "ünï.csv")
    window = QMainWindow()
    settings.keep(window, studio, application_theme)
    window.deleteLater()
    return path.read_bytes()


def test_cut_off_at_any_byte_there_are_defaults_and_the_file_is_kept(
    written: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "settings.json"
    aside = tmp_path / "settings.json.old-1"
    whole = written.rstrip()
    for end in range(len(whole)):
        path.write_bytes(whole[:end])
        found = Settings(path)
        assert (found.theme, found.looks, found.speed, found.recent) == (
            "system", Looks(), None, (),
        )  # fmt: skip
        assert aside.read_bytes() == whole[:end]
        assert not path.exists()
        aside.unlink()
    path.write_bytes(whole)
    assert Settings(path).theme == "dark"
    assert not aside.exists()


def test_a_newer_version_is_set_aside_each_time(written: bytes, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    for number in (1, 2, 3):
        newer = {**json.loads(written), "version": VERSION + number}
        path.write_text(json.dumps(newer))
        found = Settings(path)
        assert found.theme == "system"
        found.keep_text("theme", "light")
        aside = tmp_path / f"settings.json.old-{number}"
        assert json.loads(aside.read_text()) == newer
        assert Settings(path).theme == "light"


def test_two_windows_keep_what_each_of_them_changed(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    one, other = SettingsFile(path), SettingsFile(path)
    one.put("theme", "dark")
    one.write()
    other.put("speed", "5.0")
    other.write()
    again = SettingsFile(path)
    assert (again.value("theme"), again.value("speed")) == ("dark", "5.0")


@pytest.mark.parametrize(
    "content",
    [
        b"[General]\ntheme=dark\n",
        b'{"format": "else", "version": 1, "values": {}}',
        b'{"format": "perceptarium settings", "version": 1, "values": {"theme": 3}}',
        b'{"format": "perceptarium settings", "version": 1, "values": {"a": "1", "a": "2"}}',
        b'{"format": "perceptarium settings", "version": 1, "values": {}}' + b" " * 1_000_000,
        b"\xff\xfe\x00",
    ],
)
def test_what_is_no_file_of_settings_is_set_aside(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    assert Settings(path).theme == "system"
    assert (tmp_path / "settings.json.old-1").read_bytes() == content
