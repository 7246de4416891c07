"""`perceptarium bench`: how fast the engine is, against others and against its own targets."""

from __future__ import annotations

import argparse

SUMMARY = "Measure the engine (or the window) against others; medians of paired runs."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--quick", action="store_true", help="fewer rounds: under a minute instead of some minutes"
    )
    parser.add_argument(
        "--gui", action="store_true", help="measure the window instead: start, frames, waiting"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print JSON")
    form.add_argument("--markdown", action="store_true", help="print a table for a README")


def run(arguments: argparse.Namespace) -> int:
    """Always 0 when it ran: a benchmark is not a test."""
    from gui.benchmarks import engine, report, window
    from gui.benchmarks.effort import FULL, QUICK

    part = window if arguments.gui else engine
    measurements = part.measurements(QUICK if arguments.quick else FULL)
    if arguments.json:
        print(report.as_json(list(measurements)))
    elif arguments.markdown:
        print(report.markdown(list(measurements)))
    else:
        for line in report.table_lines(measurements):
            print(line, flush=True)
    return 0
