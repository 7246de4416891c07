"""The cache of compiled kernels: one writer at a time, also across processes."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from pathlib import Path

import pytest

HOLD = """
import sys
from core.cache import one_at_a_time
with one_at_a_time():
    print("in", flush=True)
    sys.stdin.readline()
print("out", flush=True)
"""
TRAIN = """
import sys
from core import Dataset, Order, Run, find
from core.generators import make_points
data = Dataset.from_points(make_points("overlap", 40, classes=int(sys.argv[2])))
run = Run(data, find(sys.argv[1]), order=Order("given")).play()
print(run.steps, run.weights(run.steps).tolist())
"""


def start(code: str, folder: Path, *arguments: str) -> subprocess.Popen[str]:
    environment = {k: v for k, v in os.environ.items() if k != "NUMBA_CACHE_DIR"}
    environment |= {"XDG_CACHE_HOME": str(folder), "LOCALAPPDATA": str(folder)}
    environment["PYTHONPATH"] = str(Path(__file__).parents[2])
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments], env=environment, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip


@pytest.mark.skipif(sys.platform != "linux", reason="needs select on pipes")
def test_a_second_process_waits_for_the_first(tmp_path: Path) -> None:
    with start(HOLD, tmp_path) as first:
        assert first.stdout is not None
        assert first.stdin is not None
        assert first.stdout.readline() == "in\n"
        with start(HOLD, tmp_path) as second:
            assert second.stdout is not None
            assert second.stdin is not None
            ready, _, _ = select.select([second.stdout], [], [], 1.0)
            assert not ready  # it is not in yet
            first.stdin.write("\n")
            first.stdin.flush()
            assert second.stdout.readline() == "in\n"
            second.stdin.write("\n")
            second.stdin.flush()


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "darwin", reason="the cache folder cannot be moved there")
def test_processes_that_compile_together_leave_a_sound_cache(tmp_path: Path) -> None:
    jobs = [(name, k) for name in ("perceptron", "mira", "pegasos") for k in ("2", "3")]
    together = [start(TRAIN, tmp_path, *job) for job in jobs]
    compiled = [process.communicate()[0] for process in together]
    assert all(process.returncode == 0 for process in together)
    for job, expected in zip(jobs, compiled, strict=True):
        again = start(TRAIN, tmp_path, *job)
        assert again.communicate()[0] == expected
        assert again.returncode == 0
