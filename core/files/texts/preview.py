"""How a file of texts would be read: found out, corrected by wishes, shown before it is taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from core.dataset import MOST_CLASSES
from core.errors import PlainError
from core.files.text import decode_text
from core.files.texts.model import LabelledTexts
from core.files.texts.parse import Form, form_of, parse_texts
from core.files.texts.shape import TextShape, fits, rows_of
from core.files.texts.sniff import sniff_texts
from core.files.watch import UNWATCHED, Asked, Progress, Watch

SHOWN_ROWS = 50
SHOWN_COLUMNS = 50
LONGEST_CELL = 200  # characters that are shown

_COUNTED_ROWS = 2_000  # of which the labels are counted


@dataclass(frozen=True)
class TextWishes:
    """What the user has fixed; None is to be found out."""

    encoding: str | None = None
    delimiter: str | None = None
    header: bool | None = None
    text_column: int | None = None
    label_column: int | None = None
    quoted: bool | None = None


@dataclass(frozen=True)
class TextPreview:
    """The beginning of the file as it would be read, or why it would not.

    Only columns have a shape that can be corrected; other forms are read at once.
    """

    encoding: str
    text: str
    form: Form
    shape: TextShape | None = None
    rows: tuple[tuple[str, ...], ...] = ()  # the header not among them
    titles: tuple[str, ...] = ()  # of the columns in `rows`
    label_counts: tuple[tuple[str, int], ...] = ()  # in the beginning, the commonest first
    texts: LabelledTexts | None = None  # where nothing can be corrected: what was read
    problem: str = ""


class TextsFile:
    """The bytes of a file of texts, decoded once for each encoding that is tried."""

    def __init__(self, data: bytes, name: str) -> None:
        self.data, self.name = data, name
        self._decoded: tuple[str | None, tuple[str, str]] | None = None

    def preview(self, wishes: TextWishes | None = None, watch: Watch = UNWATCHED) -> TextPreview:
        """Quick also for large files with columns: of these only the beginning is looked at."""
        wishes = wishes or TextWishes()
        try:
            text, encoding = self._text(wishes.encoding, watch.part(0.0, 0.3))
        except PlainError as error:
            return TextPreview(wishes.encoding or "", "", "columns", problem=str(error))
        form = form_of(text)
        try:
            if form == "columns":
                return self._columns(text, encoding, wishes)
            return self._lines(text, encoding, form, watch.part(0.3, 1.0))
        except PlainError as error:
            return TextPreview(encoding, text, form, problem=str(error))

    def read(
        self,
        preview: TextPreview,
        progress: Progress | None = None,
        cancelled: Asked | None = None,
    ) -> LabelledTexts:
        """All the texts in that shape; PlainError says what does not fit."""
        if preview.problem:
            raise PlainError(preview.problem)
        if preview.texts is not None:
            return preview.texts
        watch = Watch(progress, cancelled, len(self.data))
        texts = parse_texts(preview.text, self.name, preview.shape, watch)
        watch.finish()
        return texts

    def _text(self, encoding: str | None, watch: Watch) -> tuple[str, str]:
        known = self._decoded  # another thread may put its own there meanwhile
        if known is None or known[0] != encoding:
            known = (encoding, decode_text(self.data, self.name, encoding, watch))
            self._decoded = known
        return known[1]

    def _columns(self, text: str, encoding: str, wishes: TextWishes) -> TextPreview:
        shape = sniff_texts(
            text,
            self.name,
            delimiter=wishes.delimiter,
            header=wishes.header,
            text_column=wishes.text_column,
            label_column=wishes.label_column,
            quoted=wishes.quoted,
        )
        rows: list[list[str]] = []
        try:
            for _, row in islice(rows_of(text, shape, self.name), shape.header + _COUNTED_ROWS):
                rows.append(row)
        except PlainError:
            pass  # reading the whole will say it
        body = rows[shape.header :]
        column = shape.label_column
        labels = [row[column].strip() for row in body if fits(row, shape.width)]
        shown = tuple(_shown_cells(row) for row in body[:SHOWN_ROWS])
        titles = shape.names[:SHOWN_COLUMNS]
        return TextPreview(encoding, text, "columns", shape, shown, titles, _counted(labels))

    def _lines(self, text: str, encoding: str, form: Form, watch: Watch) -> TextPreview:
        texts = parse_texts(text, self.name, watch=watch)
        pairs = zip(texts.labels[:SHOWN_ROWS], texts.texts[:SHOWN_ROWS], strict=True)
        rows = tuple(_shown_cells(pair) for pair in pairs)
        counted = _counted(texts.labels)
        return TextPreview(encoding, text, form, None, rows, ("label", "text"), counted, texts)


def _counted(labels: Sequence[str]) -> tuple[tuple[str, int], ...]:
    return tuple(Counter(label for label in labels if label).most_common(MOST_CLASSES + 1))


def _shown_cells(row: Sequence[str]) -> tuple[str, ...]:
    return tuple(" ".join(cell[:LONGEST_CELL].split()) for cell in row[:SHOWN_COLUMNS])
