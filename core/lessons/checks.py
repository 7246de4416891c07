"""What must hold of a scene beyond the types of its parts."""

from __future__ import annotations

from collections.abc import Iterator

from core.errors import PlainError
from core.experiment import Experiment, TextsData
from core.files.experiment_checks import check_experiment
from core.lessons.document import (
    ChoiceQuestion,
    Claim,
    LineQuestion,
    Look,
    NumberQuestion,
    PointQuestion,
    Question,
    Scene,
)
from core.lessons.measures import KINDS
from core.lessons.played import check_step
from core.lessons.staging import changed

_OF_POINTS = ("plane", "weights", "cost")
_OF_TEXTS = ("documents", "two-words", "projection", "word-paths", "texts")
_EXPECTATIONS = ("is_", "above", "below", "at_least", "at_most", "more_than", "less_than")


def check_scene(scene: Scene, experiment: Experiment) -> None:
    """PlainError that says what is wrong with the scene, if anything is."""
    _check_show(scene, experiment)
    texts = [scene.text]
    if scene.question is not None:
        texts += [scene.question.text, scene.question.explain]
        _check_question(scene.question, experiment)
    for text in texts:
        if text.count("$") % 2:
            raise PlainError("a formula begins with $ and does not end.")
    for claim in scene.claims:
        _check_claim(claim, experiment)


def _check_show(scene: Scene, experiment: Experiment) -> None:
    show = scene.show
    check_step(show.step)
    _check_learner(show.learner if show.learner > 1 else None, experiment)
    texts = isinstance(experiment.data, TextsData)
    for view in (show.view, show.beside):
        if view in (_OF_POINTS if texts else _OF_TEXTS):
            kind = "texts" if texts else "points"
            raise PlainError(f"there is no view “{view}” for {kind}.")
    if (show.what_if == "sweep") != bool(show.sweep):
        raise PlainError('what_if = "sweep" and sweep = (a parameter\'s name) go together.')


def _check_question(question: Question, experiment: Experiment) -> None:
    if question.play_to is not None:
        check_step(question.play_to)
    if isinstance(question, ChoiceQuestion):
        if question.answer > len(question.choices):
            raise PlainError(
                f"the answer is choice {question.answer}, but there are {len(question.choices)}."
            )
        if question.claims and len(question.claims) != len(question.choices):
            raise PlainError("claims of a question are as many as its choices.")
        for claim in question.claims:
            _check_claim(claim, experiment)
    elif isinstance(question, NumberQuestion):
        if question.measure is not None:
            _check_look(question.measure, experiment)
    elif isinstance(experiment.data, TextsData):
        raise PlainError(f"a question of kind “{question.kind}” needs points, and here are texts.")
    else:
        _check_pointing(question, experiment)


def _check_pointing(question: PointQuestion | LineQuestion, experiment: Experiment) -> None:
    _check_learner(question.learner, experiment)
    count = len(experiment.data.labels)
    if isinstance(question, PointQuestion):
        if isinstance(question.answer, int) and question.answer > count:
            raise PlainError(f"there are {count} points, and no number {question.answer}.")
    elif question.step is not None:
        check_step(question.step)
    elif len({label for _, _, label in question.points or ()}) not in (0, 2):
        raise PlainError("the points that a line is to part have two labels.")


def _check_claim(claim: Claim, experiment: Experiment) -> None:
    _check_look(claim, experiment)
    if all(getattr(claim, name) is None for name in _EXPECTATIONS):
        raise PlainError(f"the claim about “{claim.kind}” claims nothing: say what it “is”.")
    for other in (claim.more_than, claim.less_than, claim.to):
        if other is not None:
            _check_look(other, experiment, claim.kind)


def _check_look(look: Look, experiment: Experiment, kind: str = "") -> None:
    kind = look.kind or kind
    if kind not in KINDS:
        raise PlainError(f"there is no claim about “{kind[:40]}”; there are: {', '.join(KINDS)}.")
    if look.step is not None:
        check_step(look.step)
    if look.with_ is not None:
        experiment = changed(experiment, look.with_)
        check_experiment(experiment)
    _check_learner(look.learner, experiment)
    if isinstance(look.point, int) and not 1 <= look.point <= len(experiment.data.labels):
        raise PlainError(f"there is no point {look.point} here.")
    names = experiment.data.class_names
    if look.label is not None and look.label not in names:
        raise PlainError(f"there is no class “{look.label[:40]}” here.")


def _check_learner(number: int | None, experiment: Experiment) -> None:
    count = len(experiment.learners)
    if number is not None and number > count:
        raise PlainError(f"there are {count} learners, and no number {number}.")


def claims_of(scene: Scene) -> Iterator[Claim]:
    """All that a scene states and that must hold."""
    yield from scene.claims
    if isinstance(scene.question, ChoiceQuestion) and scene.question.claims:
        yield scene.question.claims[scene.question.right]
