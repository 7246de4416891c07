"""Learners of other installed packages, through a made-up entry point each."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from core.dataset import Dataset
from core.errors import PlainError
from core.learners import BUILT_IN, all_learners, find, plugins
from core.learners.declaration import Learner
from core.learners.rule import Numbers, Rule, Visit
from core.parameters import Real
from core.rows import Rows
from core.run import Run


def margin_step(visit: Visit, parameters: Numbers) -> float:
    (width,) = parameters
    return 1.0 if visit.margin <= width else 0.0


FOREIGN = replace(
    find("perceptron"),
    name="perceptron-with-margin",
    title="Perceptron with margin",
    readouts=("last", "voted"),
    parameters=(Real("width", "Width", 0.5, 0.0, 10.0, "The margin asked for."),),
    method=Rule(margin_step),
)


@dataclass(frozen=True)
class Entry:
    """An entry point as `importlib.metadata` gives it."""

    name: str
    load: Callable[[], Any]


Install = Callable[..., None]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    def installed(**offered: Any) -> None:
        def entry_points(*, group: str) -> list[Entry]:
            assert group == "perceptarium.learners"
            return [
                Entry(name, offer if callable(offer) else lambda offer=offer: offer)
                for name, offer in offered.items()
            ]

        monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
        forget()

    yield installed
    monkeypatch.undo()
    forget()


def forget() -> None:
    for remembered in (plugins._loaded, plugins.installed_learners, plugins.refused):
        remembered.cache_clear()


def test_a_sound_one_joins_behind_ours(install: Install) -> None:
    install(margin=FOREIGN)
    assert all_learners() == (*BUILT_IN, FOREIGN)
    assert find("perceptron-with-margin") is FOREIGN
    assert plugins.refused() == ()


def test_its_rule_is_compiled_and_run() -> None:
    data = Dataset(Rows.from_dense([[1.0], [2.0]]), np.array([1, 1]), ("A", "B"), ("x",))
    run = Run(data, FOREIGN, {"width": 1.0}, bias=False).play()
    # 0 → first step; then margins of 1 still count as too small, and 2 does not.
    final = run.weights(run.steps)[0]
    assert final > 1.0
    assert run.stopped is not None
    assert run.stopped.kind == "clean pass"


def raising() -> Learner:
    raise ImportError("no module named fancy")


def test_one_that_does_not_load_is_refused(install: Install) -> None:
    install(fancy=raising, margin=FOREIGN)
    assert all_learners() == (*BUILT_IN, FOREIGN)
    (sentence,) = plugins.refused()
    assert sentence == "The learner “fancy” could not be loaded: no module named fancy."


def test_one_that_is_no_learner_is_refused(install: Install) -> None:
    install(number=42, kind=Learner)
    assert all_learners() == BUILT_IN
    assert len(plugins.refused()) == 2
    assert plugins.refused()[0] == "The entry “number” is not a learner declaration."


def not_compilable(visit: Visit, parameters: Numbers) -> float:
    return float(str(visit.margin))


def test_one_that_breaks_the_contract_is_refused(install: Install) -> None:
    install(
        nameless=replace(FOREIGN, name=""),
        stuck=replace(FOREIGN, name="stuck", method=Rule(not_compilable)),
    )
    assert all_learners() == BUILT_IN
    assert len(plugins.refused()) == 2
    for sentence in plugins.refused():
        assert "was left out" in sentence
        assert "\n" not in sentence


def test_a_name_that_is_taken_is_refused(install: Install) -> None:
    install(ours=replace(FOREIGN, name="mira"), one=FOREIGN, two=replace(FOREIGN, title="Again"))
    assert all_learners() == (*BUILT_IN, FOREIGN)
    assert len(plugins.refused()) == 2
    assert all("name" in sentence for sentence in plugins.refused())


def test_an_unknown_name_lists_the_known_ones(install: Install) -> None:
    install(margin=FOREIGN)
    with pytest.raises(PlainError, match=r"perceptron-with-margin"):
        find("oracle")
