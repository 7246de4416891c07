"""Saving that cannot succeed: the old file stays as it was, and so does the document."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile

import pytest

from tests.gui.trust.outside import Window, World

REASONS = {
    "no room": "File too large",
    "full disk": "No space left on device",
    "read-only folder": "Permission denied",
    "vanished folder": "No such file or directory",
}

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX permissions")


def test_whatever_the_disk_does_nothing_is_lost(world: World) -> None:
    with tempfile.TemporaryDirectory() as top:  # pytest's own folders let nobody else in
        os.chmod(top, 0o755)
        _try_each_condition(world, top)


def _try_each_condition(world: World, top: str) -> None:
    # With a view of the disks of its own, the window may have one that is full.
    apart = ("unshare", "-m") if os.geteuid() == 0 and shutil.which("unshare") else ()
    window = Window(
        world, top, *("own disk" for _ in apart[:1]), module="tests.gui.trust.saving",
        before=apart,
    )  # fmt: skip
    assert window.ended() == 0, window.errors()
    assert "Traceback" not in window.errors()
    found = [json.loads(line.removeprefix("condition ")) for line in window.rest()]
    assert {"no room", "read-only folder", "read-only file", "vanished folder"} <= {
        case["name"] for case in found
    }
    for case in found:
        assert not case["saved"], case
        assert case["same"], case
        assert case["unsaved"], case
        assert case["others"] == [], case  # nothing half-written lies about
        reason = REASONS.get(case["name"])
        expected = (
            "mine.perceptarium: cannot be written, because it is read-only."
            if reason is None
            else f"mine.perceptarium: cannot be written ({reason}); nothing was changed."
        )
        assert case["said"] == [expected]
