"""Finding out which columns of a file are the text and the label, and how they are separated."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from core.dataset import MOST_CLASSES
from core.errors import PlainError
from core.files.limits import MOST_BYTES, MOST_COLUMNS
from core.files.sniff import LABEL_NAMES, Sample, as_titles, beginning, even_rows
from core.files.text import lines_of
from core.files.texts.shape import DELIMITERS, TextShape, split_texts
from core.files.wording import complaint

TEXT_NAMES = (
    *("text", "texts", "sentence", "review", "document", "message", "tweet", "comment", "content"),
    *("headline", "question", "phrase", "utterance", "body", "sms", "post", "abstract"),
)
TEXT_LABEL_NAMES = (
    *LABEL_NAMES,
    *("labels", "sentiment", "polarity", "topic", "tag", "rating", "stars", "genre", "language"),
    *("lang", "intent", "type"),
)

_SAMPLE_ROWS = 500
_SHORT_SAMPLE = 100_000  # characters
_LONGEST_LABEL = 40  # characters, on average, of what is taken for labels
_LONGEST_TITLE = 3  # words
_FEW_ROWS = 10  # so few that labels need not repeat
_EVEN_ENOUGH = 0.9
_NEARLY_ALL = 0.99
_WORD = re.compile(r"[^\W\d_]+")


def sniff_texts(
    text: str,
    name: str = "The text",
    *,
    delimiter: str | None = None,
    header: bool | None = None,
    text_column: int | None = None,
    label_column: int | None = None,
    quoted: bool | None = None,
) -> TextShape:
    """The likeliest shape; what is given is taken as given and the rest found out around it."""
    candidates = []
    for order, (separator, keeps_together, rows) in enumerate(
        _ways_to_split(_first_lines(text, MOST_BYTES), delimiter, quoted)
    ):
        guess = _guess(rows, separator, keeps_together, header, text_column, label_column)
        if guess is not None and (guess.likely or delimiter is not None):
            good = (guess.likely, guess.even >= _EVEN_ENOUGH, guess.named, -order)
            candidates.append((good, guess.shape))
            if guess.is_certain:
                break
    if not candidates:
        raise _no_texts(beginning(text), name)
    return max(candidates, key=lambda candidate: candidate[0])[1]


def _first_lines(text: str, most: int) -> str:
    """At most so many characters; a last line that were cut in two would look torn open."""
    if len(text) <= most:
        return text
    end = text.rfind("\n", 0, most)
    return text[:end] if end > 0 else text[:most]


def _no_texts(sample: str, name: str) -> PlainError:
    """What is wrong, as well as it can be told."""
    likeliest = max(DELIMITERS, key=sample.count)
    try:
        for _ in islice(split_texts(sample, likeliest, name), _SAMPLE_ROWS):
            pass
    except PlainError as error:
        return error
    what = "expected a text and its label in every row, separated by tabs or commas."
    return complaint(name, what)


@dataclass(frozen=True)
class _Guess:
    shape: TextShape
    likely: int  # 0: it cannot be
    named: bool
    even: float  # share of the rows with as many columns as most have

    @property
    def is_certain(self) -> bool:
        """No other way to split could be better: names in the first row, or tabs throughout."""
        known = self.named or self.shape.delimiter == "\t"
        return self.likely == 2 and self.even >= _EVEN_ENOUGH and known


def _ways_to_split(
    text: str, delimiter: str | None, quoted: bool | None
) -> Iterator[tuple[str, bool, Sample]]:
    """Delimiter, whether quotation marks hold, and the rows; the more usual ways come first."""
    sample = beginning(text)
    separators = [one for one in DELIMITERS if one in sample and delimiter in (None, one)]
    ways = [(one, quotes, -1) for one in separators[:1] if one == "\t" for quotes in (True, False)]
    ways += [(one, quotes, -1) for quotes in (True, False) for one in separators if one != "\t"]
    ways += [(one, False, 1) for one in separators]
    holding = {
        one: _holding(text, sample, one) if quoted is None else (quoted,) for one in separators
    }
    for separator, quotes, most in ways:
        if quotes in holding[separator]:
            yield separator, quotes, taken(split_texts(sample, separator, "", quotes, most))


def _holding(text: str, sample: str, delimiter: str) -> tuple[bool, ...]:
    """Whether quotation marks may hold cells together, or not, or either."""
    if delimiter == "\t":  # between tabs they are often just text, also far below the sample
        return (False,) if _quotes_are_text(text, delimiter) else (True, False)
    if _quotes_are_text(_first_lines(sample, _SHORT_SAMPLE), delimiter):
        return (True, False) if _fit_as_cells(sample, delimiter) else (False,)
    opening = f'{delimiter}"' in sample or '\n"' in sample or sample.startswith('"')
    return (True,) if opening else (True, False)


def _fit_as_cells(sample: str, delimiter: str) -> bool:
    """Whether quotation marks that look like text hold even rows together all the same."""
    rows = taken(split_texts(sample, delimiter, ""))
    return len({len(row) for row in rows}) == 1


def taken(rows: Iterator[tuple[int, list[str]]]) -> Sample:
    """The first rows; none where quotation marks do not fit."""
    sample: Sample = []
    try:
        for _, row in islice(rows, _SAMPLE_ROWS):
            sample.append([cell.strip() for cell in row])
    except PlainError:
        # A cell that the end of the sample cuts off is no fault of the file.
        return sample if len(sample) >= _SAMPLE_ROWS // 10 else []
    return sample


def _quotes_are_text(text: str, delimiter: str) -> bool:
    """Whether nearly every line is a row by itself, with cells that open a quotation and do not
    close it."""
    if not any(_opens_only(text, start + '"', delimiter) for start in ("\n", delimiter)):
        return False
    widths = Counter(line.count(delimiter) for line in lines_of(text) if line)
    return widths.most_common(1)[0][1] >= _NEARLY_ALL * sum(widths.values())


def _opens_only(text: str, start: str, delimiter: str) -> bool:
    position = text.find(start)
    while position >= 0:
        position += len(start)
        line_end = text.find("\n", position)
        line_end = len(text) if line_end < 0 else line_end
        end = text.find(delimiter, position, line_end)
        inner = text[position : line_end if end < 0 else end].rstrip()
        if not inner.endswith('"') or inner.count('"') % 2 == 0:
            return True
        position = text.find(start, position)
    return False


def _guess(
    rows: Sample,
    delimiter: str,
    quoted: bool,
    header: bool | None,
    text_column: int | None,
    label_column: int | None,
) -> _Guess | None:
    even = even_rows(rows)
    if not even or not 2 <= len(even[0]) <= MOST_COLUMNS:
        return None
    width = len(even[0])
    first = (rows[0] + [""] * width)[:width]
    may_be_header = header is None and first == even[0]
    named = may_be_header and _is_named(first, even[1:])
    titles = [title.lower() for title in as_titles(first)] if header or named else [""] * width
    columns = _Columns(titles, (even[1:] if header or named else even) or even)
    text = columns.text(label_column) if text_column is None else text_column
    label = columns.label(text) if label_column is None else label_column
    if not (0 <= text < width and 0 <= label < width):
        return None
    if header is None:
        header = named or (may_be_header and _stands_apart(even, text, label))
    names = _names(as_titles(first) if header else [""] * width, text, label)
    shape = TextShape(delimiter, header, text, label, names, quoted)
    likely = 0
    if text != label and columns.is_label(label) and columns.has_words(text):
        # Files are often sorted by label, and then a sample has only one.
        likely = 2 if columns.different(label) > 1 or len(columns.body) > _FEW_ROWS else 1
    return _Guess(shape, likely, named, len(even) / len(rows))


@dataclass(frozen=True)
class _Columns:
    """What the columns of a sample look like."""

    titles: list[str]
    body: Sample

    def text(self, taken: int | None) -> int:
        """The one so named, else the one with the longest cells that are not numbers."""
        free = [j for j in range(len(self.titles)) if j != taken]
        named = [j for j in free if self.titles[j] in TEXT_NAMES and self.has_words(j)]
        if named:
            return min(named, key=lambda j: TEXT_NAMES.index(self.titles[j]))
        return max(free, key=lambda j: (self.has_words(j), self.length(j)), default=0)

    def label(self, taken: int) -> int:
        """The one so named, else the one with the fewest different cells, but more than one."""
        free = [j for j in range(len(self.titles)) if j != taken]
        named = [j for j in free if self.titles[j] in TEXT_LABEL_NAMES]
        if named:
            return min(named, key=lambda j: TEXT_LABEL_NAMES.index(self.titles[j]))
        return min(free, key=self._unlike_labels, default=0)

    def has_words(self, j: int) -> bool:
        cells = [row[j] for row in self.body if row[j]]
        if not cells:
            return self.titles[j] in TEXT_NAMES
        wordy = sum(_WORD.search(cell) is not None for cell in cells)
        # Under a usual name for texts, most of them may be numbers.
        return 2 * wordy >= len(cells) or (wordy > 0 and self.titles[j] in TEXT_NAMES)

    def is_label(self, j: int) -> bool:
        """A few short cells, again and again where there are many rows."""
        if self.titles[j] in TEXT_LABEL_NAMES:
            return True
        different, rows = self.different(j), len(self.body)
        again = 4 * different <= 3 * rows or rows <= _FEW_ROWS
        return 1 <= different <= MOST_CLASSES and again and self.length(j) <= _LONGEST_LABEL

    def _unlike_labels(self, j: int) -> tuple[bool, bool, int]:
        different = self.different(j)
        return not self.is_label(j), different < 2, different

    def length(self, j: int) -> float:
        return sum(len(row[j]) for row in self.body) / len(self.body)

    def different(self, j: int) -> int:
        return len({row[j] for row in self.body if row[j]})


def _is_named(first: Sequence[str], body: Sample) -> bool:
    """Whether the first row holds a usual name for the text or the label that is no cell itself."""
    if any(
        len(_WORD.findall(cell)) > _LONGEST_TITLE or cell.endswith((".", "?", "!"))
        for cell in first
    ):
        return False
    for j, cell in enumerate(first):
        if cell.lower() in (*TEXT_NAMES, *TEXT_LABEL_NAMES) and cell not in {
            row[j] for row in body
        }:
            return True
    return False


def _stands_apart(rows: Sample, text: int, label: int) -> bool:
    """Whether the first row's label comes once and all others come again, above a short text."""
    if len(rows) < 5 or text == label:
        return False
    counts = Counter(row[label] for row in rows)
    alone = counts.pop(rows[0][label]) == 1
    return alone and min(counts.values()) >= 2 and len(_WORD.findall(rows[0][text])) <= 2


def _names(titles: Sequence[str], text: int, label: int) -> tuple[str, ...]:
    """The titles, with plain names where there are none."""
    plain = {text: "text", label: "label"}
    return tuple(title or plain.get(j, f"column {j + 1}") for j, title in enumerate(titles))
