"""The `perceptarium` command: a headless command, or the window."""

from __future__ import annotations

import argparse
import difflib
import gc
import importlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from core.errors import PlainError
from gui import __version__

# One line each, kept here so that the help imports none of them.
COMMANDS = {
    "train": "train one learner and report what it learned",
    "compare": "compare learners by cross-validation",
    "render": "write a picture, an animation, a web page or a table of a run",
    "predict": "predict the class of texts with a saved model",
    "learners": "list the learners, or describe one",
    "bench": "measure the engine's speed against others",
    "doctor": "say what is installed and what is missing",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the arguments ask for and return the exit code: 0 done, 2 the user can mend it."""
    _never_fail_to_print()
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        code = _dispatch(arguments)
        sys.stdout.flush()
    except PlainError as error:
        return _complain(str(error))
    except BrokenPipeError:
        return _reader_left()
    except OSError as error:
        if error.filename is None:
            raise
        return _complain(f"“{error.filename}” cannot be used: {error.strerror}.")
    except KeyboardInterrupt:
        return 130
    return code


def _dispatch(arguments: list[str]) -> int:
    if arguments and arguments[0] in COMMANDS:
        return _run_command(arguments[0], arguments[1:])
    parser = _window_parser()
    file = parser.parse_args(arguments).file
    if file is not None and _is_code(file):
        return _open_window(None, code=file)
    return _open_window(None if file is None else _existing(file))


def _run_command(name: str, arguments: list[str]) -> int:
    module = importlib.import_module(f"gui.commands.{name}")
    parser = argparse.ArgumentParser(prog=f"perceptarium {name}", description=module.SUMMARY)
    module.add_arguments(parser)
    return int(module.run(parser.parse_args(arguments)))


def _window_parser() -> argparse.ArgumentParser:
    width = max(map(len, COMMANDS))
    listing = "\n".join(f"  {name:{width}}  {text}" for name, text in COMMANDS.items())
    parser = argparse.ArgumentParser(
        prog="perceptarium",
        usage="perceptarium [FILE]\n       perceptarium COMMAND …",
        description="Watch linear classifiers learn, one example at a time.",
        epilog=f"commands that need no window:\n{listing}\n\n"
        "“perceptarium COMMAND --help” tells more about each.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "file", metavar="FILE", nargs="?", help="data, experiment or share code to open"
    )
    parser.add_argument("--version", action="version", version=f"perceptarium {__version__}")
    return parser


def _existing(file: str) -> Path:
    path = Path(file)
    if path.exists():
        return path
    close = difflib.get_close_matches(file, COMMANDS, n=1)
    hint = f"; did you mean the command “{close[0]}”?" if close else "."
    raise PlainError(f"There is no file “{file}”{hint}")


def _is_code(text: str) -> bool:
    """Is it a share code? One that is damaged is complained about before any window opens."""
    if not text.startswith("PTM") or os.path.exists(text):
        return False
    from core.share import looks_like_code, read_code

    if not looks_like_code(text):
        return False
    read_code(text)
    return True


def _open_window(file: Path | None, code: str = "") -> int:
    from gui import preflight

    preflight.check()
    from gui.swift_imports import load_swiftly

    load_swiftly()
    try:
        from gui.app import open_window

        return open_window(file, code)
    finally:
        gc.enable()


def _complain(sentence: str) -> int:
    print(f"perceptarium: {sentence}", file=sys.stderr)
    return 2


def _never_fail_to_print() -> None:
    """Show a replacement where the terminal's encoding lacks a sign such as × or ≤."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _reader_left() -> int:
    """The reader of a pipe, such as `head`, has seen enough: end quietly, as a shell expects."""
    # Python flushes stdout once more on exit, which would complain again.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 141


if __name__ == "__main__":
    sys.exit(main())
