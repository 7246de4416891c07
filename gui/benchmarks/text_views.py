"""What a frame costs while thousands of documents drift over the map, and how fast Try it answers.

`python -m gui.benchmarks.text_views DOCUMENTS FRAMES KEYS` does both in the real window and prints
what it measured as JSON; it runs in a process of its own so that nothing else shares its memory.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from core.experiment import Experiment, LearnerChoice, Split, Stopping, TextsData
from gui.benchmarks.effort import Effort
from gui.benchmarks.measurement import Measurement

if TYPE_CHECKING:
    from gui.benchmarks.player import Player

DOCUMENTS = 10_000
VOCABULARY = 15_000
WORDS = 22  # drawn for a document; some come twice
PASSES = 5
TARGET = 16.7  # milliseconds, a frame at 60 Hz
LONGEST_WAIT = 2.0  # seconds for one answer


def measurements(effort: Effort) -> Iterator[Measurement]:
    """In a window of its own."""
    count = min(DOCUMENTS, effort.documents)
    found = found_in_window(count, effort.text_frames, effort.keys)
    yield Measurement(
        f"Window: map of {count:,} documents, playing, engine flat out", "work per frame, p99",
        found["p99"], "ms", TARGET,
        detail=f"median {found['p50']:.1f} ms; of the processor {found['processor_p50']:.1f}, "
        f"p99 {found['processor_p99']:.1f} ms",
    )  # fmt: skip
    yield Measurement(
        f"Window: Try it, {count:,} documents", "from a key press to the painted answer, p99",
        found["key_p99"], "ms", TARGET, detail=f"median {found['key_p50']:.1f} ms",
    )  # fmt: skip


def found_in_window(count: int, frames: int, keys: int) -> dict[str, float]:
    environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ}
    finished = subprocess.run(
        [sys.executable, "-m", "gui.benchmarks.text_views", str(count), str(frames), str(keys)],
        capture_output=True, text=True, check=True, env=environment,
    )  # fmt: skip
    found: dict[str, float] = json.loads(finished.stdout)
    return found


def documents(count: int = DOCUMENTS, seed: int = 0) -> Experiment:
    """Made texts: the r-th commonest word comes 1/r as often, and some lean to a class."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 2, count)
    ranks = (VOCABULARY ** rng.random((count, WORDS))).astype(np.int64) - 1
    # Every third word has a class to which it leans; there it comes more often.
    leaning = (ranks % 3 == 1) & (rng.random(ranks.shape) < 0.3)
    ranks[leaning] += ((ranks // 3 + labels[:, None]) % 2)[leaning]
    texts = tuple(" ".join(f"w{rank}" for rank in row) for row in ranks.tolist())
    data = TextsData(texts, tuple(labels.tolist()), ("negative", "positive"))
    learners = (LearnerChoice("mira"), LearnerChoice("logistic-regression"))
    stopping = Stopping(passes=PASSES, clean_pass=False)
    return Experiment(data=data, learners=learners, split=Split(0.2), stopping=stopping)


def play(count: int, frames: int, keys: int, folder: Path) -> dict[str, float]:
    from gui.benchmarks.player import Engine, Player
    from gui.stage.document_map import DocumentMap
    from gui.stage.stage import Stage

    player = Player(folder, documents(count))
    assert isinstance(player.window.stage, Stage)
    view = player.window.stage.shown[0]
    assert isinstance(view, DocumentMap)
    player.wait(lambda: not view.sentence and len(view.spots) > 0)
    player.rest()
    with Engine(player.studio.experiment, player.studio.results.dataset):
        found = player.watch(frames)
    waits = answer_milliseconds(player, keys)
    player.close()
    return {
        "p50": float(np.percentile(found.work, 50)),
        "p99": float(np.percentile(found.work, 99)),
        "processor_p50": float(np.percentile(found.processor, 50)),
        "processor_p99": float(np.percentile(found.processor, 99)),
        "frames": len(found.work),
        "key_p50": float(np.percentile(waits, 50)),
        "key_p99": float(np.percentile(waits, 99)),
        "keys": len(waits),
    }


def answer_milliseconds(player: Player, keys: int) -> list[float]:
    """From each key press to the moment when the tinted sentence and the answers are painted."""
    from PySide6.QtCore import QEvent, QObject, Qt
    from PySide6.QtTest import QTest

    from gui.panels.try_it import TryIt

    class Watch(QObject):
        painted = False

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            self.painted = self.painted or event.type() == QEvent.Type.Paint
            return False

    (panel,) = player.window.findChildren(TryIt)
    watch, waits = Watch(), []
    panel.text.installEventFilter(watch)
    panel.field.setFocus()
    for sign in typed(keys):
        watch.painted = False
        start = time.perf_counter()
        if sign:
            QTest.keyClicks(panel.field, sign)
        else:
            QTest.keyClick(panel.field, Qt.Key.Key_Backspace)
        player.wait(lambda: watch.painted, LONGEST_WAIT)
        waits.append(1000.0 * (time.perf_counter() - start))
    return waits


def typed(keys: int, seed: int = 1) -> list[str]:
    """Signs of made sentences, known words among them; empty: the last sign is taken back."""
    rng: Any = np.random.default_rng(seed)
    text = " ".join(f"w{rank}" for rank in (VOCABULARY ** rng.random(keys)).astype(int))
    return [sign if (k + 1) % 7 else "" for k, sign in enumerate("x" + text[: keys - 1])]


def main(count: int, frames: int, keys: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(play(count, frames, keys, Path(folder))))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:4]))
