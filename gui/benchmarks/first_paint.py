"""How long until there is something to see: a child process that says when it first painted.

`python -m gui.benchmarks.first_paint ours|bare` prints the time, on the clock that all processes of
a machine share, of the first paint; `ready` waits until the runs are computed as well.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget


def main(kind: str) -> None:
    if kind == "bare":
        _bare()
    else:
        _ours(wait_for_results=kind == "ready")


def _bare() -> None:
    """The floor: PySide6 and a pyqtgraph scatter plot, nothing else."""
    import numpy as np
    import pyqtgraph
    from PySide6.QtWidgets import QApplication

    application = QApplication([])
    plot = pyqtgraph.PlotWidget()
    xy = np.random.default_rng(0).normal(size=(90, 2))
    plot.addItem(pyqtgraph.ScatterPlotItem(pos=xy, size=9))
    plot.resize(1440, 900)
    plot.show()
    _print_when_painted(application, plot.viewport())


def _ours(wait_for_results: bool) -> None:
    from gui.swift_imports import load_swiftly

    load_swiftly()  # as when it is started
    from gui.app import make_application
    from gui.main_window import MainWindow
    from gui.settings import Settings
    from gui.theme import Theme

    application = make_application()
    with tempfile.TemporaryDirectory() as folder:
        window = MainWindow(Theme(), Settings(Path(folder) / "settings.ini"))
        window.show()
        _print_when_painted(application, window.stage)
        if wait_for_results:
            while not window.studio.results.done:
                application.processEvents()
                time.sleep(0.001)
            print(time.monotonic(), flush=True)
        window.studio.close()


def _print_when_painted(application: QApplication, widget: QWidget) -> None:
    """Wait for the first paint event of the widget, which comes after those of its parents."""
    from PySide6.QtCore import QEvent, QObject

    class Watch(QObject):
        painted = False

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint and not self.painted:
                self.painted = True
                print(time.monotonic(), flush=True)
            return False

    watch = Watch()
    widget.installEventFilter(watch)
    while not watch.painted:
        application.processEvents()


if __name__ == "__main__":
    main(sys.argv[1])
