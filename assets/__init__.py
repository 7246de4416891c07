"""Files that travel with the program, and the one place that knows where they are."""

from importlib.resources import files
from pathlib import Path


def path(*names: str) -> Path:
    """Where an asset lies: `path("icons", "play.svg")`; no name gives the folder itself.

    The packages are always installed as plain files, so the resource is a real path.
    """
    return Path(str(files(__name__).joinpath(*names)))
