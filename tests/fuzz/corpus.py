"""Small real files of every kind, which the mutations start from."""

from __future__ import annotations

import io
import tarfile
import zipfile
from dataclasses import dataclass

import numpy as np

import assets
from core.dataset import Dataset
from core.experiment import (
    Experiment,
    FeatureMapChoice,
    LearnerChoice,
    Order,
    PointsData,
    Split,
    Stopping,
    TableData,
    TextFeatures,
    TextsData,
)
from core.files.experiment import encode_experiment
from core.files.json_lines import json_lines_text
from core.files.libsvm import libsvm_text
from core.generators import make_points
from core.model import Model
from core.rows import frozen_array
from core.runs import points_data
from core.share import share_code
from core.texts import TextReading

TABLE = "height,weight,label\n1.5,2,a\n-1e3,.25,b\n0,4e-2,a\n7,8,b\n"
TEXTS = ("good fun ☺", "bad plot, dull", "good “plot” good", "dull\tbad")
FOLDERS = {
    "films/pos/1.txt": "good fun, and a good plot",
    "films/pos/2.txt": "a lovely film",
    "films/neg/1.txt": "bad and dull",
    "films/neg/2.txt": "worse than the book",
}


@dataclass(frozen=True)
class Seed:
    """A file that loads, and the target that loads it."""

    target: str
    data: bytes


def corpus() -> list[Seed]:
    """All of them, each of at most a few thousand bytes."""
    return [*_tables(), *_texts(), *_archives(), *_experiments(), *_lessons(), *_models()]


def _tables() -> list[Seed]:
    spellings = {
        ".csv": TABLE,
        ".tsv": TABLE.replace(",", "\t"),
        ".txt": TABLE.replace(",", "|"),
        ".data": TABLE.replace(",", " "),
    }
    found = [Seed(target, text.encode()) for target, text in spellings.items()]
    comma = "x;y;class\n1,5;2,5;a\n0,25;-3,5;b\n1;2;a\n4,0;1e2;b\n"
    found += [Seed(".csv", comma.encode()), Seed(".csv", comma.encode("utf-16"))]
    found.append(Seed(".csv", ('"a, b","c ""d""",label\n' + "1,2,x\n3,4,y\n" * 4).encode("cp1252")))
    values = [[1.5, 0.0], [0.0, -2e-3], [4.0, 1.0]]
    numbers = Dataset.from_table(values, ["a", "b", "a"], ["u", "v"])
    found.append(Seed(".libsvm", libsvm_text(numbers).encode()))
    found.append(Seed(".libsvm", b"+1 1:0.5 3:2 # note\n-1 2:1e3\n\n+1 7:.5\n"))
    found.append(Seed(".jsonl", json_lines_text(numbers).encode()))
    fields = b'{"x": 1, "y": 2.5, "class": "a"}\n{"x": 0, "y": -1, "class": 7}\n'
    found.append(Seed(".json", fields))
    return found


def _texts() -> list[Seed]:
    found = []
    for path in sorted(assets.path("datasets").glob("*.csv")):
        head = b"".join(path.read_bytes().splitlines(keepends=True)[:25])
        found += [Seed(target, head) for target in (".csv", "preview", "pasted")]
    fast = b"__label__pos a good film\n__label__neg a bad one\n__label__pos lovely\n"
    lines = b'{"text": "a good film", "label": "pos"}\n{"text": "bad \\u00e9", "label": "neg"}\n'
    tabs = b'pos\ta "good film\nneg\tthe worst of all\npos\tlovely "thing"\n'
    for target in (".txt", "preview", "pasted"):
        found += [Seed(target, fast), Seed(target, lines), Seed(target, tabs)]
    return [*found, Seed(".jsonl", lines), Seed(".tsv", tabs.decode().encode("utf-16"))]


def _archives() -> list[Seed]:
    found = [
        Seed(".zip", zipped(FOLDERS)),
        Seed(".zip", zipped(FOLDERS, zipfile.ZIP_STORED)),
        Seed(".zip", zipped({"table.csv": "text,label\ngood film,a\nbad film,b\n"})),
        Seed(".zip", zipped({"a.pos": "good\nfine\n", "a.neg": "bad\nworse\n"}, zipfile.ZIP_BZIP2)),
    ]
    for target in (".tar", ".tar.gz", ".tar.bz2", ".tar.xz"):
        found.append(Seed(target, tarred(FOLDERS, "w:" + target[5:])))
    return found


def zipped(files: dict[str, str], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, method)
    return file.getvalue()


def tarred(files: dict[str, str], mode: str = "w:") -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode=mode) as archive:  # type: ignore[call-overload]
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content.encode())
            archive.addfile(entry, io.BytesIO(content.encode()))
    return file.getvalue()


def experiments() -> list[Experiment]:
    learners = (
        LearnerChoice("perceptron", {}, "averaged", ("last",)),
        LearnerChoice("mira", {"C": 0.25}),
        LearnerChoice("logistic-regression"),
    )
    table = TableData(((1.0, 2.0, 3.0), (4.0, 5.5, 6.0)), (0, 1), ("u", "v", "w"), ("a", "b"))
    texts = TextsData(TEXTS, (1, 0, 1, 0), ("bad", "good"))
    reading = TextFeatures(longest=2, values="tf-idf", negation=True, most_features=50)
    order, split, stopping = Order("given", 7, 2), Split(0.25, 3), Stopping(9)
    drawn = points_data(make_points("blobs", 12, seed=3))
    waves = FeatureMapChoice("random-fourier", 20, 2.0, 5)
    return [
        Experiment(drawn, learners=learners, order=order, split=split, stopping=stopping),
        Experiment(PointsData(((0.1, -2.0),), (2,), ("A", "B", "C")), waves, learners=learners),
        Experiment(table, learners=learners[:1], shown=("tools", "data"), position=4),
        Experiment(texts, text_features=reading, learners=(LearnerChoice("naive-bayes"),)),
    ]


def _experiments() -> list[Seed]:
    found = [Seed(".perceptarium", encode_experiment(one)) for one in experiments()]
    found += [Seed(".json", seed.data) for seed in found[:2]]
    return [*found, *(Seed("code", share_code(one).encode()) for one in experiments())]


def _lessons() -> list[Seed]:
    paths = sorted(assets.path("lessons").glob("*.toml"))
    return [Seed("lesson", path.read_bytes()) for path in paths]


def _models() -> list[Seed]:
    found = []
    for features in (TextFeatures(longest=2, values="tf-idf"), TextFeatures(buckets=5)):
        reading = TextReading.fit(TEXTS, features)
        for names in (("bad", "good"), ("a", "b", "c")):
            heads = 1 if len(names) == 2 else 3
            weights = frozen_array(np.linspace(-1, 1, reading.width * heads), np.float64)
            bias = frozen_array(np.zeros(heads), np.float64)
            model = Model(names, reading, weights.reshape(-1, heads), bias, "perceptron")
            found.append(Seed("model", model.encode()))
    return found
