"""Damaged files of every kind: each loads or gets one sentence, in little time and memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from core.errors import PlainError
from core.files import read_any
from core.lessons.reading import load_lesson
from core.model import Model

if sys.platform != "linux":
    pytest.skip("limits of processes are set as Linux does", allow_module_level=True)

from tests.fuzz.corpus import corpus
from tests.fuzz.targets import TARGETS
from tests.fuzz.work import MOST_SECONDS, is_sentence
from tests.fuzz.worst import WORST

ROOT = Path(__file__).parents[2]


def _start(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.fuzz.work", *arguments]
    paths = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    # More threads would each reserve memory, which is what is measured.
    environment = {**os.environ, "PYTHONPATH": paths, "OPENBLAS_NUM_THREADS": "1"}
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )


def _finished(process: subprocess.Popen[str]) -> dict[str, Any]:
    out, err = process.communicate()
    assert process.returncode == 0, err[-3_000:]
    found = json.loads(out)
    assert isinstance(found, dict)
    return found


def _check(found: dict[str, Any], count: int) -> None:
    print(found["outcomes"], f"slowest {found['slowest']:.2f} s")
    assert found["failures"] == []
    outcomes = found["outcomes"]
    assert sum(outcomes.values()) == count
    # Damage of both kinds: some still loads, some does not.
    assert min(outcomes["load"], outcomes["sentence"]) > count // 10
    assert found["slowest"] < MOST_SECONDS


def test_damaged_files_load_or_get_one_sentence() -> None:
    _check(_finished(_start("--seed", "1", "--count", "1500")), 1_500)


@pytest.mark.thorough
def test_a_hundred_thousand_damaged_files() -> None:
    share, processes = 25_000, 4
    begun = [_start("--seed", str(1_000 + k), "--count", str(share)) for k in range(processes)]
    for process in begun:
        _check(_finished(process), share)


QUICK = ("a code of millions of points", "labels in many spellings", "spots", "dotted keys")


@pytest.mark.parametrize(
    "name", [n if n in QUICK else pytest.param(n, marks=pytest.mark.thorough) for n in WORST]
)
def test_the_worst_files_take_little_time_and_memory(name: str) -> None:
    found = _finished(_start("--worst", name))
    assert found["outcome"] in ("load", "sentence"), found["outcome"]
    print(f"{name}: {found['outcome']} after {found['seconds']:.2f} s")
    assert found["seconds"] < MOST_SECONDS


def test_the_corpus_itself_loads() -> None:
    for seed in corpus():
        assert TARGETS[seed.target](seed.data) is not None


@pytest.mark.parametrize(
    "name",
    [
        *("a.csv", "a.tsv", "a.txt", "a.libsvm", "a.jsonl", "a.json", "a.perceptarium"),
        *("a.zip", "a.tar", "a.tar.gz", "a.pos", "lesson.toml", "model.json"),
    ],
)
def test_a_gigabyte_is_refused_at_once(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    for each in (path, path.with_suffix(".neg")) if name == "a.pos" else (path,):
        with open(each, "wb") as file:
            file.truncate(1_000_000_000)
    open_it = {"lesson.toml": load_lesson, "model.json": Model.load}.get(name, read_any)
    began = time.monotonic()
    with pytest.raises(PlainError) as caught:
        open_it(path)
    assert time.monotonic() - began < 1.0
    assert is_sentence(str(caught.value))
