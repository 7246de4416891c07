"""What a web page shows of an experiment, collected as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.dataset import Dataset
from core.document_space import heights_of
from core.errors import PlainError
from core.experiment import Experiment, LearnerChoice, PointsData, TextsData
from core.feature_maps import feature_map
from core.formula_text import formula_text
from core.run import Run
from core.runs import runs_of
from core.texts import TextReading
from core.what_if.watch import Watch
from gui.export.web_packing import (
    Json,
    packed_flags,
    packed_numbers,
    packed_sentences,
    packed_wholes,
)
from gui.export.web_runs import curves_data, recording_data
from gui.export.web_sentences import shown_steps, step_sentences
from gui.panels.titles import learner_titles

FORMAT = 1
MOST_TEXTS, MOST_POINTS = 2_000, 10_000
MOST_SHOWN = 5_000  # steps that the page tells of; of a longer run, some are left out
MOST_LEARNERS = 8
NOUNS = {"points": "point", "texts": "text", "table": "example"}


@dataclass(frozen=True)
class Told:
    """A learner that is on the page."""

    choice: LearnerChoice
    run: Run
    title: str
    steps: int  # of it that are on the page


def page_data(
    experiment: Experiment, first: int, last: int | None, title: str, watch: Watch
) -> Json:
    """Everything that the page knows; PlainError where it would know too much or nothing."""
    count, are_points = len(experiment.data.labels), isinstance(experiment.data, PointsData)
    most, what = (MOST_POINTS, "points") if are_points else (MOST_TEXTS, "texts or rows")
    if count > most:
        raise PlainError(
            f"A web page holds at most {most:,} {what}, and this experiment has {count:,}: keep "
            "fewer of them, or export a picture or an animation instead."
        )
    found, notes = _runs(experiment)
    for run in (run for _, run, _ in found):
        _advance(run, last, watch)
    longest = max(run.steps for _, run, _ in found)
    end = longest if last is None else min(last, longest)
    if not 0 <= first <= end:
        raise PlainError(f"The run has {end:,} steps; a page cannot begin at step {first:,}.")
    told = [Told(choice, run, name, min(run.steps, end)) for choice, run, name in found]
    shown = shown_steps([learner.run for learner in told], first, end, MOST_SHOWN)
    if len(shown) <= end - first:
        notes.append(f"Of {end - first + 1:,} steps the page shows {len(shown):,}.")
    watch.total = 1 + sum(len(_told_steps(learner, shown)) for learner in told)
    data = _dataset_data(experiment, found[0][1].dataset)
    data |= {
        "format": FORMAT,
        "title": title,
        "notes": notes,
        "first": first,
        "last": end,
        "position": min(max(experiment.position, first), end),
        "shown": packed_wholes(shown) if len(shown) <= end - first else None,
        "learners": [_learner(learner, data["noun"], shown, watch) for learner in told],
    }
    return data


def _runs(experiment: Experiment) -> tuple[list[tuple[LearnerChoice, Run, str]], list[str]]:
    """The runs to show, each with its title, and what is to be said of those left out."""
    found: list[tuple[LearnerChoice, Run, str]] = []
    notes: list[str] = []
    titles = learner_titles(experiment.learners)
    for choice, run, title in zip(experiment.learners, runs_of(experiment), titles, strict=True):
        if isinstance(run, str):
            notes.append(f"{title} is left out: {run}")
        elif choice.visible and len(run.dataset.training):
            found.append((choice, run, title))
    if not found:
        why = notes[0] if notes else "it has no learner to show, or no examples"
        raise PlainError(f"There is nothing to put on a web page: {why.rstrip('.')}.")
    if len(found) > MOST_LEARNERS:
        raise PlainError(f"A web page shows at most {MOST_LEARNERS} learners; hide some of them.")
    return found, notes


def _advance(run: Run, last: int | None, watch: Watch) -> None:
    if last is None:
        watch.play(run)
    else:
        run.advance(max(last - run.steps, 0))
        watch.go_on()


def _learner(learner: Told, noun: str, shown: NDArray[np.int64], watch: Watch) -> Json:
    run, choice = learner.run, learner.choice
    sentences = []
    for t in _told_steps(learner, shown):
        sentences.append(step_sentences(run, t, noun))
        watch.one_more()
    ending = run.stopped.sentence if run.stopped else ""
    return {
        "title": learner.title,
        "rule": formula_text(run.learner.formula_for(run.dataset.classes)),
        "idea": run.learner.idea,
        "loss": run.learner.loss,
        "probable": run.learner.probabilistic,
        "readouts": choice.readouts,
        "steps": learner.steps,
        "perPass": run.steps_per_pass if run.learner.online else 0,
        "ending": ending if learner.steps == run.steps else "",
        "recording": recording_data(run, learner.steps),
        "sentences": packed_sentences(sentences),
        "curves": {readout: curves_data(run, readout) for readout in choice.readouts},
    }


def _told_steps(learner: Told, shown: NDArray[np.int64]) -> list[int]:
    """Of the shown steps those that the learner made; at least its last."""
    made: list[int] = shown[shown <= learner.steps].tolist()
    return made or [learner.steps]


def _dataset_data(experiment: Experiment, dataset: Dataset) -> Json:
    data, source = _common(dataset), experiment.data
    if isinstance(source, PointsData):
        xy = np.array(source.xy, np.float64).reshape(-1, 2)
        kind = {"kind": "points", "xy": packed_numbers(xy), "axes": source.axis_names}
        data |= {**kind, "map": _map_data(experiment)}
    else:
        data |= {"kind": "texts" if isinstance(source, TextsData) else "table"}
        rows, heights = dataset.rows, heights_of(dataset)
        data["rows"] = {
            "lengths": packed_wholes(np.diff(rows.starts)),
            "columns": packed_wholes(rows.columns),
            "values": packed_numbers(rows.values),
        }
        data["heights"] = [round(place, 4) for place in heights.places.tolist()]
    if isinstance(source, TextsData) and dataset.reading is not None:
        data |= {"texts": source.texts, "marks": _marks(dataset.reading, source.texts)}
    return data | {"noun": NOUNS[data["kind"]]}


def _common(dataset: Dataset) -> Json:
    return {
        "classes": dataset.class_names,
        "features": dataset.feature_names,
        "labels": packed_wholes(dataset.labels),
        "heldOut": packed_flags(dataset.held_out_rows),
    }


def _map_data(experiment: Experiment) -> Json:
    """The feature map as numbers: powers of x and y, or waves."""
    chosen = feature_map(experiment.features)
    arguments: tuple[Any, ...] = getattr(chosen.formula, "args", ())
    if chosen.linear:
        return {"kind": "plain"}
    if chosen.name == "random-fourier":
        frequencies, phases = arguments
        return {
            "kind": "waves",
            "frequencies": packed_numbers(frequencies),
            "phases": packed_numbers(phases),
        }
    return {"kind": "powers", "powers": arguments[0]}


def _marks(reading: TextReading, texts: tuple[str, ...]) -> Json:
    """Where the words of all texts lie, and which features each takes part in.

    A word begins so many characters behind the end of the one before it.
    """
    found = [reading.marks(text) for text in texts]
    gaps = []
    for marks in found:
        ends = [0, *(mark.end for mark in marks)]
        gaps += [mark.start - end for mark, end in zip(marks, ends, strict=False)]
    every = list(chain.from_iterable(found))
    return {
        "words": packed_wholes([len(marks) for marks in found]),
        "gaps": packed_wholes(gaps),
        "lengths": packed_wholes([mark.end - mark.start for mark in every]),
        "counts": packed_wholes([len(mark.features) for mark in every]),
        "features": packed_wholes(list(chain.from_iterable(m.features for m in every))),
    }
