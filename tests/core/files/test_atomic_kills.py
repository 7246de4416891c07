"""Saving that is killed at every line, at random moments, or that runs out of room."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that can fork")

# Saves again and again, each time in a process that does not come to its end.
SAVE = """
import json, os, random, resource, signal, sys, time
from pathlib import Path
from core.errors import PlainError
from core.experiment import Experiment, PointsData
from core.files import atomic
from core.files.experiment import encode_experiment, load_experiment, save_experiment

how, folder, rounds = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
count = 20_000 if how == "moments" else 50
old = Experiment(position=1)
new = Experiment(data=PointsData(tuple((k / 7, 1.0) for k in range(count)), (0,) * count))
path = folder / "mine.perceptarium"
both = encode_experiment(old), encode_experiment(new)
lines = 0

def kill_at(wanted):
    def trace(frame, event, argument):
        global lines
        if frame.f_code.co_filename != atomic.__file__:
            return None
        lines += 1
        if lines == wanted:
            os.kill(os.getpid(), signal.SIGKILL)
        return trace
    return trace

found = []
start = time.perf_counter()
save_experiment(path, new)
seconds = time.perf_counter() - start
for number in range(1, rounds + 1):
    path.write_bytes(both[0])
    child = os.fork()
    if child == 0:
        said = "saved"
        try:
            if how == "lines":
                sys.settrace(kill_at(number))
            elif how == "room":
                room = len(both[1]) * number // (rounds + 1)
                resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
            save_experiment(path, new)
        except PlainError as error:
            said = str(error)
        (folder / "said").write_text(said) if how == "lines" else os.write(1, f"{said}\\n".encode())
        os._exit(0)
    if how == "moments":
        time.sleep(random.Random(number).uniform(0, 1.2 * seconds))
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    data = path.read_bytes()
    found.append("old" if data == both[0] else "new" if data == both[1] else "broken")
    load_experiment(path)
    for file in folder.iterdir():
        if file != path:
            file.unlink()
print(json.dumps(found))
"""


def saves(how: str, folder: Path, rounds: int) -> tuple[list[str], list[str]]:
    """What the file was after each, and what was said."""
    done = subprocess.run(
        [sys.executable, "-c", SAVE, how, str(folder), str(rounds)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    *said, found = done.stdout.splitlines()
    return json.loads(found), said


def test_killed_at_every_line_it_is_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    found, _ = saves("lines", tmp_path, 80)
    assert set(found) == {"old", "new"}
    first = found.index("new")
    assert first > 20  # it takes that many lines before anything changes
    assert set(found[first:]) == {"new"}


@pytest.mark.thorough
def test_killed_at_random_moments_it_is_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    found, _ = saves("moments", tmp_path, 400)
    print({state: found.count(state) for state in set(found)})
    assert set(found) == {"old", "new"}


def test_without_room_for_all_of_it_the_old_file_stays(tmp_path: Path) -> None:
    found, said = saves("room", tmp_path, 40)
    assert found == ["old"] * 40
    assert set(said) == {
        "mine.perceptarium: cannot be written (File too large); nothing was changed."
    }
