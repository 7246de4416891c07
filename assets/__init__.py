"""Files that travel with the program, and the one place that knows where they are."""

from pathlib import Path

_FOLDER = Path(__file__).parent


def path(*names: str) -> Path:
    """Where an asset lies: `path("icons", "play.svg")`; no name gives the folder itself.

    The packages are always installed as plain files, so this is a real path.
    """
    return _FOLDER.joinpath(*names)
