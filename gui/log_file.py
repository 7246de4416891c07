"""The file that failures are written down in."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

LOG_BYTES, LOG_COPIES = 500_000, 3


class LogFile(RotatingFileHandler):
    """Never grows beyond bounds; and a full disk must not add failures to failures."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, maxBytes=LOG_BYTES, backupCount=LOG_COPIES, encoding="utf-8",
                         delay=True, errors="backslashreplace")  # fmt: skip
        self.setFormatter(logging.Formatter("%(asctime)s %(process)d %(levelname)s %(message)s"))

    def handleError(self, record: logging.LogRecord) -> None:
        pass
