"""A monkey plays with the window; and whatever was done can be undone and done again."""

from __future__ import annotations

import hashlib
from random import Random

import pytest

from core.experiment import Experiment
from core.files.experiment import encode_experiment
from gui.studio import Studio
from tests.gui.trust.outside import World
from tests.gui.trust.random_edits import random_edit
from tests.gui.trust.reports import told


def check(world: World, actions: int, seed: int) -> None:
    found = told(
        world, "tests.gui.trust.monkey", str(actions), str(seed), str(world.folder / "monkey"),
        longest=24 * 3600.0,
    )  # fmt: skip
    print(f"{found['actions']:,} actions with seed {seed}: {found['done']}")
    assert found["actions"] == actions
    assert found["troubles"] == []


def test_a_monkey_finds_nothing(world: World) -> None:
    check(world, 300, 1)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(10))
def test_a_monkey_finds_nothing_for_long(world: World, seed: int) -> None:
    check(world, 2_000, 100 + seed)


def fingerprint(experiment: Experiment) -> str:
    return hashlib.sha256(encode_experiment(experiment)).hexdigest()


@pytest.mark.parametrize("count", [300, pytest.param(10_000, marks=pytest.mark.thorough)])
def test_all_can_be_undone_and_done_again(studio: Studio, count: int) -> None:
    chance, stack = Random(7), studio.undo_stack
    seen = {0: fingerprint(studio.experiment)}  # by how much has been done
    for _ in range(count):
        if chance.random() < 0.1:
            for _ in range(chance.randint(1, 5)):
                chance.choice((stack.undo, stack.redo))()
            assert fingerprint(studio.experiment) == seen[stack.index()]
        studio.edit(*random_edit(chance, studio.experiment))
        seen[stack.index()] = fingerprint(studio.experiment)
    last = stack.index()
    assert last > count // 4
    for index in range(last, -1, -1):
        assert fingerprint(studio.experiment) == seen[index]
        stack.undo()
    assert not stack.canUndo()
    for index in range(last + 1):
        assert fingerprint(studio.experiment) == seen[index]
        stack.redo()
    assert not stack.canRedo()
