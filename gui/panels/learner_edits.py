"""Changes to the list of learners, each a new experiment: the old one stays as it was."""

from __future__ import annotations

from msgspec.structs import replace

from core.experiment import Experiment, LearnerChoice
from core.files.experiment_checks import MOST_LEARNERS
from core.learners import READ_AS, all_learners, choose, find
from core.learners.declaration import Learner
from core.parameters import Value, settle
from gui.typed_numbers import number_shown


def values_of(choice: LearnerChoice) -> dict[str, Value]:
    """Every parameter of the learner, defaults included."""
    return settle(find(choice.name).parameters, choice.parameters)


def with_learner(experiment: Experiment, index: int, choice: LearnerChoice) -> Experiment:
    """Another choice in this place."""
    learners = experiment.learners
    return replace(experiment, learners=(*learners[:index], choice, *learners[index + 1 :]))


def with_parameter(experiment: Experiment, index: int, name: str, value: Value) -> Experiment:
    """One parameter changed; a default is not written down."""
    choice = experiment.learners[index]
    declared = {parameter.name: parameter for parameter in find(choice.name).parameters}
    others = {key: kept for key, kept in choice.parameters.items() if key != name}
    parameters = others if value == declared[name].default else {**others, name: value}
    return with_learner(experiment, index, replace(choice, parameters=parameters))


def added(experiment: Experiment, choice: LearnerChoice, index: int | None = None) -> Experiment:
    """One learner more, at the end or before `index`."""
    learners = experiment.learners
    place = len(learners) if index is None else index
    return replace(experiment, learners=(*learners[:place], choice, *learners[place:]))


def removed(experiment: Experiment, index: int) -> Experiment:
    learners = experiment.learners
    return replace(experiment, learners=learners[:index] + learners[index + 1 :])


def moved(experiment: Experiment, index: int, to: int) -> Experiment:
    choice = experiment.learners[index]
    return added(removed(experiment, index), choice, to)


def is_full(experiment: Experiment) -> bool:
    return len(experiment.learners) >= MOST_LEARNERS


def menu() -> list[tuple[str, str, LearnerChoice]]:
    """What can be added: title, idea and choice, in the order of the registry.

    Learners that are another one read in a certain way come right behind that one.
    """
    entries: list[tuple[str, str, LearnerChoice]] = []
    for learner in all_learners():
        entries.append((learner.title, _first_sentence(learner.idea), LearnerChoice(learner.name)))
        for name, (of, _) in READ_AS.items():
            if of == learner.name:
                title = name.replace("-", " ").capitalize()
                readout = choose(name)[1]
                idea = f"The {learner.title.lower()}, read as {readout}."
                entries.append((title, idea, LearnerChoice(of, readout=readout)))
    return entries


def ways_to_read(learner: Learner, now: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The readouts and combinations to offer; what is in force is always among them."""
    known = learner.readouts
    ways: list[tuple[str, ...]] = [(readout,) for readout in known]
    if {"last", "averaged"} <= set(known):
        ways.append(("last", "averaged"))
    if len(known) > 2:
        ways.append(known)
    return ways if now in ways else [*ways, now]


def as_text(choice: LearnerChoice) -> str:
    """The learner and all its settings on one line."""
    learner = find(choice.name)
    values = values_of(choice)
    parts = [f"{p.title} = {_shown(values[p.name])}" for p in learner.parameters]
    if len(learner.readouts) > 1:
        parts.append(f"read as {' + '.join(choice.readouts)}")
    return f"{learner.title}: {', '.join(parts)}" if parts else learner.title


def _shown(value: Value) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return value if isinstance(value, str) else number_shown(value)


def _first_sentence(text: str) -> str:
    return text.split(". ")[0].rstrip(".") + "."
