"""Labelled texts as read, with an account of what could not be used."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from core.dataset import MOST_CLASSES, number_labels
from core.experiment import TextsData
from core.files.limits import MOST_LEFT_OUT, MOST_TEXTS
from core.files.wording import checked_label, complaint, shown, tidy

NO_LABEL = "no label"
EMPTY = "no text"
NOT_TEXT = "binary data, not text"

_MOST_NAMED = 6  # classes that a summary counts one by one


@dataclass(frozen=True)
class LeftOut:
    """Something that could not be used: where it stands (“line 7”, a file), and why."""

    place: str
    why: str

    def __str__(self) -> str:
        return f"{self.place}: {self.why}"


@dataclass(frozen=True)
class LabelledTexts:
    """Immutable texts with one label each, every label one of the class names.

    `names` are those of the files the texts come from, where each has its own.
    """

    texts: tuple[str, ...]
    labels: tuple[str, ...]
    class_names: tuple[str, ...]
    left_out: tuple[LeftOut, ...] = ()  # the first of them
    left_out_beyond: int = 0  # how many more there are
    names: tuple[str, ...] | None = None

    def __len__(self) -> int:
        return len(self.texts)

    @property
    def left_out_count(self) -> int:
        """All that could not be used, listed or not."""
        return len(self.left_out) + self.left_out_beyond

    def to_data(self) -> TextsData:
        """For the experiment."""
        numbers, names = number_labels(self.labels, self.class_names)
        return TextsData(self.texts, tuple(numbers.tolist()), names)

    def summary(self) -> str:
        """“214 texts in 2 classes (ham 110, spam 104); 1 left out (line 7: no label).”"""
        what = f"{len(self):,} texts in {len(self.class_names)} classes"
        if len(self.class_names) <= _MOST_NAMED:
            counts = Counter(self.labels)
            each = ", ".join(f"{shown(name)} {counts[name]:,}" for name in self.class_names)
            what += f" ({each})"
        return what + self._left_out_in_words() + "."

    def _left_out_in_words(self) -> str:
        count = self.left_out_count
        if count == 0:
            return ""
        if count == 1 and self.left_out:
            return f"; 1 left out ({shown(str(self.left_out[0]), 100)})"
        if self.left_out_beyond:
            return f"; {count:,} left out"
        reasons = Counter(one.why for one in self.left_out).most_common(3)
        listed = ", ".join(f"{why} {number:,}" for why, number in reasons)
        return f"; {count:,} left out ({listed})"


class Gathering:
    """Collects texts while something is read; refuses more than there can be."""

    def __init__(self, file_name: str, label_place: str = "it") -> None:
        self._file_name = file_name
        self._label_place = label_place
        self._texts: list[str] = []
        self._labels: list[str] = []
        self._names: list[str] = []
        self._left_out: list[LeftOut] = []
        self._beyond = 0
        self._known: dict[str, str] = {}  # label as written to label
        self._different: set[str] = set()

    def add(self, text: str, label: str, place: int | str, name: str | None = None) -> None:
        """One text; `place` is its line or how else it is found again."""
        known = self._known.get(label) or self._new_label(label, place)
        text = text.strip()
        if not known:
            self.leave_out(place, NO_LABEL)
        elif not text:
            self.leave_out(place, EMPTY)
        elif "\x00" in text:
            self.leave_out(place, NOT_TEXT)
        else:
            if len(self._texts) == MOST_TEXTS:
                raise complaint(self._file_name, f"expected at most {MOST_TEXTS:,} texts.")
            self._texts.append(text)
            self._labels.append(known)
            if name is not None:
                self._names.append(name)

    def leave_out(self, place: int | str, why: str) -> None:
        """Note what cannot be used."""
        if len(self._left_out) < MOST_LEFT_OUT:
            where = f"line {place:,}" if isinstance(place, int) else shown(place, 120)
            self._left_out.append(LeftOut(where, why))
        else:
            self._beyond += 1

    def result(self) -> LabelledTexts:
        """All of it; fewer than two classes are refused."""
        if not self._texts:
            raise complaint(
                self._file_name, f"expected texts with labels, found none{self._why()}."
            )
        _, class_names = number_labels(tuple(set(self._labels)))
        if len(class_names) < 2:
            what = f"expected at least 2 different labels in {self._label_place}, found 1"
            raise complaint(self._file_name, f"{what}: “{shown(class_names[0])}”{self._why()}.")
        return LabelledTexts(
            tuple(self._texts),
            tuple(self._labels),
            class_names,
            tuple(self._left_out),
            self._beyond,
            tuple(self._names) if len(self._names) == len(self._texts) else None,
        )

    def _new_label(self, text: str, place: int | str) -> str:
        """The label, tidy; empty where there is none."""
        if not tidy(text):
            return ""
        line = place if isinstance(place, int) else None
        label = checked_label(text, self._file_name, line)
        self._known[text] = label
        self._different.add(label)
        if len(self._different) > MOST_CLASSES:
            what = f"expected at most {MOST_CLASSES} different labels in {self._label_place}."
            raise complaint(self._file_name, what, line)
        return label

    def _why(self) -> str:
        count = len(self._left_out) + self._beyond
        if count == 0:
            return ""
        first = shown(str(self._left_out[0]), 80)
        return f"; {count:,} could not be used, such as: {first}"
