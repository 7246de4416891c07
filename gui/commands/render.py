"""`perceptarium render`: a picture, an animation, a web page, a table or a program of a run."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from core.errors import PlainError
from core.experiment import Experiment, LearnerChoice
from core.share import looks_like_code, read_code
from gui.commands.data_argument import Source, add_data_arguments, read_data
from gui.commands.experiment_arguments import add_experiment_arguments, experiment_from
from gui.commands.learner_arguments import learner_choice, settings, with_settings
from gui.commands.output_files import check_outputs
from gui.commands.progress_bar import ProgressBar

if TYPE_CHECKING:
    from gui.computer import Results

SUMMARY = "Write a picture, an animation, a web page, a table or a program of a run."

EXAMPLES = """examples:
  perceptarium render moons --learner mira --learner perceptron -o moons.png --scale 2
  perceptarium render lesson.perceptarium -o boundary.svg --steps 40
  perceptarium render overlap -o learning.gif --steps 0:120 --size 640x400 --fps 20 --captions
  perceptarium render reviews -o reviews.html
  perceptarium render circles --features quadratic -o weights.csv --what weights

What is written follows from the name: .png .svg .pdf a picture, .gif .webp .mp4 an animation,
.html a web page with a player, .csv .json a table, .py a program that makes the run again. DATA
may be a share code as well. Nothing is shown on a screen, and none is needed."""

PICTURES, FILMS = (".png", ".svg", ".pdf"), (".gif", ".webp", ".mp4")
TABLES, PAGE, PROGRAM = (".csv", ".json"), ".html", ".py"
SUFFIXES = (*PICTURES, *FILMS, PAGE, *TABLES, PROGRAM)
SIZE, FILM_SIZE = (1280, 800), (720, 450)
WHAT = ("points", "curves", "weights", "steps", "engine", "scikit-learn")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    add_data_arguments(parser)
    parser.add_argument(
        "-o", "--output", required=True, metavar="FILE", help=f"one of {', '.join(SUFFIXES)}"
    )
    group = parser.add_argument_group("what to show")
    group.add_argument(
        "--learner", action="append", default=[], metavar="NAME",
        help="its name (default perceptron); may come several times",
    )  # fmt: skip
    group.add_argument(
        "--set", dest="settings", action="append", default=[], metavar="NAME=VALUE",
        help="a parameter of the learner, or LEARNER.NAME=VALUE where there are several",
    )  # fmt: skip
    group.add_argument(
        "--steps", metavar="A:B",
        help="from which step to which; a picture or weights show one step (default: the last)",
    )  # fmt: skip
    group.add_argument(
        "--view", metavar="NAME",
        help="stage (default), board (with curves and step), curves, step, or a view such as "
        "plane, losses, weights, documents, evaluation",
    )  # fmt: skip
    group.add_argument("--what", choices=WHAT, help="which table (default weights) or program")
    _add_looks(parser)
    add_experiment_arguments(parser)
    parser.add_argument("--held-out", type=float, metavar="X", help="share to test on (default 0)")


def _add_looks(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("how it looks")
    group.add_argument("--size", metavar="WxH", help="pixels (default 1280x800, moving 720x450)")
    group.add_argument(
        "--scale", type=int, choices=(1, 2, 3, 4), default=1, help="pixels to each pixel of a PNG"
    )
    group.add_argument("--theme", choices=("light", "dark"), default="light")
    group.add_argument("--captions", action="store_true", help="say below what the step did")
    group.add_argument("--fps", type=float, default=15.0, metavar="N", help="frames a second")
    group.add_argument(
        "--steps-per-frame", type=int, metavar="N", help="(default: so that it is not too long)"
    )


def run(arguments: argparse.Namespace) -> int:
    suffix = Path(arguments.output).suffix.lower()
    if suffix not in SUFFIXES:
        raise PlainError(
            f"“{arguments.output}” has no ending that tells what to write: {', '.join(SUFFIXES)}."
        )
    check_outputs({"--output": arguments.output}, None)
    size = _size(arguments.size, FILM_SIZE if suffix in FILMS else SIZE)
    bounds = _bounds(arguments.steps)
    experiment = _experiment(arguments)
    if suffix in FILMS or suffix in PICTURES:
        _draw(arguments, experiment, suffix, size, bounds)
    elif suffix == PAGE:
        _write_page(arguments, experiment, bounds)
    elif suffix == PROGRAM:
        _write_program(arguments, experiment)
    else:
        _write_table(arguments, experiment, suffix, bounds)
    print(f"Written: {arguments.output}")
    return 0


# What is asked for


def _experiment(arguments: argparse.Namespace) -> Experiment:
    if looks_like_code(arguments.data) and not os.path.exists(arguments.data):
        source = Source("the share code", read_code(arguments.data))
    else:
        source = read_data(arguments)
        check_outputs({"--output": arguments.output}, source.path)
    if source.dataset is not None:
        raise PlainError(
            f"“{source.title}” has too many features to be drawn; “perceptarium train” can write "
            "its weights and steps."
        )
    experiment = experiment_from(arguments, source)
    if not experiment.data.labels:
        raise PlainError(f"There is nothing to draw: “{source.title}” holds no examples.")
    return msgspec.structs.replace(experiment, learners=_learners(arguments, experiment))


def _learners(arguments: argparse.Namespace, base: Experiment) -> tuple[LearnerChoice, ...]:
    """Those asked for, else those of the experiment file, else the perceptron."""
    given = settings(arguments.settings, "C=0.1 or mira.C=0.1")
    names: list[str] = arguments.learner
    choices = [learner_choice(name) for name in names] or list(base.learners)
    choices = choices or [learner_choice("perceptron")]
    known = {choice.name for choice in choices}
    for key in given:
        owner, dot, _ = key.partition(".")
        if (dot and owner not in known) or (not dot and len(choices) > 1):
            raise PlainError(
                f"--set {key} names none of the learners {', '.join(sorted(known))}: "
                "write it as LEARNER.NAME=VALUE."
            )
    return tuple(with_settings(choice, _own(given, choice.name)) for choice in choices)


def _own(given: dict[str, str], learner: str) -> dict[str, str]:
    """The settings of one learner, without its name in front."""
    found = {}
    for key, value in given.items():
        owner, dot, name = key.partition(".")
        if not dot or owner == learner:
            found[name if dot else key] = value
    return found


def _size(text: str | None, usual: tuple[int, int]) -> tuple[int, int]:
    if text is None:
        return usual
    width, cross, height = text.lower().replace("×", "x").partition("x")
    if not cross or not (width.isdigit() and height.isdigit()) or len(text) > 13:
        raise PlainError(f"--size is pixels across and down, such as 1280x720, not “{text}”.")
    if not (64 <= int(width) <= 8000 and 64 <= int(height) <= 8000):
        raise PlainError("--size is from 64 to 8000 pixels across and down.")
    return int(width), int(height)


def _bounds(text: str | None) -> tuple[int | None, int | None]:
    """“a:b”, “a:”, “:b”, or a single step, which is both."""
    if text is None:
        return None, None
    parts = text.split(":")
    if len(parts) > 2 or not all(part.isdigit() or not part for part in parts) or len(text) > 40:
        raise PlainError(f"--steps is a number, or two with a colon: 40 or 0:120, not “{text}”.")
    first, last = (int(parts[0]),) * 2 if len(parts) == 1 and parts[0] else _pair(parts)
    if first is not None and last is not None and first > last:
        raise PlainError(f"--steps goes from an earlier step to a later one, not “{text}”.")
    return first, last


def _pair(parts: list[str]) -> tuple[int | None, int | None]:
    first, last = parts[0], parts[-1]
    return int(first) if first else None, int(last) if last else None


# Writing


def _results(experiment: Experiment) -> Results:
    from gui.export.computed import results_of

    with ProgressBar("Learning") as bar:
        return results_of(experiment, bar.show)


def _inside(results: Results, bounds: tuple[int | None, int | None]) -> tuple[int, int]:
    """The steps asked for, as far as the runs go."""
    first, last = bounds
    end = results.steps if last is None else min(last, results.steps)
    return min(first or 0, end), end


def _draw(
    arguments: argparse.Namespace, experiment: Experiment, suffix: str, size: tuple[int, int],
    bounds: tuple[int | None, int | None],
) -> None:  # fmt: skip
    _without_display()
    from gui.app import make_application
    from gui.export.scene import Look, Scene, Shown, parts_of

    part = arguments.view or "stage"
    known = parts_of(experiment.data)
    if part not in known:
        raise PlainError(f"There is no view “{part}” of these data; there are: {', '.join(known)}.")
    if suffix in FILMS:
        from gui.export.animation import Span, check_film

        check_film(suffix, Span(0, 0), *size)
    application = make_application()
    results = _results(experiment)
    first, last = _inside(results, bounds)
    asked_for = bounds != (None, None)
    t = experiment.position if experiment.position and not asked_for else last
    look = Look(part, *size, arguments.theme, arguments.captions)
    scene = Scene(Shown(results, min(t, results.steps)), look)
    try:
        if suffix in PICTURES:
            from gui.export.pictures import write_picture

            write_picture(arguments.output, scene, arguments.scale)
        else:
            _film(arguments, scene, first, last)
    finally:
        scene.close()
        application.processEvents()


def _film(arguments: argparse.Namespace, scene: object, first: int, last: int) -> None:
    from gui.export.animation import FASTEST, Span, usual_every, write_animation
    from gui.export.scene import Scene

    assert isinstance(scene, Scene)
    if not 0.5 <= arguments.fps <= FASTEST:
        raise PlainError(f"--fps is from 0.5 to {FASTEST} frames a second.")
    every = arguments.steps_per_frame
    if every is not None and every < 1:
        raise PlainError("--steps-per-frame is 1 or more.")
    span = Span(first, last, every or usual_every(first, last))
    with ProgressBar("Drawing") as bar:
        write_animation(arguments.output, scene, span, arguments.fps, bar.show)


def _without_display() -> None:
    """Draw in memory alone; a display may not even be there."""
    if "PySide6.QtGui" not in sys.modules:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"


def _write_page(
    arguments: argparse.Namespace, experiment: Experiment, bounds: tuple[int | None, int | None]
) -> None:
    from gui.export.web_page import write_web_page

    with ProgressBar("Writing") as bar:
        write_web_page(arguments.output, experiment, bounds[0] or 0, bounds[1], bar.show)


def _write_program(arguments: argparse.Namespace, experiment: Experiment) -> None:
    from core.files.atomic import write_atomically
    from core.snippets import engine_snippet, scikit_learn_snippet

    if arguments.what == "scikit-learn":
        text = scikit_learn_snippet(experiment, 0)
    else:
        text = engine_snippet(experiment)
    write_atomically(arguments.output, text.encode())


def _write_table(
    arguments: argparse.Namespace, experiment: Experiment, suffix: str,
    bounds: tuple[int | None, int | None],
) -> None:  # fmt: skip
    from gui.export.tables import table_of, write_table

    results = _results(experiment)
    first, last = _inside(results, bounds)
    what = arguments.what or "weights"
    table = table_of(results, what, suffix, step=last, first=first, last=last)
    write_table(arguments.output, table)
