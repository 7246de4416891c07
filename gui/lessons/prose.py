"""The texts of lessons on screen: light Markdown, painted; whatever is in a file stays text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import (
    QFont,
    QPainter,
    QPaintEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from core.formula_text import formula_text
from core.lessons.markup import Block, Span, blocks
from gui.formula import FormulaView
from gui.theme import Theme

INDENT = 1.35  # of a list's items, in heights of a line
LEADING = 1.16  # of lines, as a multiple of what the type asks for
_INDEX = re.compile(r"_(\d+)")
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_LETTER = re.compile(r"(?<![^\W\d_])[^\W\d_](?![^\W\d_])")


def words_of(spans: tuple[Span, ...]) -> str:
    """The letters that are shown."""
    return "".join(_shown(span) for span in spans)


def lay_out(spans: tuple[Span, ...], font: QFont, theme: Theme, width: float) -> QTextLayout:
    """The spans in lines of this width; the layout has its height in `boundingRect`."""
    layout = QTextLayout(words_of(spans), font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.setFormats(list(_formats(spans, theme)))
    layout.beginLayout()
    y = 0.0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(width, 40.0))
        line.setPosition(QPointF(0.0, y))
        y += line.height() * LEADING
    layout.endLayout()
    return layout


def height_of(layout: QTextLayout) -> int:
    last = layout.lineAt(layout.lineCount() - 1)
    return round(last.y() + last.height()) if layout.lineCount() else 0


def _shown(span: Span) -> str:
    if span.kind != "formula":
        # “η = 1” stays on one line.
        return span.text.replace(" = ", "\u00a0=\u00a0")
    text = _INDEX.sub(lambda found: found[1].translate(_SUBSCRIPTS), formula_text(span.text))
    return text.replace(" ", "\u00a0") if len(text) <= 16 else text


def _formats(spans: tuple[Span, ...], theme: Theme) -> Iterator[QTextLayout.FormatRange]:
    place = 0
    for span in spans:
        text = _shown(span)
        if span.kind == "formula":  # letters that stand alone are quantities
            for letter in _LETTER.finditer(text):
                yield _format("emphasis", theme, place + letter.start(), 1)
        elif span.kind != "text":
            yield _format(span.kind, theme, place, len(text))
        place += len(text)


def _format(kind: str, theme: Theme, start: int, length: int) -> QTextLayout.FormatRange:
    style = QTextCharFormat()
    if kind == "strong":
        style.setFontWeight(QFont.Weight.DemiBold)
    elif kind == "emphasis":
        style.setFontItalic(True)
    else:
        style.setBackground(theme.colour("hover"))
        style.setForeground(theme.colour("accent"))
    found = QTextLayout.FormatRange()
    # Qt counts in units of UTF-16; texts of lessons seldom hold anything beyond.
    found.start, found.length, found.format = start, length, style
    return found


class Paragraph(QWidget):
    """One paragraph or one item of a list."""

    def __init__(self, theme: Theme, colour: str = "text") -> None:
        super().__init__()
        self._theme, self._colour = theme, colour
        self._spans: tuple[Span, ...] = ()
        self._sign = ""  # before an item
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self.update)

    def show_spans(self, spans: tuple[Span, ...], sign: str = "", colour: str = "") -> None:
        self._spans, self._sign, self._colour = spans, sign, colour or self._colour
        self.setAccessibleName(self.text())
        self.updateGeometry()
        self.update()

    def text(self) -> str:
        return f"{self._sign} {words_of(self._spans)}".strip()

    @property
    def _indent(self) -> float:
        return INDENT * self.fontMetrics().height() if self._sign else 0.0

    def _laid_out(self, width: float) -> QTextLayout:
        return lay_out(self._spans, self.font(), self._theme, width - self._indent)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return height_of(self._laid_out(width))

    def sizeHint(self) -> QSize:
        width = max(self.width(), 160)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.fontMetrics().lineSpacing())

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setPen(self._theme.colour(self._colour))
            layout = self._laid_out(self.width())
            if self._sign and layout.lineCount():
                baseline = layout.lineAt(0).ascent()
                painter.drawText(QPointF(self._indent * 0.12, baseline), self._sign)
            layout.draw(painter, QPointF(self._indent, 0.0))


class Prose(QWidget):
    """Paragraphs, lists, and formulas on lines of their own."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._source = ""
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)

    def show_text(self, source: str) -> None:
        """Show light Markdown in place of what is there."""
        if source == self._source:
            return
        self._source = source
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        number = 0
        for block in blocks(source):
            number = number + 1 if block.kind == "number" else 0
            self._column.addWidget(self._part(block, number))
        self.setVisible(bool(source))

    def text(self) -> str:
        """All that is shown, one part a line."""
        parts = [self._column.itemAt(place) for place in range(self._column.count())]
        widgets = [part.widget() for part in parts if part is not None]
        return "\n".join(w.accessibleName() for w in widgets if w is not None)

    def _part(self, block: Block, number: int) -> QWidget:
        if block.display:
            formula = FormulaView(self._theme)
            formula.show_tex(block.spans[0].text)
            return formula
        paragraph = Paragraph(self._theme)
        sign = {"bullet": "•", "number": f"{number}."}.get(block.kind, "")
        paragraph.show_spans(block.spans, sign)
        return paragraph
