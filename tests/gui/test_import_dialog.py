"""The import dialog: shows what it understood, and reads what it was told."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton
from pytestqt.qtbot import QtBot

from core.experiment import PointsData, TableData
from core.files.tables import parse_table
from gui.choices import ChoiceBox
from gui.choose_columns import ChooseColumns
from gui.import_dialog import ImportDialog
from gui.import_preview import TableFile
from gui.theme import Theme

FLOWERS = "length;width;note;kind\n1,5;2,5;a;A\n3,5;4,5;b;B\n5;6;c;A\n"


Opening = Callable[..., ImportDialog]


@pytest.fixture
def opened(qtbot: QtBot, application_theme: Theme) -> Opening:
    def open_dialog(text: str | bytes, name: str = "some.csv") -> ImportDialog:
        data = text.encode() if isinstance(text, str) else text
        dialog = ImportDialog(TableFile(data, name))
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return open_dialog


def choose(box: ChoiceBox, data: object) -> None:
    """As a person does: open the list and click the entry."""
    place = box.findData(data)
    assert place >= 0
    box.setCurrentIndex(place)
    box.activated.emit(place)


def ok(dialog: QDialog) -> QPushButton:
    buttons = dialog.findChild(QDialogButtonBox)
    assert isinstance(buttons, QDialogButtonBox)
    return buttons.button(QDialogButtonBox.StandardButton.Ok)


def accept(dialog: QDialog) -> None:
    QTest.mouseClick(ok(dialog), Qt.MouseButton.LeftButton)


def cells(dialog: ImportDialog) -> list[list[str]]:
    model = dialog.preview.model()
    return [
        [str(model.index(i, j).data()) for j in range(model.columnCount())]
        for i in range(model.rowCount())
    ]


def titles(dialog: ImportDialog) -> list[str]:
    model = dialog.preview.model()
    across = Qt.Orientation.Horizontal
    return [str(model.headerData(j, across)) for j in range(model.columnCount())]


def test_it_shows_what_it_found_out(opened: Opening) -> None:
    dialog = opened(FLOWERS)
    assert dialog.delimiter.currentData() == ";"
    assert dialog.decimal.currentData() == ","
    assert dialog.encoding.currentData() == "utf-8"
    assert dialog.header.isChecked()
    assert dialog.label.currentText() == "kind"
    assert titles(dialog) == ["length", "width", "note", "kind"]
    assert cells(dialog)[0] == ["1,5", "2,5", "a", "A"]
    ticks = {i.text(): i.checkState() for i in map(dialog.columns.item, range(3))}
    assert ticks == {
        "length": Qt.CheckState.Checked,
        "width": Qt.CheckState.Checked,
        "note (text)": Qt.CheckState.Unchecked,
    }
    assert dialog.said.text() == "3 rows · 2 columns · 2 classes"


def test_ok_gives_the_points(opened: Opening) -> None:
    dialog = opened(FLOWERS)
    accept(dialog)
    assert dialog.result() == QDialog.DialogCode.Accepted
    data = dialog.data
    assert isinstance(data, PointsData)
    assert data.xy == ((1.5, 2.5), (3.5, 4.5), (5.0, 6.0))
    assert data.axis_names == ("length", "width")
    assert data.class_names == ("A", "B")
    assert data.labels == (0, 1, 0)


def test_a_wrong_delimiter_is_said_and_the_right_one_mends_it(opened: Opening) -> None:
    dialog = opened("1,5;2,5;A\n2,5;1,5;B\n")
    assert dialog.said.text() == "2 rows · 2 columns · 2 classes"
    choose(dialog.delimiter, ",")
    assert cells(dialog)[0] == ["1", "5;2", "5;A"]
    choose(dialog.delimiter, ";")
    choose(dialog.decimal, ",")
    accept(dialog)
    assert dialog.data.xy == ((1.5, 2.5), (2.5, 1.5))


def test_a_wrong_decimal_sign_names_the_line(opened: Opening) -> None:
    dialog = opened(FLOWERS)
    choose(dialog.decimal, ".")
    assert dialog.problem.isVisible()
    assert "line 2" in dialog.problem.text()
    assert dialog.problem.text().endswith("or untick that column on the left.")
    assert not ok(dialog).isEnabled()
    choose(dialog.decimal, ",")
    assert not dialog.problem.isVisible()
    assert ok(dialog).isEnabled()


def test_the_header_can_be_switched(opened: Opening) -> None:
    dialog = opened("1;2;3\n4;5;3\n6;7;4\n")
    assert not dialog.header.isChecked()
    assert len(cells(dialog)) == 3
    QTest.mouseClick(dialog.header, Qt.MouseButton.LeftButton)
    assert len(cells(dialog)) == 2
    assert titles(dialog)[0] == "1"


def test_another_label_column(opened: Opening) -> None:
    dialog = opened("a,b,c\n1,2,0\n3,4,1\n5,2,0\n7,4,1\n")
    choose(dialog.label, 1)
    accept(dialog)
    assert dialog.data.class_names == ("2", "4")
    assert dialog.data.axis_names == ("a", "c")


def test_columns_are_ticked_by_a_click_on_their_row(opened: Opening) -> None:
    dialog = opened("a,b,c,kind\n1,2,3,A\n4,5,6,B\n")
    row = dialog.columns.visualItemRect(dialog.columns.item(1)).center() + QPoint(20, 0)
    QTest.mouseClick(dialog.columns.viewport(), Qt.MouseButton.LeftButton, pos=row)
    assert dialog.said.text() == "2 rows · 2 columns · 2 classes"
    accept(dialog)
    assert dialog.data.axis_names == ("a", "c")


def test_no_column_at_all_is_said(opened: Opening) -> None:
    dialog = opened("a,kind\n1,A\n2,B\n")
    dialog.columns.item(0).setCheckState(Qt.CheckState.Unchecked)
    assert dialog.problem.text() == "Choose at least one column of numbers."
    assert not ok(dialog).isEnabled()
    QTest.mouseClick(dialog.afresh, Qt.MouseButton.LeftButton)
    assert ok(dialog).isEnabled()


def test_the_encoding_can_be_corrected(opened: Opening) -> None:
    text = "größe;art\n1;süß\n2;sauer\n"
    dialog = opened(text.encode("utf-16-le"))
    assert dialog.problem.isVisible()
    assert not ok(dialog).isEnabled()
    choose(dialog.encoding, "utf-16-le")
    assert titles(dialog) == ["größe", "art"]
    accept(dialog)
    assert set(dialog.data.class_names) == {"süß", "sauer"}


def test_principal_components_are_said_on_the_axes(opened: Opening) -> None:
    rows = "\n".join(f"{k},{2 * k},{-k},{'AB'[k % 2]}" for k in range(20))
    dialog = opened(f"a,b,c,kind\n{rows}\n")
    dialog.stage.plane.click()
    accept(dialog)
    assert dialog.data.axis_names == ("PC 1 (100 %)", "PC 2 (0 %)")


def test_two_columns_of_many(opened: Opening) -> None:
    dialog = opened("a,b,c,kind\n1,2,3,A\n4,5,6,B\n")
    dialog.stage.across.setCurrentIndex(2)
    dialog.stage.up.setCurrentIndex(0)
    accept(dialog)
    assert dialog.data.axis_names == ("c", "a")
    assert dialog.data.xy == ((3.0, 1.0), (6.0, 4.0))


def test_all_columns_stay_a_table(opened: Opening) -> None:
    dialog = opened("a,b,c,kind\n1,2,3,A\n4,5,6,B\n")
    dialog.stage.every.click()
    accept(dialog)
    assert isinstance(dialog.data, TableData)
    assert dialog.data.values == ((1.0, 2.0, 3.0), (4.0, 5.0, 6.0))
    assert dialog.data.column_names == ("a", "b", "c")


def test_too_many_classes_for_the_plane_stay_a_table(opened: Opening) -> None:
    rows = "\n".join(f"{k},{k},k{k % 9}" for k in range(18))
    dialog = opened(f"a,b,kind\n{rows}\n")
    assert not dialog.stage.two.isEnabled()
    assert dialog.stage.every.isChecked()
    accept(dialog)
    assert isinstance(dialog.data, TableData)


def test_names_from_the_file_are_plain_text(opened: Opening) -> None:
    dialog = opened("<b>x</b>,y,kind\n1,2,<i>A</i>\n3,4,B\n", "<h1>file</h1>.csv")
    assert titles(dialog)[0] == "<b>x</b>"
    assert "<h1>" not in dialog.findChildren(type(dialog.said))[0].toolTip()
    accept(dialog)
    assert dialog.data.class_names == ("<i>A</i>", "B")


@pytest.mark.parametrize("text", ["", "no table here", "\x00\x01\x02", "a;b\n", "1\n2\n3\n"])
def test_what_is_no_table_is_a_sentence(opened: Opening, text: str) -> None:
    dialog = opened(text)
    assert dialog.problem.isVisible()
    assert dialog.problem.text().endswith(".")
    assert not ok(dialog).isEnabled()
    dialog.accept()
    assert dialog.data is None
    assert dialog.isVisible()


def test_a_large_file_is_read_beside_the_window(opened: Opening, qtbot: QtBot) -> None:
    body = "\n".join(f"{k},{k % 7},{k % 5},{'AB'[k % 2]}" for k in range(90_000))
    text = f"a,b,c,kind\n{body}\n"
    assert len(text) > 1_000_000
    start = time.perf_counter()
    dialog = opened(text)
    assert time.perf_counter() - start < 0.5
    assert len(cells(dialog)) == 50
    assert dialog.said.text() == "Reading…"
    assert not ok(dialog).isEnabled()
    qtbot.waitUntil(lambda: ok(dialog).isEnabled(), timeout=10_000)
    assert dialog.said.text() == "90,000 rows · 3 columns · 2 classes"
    assert dialog.stage.note.text() == "The plane shows 10,000 of 90,000 rows, evenly spaced."
    accept(dialog)
    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=10_000)
    assert len(dialog.data.xy) == 10_000


def test_the_newest_correction_of_a_large_file_wins(opened: Opening, qtbot: QtBot) -> None:
    body = "\n".join(f"{k};{k % 7};{k % 2}.000" for k in range(80_000))
    dialog = opened(f"a;b;c\n{body}\n")
    choose(dialog.label, 1)
    choose(dialog.label, 2)
    choose(dialog.label, 1)
    qtbot.waitUntil(lambda: ok(dialog).isEnabled(), timeout=10_000)
    qtbot.wait(300)  # the others may arrive now, and must change nothing
    assert dialog.said.text() == "80,000 rows · 2 columns · 7 classes"
    assert dialog.table.column_names == ("a", "c")


def test_choosing_columns_of_a_table_that_needs_no_correcting(
    qtbot: QtBot, application_theme: Theme
) -> None:
    table = parse_table("a,b,c,kind\n1,2,3,A\n4,5,6,B\n", "t.csv")
    dialog = ChooseColumns(table, "t.jsonl")
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.choice.across.setCurrentIndex(1)
    dialog.choice.up.setCurrentIndex(2)
    accept(dialog)
    assert isinstance(dialog.data, PointsData)
    assert dialog.data.axis_names == ("b", "c")
