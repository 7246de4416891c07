"""What learners see of a text: its words or letters, alone or in a row, and as which numbers."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt

from core.experiment import TextFeatures
from core.parameters import Switch, Whole
from gui.choices import HeadingButton
from gui.fields import explain
from gui.panels.data_groups import Group, choice_field
from gui.panels.experiment_parts import PartControls
from gui.panels.number_control import NumberControl
from gui.panels.parameter_control import ParameterControl
from gui.panels.parameter_controls import SwitchControl
from gui.studio import Studio
from gui.theme import Theme

UNITS = (
    ("words", "Words", "Words, and words in a row."),
    ("characters", "Characters", "Letters in a row: tells languages apart, and forgives typos."),
    ("cues", "Sentiment cues", "Six hand-made features: good words, bad words, “no”, I and you, "
     "“!”, and the length."),
)  # fmt: skip
VALUES = (
    ("presence", "Presence", "1 when the text has it."),
    ("counts", "Counts", "How often the text has it."),
    ("tf-idf", "tf-idf", "How often, weighed down when many texts have it."),
)
SHORTEST = Whole("shortest", "Shortest", 1, 1, 5, "how many in a row make the shortest feature")
LONGEST = Whole("longest", "Longest", 1, 1, 5, "how many in a row make the longest feature")
LEAST = Whole(
    "least_documents", "Min. texts", 1, 1, 1000,
    "only what occurs in at least this many of the texts to learn from", log=True,
)  # fmt: skip
MOST = Whole(
    "most_features", "At most", 1000, 1, 1_000_000, "only the most frequent so many", log=True
)
FEWER = Switch("most_features", "Only the most frequent", False, "keep only the most frequent")
SWITCHES = (
    Switch("lowercase", "Lower case", True, "“Good” and “good” are one word"),
    Switch("negation", "Mark negation", False,
           "after “not” and its like, words get NOT_ in front until the next punctuation mark"),
    Switch("position", "Mark position", False,
           "the same word counts apart in the first, middle and last part of a text"),
    Switch("stop_list", "Leave out stop words", False, "without the, of, and, and their like"),
    Switch("unit_length", "Unit length", False,
           "divide each text's numbers by their Euclidean length, so that long ones do not shout"),
)  # fmt: skip
BUCKETS = Switch(
    "buckets", "Hash", False, "features share numbered buckets and lose their names; saves memory"
)
USUAL_BUCKETS = 4096


class TextFeaturesGroup(Group):
    """The choices that matter most, and the rest under a fold."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__("Features of a text")
        self._studio, self._theme = studio, theme
        self._parts = PartControls(studio, "text_features")
        self.unit, self.values = choice_field("Unit"), choice_field("Values")
        for box, options in ((self.unit, UNITS), (self.values, VALUES)):
            for name, title, tip in options:
                box.addItem(title, name)
                box.setItemData(box.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
        self.unit.activated.connect(lambda k: self._change(unit=UNITS[k][0]))
        self.values.activated.connect(lambda k: self._change(values=VALUES[k][0]))
        self.shortest, self.longest = NumberControl(SHORTEST, theme), NumberControl(LONGEST, theme)
        self.shortest.chosen.connect(self._choose_shortest)
        self.longest.chosen.connect(self._choose_longest)
        self.least = NumberControl(LEAST, theme)
        self._parts.bind(self.least, "Change which words count")
        self.fold = HeadingButton(theme, "More", folds=True)
        self.fold.toggled.connect(self._unfold)
        explain(self.fold, "Further choices. Space opens and closes them.", "More about features")
        self.more: MoreTextFeatures | None = None
        for widget in (self.unit, self.shortest, self.longest, self.values, self.least, self.fold):
            self.column.addWidget(widget)

    @property
    def _choice(self) -> TextFeatures:
        return self._studio.experiment.text_features

    def refresh(self) -> None:
        choice = self._choice
        self._parts.refresh()
        self.shortest.show_value(choice.shortest)
        self.longest.show_value(choice.longest)
        for box, options, chosen in (
            (self.unit, UNITS, choice.unit), (self.values, VALUES, choice.values),
        ):  # fmt: skip
            box.setCurrentIndex(box.findData(chosen))
            explain(box, f"{options[box.currentIndex()][2]} ↑ ↓ choose.")
        plain = choice.unit != "cues"
        for widget in (self.shortest, self.longest, self.values, self.least, self.fold):
            widget.setVisible(plain)
        if self.more is not None:
            self.more.setVisible(plain and self.fold.isChecked())
            self.more.refresh()

    def _change(self, merge: str = "", **fields: Any) -> None:
        if fields.get("unit") == "characters" and self._choice.longest == 1:
            fields |= {"longest": 3}  # single letters say little
        self._parts.change("Change the features", merge, **fields)

    def _choose_shortest(self, value: int, merge: str) -> None:
        self._change(merge, shortest=value, longest=max(value, self._choice.longest))

    def _choose_longest(self, value: int, merge: str) -> None:
        self._change(merge, longest=value, shortest=min(value, self._choice.shortest))

    def _unfold(self, unfolded: bool) -> None:
        if self.more is None:
            self.more = MoreTextFeatures(self._studio, self._theme)
            self.column.addWidget(self.more)
        self.more.refresh()
        self.more.setVisible(unfolded)


class MoreTextFeatures(Group):
    """What few need."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__()
        self._parts = PartControls(studio, "text_features")
        self.switches: dict[str, ParameterControl] = {}
        for declared in SWITCHES:
            self.switches[declared.name] = control = SwitchControl(declared, theme)
            self.column.addWidget(self._parts.bind(control, f"Switch {declared.title.lower()}"))
        self.fewer, self.most = SwitchControl(FEWER, theme), NumberControl(MOST, theme)
        self.fewer.chosen.connect(
            lambda on, _: self._switch("most_features", MOST.default if on else None)
        )
        self._parts.bind(self.most, "Change how many features there are")
        self.hash = SwitchControl(BUCKETS, theme)
        self.hash.chosen.connect(
            lambda on, _: self._switch("buckets", USUAL_BUCKETS if on else None)
        )
        for widget in (self.fewer, self.most, self.hash):
            self.column.addWidget(widget)

    def refresh(self) -> None:
        self._parts.refresh()
        choice = self._parts.part
        self.fewer.show_value(choice.most_features is not None)
        self.most.setVisible(choice.most_features is not None)
        self.hash.show_value(choice.buckets is not None)

    def _switch(self, field: str, value: int | None) -> None:
        fields: dict[str, Any] = {field: value}
        self._parts.change("Change the features", **fields)
