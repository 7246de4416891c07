"""The plot of the curves, painted once and kept; only cursor and hover are drawn every frame."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.fineness import is_finer
from gui.panels.curve_axis import reading, time_axis, value_axis
from gui.panels.curve_lines import QUANTITIES, Line, lines_of
from gui.panels.curve_painting import Drawing, area_between, parts_of, sample_pen
from gui.panels.decimate import decimated, points_for
from gui.panels.hover_card import HoverCard
from gui.panels.pacing import Pacing
from gui.panels.text_grid import Cell, Row
from gui.panels.time_words import grouped, unit_of
from gui.studio import Studio
from gui.theme import Theme

NAN = float("nan")
PER_SECOND = 10  # while a run that is being computed plays


class CurvePlot(QWidget):
    """Click or drag to move the cursor; hover to read values."""

    def __init__(self, studio: Studio, theme: Theme) -> None:
        super().__init__()
        self._tight = False
        self._studio, self._theme = studio, theme
        self._drawing: Drawing | None = None
        self._backdrop: QPixmap | None = None
        self._coming: Backdrop | None = None
        self._hovered: int | None = None
        self.hover_card = HoverCard(theme, self)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setAccessibleName("Curves along the run")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._cursor_at: float | None = None  # where it was painted last
        studio.cursor_changed.connect(self._move_cursor)
        self._pacing = Pacing(studio, self, self._results_came, PER_SECOND)
        studio.playing_changed.connect(self._playing_changed)
        studio.results_changed.connect(self._pacing.ask)
        for signal in (studio.looks_changed, theme.changed):
            signal.connect(self._redraw)

    def sizeHint(self) -> QSize:
        return QSize(600, 160)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, 84 if self._tight else 104)

    def set_tight(self, tight: bool) -> None:
        """Low, in a small window."""
        self._tight = tight
        self.updateGeometry()

    @property
    def drawing(self) -> Drawing:
        """What is drawn; made when it is needed, and kept until something changes."""
        if self._drawing is None:
            self._drawing = self._make_drawing()
        return self._drawing

    def _make_drawing(self) -> Drawing:
        looks, results = self._studio.looks, self._studio.results
        name = looks.loss if looks.loss in QUANTITIES else "hinge"
        quantity, lines = QUANTITIES[name], lines_of(results, name)
        most = points_for(self.width() * self.devicePixelRatioF())
        paths = tuple(decimated(line.steps, line.values, most) for line in lines)
        y = value_axis(
            [values for _, values in paths],
            log=looks.log_scale and not quantity.signed,
            signed=quantity.signed,
            percent=quantity.percent,
            most_ticks=max(min(self.height() // 26, 6), 3),
        )
        last_step = max(results.most_steps, results.steps, 1)
        x = time_axis(last_step, unit_of(results).steps, max(min(self.width() // 70, 12), 3))
        area = area_between(self.size(), y, self.fontMetrics())
        return Drawing(lines, paths, quantity, x, y, last_step, area)

    def _results_came(self) -> None:
        """While it plays, the next picture is painted a part a frame, behind the present one."""
        if self._studio.playing and self._backdrop is not None and self.drawing.lines:
            drawing = self._make_drawing()
            if drawing.lines:
                self._coming = Backdrop(drawing, self, self._theme)
                return
        self._redraw()

    def _paint_on(self) -> None:
        if self._coming is not None and self._coming.paint_part():
            self._drawing, self._backdrop = self._coming.drawing, self._coming.pixmap
            self._coming = None
            self._show_hover()
            self.update()

    def _playing_changed(self) -> None:
        while not self._studio.playing and self._coming is not None:
            self._paint_on()

    def _redraw(self) -> None:
        self._drawing = self._backdrop = self._coming = None
        self._show_hover()
        self.update()

    def _move_cursor(self) -> None:
        """Paint again only where the cursor was and where it is now."""
        self._paint_on()
        if self._drawing is None or self._cursor_at is None:
            self.update()
            return
        for x in (self._cursor_at, self._drawing.x_of(self._studio.t)):
            self.update(round(x) - 3, 0, 6, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._redraw()

    # Hands

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.drawing.lines:
            self._studio.pause()
            self._studio.seek(self.drawing.step_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        step = self.drawing.step_at(event.position().x())
        if event.buttons() & Qt.MouseButton.LeftButton and self.drawing.lines:
            self._studio.seek(step)
        self._hovered = step
        self._show_hover()
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = None
        self._show_hover()
        self.update()

    def _show_hover(self) -> None:
        if self._hovered is None or not self.drawing.lines:
            self.hover_card.hide()
            return
        step, drawing = self.drawing.sampled(self._hovered), self.drawing
        self.hover_card.tell(self._readings(step), drawing.x_of(step), drawing.area, self)

    def _readings(self, step: int) -> tuple[Row, ...]:
        """A head line, then one row per learner and readout."""
        drawing, where = self.drawing, unit_of(self._studio.results).place(step)
        parts = sorted({line.held_out for line in drawing.lines})
        names = [Cell("held out" if part else "train", "muted", right=True) for part in parts]
        head = f"step {grouped(step)}" + (f" · {where}" if where else "")
        rows: list[Row] = [(Cell(head, bold=True), *(names if len(names) > 1 else ()))]
        by_title: dict[str, dict[bool, Line]] = {}
        for line in sorted(drawing.lines, key=lambda line: line.learner):
            by_title.setdefault(line.title, {})[line.held_out] = line
        for title, found in by_title.items():
            values = (found[part].at(step) if part in found else NAN for part in parts)
            cells = [Cell(reading(v, drawing.quantity.percent), right=True) for v in values]
            sample = sample_pen(found[min(found)], self._theme)
            rows.append((Cell(title, pen=sample), *cells))
        return tuple(rows)

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            drawing = self.drawing
            if not drawing.lines:
                painter.setPen(self._theme.colour("muted"))
                flags = Qt.AlignmentFlag.AlignCenter.value | Qt.TextFlag.TextWordWrap.value
                painter.drawText(self.rect().adjusted(20, 0, -20, 0), flags, self.empty_words())
                return
            ratio = self.devicePixelRatioF()
            if is_finer(painter, ratio):
                for paint_part in parts_of(drawing, self._theme):
                    painter.save()
                    paint_part(painter)
                    painter.restore()
            else:
                if self._backdrop is None or self._backdrop.devicePixelRatio() != ratio:
                    self._backdrop = Backdrop(drawing, self, self._theme).whole()
                painter.drawPixmap(0, 0, self._backdrop)
            top, bottom = drawing.area.top(), drawing.area.bottom()
            if self._hovered is not None:
                painter.setPen(QPen(self._theme.colour("muted"), 1, Qt.PenStyle.DotLine))
                x = round(drawing.x_of(drawing.sampled(self._hovered))) + 0.5
                painter.drawLine(QPointF(x, top), QPointF(x, bottom))
            self._cursor_at = drawing.x_of(self._studio.t)
            x = round(self._cursor_at) - 1.0
            cursor = QRectF(x, top - 4, 2, bottom - top + 4)
            painter.fillRect(cursor, self._theme.colour("accent"))

    def empty_words(self) -> str:
        """Why there is no curve, and what to do."""
        results, learners = self._studio.results, self._studio.experiment.learners
        if results.problem is not None:
            return results.problem
        if not learners:
            return "Add a learner to see its curves."
        if not any(choice.visible for choice in learners):
            return "All learners are switched off; switch one on to see its curves."
        if not results.done:
            return "Computing…"
        if all(result.run is None for result in results.learners):
            return "None of the learners can run on these data; each says why in its panel."
        if results.dataset is not None and len(results.dataset) == 0:
            return "Nothing to learn from yet: click on the plane to add points."
        return "There is nothing to plot here."


class Backdrop:
    """A picture of a drawing in the making."""

    def __init__(self, drawing: Drawing, plot: QWidget, theme: Theme) -> None:
        ratio = plot.devicePixelRatioF()
        self.drawing, self.pixmap = drawing, QPixmap(plot.size() * ratio)
        self.pixmap.setDevicePixelRatio(ratio)
        self.pixmap.fill(Qt.GlobalColor.transparent)
        self._font = plot.font()
        self._parts = list(parts_of(drawing, theme))[::-1]

    def paint_part(self) -> bool:
        """Paint one more part; is it all there now?"""
        if self._parts:
            with QPainter(self.pixmap) as painter:
                painter.setFont(self._font)
                self._parts.pop()(painter)
        return not self._parts

    def whole(self) -> QPixmap:
        while not self.paint_part():
            pass
        return self.pixmap
