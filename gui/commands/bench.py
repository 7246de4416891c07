"""`perceptarium bench`: how fast the engine is, against others and against its own targets."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import PlainError

if TYPE_CHECKING:
    from gui.benchmarks.effort import Effort
    from gui.benchmarks.measurement import Measurement

SUMMARY = "Measure the engine, the window or texts against others; medians of paired runs."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--quick", action="store_true", help="fewer rounds: under a minute instead of some minutes"
    )
    part = parser.add_mutually_exclusive_group()
    part.add_argument(
        "--gui", action="store_true", help="measure the window instead: start, frames, waiting"
    )
    part.add_argument(
        "--text",
        action="store_true",
        help="measure texts instead: reading, training, seeking, their map, trying a sentence",
    )
    parser.add_argument(
        "--reviews",
        type=Path,
        metavar="FOLDER",
        help="--text: long texts to train on, with a folder for each class",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print JSON")
    form.add_argument("--markdown", action="store_true", help="print a table for a README")


def run(arguments: argparse.Namespace) -> int:
    """Always 0 when it ran: a benchmark is not a test."""
    from gui.benchmarks import report
    from gui.benchmarks.effort import FULL, QUICK

    if arguments.reviews is not None and not arguments.text:
        raise PlainError("--reviews is for --text.")
    measurements = _measurements(arguments, QUICK if arguments.quick else FULL)
    if arguments.json:
        print(report.as_json(list(measurements)))
    elif arguments.markdown:
        print(report.markdown(list(measurements)))
    else:
        for line in report.table_lines(measurements):
            print(line, flush=True)
    return 0


def _measurements(arguments: argparse.Namespace, effort: Effort) -> Iterator[Measurement]:
    from gui.benchmarks import engine, text_views, texts, window

    if arguments.text:
        read = texts.measurements(effort, arguments.reviews)
        return chain(read, text_views.measurements(effort))
    return window.measurements(effort) if arguments.gui else engine.measurements(effort)
