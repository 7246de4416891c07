"""Where the small texts lie on a view, so that they cover neither each other nor the points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QSize

from core.rows import Floats

if TYPE_CHECKING:
    from gui.stage.plane_view import PlaneView

GAP, CLOSE = 12, 8  # between the edge and what lies on the stage; the same in a small view
NUMBERS = 18  # pixels along the lower edge, for the numbers of the axis
ROOM_FOR_NOTE = 210  # pixels of a view among others; below, the note would cover the points
REACH = 8  # pixels from the middle of a point to its rim
RING = 17  # pixels from the middle of the visited point to the ring around it
WIDEST_NOTE = 260
# Views of the same size choose the corner for a title of this width, and so the same one.
TITLE = QSize(190, 26)


class TextPlaces:
    """Lays the texts of one view; the legend goes where it covers the fewest points."""

    def __init__(self, view: PlaneView) -> None:
        self._view = view
        self._chosen = 0
        self._chosen_for: object = None

    def lay(self) -> None:
        view = self._view
        width, height = view.width(), view.height()
        single = view.own_learner is None
        cramped = not single and height < ROOM_FOR_NOTE
        fits = view.note.width() <= width - 2 * GAP
        view.note.setVisible(view.note.has_words and fits and not cramped)
        view.note.move(GAP, height - view.note.height() - (30 if single else GAP))
        self._lay_legend(cramped)
        legend = view.legend.geometry() if view.legend.isVisibleTo(view) else QRect()
        self._lay_note(legend)
        beside = legend.width() + GAP if single else 0
        view.notice.fit_into(min(width - 2 * GAP - beside, 520))
        view.notice.move(GAP, GAP if single else legend.bottom() + GAP)
        view.hint.fit_into(min(width - 2 * GAP, 460))
        view.hint.move((width - view.hint.width()) // 2, (height - view.hint.height()) // 2)

    def _lay_note(self, legend: QRect) -> None:
        """It stays where it is, but does not cover the very point that it is about."""
        view, home = self._view, self._view.note.geometry()
        visited = view.frame.to_pixels(view.marks.visited.xy)
        if view.studio.playing or view.notice.text() or not _inside(visited, home, RING):
            return
        across, high = view.width() - home.width() - GAP, max(GAP, view.grid.name_width + GAP)
        for place in (
            home.translated(across - GAP, 0),
            home.translated(high - GAP, GAP - home.top()),
            QRect(QPoint(across, GAP), home.size()),
        ):
            if not place.intersects(legend) and not _inside(visited, place, RING):
                view.note.move(place.topLeft())
                return

    def _lay_legend(self, cramped: bool) -> None:
        view = self._view
        if view.pointer.busy and self._chosen_for is not None:
            pass  # it does not run away from the hand that draws
        elif view.notice.text():
            self._chosen, self._chosen_for = 0, None
        else:
            size = view.legend.size() if view.own_learner is None else TITLE
            now = (view.placed, view.frame, size, cramped, view.note.has_words)
            if self._chosen_for != now:
                self._chosen, self._chosen_for = self._emptiest(size, cramped), now
        view.legend.move(self._corners(view.legend.size())[self._chosen])

    def _corners(self, size: QSize) -> list[QPoint]:
        """Where it may lie, the usual place first: a title stands left, a legend right."""
        view = self._view
        gap = CLOSE if view.legend.compact else GAP
        right, lower = view.width() - size.width() - gap, view.height() - size.height()
        beside_name = max(gap, view.grid.name_width + gap)
        top = [QPoint(beside_name, gap), QPoint(right, gap)]
        low = [QPoint(gap, lower - gap - NUMBERS), QPoint(right, lower - gap - NUMBERS)]
        return top + low[::-1] if view.own_learner is not None else top[::-1] + low[::-1]

    def _emptiest(self, size: QSize, cramped: bool) -> int:
        """The place of the corner with the fewest points; of equals, the more usual one."""
        view = self._view
        points = view.frame.to_pixels(view.placed.xy)
        note = QRect(view.note.pos(), QSize(WIDEST_NOTE, view.note.height()))
        has_note = view.note.has_words and not cramped
        counts = []
        for corner in self._corners(size):
            place = QRect(corner, size)
            outside = not view.rect().contains(place)
            taken = has_note and place.intersects(note)
            counts.append((outside or taken, _inside(points, place)))
        return counts.index(min(counts))


def _inside(points: Floats, place: QRect, reach: int = REACH) -> int:
    """How many points [n, 2] are covered, be it in part."""
    x, y = points[:, 0], points[:, 1]
    across = (x > place.left() - reach) & (x < place.right() + reach)
    return int((across & (y > place.top() - reach) & (y < place.bottom() + reach)).sum())
