"""What a script says that runs in a process of its own: JSON in its last line."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from tests.gui.trust.outside import ROOT, World

LONGEST = 3_600.0  # seconds


def told(
    world: World, module: str, *words: str, longest: float = LONGEST, **environment: str
) -> dict[str, Any]:
    """Run it to its end; it must say something, and nothing may have gone wrong unseen."""
    done = subprocess.run(
        [sys.executable, "-m", module, *words],
        cwd=ROOT,
        env=world.environment() | environment,
        capture_output=True,
        text=True,
        timeout=longest,
    )
    lines = done.stdout.strip().splitlines()
    assert lines, f"it ended with {done.returncode} and said: {done.stderr[-4_000:]}"
    assert "Traceback" not in done.stderr, done.stderr[-4_000:]
    found: dict[str, Any] = json.loads(lines[-1])
    return found
