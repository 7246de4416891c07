"""Learners by name, and by the names that menus add."""

from __future__ import annotations

import pytest

from core.errors import PlainError
from core.learners import BUILT_IN, READ_AS, choose, find


def test_every_learner_is_chosen_by_its_own_name() -> None:
    for learner in BUILT_IN:
        assert choose(learner.name) == (learner, "last")


def test_menu_names_say_how_a_learner_is_read() -> None:
    assert choose("averaged-perceptron") == (find("perceptron"), "averaged")
    assert choose("voted-perceptron") == (find("perceptron"), "voted")
    for name, (learner, readout) in READ_AS.items():
        assert name not in {known.name for known in BUILT_IN}
        assert readout in find(learner).readouts


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("mria", "mira"),
        ("MIRA", "mira"),
        ("naive bayes", "naive-bayes"),
        ("perceptrons", "perceptron"),
    ],
)
def test_a_mistyped_name_is_recognised(typed: str, meant: str) -> None:
    with pytest.raises(PlainError, match=f"“{typed}”; did you mean “{meant}”"):
        choose(typed)
    with pytest.raises(PlainError, match=f"did you mean “{meant}”"):
        find(typed)


def test_an_unknown_name_is_told_all_there_are() -> None:
    with pytest.raises(PlainError) as error:
        choose("zzz")
    assert "did you mean" not in str(error.value)
    for learner in BUILT_IN:
        assert learner.name in str(error.value)
    assert "voted-perceptron" in str(error.value)
