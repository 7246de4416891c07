"""A list of measurements as an aligned table, as Markdown, or as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from gui.benchmarks.machine import machine, machine_line
from gui.benchmarks.measurement import Measurement

NAME, MEASURED, WANTED, VERDICT = 62, 9, 10, 7  # widths


def table_lines(measurements: Iterable[Measurement]) -> Iterator[str]:
    """Line by line, as soon as each is known."""
    yield machine_line()
    seen: list[Measurement] = []
    for one in measurements:
        if not seen or seen[-1].section != one.section:
            yield ""
            yield f"{one.section:<{NAME}} {'measured':>{MEASURED}} {'target':>{WANTED}}"
        seen.append(one)
        line = (
            f"  {one.name:<{NAME - 2}} {one.measured:>{MEASURED}} {one.wanted:>{WANTED}} "
            f"{one.verdict:<{VERDICT}} {one.detail}"
        )
        yield line.rstrip()
    yield ""
    yield summary(seen)


def summary(measurements: Sequence[Measurement]) -> str:
    verdicts = [one.verdict for one in measurements]
    met, missed = verdicts.count("ok"), verdicts.count("MISSED")
    lacking = verdicts.count("missing")
    sentence = f"{met} of {met + missed} targets met"
    return f"{sentence}; not measured: {lacking}." if lacking else f"{sentence}."


def markdown(measurements: Sequence[Measurement]) -> str:
    lines = [machine_line(), "", "| | measured | target | |", "|---|--:|--:|---|"]
    section = None
    for one in measurements:
        if one.section != section:
            section = one.section
            lines.append(f"| **{section}** | | | |")
        lines.append(f"| {one.name} | {one.measured} | {one.wanted} | {one.verdict} |")
    return "\n".join([*lines, "", summary(measurements)])


def as_json(measurements: Sequence[Measurement]) -> str:
    verdicts = [one.verdict for one in measurements]
    document = {
        "machine": machine(),
        "met": verdicts.count("ok"),
        "missed": verdicts.count("MISSED"),
        "missing": verdicts.count("missing"),
        "measurements": [
            {
                "section": one.section,
                "name": one.name,
                "measured": one.value,
                "unit": one.unit,
                "target": one.target,
                "at_least": one.at_least,
                "verdict": one.verdict or None,
                "detail": one.detail,
            }
            for one in measurements
        ],
    }
    return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False)
