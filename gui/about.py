"""About: name, version, licence, and whose work it stands on."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QVBoxLayout, QWidget

from gui import __version__
from gui.card import Card, labelled
from gui.dialog_buttons import closing_button
from gui.theme import Theme

SENTENCE = "Watch linear classifiers learn, one example at a time, forwards and backwards."
LICENCE = "Free software under the MIT licence."
LIBRARIES = (
    ("Qt for Python", "PySide6-Essentials", "LGPL 3"),
    ("pyqtgraph", "pyqtgraph", "MIT"),
    ("NumPy", "numpy", "BSD 3-clause"),
    ("Numba", "numba", "BSD 2-clause"),
    ("SciPy", "scipy", "BSD 3-clause"),
    ("scikit-learn", "scikit-learn", "BSD 3-clause"),
    ("msgspec", "msgspec", "BSD 3-clause"),
    ("ContourPy", "contourpy", "BSD 3-clause"),
    ("Inter, the typeface", "", "OFL 1.1"),
)


class About(QDialog):
    """One small page."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("About Perceptarium")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(8)
        layout.addWidget(labelled("Perceptarium", "brand"))
        layout.addWidget(labelled(f"Version {__version__}", "muted"))
        sentence = labelled(SENTENCE)
        sentence.setWordWrap(True)
        layout.addWidget(sentence)
        layout.addWidget(labelled(LICENCE))
        card = Card("Built on")
        grid = QGridLayout()
        grid.setHorizontalSpacing(18)
        grid.setVerticalSpacing(4)
        for row, (title, package, licence) in enumerate(LIBRARIES):
            grid.addWidget(labelled(title), row, 0)
            grid.addWidget(labelled(_version(package), "muted"), row, 1)
            grid.addWidget(labelled(licence, "muted"), row, 2)
        card.body.addLayout(grid)
        layout.addWidget(card)
        layout.addWidget(closing_button(self))
        self.setMinimumWidth(400)


def _version(package: str) -> str:
    try:
        return version(package) if package else ""
    except PackageNotFoundError:
        return ""
