from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.contract import broken_promises
from core.dataset import Dataset
from core.learners import BUILT_IN, find
from core.learners.declaration import Card, Learner
from core.learners.rule import Numbers, Rule, Visit
from core.parameters import Choice, Real

EVERY = pytest.mark.parametrize("learner", BUILT_IN, ids=lambda learner: learner.name)


@EVERY
def test_our_learners_keep_every_promise(learner: Learner) -> None:
    assert broken_promises(learner) == []


def test_names_are_unique() -> None:
    names = [learner.name for learner in BUILT_IN]
    assert len(set(names)) == len(names)


# Learners that break one promise each


def sound_step(visit: Visit, parameters: Numbers) -> float:
    return 1.0 if visit.mistake else 0.0


def not_a_number_step(visit: Visit, parameters: Numbers) -> float:
    return visit.margin / visit.margin  # nothing by nothing at the start


def uncompilable_step(visit: Visit, parameters: Numbers) -> float:
    return float(str(visit.margin))


def raising_step(visit: Visit, parameters: Numbers) -> float:
    raise ValueError("I never step")


def wrong_signature_step(visit: Visit) -> float:
    return 1.0


def raising_obstacle(*_: object) -> str | None:
    raise RuntimeError("no idea")


def refusing_obstacle(*_: object) -> str | None:
    return "Not today."


def two_classes_only(dataset: Dataset, *_: object) -> str | None:
    return None if dataset.classes == 2 else "Only two classes."


PERCEPTRON = find("perceptron")


def variation(**changes: Any) -> Learner:
    return replace(PERCEPTRON, **changes)


def parameter(**changes: Any) -> Learner:
    plain = Real("eta", "η", 1.0, 0.1, 10.0, "How far.")
    return variation(parameters=(replace(plain, **changes),))


BROKEN = {
    "name": (variation(name="My Learner"), "name"),
    "title": (variation(title=" "), "title is empty"),
    "idea": (variation(idea=""), "idea is empty"),
    "formula": (variation(formula=""), "formula is empty"),
    "card": (variation(card=Card("", "a", "b", "c", "d")), "optimises"),
    "loss": (variation(loss="cubic"), "cubic"),
    "no readout": (variation(readouts=()), "readouts"),
    "readout twice": (variation(readouts=("last", "last")), "readouts"),
    "unknown readout": (variation(readouts=("last", "median")), "median"),
    "method": (variation(method="magic"), "method"),
    "parameter twice": (variation(parameters=PERCEPTRON.parameters[:1] * 2), "one name"),
    "parameter name": (parameter(name="learning rate"), "typed"),
    "help": (parameter(help=""), "no help"),
    "range": (parameter(low=10.0), "no range"),
    "log scale": (parameter(low=0.0, log=True), "above zero"),
    "default": (parameter(default=11.0), "does not allow"),
    "decimals": (parameter(default=0.1, low=0.001, decimals=0), "decimals"),
    "options": (
        variation(parameters=(Choice("way", "Way", "a", ("a", "a"), "Which."),)),
        "twice",
    ),
    "obstacle": (variation(obstacle=raising_obstacle), "no idea"),
    "refusal": (variation(obstacle=refusing_obstacle), "refuses"),
    "signature": (variation(method=Rule(wrong_signature_step)), "raises"),
    "not a number": (
        variation(method=Rule(not_a_number_step), obstacle=two_classes_only),
        "range of numbers",
    ),
}


@pytest.mark.parametrize("fault", list(BROKEN))
def test_a_broken_promise_is_named(fault: str) -> None:
    learner, word = BROKEN[fault]
    sentences = broken_promises(learner)
    assert sentences
    assert any(word in sentence for sentence in sentences), sentences
    for sentence in sentences:
        assert "\n" not in sentence


@pytest.mark.parametrize("step", [uncompilable_step, raising_step])
def test_a_rule_that_cannot_be_run_is_an_answer(step: Any) -> None:
    sentences = broken_promises(variation(method=Rule(step)))
    assert any("raises" in sentence for sentence in sentences)


class Moody:
    """A rate that changes between calls cannot be compiled in, nor replayed."""

    called = 0

    def __call__(self, step: int, parameters: Numbers) -> float:
        Moody.called += 1
        return 1.0 + Moody.called


def test_a_rule_with_a_memory_is_found_out() -> None:
    assert broken_promises(variation(method=Rule(sound_step, rate=Moody())))
