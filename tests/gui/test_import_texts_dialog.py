"""The import dialog for texts: shows what it understood, and reads what it was told."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from core.experiment import TextsData
from core.files.texts.preview import TextsFile
from gui.choices import ChoiceBox
from gui.import_dialog import ImportDialog
from gui.import_preview import TableFile
from gui.import_texts_dialog import ImportTextsDialog
from gui.left_out import LeftOutDialog
from gui.theme import Theme
from tests.gui.shell import top_level

LEFT = Qt.MouseButton.LeftButton
REVIEWS = (
    "id,review,stars,label\n"
    '1,"A warm film,\nand funny.",5,good\n'
    "2,Dull and far too long.,1,bad\n"
    "3,,4,good\n"
    "4,I would see it again.,5,good\n"
    "5,Who let this happen?,1,\n"
    "6,It goes on and on.,2,bad\n"
)

Opening = Callable[..., ImportTextsDialog]


@pytest.fixture
def opened(qtbot: QtBot, application_theme: Theme) -> Opening:
    def open_dialog(text: str | bytes, name: str = "some.csv") -> ImportTextsDialog:
        data = text.encode() if isinstance(text, str) else text
        dialog = ImportTextsDialog(TextsFile(data, name))
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return open_dialog


def choose(box: ChoiceBox, data: object) -> None:
    place = box.findData(data)
    assert place >= 0
    box.setCurrentIndex(place)
    box.activated.emit(place)


def ok(dialog: QDialog) -> QPushButton:
    buttons = dialog.findChild(QDialogButtonBox)
    assert isinstance(buttons, QDialogButtonBox)
    return buttons.button(QDialogButtonBox.StandardButton.Ok)


def accepted(dialog: ImportTextsDialog) -> TextsData:
    QTest.mouseClick(ok(dialog), LEFT)
    assert dialog.result() == QDialog.DialogCode.Accepted
    assert dialog.data is not None
    return dialog.data


def cells(dialog: ImportTextsDialog) -> list[list[str]]:
    model = dialog.preview.model()
    return [
        [str(model.index(i, j).data()) for j in range(model.columnCount())]
        for i in range(model.rowCount())
    ]


def test_it_shows_what_it_found_out(opened: Opening) -> None:
    dialog = opened(REVIEWS)
    assert dialog.delimiter.currentData() == ","
    assert dialog.encoding.currentData() == "utf-8"
    assert dialog.header.isChecked()
    assert dialog.quoted.isChecked()
    assert (dialog.text.currentText(), dialog.label.currentText()) == ("review", "label")
    assert cells(dialog)[0] == ["1", "A warm film, and funny.", "5", "good"]
    assert dialog.classes.rows() == [("good", "2"), ("bad", "2")]
    assert dialog.said.text() == "4 texts · 2 classes"
    assert dialog.left_out.text() == "2 left out…"


def test_what_was_left_out_is_listed(opened: Opening) -> None:
    dialog = opened(REVIEWS)
    QTest.mouseClick(dialog.left_out, LEFT)
    listed = top_level(LeftOutDialog)()
    assert isinstance(listed, LeftOutDialog)
    assert listed.sentence.text() == "4 texts can be used; 2 were left out."
    assert listed.list.rows() == [("line 5", "no text"), ("line 7", "no label")]
    assert not listed.more.isVisible()
    listed.close()


def test_ok_gives_the_texts(opened: Opening) -> None:
    data = accepted(opened(REVIEWS))
    assert data.texts[0] == "A warm film,\nand funny."
    assert len(data.texts) == 4
    assert [data.class_names[k] for k in data.labels] == ["good", "bad", "good", "bad"]


def test_another_label_column(opened: Opening) -> None:
    dialog = opened(REVIEWS)
    choose(dialog.label, 2)
    assert dialog.said.text() == "5 texts · 3 classes"
    assert accepted(dialog).class_names == ("1", "2", "5")


def test_text_and_label_change_places(opened: Opening) -> None:
    dialog = opened("first one,a\nsecond one,b\nfirst one,c\n")
    text, label = dialog.text.currentData(), dialog.label.currentData()
    choose(dialog.text, label)
    assert (dialog.text.currentData(), dialog.label.currentData()) == (label, text)
    assert accepted(dialog).texts == ("a", "b", "c")


def test_a_wrong_delimiter_is_said_and_the_right_one_mends_it(opened: Opening) -> None:
    dialog = opened("good\ta film, it is\nbad\ta bore, it is\ngood\tlovely, truly\n", "t.tsv")
    assert dialog.said.text() == "3 texts · 2 classes"
    choose(dialog.delimiter, "|")
    assert dialog.problem.isVisible()
    assert not ok(dialog).isEnabled()
    QTest.mouseClick(dialog.afresh, LEFT)
    assert not dialog.problem.isVisible()
    assert accepted(dialog).texts == ("a film, it is", "a bore, it is", "lovely, truly")


def test_header_and_quotation_marks_can_be_switched(opened: Opening) -> None:
    dialog = opened('good\tsome film\nbad\t"some" bore\ngood\tanother film\n', "t.tsv")
    assert not dialog.header.isChecked()
    assert not dialog.quoted.isChecked()
    QTest.mouseClick(dialog.header, LEFT)
    assert len(cells(dialog)) == 2
    QTest.mouseClick(dialog.header, LEFT)
    assert accepted(dialog).texts[1] == '"some" bore'


def test_the_encoding_can_be_corrected(opened: Opening) -> None:
    dialog = opened("gut\tein süßer Film\nmau\tfad, öd und zäh\n".encode("cp1250"), "t.tsv")
    assert cells(dialog)[0][1] == "ein süßer Film"  # cp1252 agrees with it on these letters
    choose(dialog.encoding, "koi8-r")
    assert cells(dialog)[0][1] != "ein süßer Film"
    choose(dialog.encoding, "utf-8")
    assert "expected text in utf-8" in dialog.problem.text()
    assert not ok(dialog).isEnabled()
    choose(dialog.encoding, "cp1250")
    assert accepted(dialog).texts[0] == "ein süßer Film"


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ('{"label": "a", "text": "one"}\n{"label": "b", "text": "two"}\n', "JSON lines"),
        ("__label__a one\n__label__b two\n", "fastText lines"),
    ],
)
def test_other_forms_leave_nothing_to_correct(opened: Opening, text: str, form: str) -> None:
    dialog = opened(text, "t.txt")
    assert dialog.said.text() == f"{form} · 2 texts · 2 classes"
    for control in (dialog.delimiter, dialog.text, dialog.label, dialog.header, dialog.quoted):
        assert not control.isEnabled()
    assert cells(dialog) == [["a", "one"], ["b", "two"]]
    assert accepted(dialog).texts == ("one", "two")


def test_what_looks_like_html_is_plain_text(opened: Opening) -> None:
    dialog = opened("<b>x</b>\t<i>some text</i>\ny\t<script>more</script>\n", "<h1>f</h1>.tsv")
    assert dialog.classes.rows() == [("<b>x</b>", "1"), ("y", "1")]
    assert "&lt;b&gt;" in dialog.classes.item(0).toolTip()
    assert cells(dialog)[0] == ["<b>x</b>", "<i>some text</i>"]
    for label in dialog.findChildren(QLabel):
        assert label.textFormat() == Qt.TextFormat.PlainText
        assert "<h1>" not in label.toolTip()
    assert accepted(dialog).class_names == ("<b>x</b>", "y")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "\x00\x01\x02",
        "label,text\n",
        "label,text\na,only one text\n",
        "label,text\na,one text\na,another text\n",
        "just some words without any label at all",
        "x" * 1_500_000,
    ],
)
def test_what_holds_no_labelled_texts_is_a_sentence(
    opened: Opening, qtbot: QtBot, text: str
) -> None:
    dialog = opened(text)
    qtbot.waitUntil(dialog.problem.isVisible)
    assert dialog.problem.text().endswith(".")
    assert not ok(dialog).isEnabled()
    dialog.accept()
    assert dialog.data is None
    assert dialog.isVisible()


# Large files


def many(count: int = 40_000) -> str:
    body = "\n".join(f"{'ab'[k % 2]}\tsome text of number {k} and then some" for k in range(count))
    assert len(body) > 1_000_000
    return body


def test_a_large_file_is_read_beside_the_window(opened: Opening, qtbot: QtBot) -> None:
    dialog = opened(many(), "t.tsv")
    assert len(cells(dialog)) == 50
    assert dialog.said.text() == "Reading…"
    assert dialog.waiting.isVisible()
    assert not ok(dialog).isEnabled()
    qtbot.waitUntil(lambda: ok(dialog).isEnabled(), timeout=10_000)
    assert dialog.said.text() == "40,000 texts · 2 classes"
    assert not dialog.waiting.isVisible()
    assert len(accepted(dialog).texts) == 40_000


def test_the_newest_correction_of_a_large_file_wins(opened: Opening, qtbot: QtBot) -> None:
    dialog = opened(many(), "t.tsv")
    for encoding in ("cp1252", "koi8-r", "utf-8", "cp1250"):
        choose(dialog.encoding, encoding)
    qtbot.waitUntil(lambda: ok(dialog).isEnabled(), timeout=10_000)
    qtbot.wait(200)  # the others may arrive now, and must change nothing
    assert dialog.encoding.currentData() == "cp1250"
    assert len(accepted(dialog).texts) == 40_000


def test_closing_stops_the_reading(opened: Opening, qtbot: QtBot) -> None:
    dialog = opened(many(200_000 // 2), "t.tsv")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)

    def reading() -> bool:
        return any(thread.name == "reading" for thread in threading.enumerate())

    qtbot.waitUntil(lambda: not reading(), timeout=100)
    assert dialog.data is None


# Numbers or texts


@pytest.mark.parametrize(
    ("text", "offered"),
    [(REVIEWS, True), ("good\tone film\nbad\tone bore\n", False), ("a;1,5;b c\nb;2;d e\n", True)],
)
def test_numbers_are_offered_where_there_are_some(
    opened: Opening, text: str, offered: bool
) -> None:
    assert opened(text).switch.isVisible() is offered


@pytest.mark.parametrize(
    ("text", "offered"), [(REVIEWS, True), ("x,y,kind\n1,2,A\n2,3,B\n", False), ("", True)]
)
def test_texts_are_offered_where_there_are_words(
    qtbot: QtBot, application_theme: Theme, text: str, offered: bool
) -> None:
    dialog = ImportDialog(TableFile(text.encode(), "t.csv"))
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.switch.isVisible() is offered
    assert dialog.switch.text() == "Import as texts instead"
