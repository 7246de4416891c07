"""A pen on a tablet does what the mouse does; its other end erases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QMouseEvent, QPointingDevice, QTabletEvent

if TYPE_CHECKING:
    from gui.stage.plane_view import PlaneView

AS_MOUSE = {
    QEvent.Type.TabletPress: QEvent.Type.MouseButtonPress,
    QEvent.Type.TabletMove: QEvent.Type.MouseMove,
    QEvent.Type.TabletRelease: QEvent.Type.MouseButtonRelease,
}


def follow(view: PlaneView, event: QTabletEvent) -> None:
    """Press, move or release as a mouse would there, to a fraction of a pixel."""
    mouse = QMouseEvent(
        AS_MOUSE[event.type()],
        event.position(),
        event.globalPosition(),
        event.button(),
        event.buttons(),
        event.modifiers(),
    )
    if event.type() == QEvent.Type.TabletPress:
        view.setFocus(Qt.FocusReason.MouseFocusReason)
        view.pointer.erasing = event.pointerType() == QPointingDevice.PointerType.Eraser
        view.mousePressEvent(mouse)
    elif event.type() == QEvent.Type.TabletMove:
        view.mouseMoveEvent(mouse)
    else:
        view.mouseReleaseEvent(mouse)
        view.pointer.erasing = False
    event.accept()  # or Qt would send the mouse event a second time
