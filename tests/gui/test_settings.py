"""Settings: kept, restored, and proof against anything that may stand in their file."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtWidgets import QMainWindow, QSplitter, QWidget
from pytestqt.qtbot import QtBot

from gui.looks import Looks
from gui.settings import MOST_RECENT, Settings
from gui.settings_file import FORMAT, VERSION
from gui.studio import Studio
from gui.theme import Theme


class Window(QMainWindow):
    """A main window as far as settings know it."""

    def __init__(self) -> None:
        super().__init__()
        self.data, self.stage, self.side = QWidget(), QWidget(), QWidget()
        self.upper_row = QSplitter(Qt.Orientation.Horizontal)
        for part in (self.data, self.stage, self.side):
            self.upper_row.addWidget(part)
        self.setCentralWidget(self.upper_row)
        self.resize(600, 300)


def test_what_is_kept_comes_back(
    tmp_path: Path, qtbot: QtBot, studio: Studio, application_theme: Theme
) -> None:
    path = tmp_path / "deep" / "settings.json"
    window, again = Window(), Window()
    for each in (window, again):
        qtbot.addWidget(each)
    window.show()
    window.resize(711, 344)
    window.upper_row.setSizes([200, 400, 101])
    window.side.hide()
    studio.look(margins=False, loss="log", side_by_side=True, digits=5, comma=True)
    studio.set_speed(500.0)
    application_theme.use("dark")
    Settings(path).keep(window, studio, application_theme)

    kept = Settings(path)
    assert kept.theme == "dark"
    looks, studio.looks = studio.looks, Looks()
    studio.speed = 20.0
    kept.restore_studio(studio)
    assert studio.looks == looks == replace(looks, margins=False, loss="log", side_by_side=True)
    assert (studio.looks.digits, studio.looks.comma) == (5, True)
    assert studio.speed == 500.0
    kept.restore_window(again)
    again.show()
    assert (again.width(), again.height()) == (711, 344)
    assert again.side.isHidden()
    assert not again.data.isHidden()
    again.side.show()
    sizes = again.upper_row.sizes()
    assert sizes[0] / sizes[1] == pytest.approx(200 / 400, rel=0.1)


def test_without_a_file_there_are_defaults(tmp_path: Path, qtbot: QtBot, studio: Studio) -> None:
    empty = Settings(tmp_path / "none.json")
    assert empty.theme == "system"
    assert empty.looks == Looks()
    assert empty.speed is None
    assert empty.recent == ()
    window = Window()
    qtbot.addWidget(window)
    empty.restore_window(window)
    assert (window.width(), window.height()) == (600, 300)


KEYS = (
    "theme", "speed", "recent", "looks/regions", "looks/loss", "looks/digits",
    "window/geometry", "window/upper_row", "window/hidden",
)  # fmt: skip


NONSENSE = (
    "@ByteArray(x)", "nan", "1e999", "-5 2 3", "9999999999999 1 1", "a, b, c", "AdnQywADAAA=",
)  # fmt: skip


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.dictionaries(
        st.sampled_from(KEYS),
        st.text(st.characters(codec="utf-8"), max_size=40)
        | st.sampled_from(NONSENSE)
        | st.lists(st.text(st.characters(codec="utf-8"), max_size=20), max_size=12),
        min_size=1,
    )
)
def test_nonsense_in_the_file_is_never_an_exception(
    tmp_path: Path, qtbot: QtBot, studio: Studio, values: dict[str, str | list[str]]
) -> None:
    path = tmp_path / "broken.json"
    kept = {"format": FORMAT, "version": VERSION, "values": values}
    path.write_text(json.dumps(kept), encoding="utf-8")
    found = Settings(path)
    assert found.theme in ("system", "light", "dark")
    assert isinstance(found.looks.regions, bool)
    assert found.looks.digits in range(2, 7)
    assert found.speed is None or 1.0 <= found.speed <= 20_000.0
    assert len(found.recent) <= MOST_RECENT
    found.restore_studio(studio)
    window = Window()
    qtbot.addWidget(window)
    found.restore_window(window)
    assert sum(window.upper_row.sizes()) >= 0
    studio.looks, studio.speed = Looks(), 20.0


def test_binary_rubbish_counts_as_nothing(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(bytes(range(256)) * 20)
    assert Settings(path).theme == "system"


def test_recent_files_are_ten_distinct_ones_newest_first(tmp_path: Path) -> None:
    kept = Settings(tmp_path / "settings.json")
    for k in range(13):
        kept.add_recent(tmp_path / f"file {k}, ünï;code.csv")
    kept.add_recent(tmp_path / "file 5, ünï;code.csv")
    names = [path.name for path in Settings(tmp_path / "settings.json").recent]
    assert len(names) == 10
    assert names[:2] == ["file 5, ünï;code.csv", "file 12, ünï;code.csv"]
    assert len(set(names)) == 10
    kept.forget_recent(tmp_path / "file 12, ünï;code.csv")
    assert "file 12, ünï;code.csv" not in [path.name for path in kept.recent]


def test_a_folder_that_cannot_be_written_is_no_error(
    tmp_path: Path, qtbot: QtBot, studio: Studio, application_theme: Theme
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    kept = Settings(blocked / "settings.json")
    window = Window()
    qtbot.addWidget(window)
    kept.keep(window, studio, application_theme)
    assert blocked.read_text() == "not a folder"


def test_by_default_they_lie_where_the_system_keeps_settings(qtbot: QtBot) -> None:
    QStandardPaths.setTestModeEnabled(True)
    try:
        place = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppConfigLocation)
        assert Settings().path == Path(place) / "settings.json"
    finally:
        QStandardPaths.setTestModeEnabled(False)
