"""Lessons from files: TOML from anywhere, decoded strictly and checked throughout."""

from __future__ import annotations

import math
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec

import assets
from core.errors import PlainError
from core.experiment import Experiment, TextsData
from core.files.experiment_checks import check_experiment
from core.files.limits import DEEPEST_JSON
from core.files.strict_json import in_plain_words
from core.files.text import read_bytes
from core.files.wording import complaint
from core.lessons.checks import check_scene
from core.lessons.document import MOST_SCENES, Heading, Lesson, Scene
from core.lessons.staging import experiment_of

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

T = TypeVar("T")

MOST_BYTES = 500_000
MOST_VISITS = 2_000_000  # of examples in one run: a lesson must not keep a class waiting
SUFFIX = ".toml"

_SCENES = re.compile(rb"^\s*\[\[\s*scene\s*\]\]", re.M)
# Keys with thousands of dots keep the reader of TOML for minutes; points of numbers are no such.
_DECIMAL = re.compile(rb"(?<![0-9.])[0-9]+\.[0-9]+(?![0-9.])")
_MOST_DOTS = 150  # in a line
_AT = re.compile(r" \(at line (\d+), column \d+\)$")


@dataclass(frozen=True)
class LessonCard:
    """A lesson as a list shows it."""

    name: str  # of its file, without the ending: what progress is kept under
    path: Path
    title: str
    about: str
    minutes: int


def bundled() -> tuple[LessonCard, ...]:
    """The lessons that travel with the program, in their order; only their heads are read."""
    return tuple(card_of(path) for path in sorted(assets.path("lessons").glob("*" + SUFFIX)))


def card_of(path: Path) -> LessonCard:
    """A lesson's card, read from what stands before its first scene."""
    data = read_bytes(path, MOST_BYTES)
    first = _SCENES.search(data)
    content = _toml(data[: first.start()] if first else data, path.name)
    head = _converted(content, Heading, path.name)
    return LessonCard(path.stem, path, head.title, head.about, head.minutes)


def load_lesson(path: str | os.PathLike[str]) -> Lesson:
    """The lesson in a file, checked throughout."""
    return decode_lesson(read_bytes(path, MOST_BYTES), Path(path).name)


def decode_lesson(data: bytes, name: str) -> Lesson:
    """The lesson in the bytes of a file; the name is for the error sentence."""
    if len(data) > MOST_BYTES:
        raise complaint(name, f"expected a lesson of at most {MOST_BYTES // 1000} kB, found more.")
    content = _toml(data, name)
    scenes = content.get("scene")
    if not isinstance(scenes, list) or not scenes:
        raise complaint(name, "expected at least one [[scene]], found none.")
    if len(scenes) > MOST_SCENES:
        raise complaint(name, f"expected at most {MOST_SCENES} scenes, found {len(scenes)}.")
    # One by one, so that an error can say which.
    read = [
        _converted(scene, Scene, f"{name}, scene {number}")
        for number, scene in enumerate(scenes, 1)
    ]
    lesson = _converted({**content, "scene": read}, Lesson, name)
    before: Experiment | None = None
    for number, scene in enumerate(lesson.scenes, 1):
        try:
            before = experiment_of(scene, before)
            check_experiment(before)
            _check_length(before)
            check_scene(scene, before)
        except PlainError as error:
            raise complaint(f"{name}, scene {number}", str(error)) from None
    return lesson


def _toml(data: bytes, name: str) -> dict[str, Any]:
    for number, line in enumerate(data.split(b"\n"), 1):
        dots = line.count(b".")
        if dots > _MOST_DOTS and dots - len(_DECIMAL.findall(line)) > _MOST_DOTS:
            raise complaint(name, "expected a lesson, found a line with too many dots.", number)
    try:
        content = tomllib.loads(data.removeprefix(b"\xef\xbb\xbf").decode().replace("\r\n", "\n"))
    except UnicodeDecodeError as error:
        at_line = data.count(b"\n", 0, error.start) + 1
        raise complaint(name, "expected text in UTF-8, found other bytes.", at_line) from None
    except tomllib.TOMLDecodeError as error:
        at = _AT.search(str(error))
        what = _AT.sub("", str(error))
        what = f"this is not TOML: {what[:1].lower()}{what[1:]}."
        raise complaint(name, what, int(at[1]) if at else None) from None
    except (RecursionError, ValueError):
        # A number of thousands of digits is a ValueError of its own.
        raise complaint(name, "expected a lesson, found something too deep or too long.") from None
    _check_values(content, name)
    return content


def _check_values(content: dict[str, Any], name: str) -> None:
    """Refuse what is no finite number, and depth that neither we nor msgspec could follow."""
    level: list[object] = [content]
    for _ in range(DEEPEST_JSON + 1):
        inner: list[object] = []
        for value in level:
            if isinstance(value, float) and not math.isfinite(value):
                raise complaint(name, "expected finite numbers, found nan or inf.")
            if isinstance(value, dict):
                inner.extend(value.values())
            elif isinstance(value, list):
                inner.extend(value)
        if not inner:
            return
        level = inner
    raise complaint(name, f"expected a lesson, found something over {DEEPEST_JSON} levels deep.")


def _converted(content: object, wanted: type[T], name: str) -> T:
    try:
        return msgspec.convert(content, wanted)
    except msgspec.ValidationError as error:
        raise complaint(name, in_plain_words(str(error))) from None
    except (RecursionError, OverflowError):
        raise complaint(name, "expected a lesson, found something too deep or too long.") from None


def _check_length(experiment: Experiment) -> None:
    data = experiment.data
    examples = len(data.texts) if isinstance(data, TextsData) else len(data.labels)
    if examples * experiment.stopping.passes > MOST_VISITS:
        raise PlainError(
            f"{experiment.stopping.passes:,} passes over {examples:,} examples are more than a "
            "lesson can wait for."
        )
