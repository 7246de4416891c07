"""Where an answer is given: one of several choices, a number, or on the plane."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QLineEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from core.errors import PlainError
from core.lessons.markup import Span, spans
from gui.card import labelled
from gui.fields import explain
from gui.lessons.prose import height_of, lay_out, words_of
from gui.theme import Theme
from gui.typed_numbers import number_shown, number_typed

PAD, CAP = 8.0, 22.0  # pixels around the words, and across the sign before them


class ChoiceButton(QAbstractButton):
    """One choice with its key; once judged, with a tick or a cross."""

    def __init__(self, theme: Theme, number: int, text: str, *, plain: bool = False) -> None:
        super().__init__()
        self._theme, self._number = theme, number
        self._spans = (Span("text", text),) if plain else spans(text)
        self.verdict = ""  # right, wrong, or nothing yet
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        explain(self, f"Choose this answer ({number})", words_of(self._spans))
        theme.changed.connect(self.update)

    def words(self) -> str:
        return words_of(self._spans)

    def judge(self, verdict: str) -> None:
        self.verdict = verdict
        self.setEnabled(not verdict)
        told = {"right": "right", "wrong": "not right"}.get(verdict, "")
        self.setAccessibleDescription(told)
        self.update()

    # Size

    @property
    def _cap(self) -> float:
        return CAP * self._theme.scale

    def _room(self, width: float) -> float:
        return width - self._cap - 3 * PAD

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        layout = lay_out(self._spans, self._font(), self._theme, self._room(width))
        return max(height_of(layout), round(self._cap)) + round(1.5 * PAD)

    def sizeHint(self) -> QSize:
        natural = self.fontMetrics().horizontalAdvance(self.words()) * 1.06
        width = max(self.width(), 60)
        whole = min(round(natural + self._cap + 3 * PAD + 4), 420)
        return QSize(whole, self.heightForWidth(max(width, whole) if self.width() == 0 else width))

    def minimumSizeHint(self) -> QSize:
        return QSize(70, self.heightForWidth(max(self.width(), 70)))

    def _font(self) -> QFont:
        return self.font()

    # Drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            ground, edge = self._colours()
            width = 1.6 if self.isChecked() or self.verdict or self.hasFocus() else 1.0
            painter.setPen(QPen(edge, width))
            painter.setBrush(ground)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 7, 7)
            layout = lay_out(self._spans, self._font(), theme, self._room(self.width()))
            self._paint_cap(painter, edge)
            painter.setPen(theme.colour("text"))
            top = (self.height() - height_of(layout)) / 2.0
            layout.draw(painter, QPointF(self._cap + 2 * PAD, top))

    def _colours(self) -> tuple[QColor, QColor]:
        colour = self._theme.colour
        if self.verdict:
            return colour("card"), colour("good" if self.verdict == "right" else "mistake")
        if self.isChecked() or self.isDown():
            return colour("accent_soft"), colour("accent")
        if self.hasFocus():
            return colour("card"), colour("accent")
        return colour("hover" if self.underMouse() else "card"), colour("border")

    def _paint_cap(self, painter: QPainter, edge: QColor) -> None:
        cap, chosen = self._cap, self.isChecked() or bool(self.verdict)
        place = QRectF(PAD, (self.height() - cap) / 2.0, cap, cap)
        painter.setPen(Qt.PenStyle.NoPen if chosen else QPen(edge, 1.0))
        painter.setBrush(edge if chosen else self._theme.colour("hover"))
        painter.drawRoundedRect(place, 6, 6)
        sign = {"right": "✓", "wrong": "✗"}.get(self.verdict, str(self._number))
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(self._theme.colour("on_accent" if chosen else "muted"))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, sign)


class ChoiceAnswer(QWidget):
    """The choices below each other; keys 1–9 choose as well."""

    changed = Signal()

    def __init__(self, theme: Theme, choices: tuple[str, ...]) -> None:
        super().__init__()
        self.buttons = [ChoiceButton(theme, k, text) for k, text in enumerate(choices, 1)]
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for button in self.buttons:
            column.addWidget(button)
            button.toggled.connect(lambda _: self.changed.emit())

    @property
    def given(self) -> int | None:
        return next((k for k, b in enumerate(self.buttons) if b.isChecked()), None)

    def choose(self, place: int) -> None:
        if place < len(self.buttons) and self.buttons[place].isEnabled():
            self.buttons[place].setChecked(True)

    def judge(self, given: int, right: int | None) -> None:
        for k, button in enumerate(self.buttons):
            button.judge("right" if k == right else "wrong" if k == given else "")
            button.setEnabled(False)


class NumberAnswer(QWidget):
    """A number to type, with its unit; a decimal comma will do."""

    changed = Signal()
    entered = Signal()  # Enter was pressed in it

    def __init__(self, unit: str) -> None:
        super().__init__()
        self.field = AnswerField()
        self.field.setMaxLength(40)
        self.field.setPlaceholderText("a number")
        explain(self.field, "Type a number; Enter commits it", "Your answer")
        self.field.textChanged.connect(lambda _: self.changed.emit())
        self.field.returnPressed.connect(self.entered)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        if unit:
            words = labelled(unit, "muted")
            words.setWordWrap(True)
            row.addWidget(words, 1)

    @property
    def given(self) -> float | None:
        try:
            number = float(number_typed(self.field.text(), "The answer"))
        except PlainError:
            return None
        return number if abs(number) < 1e300 else None

    def judge(self, given: float) -> None:
        self.field.setText(number_shown(given))
        self.field.setEnabled(False)


class AnswerField(QLineEdit):
    """Leaves Page Up and Page Down to the lesson."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            event.ignore()
            return
        super().keyPressEvent(event)
