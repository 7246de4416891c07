"""About: name, version, licence, and whose work it stands on."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, metadata, requires, version

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QLabel, QVBoxLayout, QWidget

from gui import __version__
from gui.card import Card, labelled
from gui.dialog_buttons import closing_button
from gui.theme import Theme

SENTENCE = "Watch linear classifiers learn, one example at a time, forwards and backwards."
LICENCE = "Free software under the MIT licence."
LONGEST_LICENCE = 60  # characters
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
LIBRARIES = (
    ("Qt for Python", "PySide6-Essentials", "LGPL 3"),
    ("pyqtgraph", "pyqtgraph", "MIT"),
    ("NumPy", "numpy", "BSD 3-clause"),
    ("Numba", "numba", "BSD 2-clause"),
    ("SciPy", "scipy", "BSD 3-clause"),
    ("scikit-learn", "scikit-learn", "BSD 3-clause"),
    ("msgspec", "msgspec", "BSD 3-clause"),
    ("ContourPy", "contourpy", "BSD 3-clause"),
    ("ziamath", "ziamath", "MIT"),
    ("Pillow", "pillow", "MIT-CMU"),
    ("Inter, the typeface", "", "OFL 1.1"),
    ("STIX Two Math, the typeface of formulas", "", "OFL 1.1"),
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
        layout.addWidget(_paragraph(SENTENCE, ""))
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
        card.body.addWidget(_paragraph("Which in turn use " + ", ".join(map(_told, indirect()))))
        layout.addWidget(card)
        layout.addWidget(closing_button(self))
        self.setMinimumWidth(440)


def indirect() -> tuple[str, ...]:
    """The installed packages that the libraries need themselves, by name."""
    own = {package.lower() for _, package, _ in LIBRARIES}
    found: set[str] = set()
    waiting = [package for _, package, _ in LIBRARIES if package]
    while waiting:
        for needed in _requires(waiting.pop()):
            if needed not in own | found and _version(needed):
                found.add(needed)
                waiting.append(needed)
    return tuple(sorted(found))


def licence(package: str) -> str:
    """What an installed package says of its own licence, in a few words."""
    about = metadata(package)
    # Older packages write the whole text there.
    for field in ("License-Expression", "License"):
        for text in about.get_all(field) or ():
            if text and len(text) <= LONGEST_LICENCE:
                return str(text)
    kinds = [kind for kind in about.get_all("Classifier") or () if kind.startswith("License ::")]
    return ", ".join(kind.rpartition(":: ")[2] for kind in kinds) or "see its own page"


def _told(package: str) -> str:
    return f"{package} {_version(package)} ({licence(package)})"


def _paragraph(text: str, role: str = "muted") -> QLabel:
    label = labelled(text, role)
    label.setWordWrap(True)
    return label


def _requires(package: str) -> list[str]:
    """The names of what a package always needs."""
    try:
        lines = requires(package) or []
    except PackageNotFoundError:
        return []
    names = (_NAME.match(line) for line in lines if "extra ==" not in line)
    return [name[0].lower() for name in names if name]


def _version(package: str) -> str:
    try:
        return version(package) if package else ""
    except PackageNotFoundError:
        return ""
