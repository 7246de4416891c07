"""A window is there soon because it is painted before most of what it needs is loaded."""

from __future__ import annotations

import subprocess
import sys

LATER = (
    *("numba", "llvmlite", "scipy", "sklearn", "pyqtgraph", "ziamath", "numpy.random"),
    *("core.run", "core.explain", "core.what_if", "gui.stage.stage", "gui.recovery"),
    *("html", "logging.handlers", "xml.etree.ElementTree"),
)


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


def test_a_window_is_painted_before_the_rest_is_loaded() -> None:
    loaded = run("""
import sys, tempfile
from pathlib import Path
from gui.app import make_application
from gui.main_window import MainWindow
from gui.settings import Settings
from gui.theme import Theme
application = make_application()
with tempfile.TemporaryDirectory() as folder:
    window = MainWindow(Theme(), Settings(Path(folder) / "settings.json"))
    window.grab()
    print(*sys.modules)
    window.studio.close()
""")
    assert not set(loaded.split()) & set(LATER)


def test_no_sources_are_kept_of_what_is_imported() -> None:
    run("""
from gui.swift_imports import read_no_sources
read_no_sources()
from PySide6.QtCore import QObject
import wave, linecache
assert wave.__file__ not in linecache.cache
other = {"__name__": "other", "QObject": QObject}
exec("from __feature__ import snake_case; assert QObject().object_name() == ''", other)
assert QObject().objectName() == ""  # nobody else has asked for other names
""")
