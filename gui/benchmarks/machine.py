"""On what the figures were measured."""

from __future__ import annotations

import os
import platform
from importlib import metadata

PACKAGES = ("numpy", "numba", "scikit-learn", "river")


def machine() -> dict[str, str]:
    """Facts that a figure is worth nothing without."""
    facts = {
        "processor": f"{platform.machine()}, {os.cpu_count()} cores",
        "system": platform.system(),
        "python": platform.python_version(),
    }
    return facts | {name: _version(name) for name in PACKAGES}


def _version(distribution: str) -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return "missing"


def machine_line() -> str:
    facts = machine()
    place = f"{facts.pop('processor')}, {facts.pop('system')}"
    return f"{place}; " + ", ".join(f"{name} {version}" for name, version in facts.items())
