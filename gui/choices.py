"""Inputs that panels share: drop-down, switch, and small buttons."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen, QPolygonF, QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QToolButton,
)

from gui.fields import explain
from gui.icons import icon
from gui.theme import Theme


class ChoiceBox(QComboBox):
    """A drop-down that fits where it is put: a choice that is too long ends in dots."""

    def __init__(self, *, wide: bool = False) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        spread = QSizePolicy.Policy.Preferred if wide else QSizePolicy.Policy.Maximum
        self.setSizePolicy(spread, QSizePolicy.Policy.Fixed)
        side = Qt.AlignmentFlag.AlignLeft if wide else Qt.AlignmentFlag.AlignRight
        self._alignment = side | Qt.AlignmentFlag.AlignVCenter
        if wide:
            self.setProperty("role", "field")
        self.setMinimumContentsLength(0)

    def minimumSizeHint(self) -> QSize:
        return QSize(48, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        texts = [self.itemText(k) for k in range(self.count())]
        widest = max((self.fontMetrics().horizontalAdvance(text) for text in texts), default=0)
        return QSize(widest + 36, super().sizeHint().height())

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the panel scrolls; a choice made in passing would be a surprise

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QStylePainter(self)
        with painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            option = QStyleOptionComboBox()
            self.initStyleOption(option)
            painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
            text = self.currentText() if self.currentIndex() >= 0 else self.placeholderText()
            inside = self.rect().adjusted(8, 0, -22, 0)
            colour = self.palette().color(QPalette.ColorRole.Text)
            if not self.isEnabled():
                colour = self.palette().color(QPalette.ColorRole.PlaceholderText)
            elided = self.fontMetrics().elidedText(
                text, Qt.TextElideMode.ElideRight, inside.width()
            )
            painter.setPen(colour)
            painter.drawText(inside, self._alignment, elided)
            x, y = self.width() - 13.0, self.height() / 2.0
            painter.setPen(QPen(colour, 1.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawPolyline(
                QPolygonF(
                    [QPointF(x - 3.5, y - 1.5), QPointF(x, y + 2.0), QPointF(x + 3.5, y - 1.5)]
                )
            )


class Toggle(QCheckBox):
    """A switch: its text, and a knob that is left or right. Without a text only the knob."""

    KNOB = QSize(28, 16)

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        spread = QSizePolicy.Policy.Preferred if text else QSizePolicy.Policy.Fixed
        self.setSizePolicy(spread, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        text = self.fontMetrics().horizontalAdvance(self.text())
        gap = 10 if self.text() else 4
        height = max(self.fontMetrics().height(), self.KNOB.height()) + 8
        return QSize(text + gap + self.KNOB.width(), height)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.KNOB.width() + 4, self.sizeHint().height())

    def hitButton(self, place: QPoint) -> bool:
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            colours = self.palette()
            accent = colours.color(QPalette.ColorRole.Highlight)
            muted = colours.color(QPalette.ColorRole.PlaceholderText)
            top = (self.height() - self.KNOB.height()) / 2
            left = self.width() - self.KNOB.width() - 2
            knob = QRectF(left, top, self.KNOB.width(), self.KNOB.height())
            on = self.isChecked()
            fill = QColor(accent if on else muted)
            fill.setAlphaF((1.0 if on else 0.35) if self.isEnabled() else 0.18)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(fill)
            painter.drawRoundedRect(knob, knob.height() / 2, knob.height() / 2)
            painter.setBrush(colours.color(QPalette.ColorRole.Base))
            centre = knob.right() - knob.height() / 2 if on else knob.left() + knob.height() / 2
            painter.drawEllipse(QPointF(centre, knob.center().y()), 5.5, 5.5)
            if self.hasFocus():
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(accent, 1.2))
                painter.drawRoundedRect(knob.adjusted(-1.5, -1.5, 1.5, 1.5), 9.5, 9.5)
            inside = self.rect().adjusted(0, 0, -self.KNOB.width() - 8, 0)
            text = self.fontMetrics().elidedText(
                self.text(), Qt.TextElideMode.ElideRight, inside.width()
            )
            painter.setPen(
                colours.color(QPalette.ColorRole.WindowText) if self.isEnabled() else muted
            )
            painter.drawText(
                inside, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text
            )


class IconButton(QToolButton):
    """A small picture to press."""

    def __init__(self, name: str, theme: Theme, text: str, tip: str) -> None:
        super().__init__()
        self._name, self._theme = name, theme
        self.setProperty("role", "small")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setIconSize(QSize(16, 16))
        explain(self, tip, text)
        theme.changed.connect(self._draw)
        self._draw()

    def _draw(self) -> None:
        self.setIcon(icon(self._name, self._theme.palette, "muted"))


class HeadingButton(QToolButton):
    """A bold line to press, wrapped where it must be; one that folds has an arrow."""

    def __init__(self, theme: Theme, text: str = "", *, folds: bool = False) -> None:
        super().__init__()
        self._theme, self._folds = theme, folds
        self.setProperty("role", "heading")
        self.setText(text)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(self.text()) + 8
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        words = self.text().split() or [""]
        width = max(self.fontMetrics().horizontalAdvance(word) for word in words)
        return QSize(width + 4, self.fontMetrics().height() + 6)

    def heightForWidth(self, width: int) -> int:
        return self._text_in(QRect(0, 0, width, 1000)).height() + 6

    def _text_in(self, room: QRect) -> QRect:
        return self.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, self.text())

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            chosen = self.isChecked() and not self._folds
            if self.hasFocus():
                painter.setPen(QPen(self._theme.colour("accent"), 1.2))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.6, 0.6, -0.6, -0.6), 5, 5)
            accent = chosen or self.underMouse()
            painter.setPen(self._theme.colour("accent" if accent else "text"))
            left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(self.rect(), left | Qt.TextFlag.TextWordWrap, self.text())
            if self._folds:
                name = "chevron-down" if self.isChecked() else "chevron-right"
                place = QRect(self.width() - 20, (self.height() - 16) // 2, 16, 16)
                icon(name, self._theme.palette, "muted").paint(painter, place)
