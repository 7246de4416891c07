"""What came of a training, for a person or for a program."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np

from core.cross_validation import heaviest_words
from core.measure import Confusion, Measures, confusion, measure, predictions
from core.run import Run
from gui.commands.number_text import (
    DASH,
    counted,
    decimal,
    finite,
    percent,
    setting,
    whole,
)
from gui.commands.text_report import rates_json, rates_text, words_json, words_text
from gui.commands.text_table import text_table

MEASURES = ("accuracy", "zero_one", "hinge", "log")
TITLES = {"zero_one": "zero-one loss", "hinge": "hinge loss", "log": "log loss"}


def as_json(run: Run, readout: str) -> dict[str, Any]:
    """Strict JSON: a measure that is not a finite number is null."""
    train, held_out = _measured(run, readout)
    assert run.stopped is not None
    report = {
        "learner": run.learner.name,
        "parameters": dict(run.parameters),
        "readout": readout,
        "steps": run.steps,
        "updates": run.updates(),
        "mistakes": run.mistakes(),
        "stopped": run.stopped.sentence,
        "train": _chosen(train),
        "held_out": _chosen(held_out),
    }
    if run.dataset.reading is not None:
        names = run.dataset.class_names
        report["classes"] = rates_json(_confusion(run, readout), names)
        report["heaviest"] = words_json(heaviest_words(run, readout), names)
    return report


def as_text(run: Run, readout: str, title: str) -> str:
    """A heading, what was done, what happened, and how good it is."""
    blocks = [_heading(run, title), _settings(run, readout), _course(run), _quality(run, readout)]
    if run.dataset.reading is not None:
        blocks += _of_texts(run, readout)
    return "\n\n".join(blocks)


def _of_texts(run: Run, readout: str) -> list[str]:
    names, held_out = run.dataset.class_names, run.dataset.held_out_rows.any()
    words = words_text(heaviest_words(run, readout), names)
    on = "held-out" if held_out else "training"
    blocks = [f"On the {on} texts:\n" + rates_text(_confusion(run, readout), names)]
    return [*blocks, "Heaviest features for each class:\n" + words] if words else blocks


def _confusion(run: Run, readout: str) -> Confusion:
    """On the held-out texts, or on all when none is held out."""
    dataset = run.dataset
    chosen = dataset.held_out_rows if dataset.held_out_rows.any() else ~dataset.held_out_rows
    with np.errstate(all="ignore"):
        predicted = predictions(run.at(run.steps).scores(readout=readout))
    return confusion(predicted[chosen], dataset.labels[chosen], dataset.classes)


def _measured(run: Run, readout: str) -> tuple[Measures | None, Measures | None]:
    """On the training examples and on those held out, after the last step."""
    labels, held_out = run.dataset.labels, run.dataset.held_out_rows
    with np.errstate(all="ignore"):  # after diverging, scores may be beyond all numbers
        scores = run.at(run.steps).scores(readout=readout)
        train = measure(scores[~held_out], labels[~held_out])
        return train, measure(scores[held_out], labels[held_out])


def _chosen(measures: Measures | None) -> dict[str, float | None] | None:
    if measures is None:
        return None
    return {name: finite(asdict(measures)[name]) for name in MEASURES}


def _heading(run: Run, title: str) -> str:
    dataset = run.dataset
    held_out = int(dataset.held_out_rows.sum())
    parts = [counted(len(dataset) - held_out, "example", "examples")]
    parts += [f"{whole(held_out)} held out"] if held_out else []
    parts += [counted(dataset.rows.width, "feature", "features"), f"{dataset.classes} classes"]
    return f"{run.learner.title} on {title}: {', '.join(parts)}"


def _settings(run: Run, readout: str) -> str:
    parameters = ", ".join(f"{name} = {setting(value)}" for name, value in run.parameters.items())
    rows = [("parameters", parameters or DASH)]
    if len(run.learner.readouts) > 1:
        rows.append(("readout", readout))
    if run.learner.online:
        order: str = run.order.kind
        order += "" if order == "given" else f", seed {run.order.seed}"
        order += f", {run.order.batch} examples a step" if run.order.batch > 1 else ""
        rows += [("order", order), ("bias", setting(run.bias))]
    return text_table(rows, "ll")


def _course(run: Run) -> str:
    counts = [("steps", run.steps), ("updates", run.updates()), ("mistakes", run.mistakes())]
    assert run.stopped is not None
    rows = [(name, whole(number)) for name, number in counts]
    return text_table([*rows, ("stopped", run.stopped.sentence)], "ll")


def _quality(run: Run, readout: str) -> str:
    measured = _measured(run, readout)
    rows = [["", "train", "held out"]]
    for name in MEASURES:
        show = percent if name == "accuracy" else decimal
        values = [None if m is None else asdict(m)[name] for m in measured]
        rows.append([TITLES.get(name, name), *map(show, values)])
    if measured[1] is None:
        return text_table([row[:2] for row in rows], "lr")
    return text_table(rows, "lrr")
