"""Learners of other installed packages: the entry-point group perceptarium.learners."""

from __future__ import annotations

from functools import cache

from core.learners.declaration import Learner

GROUP = "perceptarium.learners"


@cache
def installed_learners() -> tuple[Learner, ...]:
    """Those that load, are a `Learner` and pass the contract; `refused` says why others do not."""
    return tuple(learner for learner, _ in _loaded() if learner is not None)


@cache
def refused() -> tuple[str, ...]:
    """One sentence for every entry that could not be used."""
    return tuple(why for _, why in _loaded() if why is not None)


@cache
def _loaded() -> tuple[tuple[Learner | None, str | None], ...]:
    from importlib.metadata import entry_points

    results: list[tuple[Learner | None, str | None]] = []
    for entry in entry_points(group=GROUP):
        try:
            learner = entry.load()
        except Exception as error:  # whatever a foreign package raises must not stop ours
            results.append((None, f"The learner “{entry.name}” could not be loaded: {error}."))
            continue
        if not isinstance(learner, Learner):
            results.append((None, f"The entry “{entry.name}” is not a learner declaration."))
            continue
        why = _why_not(learner, [known for known, _ in results if known is not None])
        if why is None:
            results.append((learner, None))
        else:
            results.append((None, f"The learner “{entry.name}” was left out: {why}"))
    return tuple(results)


def _why_not(learner: Learner, others: list[Learner]) -> str | None:
    from core.contract import broken_promises
    from core.learners import BUILT_IN

    if any(learner.name == other.name for other in (*BUILT_IN, *others)):
        return f"there is another learner with the name “{learner.name}”."
    return next(iter(broken_promises(learner)), None)
