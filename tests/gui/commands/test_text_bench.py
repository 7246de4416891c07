"""`perceptarium bench --text`: that it compares like with like; nothing depends on time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from sklearn.feature_extraction.text import CountVectorizer

from gui.benchmarks import effort, text_views, texts
from gui.benchmarks.effort import Effort
from gui.main import main

TINY = Effort(
    rounds=1,
    seconds=0.0,
    documents=60,
    vocabulary=300,
    words=12,
    text_passes=2,
    points=((30, 2),),
    peer_steps=20,
    seeks=5,
    trajectories=4,
    boosting_rounds=3,
)


@pytest.fixture(autouse=True)
def window(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, ...]]:
    """What the window was asked to do, instead of it."""
    asked: list[tuple[int, ...]] = []

    def found(*sizes: int) -> dict[str, float]:
        asked.append(sizes)
        names = ("p50", "p99", "processor_p50", "processor_p99", "key_p50", "key_p99")
        return {name: 1.0 + k for k, name in enumerate(names)}

    monkeypatch.setattr(text_views, "found_in_window", found)
    return asked


def test_without_reviews_what_needs_them_is_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(effort, "QUICK", TINY)
    assert main(["bench", "--text", "--quick", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["measurements"]
    verdicts = {row["name"]: row["verdict"] for row in rows}
    assert [name for name, verdict in verdicts.items() if verdict == "missing"] == [
        "reviews, unigrams and bigrams: mira, 10 passes",
        "reviews, unigrams and bigrams, p99",
    ]
    assert verdicts["60 short texts, a quarter held out"] in ("ok", "MISSED")


def test_with_reviews_nothing_is_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(effort, "QUICK", TINY)
    for label in ("a", "b"):
        (tmp_path / label).mkdir()
        for k in range(4):
            (tmp_path / label / f"{k}.txt").write_text(f"{label} text number {k}")
    assert main(["bench", "--text", "--quick", "--json", "--reviews", str(tmp_path)]) == 0
    assert json.loads(capsys.readouterr().out)["missing"] == 0


def test_the_window_is_measured_with_as_many_documents_as_asked_for(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    window: list[tuple[int, ...]],
) -> None:
    monkeypatch.setattr(effort, "QUICK", TINY)
    assert main(["bench", "--text", "--quick", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["measurements"]
    values = {row["name"]: (row["measured"], row["target"]) for row in rows}
    assert values["work per frame, p99"] == (2.0, 16.7)
    assert values["from a key press to the painted answer, p99"] == (6.0, 16.7)
    assert window == [(60, TINY.text_frames, TINY.keys)]
    assert effort.FULL.documents >= text_views.DOCUMENTS == 10_000


def test_documents_drift_and_every_key_is_answered(qtbot: QtBot, tmp_path: Path) -> None:
    found = text_views.play(60, 20, 15, tmp_path)
    assert found["frames"] >= 2
    assert 0 < found["processor_p50"] <= found["processor_p99"]
    assert found["keys"] == 15
    assert 0 < found["key_p50"] <= found["key_p99"] < 1000.0 * text_views.LONGEST_WAIT


def test_what_is_read_is_what_is_vectorised(tmp_path: Path) -> None:
    data = texts.short_texts(50)
    path = tmp_path / "texts.csv"
    lines = [
        f'{data.class_names[k]},"{text}"' for k, text in zip(data.labels, data.texts, strict=True)
    ]
    path.write_text("label,text\n" + "\n".join(lines) + "\n")
    dataset = texts.read_and_vectorised(path)
    assert dataset.items == data.texts
    assert 10 <= int(dataset.held_out_rows.sum()) <= 15
    training = [data.texts[k] for k in dataset.training]
    known = CountVectorizer(token_pattern=r"\w+", binary=True).fit(training)
    assert dataset.feature_names == tuple(known.get_feature_names_out())
    assert (dataset.rows.dense() == known.transform(data.texts).toarray()).all()


def test_targets_are_those_that_were_set() -> None:
    assert (texts.READING_TARGET, texts.MIRA_TARGET, texts.FRAME) == (1.2, 0.8, 16.7)
    assert (texts.DOCUMENTS, texts.PASSES) == (10_000, 10)
