"""Numbers to take away: the data, the curves, the weights at a step, and every step, as tables."""

from __future__ import annotations

import csv
import io
import json
import math
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np

from core.curves import MEASURED, CurveSet
from core.errors import PlainError
from core.experiment import Data, PointsData, TextsData
from core.files.atomic import write_atomically
from core.files.cells import text_cell, unprotect
from core.run import Run
from core.run_tables import trace_table, weights_table
from gui.computer import LearnerResult, Results
from gui.panels.titles import learner_titles

SUFFIXES = (".csv", ".json")
WHAT = {"points": "Data", "curves": "Curves", "weights": "Weights", "steps": "Steps"}
_TEXTS = (
    "feature",
    "gold",
    "wrong",
    "low",
    "high",
    "learner",
    "readout",
    "examples",
    "label",
    "text",
)

Cell: TypeAlias = str | float | int | None
Rows: TypeAlias = Iterable[Sequence[Cell]]


def write_table(path: str | os.PathLike[str], table: str) -> None:
    write_atomically(path, table.encode())


def table_of(
    results: Results, what: str, suffix: str, *, step: int, learner: int = 0,
    first: int = 0, last: int | None = None,
) -> str:  # fmt: skip
    """The table asked for, as CSV or as JSON; `first` and `last` bound curves and steps."""
    last = results.steps if last is None else last
    data = results.experiment.data
    if what == "points":
        return _as(suffix, *_data(data))
    if what == "curves":
        return _as(suffix, *_curves(results, first, last))
    if not results.learners:
        raise PlainError("There is no learner whose weights or steps could be written.")
    result = results.learners[min(learner, len(results.learners) - 1)]
    if result.run is None:
        raise PlainError(result.obstacle or "This learner has no run.")
    if what == "weights":
        return _weights(result, result.run, min(step, result.steps), suffix)
    if what == "steps":
        return _steps(result.run, first, min(last, result.steps), suffix)
    raise PlainError(f"There is no table “{what}”; there are: {', '.join(WHAT)}.")


def _weights(result: LearnerResult, run: Run, t: int, suffix: str) -> str:
    readout = result.choice.readout
    if readout == "voted":
        raise PlainError("A vote of many weight vectors has no weights: choose another readout.")
    table = weights_table(run, t, readout)
    if suffix == ".csv":
        return table
    described = {"learner": run.learner.name, "readout": readout, "step": t}
    return _json(described | {"weights": _records(table)})


def _steps(run: Run, first: int, last: int, suffix: str) -> str:
    head, *lines = trace_table(run).splitlines(keepends=True)
    kept = [line for line in lines if first <= int(line.partition(",")[0]) <= last]
    table = "".join((head, *kept))
    return table if suffix == ".csv" else _json(_records(table))


def _data(data: Data) -> tuple[Sequence[str], Rows]:
    labels = [data.class_names[k] for k in data.labels]
    if isinstance(data, TextsData):
        return ("label", "text"), zip(labels, data.texts, strict=True)
    names = data.axis_names if isinstance(data, PointsData) else data.column_names
    values = data.xy if isinstance(data, PointsData) else data.values
    return (*names, "label"), ((*row, label) for row, label in zip(values, labels, strict=True))


def _curves(results: Results, first: int, last: int) -> tuple[Sequence[str], Rows]:
    def rows() -> Iterator[Sequence[Cell]]:
        titles = learner_titles([result.choice for result in results.learners])
        for title, result in zip(titles, results.learners, strict=True):
            for readout, curves in result.curves.items():
                yield from _curve_rows(title, readout, curves, first, last)

    return ("learner", "readout", "examples", "step", *MEASURED, "norm"), rows()


def _curve_rows(
    title: str, readout: str, curves: CurveSet, first: int, last: int
) -> Iterator[Sequence[Cell]]:
    inside = np.flatnonzero((curves.steps >= first) & (curves.steps <= last)).tolist()
    for part, measured in (("train", curves.train), ("held out", curves.held_out)):
        if measured is None:
            continue
        for k in inside:
            values = [_finite(float(measured[name][k])) for name in MEASURED]
            yield (
                title, readout, part, int(curves.steps[k]), *values,
                _finite(float(curves.norms[k])),
            )  # fmt: skip


def _finite(value: float) -> float | None:
    return value + 0.0 if math.isfinite(value) else None  # no -0.0


# Writing


def _as(suffix: str, header: Sequence[str], rows: Rows) -> str:
    if suffix == ".json":
        return _json([dict(zip(header, row, strict=True)) for row in rows])
    lines = (",".join(map(_cell, row)) for row in (header, *rows))
    return "".join(f"{line}\n" for line in lines)


def _cell(value: Cell) -> str:
    if value is None:
        return ""
    return text_cell(value) if isinstance(value, str) else repr(value)


def _records(table: str) -> list[dict[str, Cell]]:
    """The lines of one of our own tables, names as they were before they were made safe."""
    reader = csv.reader(io.StringIO(table), strict=True)
    header = [unprotect(name) for name in next(reader)]
    return [
        {name: _value(name, cell) for name, cell in zip(header, row, strict=True)} for row in reader
    ]


def _value(column: str, cell: str) -> Cell:
    if column in _TEXTS:
        return unprotect(cell)
    if not cell:
        return None
    number = float(cell)
    whole = cell.lstrip("-").isdigit()
    return int(cell) if whole else _finite(number)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def usual_name(what: str, data: Data) -> str:
    """Under which name a table is offered to be saved."""
    return "texts" if what == "points" and isinstance(data, TextsData) else what


def suffix_known(path: Path) -> bool:
    return path.suffix.lower() in SUFFIXES
