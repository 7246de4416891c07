"""How far a lesson is: a segment for each scene, and the list of them behind it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from gui.icons import icon
from gui.lessons.lesson_in_hand import LessonInHand
from gui.menu_tab import MenuTab
from gui.plain_text import menu_text, short
from gui.theme import Theme

HEIGHT, GAP = 12, 4  # pixels


class SceneStrip(QWidget):
    """Filled: done; ringed: here. A click goes there."""

    chosen = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._count, self._place = 1, 0
        self._done: frozenset[int] = frozenset()
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip("The scenes of this lesson; click one to go there")
        theme.changed.connect(self.update)

    def show_lesson(self, hand: LessonInHand) -> None:
        self._count, self._place = len(hand.lesson.scenes), hand.place
        self._done = hand.progress.done
        done = len(self._done)
        self.setAccessibleName(f"Scene {self._place + 1} of {self._count}, {done} done")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, HEIGHT)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = int(event.position().x() * self._count / max(self.width(), 1))
        self.chosen.emit(min(max(place, 0), self._count - 1))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            wide = (self.width() + GAP) / self._count
            gap = GAP if wide > 3 * GAP else 1
            for place in range(self._count):
                here, done = place == self._place, place in self._done
                tall = 6.0 if here else 4.0
                bar = QRectF(place * wide, (HEIGHT - tall) / 2, wide - gap, tall)
                colour = self._theme.colour("accent" if done or here else "track")
                painter.setPen(
                    QPen(self._theme.colour("accent"), 1.2) if here else Qt.PenStyle.NoPen
                )
                painter.setBrush(self._theme.colour("card") if here and not done else colour)
                inset = 0.6 if here else 0.0
                painter.drawRoundedRect(bar.adjusted(inset, inset, -inset, -inset), 2.5, 2.5)


class SceneList(MenuTab):
    """“3 of 7”, which opens the list of scenes."""

    chosen = Signal(int)
    restarted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._hand: LessonInHand | None = None
        menu = QMenu(self)
        menu.aboutToShow.connect(self._fill)
        self.setMenu(menu)
        self.setToolTip("All scenes of this lesson, to go to any of them")

    def show_lesson(self, hand: LessonInHand) -> None:
        self._hand = hand
        self.setText(f"{hand.place + 1} of {len(hand.lesson.scenes)}")
        self.setAccessibleName(f"Scene {hand.place + 1} of {len(hand.lesson.scenes)}")

    def _fill(self) -> None:
        menu, hand = self.menu(), self._hand
        menu.clear()
        if hand is None:
            return
        for place, scene in enumerate(hand.lesson.scenes):
            action = menu.addAction(menu_text(f"{place + 1}.  {short(scene.title, 50)}"))
            if place in hand.progress.done:
                action.setIcon(icon("check", self._theme.palette))
            font = action.font()
            font.setBold(place == hand.place)
            action.setFont(font)
            action.triggered.connect(lambda _=False, k=place: self.chosen.emit(k))
        menu.addSeparator()
        again = menu.addAction(icon("reset", self._theme.palette), "Start the lesson again")
        again.triggered.connect(lambda: self.restarted.emit())
