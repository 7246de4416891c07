"""The controls of the export dialog: those that the chosen kind has a use for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QSpinBox, QWidget

from gui.card import labelled
from gui.choices import ChoiceBox, Toggle
from gui.export.animation import FASTEST, usual_every
from gui.export.pictures import SCALES
from gui.export.scene import parts_of
from gui.export.tables import WHAT
from gui.export.wish import FORMATS, SIZES, WINDOW, Wish
from gui.fields import explain
from gui.panels.titles import learner_titles
from gui.studio import Studio

ROWS = {
    "picture": ("part", "format", "size", "scale", "theme", "captions"),
    "animation": ("part", "format", "size", "theme", "span", "every", "rate", "captions"),
    "page": ("span",),
    "table": ("what", "learner", "format", "span"),
    "python": ("program",),
}
AS_SHOWN, OTHER = 0, len(SIZES) + 1  # places in the list of sizes
LEAST, MOST = 64, 4_096  # pixels
FILM_SIZE = (720, 450)


class Options(QWidget):
    """Says `changed` whenever `wish()` does."""

    changed = Signal()

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        self._studio = studio
        self._kind = "picture"
        self._formats: dict[str, str] = {}  # as last chosen, by kind
        self._form = QFormLayout(self)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setVerticalSpacing(9)
        self._form.setHorizontalSpacing(14)
        self._rows: dict[str, QWidget] = {}
        self._make_pictures()
        self._make_time()
        self._make_others()
        self.show_kind("picture")

    # Making

    def _make_pictures(self) -> None:
        data = self._studio.experiment.data
        parts = {**parts_of(data), WINDOW: "Whole window"}
        self.part = self._choice("part", "Part", "Which part is drawn", parts)
        self.format = self._choice("format", "Format", "The kind of file", {})
        titles = ["As shown", *(f"{width} × {height}" for width, height in SIZES), "Other…"]
        self.extent = _box("Size", "How large it is, in pixels", dict(enumerate(titles)))
        self.width_field = _number(LEAST, MOST, FILM_SIZE[0], "Width", "Pixels across")
        self.height_field = _number(LEAST, MOST, FILM_SIZE[1], "Height", "Pixels down")
        self._times = labelled("×", "muted")
        self._add(
            "size", "Size", _row(self.extent, self.width_field, self._times, self.height_field)
        )
        scales = {scale: f"{scale}×" for scale in SCALES}
        self.scale = self._choice("scale", "Resolution", "Pixels of the file to each one", scales)
        self.scale.setCurrentIndex(1)
        looks = {"": "As now", "light": "Light", "dark": "Dark"}
        self.theme = self._choice("theme", "Look", "Dark on light, or light on dark", looks)
        for box in (self.part, self.format, self.extent, self.scale, self.theme):
            box.currentIndexChanged.connect(self._tell)
        for field in (self.width_field, self.height_field):
            field.valueChanged.connect(self._tell)

    def _make_time(self) -> None:
        studio = self._studio
        last = studio.t or studio.length
        tip = "of the steps that are shown"
        self.first = _number(0, studio.length, 0, "First step", f"The first {tip}")
        self.last = _number(0, studio.length, last, "Last step", f"The last {tip}")
        self._add("span", "Steps", _row(self.first, labelled("to", "muted"), self.last))
        tip = "How many steps each frame goes on"
        self.every = _number(1, 100_000, usual_every(0, last), "Steps a frame", tip)
        self._add("every", "Steps a frame", _row(self.every))
        tip = "How many frames there are in a second"
        self.rate = _number(1, FASTEST, 15, "Frames a second", tip)
        self._add("rate", "Frames a second", _row(self.rate))
        self.captions = Toggle()
        explain(self.captions, "A line below that says what the step did", "Captions")
        self._add("captions", "Captions", _row(self.captions))
        for field in (self.first, self.last, self.every, self.rate):
            field.valueChanged.connect(self._tell)
        for field in (self.first, self.last):
            field.valueChanged.connect(self._choose_every)
        self.captions.toggled.connect(self._tell)

    def _make_others(self) -> None:
        titles = dict(enumerate(learner_titles(self._studio.experiment.learners)))
        self.what = self._choice("what", "Table", "What it holds", WHAT)
        self.what.setCurrentIndex(list(WHAT).index("weights"))
        self.learner = self._choice("learner", "Learner", "Whose weights or steps", titles)
        self.learner.setCurrentIndex(max(self.learner.findData(self._studio.active), 0))
        programs = {-1: "This engine"} | {k: f"scikit-learn: {t}" for k, t in titles.items()}
        tip = "What the program makes the run with"
        self.program = self._choice("program", "With", tip, programs)
        for box in (self.what, self.learner, self.program):
            box.currentIndexChanged.connect(self._tell)

    def _choice(self, id: str, name: str, tip: str, entries: Mapping[Any, str]) -> ChoiceBox:
        box = _box(name, tip, entries)
        self._add(id, name, box)
        return box

    def _add(self, id: str, title: str, control: QWidget) -> None:
        self._form.addRow(labelled(title, "muted"), control)
        self._rows[id] = control

    # Choosing

    def show_kind(self, kind: str) -> None:
        """Offer what this kind of export has a use for."""
        self._formats[self._kind] = str(self.format.currentData() or "")
        self._kind = kind
        self.format.blockSignals(True)
        self.format.clear()
        for suffix, title in FORMATS[kind].items():
            self.format.addItem(title, suffix)
        self.format.setCurrentIndex(max(self.format.findData(self._formats.get(kind)), 0))
        self.format.blockSignals(False)
        if kind == "animation" and self.extent.currentIndex() == AS_SHOWN:
            self.extent.setCurrentIndex(1 + SIZES.index(FILM_SIZE))
        elif kind == "picture":
            self.extent.setCurrentIndex(AS_SHOWN)
        self._tell()

    def _choose_every(self) -> None:
        self.every.setValue(usual_every(self.first.value(), max(self.last.value(), 1)))

    def _tell(self) -> None:
        if "program" not in self._rows:
            return  # it is still being made
        wish = self.wish()
        shown = set(ROWS[self._kind])
        if wish.part == WINDOW and self._kind == "picture":
            shown -= {"size", "theme", "captions"}
        if wish.suffix != ".png":
            shown.discard("scale")
        if self._kind == "table":
            shown -= {"learner"} if wish.what in ("points", "curves") else set()
            shown -= {"span"} if wish.what in ("points", "weights") else set()
            shown -= {"learner"} if self.learner.count() < 2 else set()
        for id, control in self._rows.items():
            self._form.setRowVisible(control, id in shown)
        other = self.extent.currentIndex() == OTHER
        for part in (self.width_field, self._times, self.height_field):
            part.setVisible(other)
        self.changed.emit()

    def wish(self) -> Wish:
        size, place = None, self.extent.currentIndex()
        if place == OTHER:
            size = (self.width_field.value(), self.height_field.value())
        elif place != AS_SHOWN:
            size = SIZES[place - 1]
        return Wish(
            kind=self._kind,
            suffix=str(self.format.currentData()),
            part=str(self.part.currentData()),
            size=size,
            scale=int(self.scale.currentData()),
            theme=str(self.theme.currentData()),
            captions=self.captions.isChecked(),
            first=min(self.first.value(), self.last.value()),
            last=self.last.value(),
            every=self.every.value(),
            per_second=float(self.rate.value()),
            what=str(self.what.currentData()),
            learner=int(self.learner.currentData() or 0),
            program=int(self.program.currentData()),
        )


def _box(name: str, tip: str, entries: Mapping[Any, str]) -> ChoiceBox:
    box = ChoiceBox(wide=True)
    explain(box, tip, name)
    for value, title in entries.items():
        box.addItem(title, value)
    return box


def _number(least: int, most: int, value: int, name: str, tip: str) -> QSpinBox:
    field = QSpinBox()
    field.setRange(least, max(most, least))
    field.setValue(value)
    field.setMinimumWidth(76)
    explain(field, tip, name)
    return field


def _row(*parts: QWidget) -> QWidget:
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    for part in parts:
        row.addWidget(part)
    if not isinstance(parts[0], ChoiceBox):
        row.addStretch(1)
    return holder
