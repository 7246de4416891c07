"""The file of the settings: one small JSON object with a version, written whole or not at all."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TypeAlias

import msgspec

from core.errors import PlainError
from core.files.atomic import write_atomically
from core.files.strict_json import decode_json

FORMAT = "perceptarium settings"
VERSION = 1
MOST_BYTES = 1_000_000
MOST_ASIDE = 100  # files that were set aside; the last one is replaced after that

Value: TypeAlias = str | list[str]


class _Kept(msgspec.Struct, frozen=True):
    format: str
    version: int
    values: dict[str, Value]


class SettingsFile:
    """Values by name. A file that cannot be understood is set aside, and there are none then."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._changed: dict[str, Value] = {}
        self._values = self._read()

    def value(self, name: str) -> Value | None:
        return self._values.get(name)

    def put(self, name: str, value: Value) -> None:
        self._values[name] = self._changed[name] = value

    def write(self) -> None:
        """Put what was changed into the file; another window may have changed something else."""
        self._values = {**self._read(), **self._changed}
        kept = _Kept(FORMAT, VERSION, dict(sorted(self._values.items())))
        # That a look is not remembered is not worth a complaint.
        with contextlib.suppress(OSError, PlainError, UnicodeEncodeError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            data = msgspec.json.format(msgspec.json.encode(kept), indent=1)
            write_atomically(self.path, data + b"\n")
            self._changed.clear()

    def _read(self) -> dict[str, Value]:
        try:
            with open(self.path, "rb") as file:
                data = file.read(MOST_BYTES + 1)
        except (OSError, ValueError):
            return {}
        try:
            kept = decode_json(data, self.path.name, _Kept)
            if kept.format == FORMAT and kept.version == VERSION and len(data) <= MOST_BYTES:
                return dict(kept.values)
        except PlainError:
            pass
        self._set_aside()
        return {}

    def _set_aside(self) -> None:
        """It may be from a newer version, or hold something that somebody wants to look up."""
        for number in range(1, MOST_ASIDE + 1):
            aside = self.path.with_name(f"{self.path.name}.old-{number}")
            if not aside.exists() or number == MOST_ASIDE:
                with contextlib.suppress(OSError):
                    os.replace(self.path, aside)
                return
