"""The export dialog, as somebody uses it: choose, look, export, cancel."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QWidget
from pytestqt.qtbot import QtBot

from gui.export.animation import NO_AV
from gui.export.wish import KINDS
from gui.export_dialog import ExportDialog
from gui.studio import Studio
from gui.theme import Theme
from tests.gui.shell import choosing

Ok = QDialogButtonBox.StandardButton.Ok


@pytest.fixture
def dialog(studio: Studio, application_theme: Theme, qtbot: QtBot) -> Iterator[ExportDialog]:
    window = QWidget()
    qtbot.addWidget(window)
    studio.seek(40)
    dialog = ExportDialog(studio, application_theme, window)
    dialog.open()
    yield dialog
    dialog.done(0)


def choose(dialog: ExportDialog, kind: str, **values: object) -> None:
    """Click on the tab, and choose in the boxes."""
    dialog.kinds.tab(kind).click()
    for name, value in values.items():
        box = getattr(dialog.options, name)
        box.setCurrentIndex(box.findData(value))


def seen(dialog: ExportDialog, qtbot: QtBot) -> None:
    """Wait until the preview is there."""
    qtbot.waitUntil(lambda: not dialog._soon.isActive(), timeout=5_000)


def export(dialog: ExportDialog, qtbot: QtBot) -> None:
    dialog.buttons.button(Ok).click()
    qtbot.waitUntil(lambda: not dialog.exporting.busy, timeout=20_000)


def test_a_picture_of_the_size_asked_for(
    dialog: ExportDialog, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    suggested = choosing(monkeypatch, tmp_path / "mine.png")
    choose(dialog, "picture", scale=2, theme="dark")
    dialog.options.extent.setCurrentText("480 × 300")
    seen(dialog, qtbot)
    assert dialog.said.text() == "960 × 600 pixels"
    export(dialog, qtbot)
    assert Path(suggested[0]).name == "stage.png"
    image = QImage(str(tmp_path / "mine.png"))
    assert (image.width(), image.height()) == (960, 600)
    assert image.pixelColor(300, 30).lightness() < 110
    assert dialog.said.text().startswith("Written: mine.png, ")


def test_an_animation_with_its_estimate(
    dialog: ExportDialog, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choosing(monkeypatch, tmp_path / "mine.gif")
    choose(dialog, "animation", format=".gif")
    assert (dialog.options.first.value(), dialog.options.last.value()) == (0, 40)
    dialog.options.extent.setCurrentText("480 × 300")
    dialog.options.first.setValue(10)
    dialog.options.last.setValue(20)
    qtbot.waitUntil(lambda: "about" in dialog.said.text(), timeout=5_000)
    assert dialog.said.text().startswith("11 frames · 2.2 s · 480 × 300 pixels · about ")
    guessed = float(dialog.said.text().split("about ")[1].split()[0])
    export(dialog, qtbot)
    with Image.open(tmp_path / "mine.gif") as film:
        assert film.size == (480, 300)
        assert 2 <= getattr(film, "n_frames", 1) <= 11
    assert 0.3 < guessed / ((tmp_path / "mine.gif").stat().st_size / 1e3) < 3.0


def test_escape_stops_an_animation_and_leaves_nothing(
    dialog: ExportDialog, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choosing(monkeypatch, tmp_path / "mine.gif")
    choose(dialog, "animation", format=".gif")
    seen(dialog, qtbot)
    dialog.buttons.button(Ok).click()
    qtbot.waitUntil(lambda: dialog.bar.value() > 2, timeout=10_000)
    assert not dialog.options.isEnabled()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    assert not dialog.exporting.busy
    assert dialog.said.text() == "Cancelled; nothing was written."
    assert os.listdir(tmp_path) == []
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_a_table_and_a_program(
    dialog: ExportDialog, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(dialog, "table", what="weights", format=".json", learner=1)
    seen(dialog, qtbot)
    assert '"learner": "mira"' in dialog.preview.text.toPlainText()
    choosing(monkeypatch, tmp_path / "weights")
    export(dialog, qtbot)
    written = json.loads((tmp_path / "weights.json").read_text())  # the suffix is added
    assert (written["learner"], written["step"]) == ("mira", 40)
    choosing(monkeypatch, tmp_path / "run.py")
    choose(dialog, "python")
    export(dialog, qtbot)
    compile((tmp_path / "run.py").read_text(), "run.py", "exec")


def test_a_web_page_of_the_span(
    dialog: ExportDialog, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choosing(monkeypatch, tmp_path / "page.html")
    choose(dialog, "page")
    dialog.options.last.setValue(12)
    export(dialog, qtbot)
    assert dialog.problem.text() == ""
    assert "<html" in (tmp_path / "page.html").read_text(encoding="utf-8")[:400]


def test_what_cannot_be_exported_says_why_and_has_no_button(
    dialog: ExportDialog, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "av", None)
    choose(dialog, "animation", format=".mp4")
    seen(dialog, qtbot)
    assert dialog.problem.text() == NO_AV
    assert not dialog.buttons.button(Ok).isEnabled()
    choose(dialog, "animation", format=".gif")
    seen(dialog, qtbot)
    assert dialog.problem.isHidden()
    assert dialog.buttons.button(Ok).isEnabled()


def test_a_file_that_cannot_be_written_is_one_sentence(
    dialog: ExportDialog, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind, name in (("picture", "a.png"), ("animation", "a.gif"), ("table", "a.csv")):
        choosing(monkeypatch, tmp_path / "nowhere" / name)
        choose(dialog, kind)
        dialog.options.last.setValue(3)
        seen(dialog, qtbot)
        export(dialog, qtbot)
        assert "cannot be written (No such file or directory)" in dialog.problem.text()


def test_saying_no_to_the_file_dialog_does_nothing(
    dialog: ExportDialog, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    choosing(monkeypatch, None)
    seen(dialog, qtbot)
    export(dialog, qtbot)
    assert dialog.buttons.isVisible()


def test_every_control_has_a_name_and_a_tip(dialog: ExportDialog) -> None:
    for tab in KINDS:
        dialog.kinds.tab(tab.id).click()
        for control in dialog.options.findChildren(QWidget):
            if control.focusPolicy() != Qt.FocusPolicy.NoFocus and control.isVisible():
                owner = control if control.accessibleName() else control.parentWidget()
                assert owner is not None
                assert owner.accessibleName(), control
                assert owner.toolTip(), control
