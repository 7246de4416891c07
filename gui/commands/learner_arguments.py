"""Learners as they are named on the command line, and `--set name=value` for their parameters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from core.errors import PlainError
from core.experiment import LearnerChoice
from core.learners import READ_AS, choose, find
from core.parameters import settle


def settings(texts: Iterable[str], example: str = "C=0.1") -> dict[str, str]:
    """What each --set says; the last one counts where a name comes twice."""
    found = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name.strip():
            raise PlainError(f"--set takes name=value, such as {example}, not “{text}”.")
        found[name.strip()] = value.strip()
    return found


def learner_choice(name: str, readout: str | None = None) -> LearnerChoice:
    """The learner of this name, read as asked or else as the name says."""
    learner, own = choose(name)
    if name in READ_AS and readout not in (None, own):
        raise PlainError(
            f"“{name}” means {learner.name} read as {own}: "
            f"for another readout use the name {learner.name}."
        )
    return with_readout(LearnerChoice(learner.name, readout=own), readout)


def with_readout(choice: LearnerChoice, readout: str | None) -> LearnerChoice:
    """The choice read another way, when the learner can be."""
    if readout is None:
        return choice
    learner = find(choice.name)
    if readout not in learner.readouts:
        known = " or ".join(learner.readouts)
        raise PlainError(f"The learner “{learner.name}” is read as {known}, not “{readout}”.")
    return msgspec.structs.replace(choice, readout=readout)


def with_settings(choice: LearnerChoice, given: Mapping[str, str]) -> LearnerChoice:
    """The choice with these parameters set, all of them checked."""
    declared = find(choice.name).parameters
    values = settle(declared, {**choice.parameters, **given})
    named = {name: values[name] for name in (*choice.parameters, *given)}
    return msgspec.structs.replace(choice, parameters=named)
