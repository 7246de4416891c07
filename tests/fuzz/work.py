"""One process of fuzzing, under limits of its own: what it found, as JSON on standard output."""

from __future__ import annotations

import argparse
import faulthandler
import json
import random
import re
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from types import FrameType

from core.errors import PlainError
from tests.fuzz.corpus import Seed, corpus
from tests.fuzz.mutations import mutated
from tests.fuzz.targets import TARGETS
from tests.fuzz.worst import WORST

MOST_SECONDS = 2.0  # of this process's own time, for one input
MOST_MEMORY = 500_000_000  # bytes beyond what the program itself takes
LONGEST_SENTENCE = 400
# Controls, line breaks, halves of characters, and marks that turn the writing around.
UNREADABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


class Hang(BaseException):
    """One input has taken too long."""


def fuzz(seed: int, count: int) -> dict[str, object]:
    """How the inputs fared, and the first of those that did not fare well."""
    chance = random.Random(seed)
    seeds = corpus()
    outcomes: Counter[str] = Counter()
    failures: list[dict[str, object]] = []
    slowest = 0.0
    for number in range(count):
        one = chance.choice(seeds)
        data = mutated(one, seeds, chance)
        began = time.process_time()
        outcome = outcome_of(one.target, data)
        slowest = max(slowest, time.process_time() - began)
        outcomes[outcome if outcome in ("load", "sentence") else "failure"] += 1
        if outcome not in ("load", "sentence") and len(failures) < 10:
            failures.append(
                {"target": one.target, "number": number, "why": outcome, "data": repr(data[:3_000])}
            )
    return {"outcomes": dict(outcomes), "failures": failures, "slowest": slowest}


def outcome_of(target: str, data: bytes) -> str:
    """“load”, “sentence”, or what went wrong."""
    signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
    try:
        TARGETS[target](data)
    except PlainError as error:
        return "sentence" if is_sentence(str(error)) else f"no sentence: {str(error)[:500]!r}"
    except Hang:
        return f"took longer than {MOST_SECONDS:g} s"
    except Exception:
        return traceback.format_exc(limit=-6)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
    return "load"


def is_sentence(text: str) -> bool:
    """One line that can be shown as it is."""
    return (
        10 < len(text) < LONGEST_SENTENCE
        and not UNREADABLE.search(text)
        and text.endswith((".", "!", "?"))
        and "Traceback" not in text
    )


def limit_this_process(seconds: int) -> None:
    """No more memory than allowed, and an end to whatever cannot be interrupted."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise Hang

    signal.signal(signal.SIGPROF, stop)
    faulthandler.dump_traceback_later(seconds, exit=True)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    with open("/proc/self/statm") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MOST_MEMORY, used + MOST_MEMORY))


def warm_up(seeds: list[Seed]) -> None:
    """Load once whatever is loaded late; every file of the corpus must open undamaged."""
    for seed in seeds:
        TARGETS[seed.target](seed.data)


def worst(name: str) -> dict[str, object]:
    """How one of the worst files fares, which itself takes no part of the memory allowed."""
    target, make = WORST[name]
    data = make()
    limit_this_process(seconds=60)
    began = time.process_time()
    outcome = outcome_of(target, data)
    return {"outcome": outcome, "seconds": time.process_time() - began}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=1_500)
    parser.add_argument("--worst", choices=WORST)
    arguments = parser.parse_args()
    warm_up(corpus())
    if arguments.worst:
        json.dump(worst(arguments.worst), sys.stdout)
        return 0
    limit_this_process(seconds=60 + arguments.count // 20)
    json.dump(fuzz(arguments.seed, arguments.count), sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
