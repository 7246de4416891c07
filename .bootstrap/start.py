"""Start `run` or `test`, if this Python is new enough.

This file alone must be readable for Python 3.6, so that an old one can say what is wrong.
"""

import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OLDEST = (3, 10)


def start(name: str, arguments: "list[str]") -> int:
    """Set everything up, then do what `name` ("run" or "test") is for; return the exit code."""
    if sys.version_info < OLDEST:
        print(too_old(name, sys.version_info[:2]), file=sys.stderr)
        return 2
    sys.path.insert(0, ROOT)  # for gui.system_libraries, which needs nothing installed
    import checks
    import environment

    try:
        venv = environment.ready(ROOT, tests=name == "test")
    except environment.SetupError as error:
        print(f"perceptarium: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    if name == "test":
        return checks.run_all(ROOT, venv.python, arguments)
    return environment.replace_process(venv, arguments)


def too_old(name: str, version: "tuple[int, int]") -> str:
    here, oldest = ("{}.{}".format(*pair) for pair in (version, OLDEST))
    return f"perceptarium: Python {oldest} or newer is needed, not {here}; try: python3.12 {name}"
