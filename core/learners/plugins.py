"""Learners that other installed packages offer under the entry-point group perceptarium.learners."""

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
        from core.contract import broken_promises

        broken = broken_promises(learner)
        if broken:
            results.append((None, f"The learner “{entry.name}” was left out: {broken[0]}"))
        else:
            results.append((learner, None))
    return tuple(results)
