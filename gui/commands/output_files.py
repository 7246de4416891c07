"""The tables that a command is asked to write: looked at before the work, written after it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from core.errors import PlainError


def check_outputs(outputs: Mapping[str, str | None], data: Path | None) -> None:
    """Refuse, by option, what could not be written or would overwrite something that is needed."""
    taken: dict[Path, str] = {} if data is None else {data.resolve(): "DATA"}
    for option, name in outputs.items():
        if name is None:
            continue
        path = Path(name)
        if not path.parent.is_dir():
            raise PlainError(f"{option} cannot be written: there is no folder “{path.parent}”.")
        if path.is_dir():
            raise PlainError(f"{option} takes the name of a file, and “{name}” is a folder.")
        other = taken.setdefault(path.resolve(), option)
        if other != option:
            raise PlainError(f"{option} would overwrite {other}: give it another name.")


def delimiter_for(name: str) -> str:
    """Tabs in what is called a table of tabs, else commas."""
    return "\t" if Path(name).suffix.lower() in (".tsv", ".tab") else ","
