"""Every bundled lesson is played through: what its texts assert is what the engine does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import msgspec
import pytest

from core.lessons import (
    ChoiceQuestion,
    Lesson,
    NumberQuestion,
    Played,
    Scene,
    answer_of,
    bundled,
    check_claim,
    experiments_of,
    judge,
    load_lesson,
    step_of,
)
from core.lessons.checks import claims_of
from core.lessons.claims import measured, precision
from core.lessons.markup import blocks, formulas
from core.runs import runs_of

CARDS = bundled()
NAMES = [card.name for card in CARDS]
LESSONS_ASKED_FOR = (
    "first-step", "order-matters", "thrashing", "one-bad-example", "mistake-bound",
    "xor-and-features", "mira-and-c", "learning-rate", "separable-logistic", "double-counting",
    "margins", "boosting", "generative-discriminative", "which-words-decide",
)  # fmt: skip


@cache
def lesson(name: str) -> Lesson:
    return load_lesson(CARDS[NAMES.index(name)].path)


@cache
def played(name: str) -> tuple[Played, ...]:
    return tuple(map(Played, experiments_of(lesson(name))))


def scenes(name: str) -> Iterator[tuple[int, Scene, Played]]:
    for number, pair in enumerate(zip(lesson(name).scenes, played(name), strict=True), 1):
        yield number, *pair


def test_all_that_were_asked_for_are_there() -> None:
    assert [name.partition("-")[2] for name in NAMES][:14] == list(LESSONS_ASKED_FOR)
    assert [name[:2] for name in NAMES] == [f"{k:02}" for k in range(1, len(NAMES) + 1)]


def test_cards_tell_what_the_lessons_say() -> None:
    for card in CARDS:
        whole = lesson(card.name)
        assert (card.title, card.about, card.minutes) == (whole.title, whole.about, whole.minutes)
    assert len({card.title for card in CARDS}) == len(CARDS)


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_has_four_to_eight_scenes_and_two_questions(name: str) -> None:
    found = lesson(name).scenes
    assert 4 <= len(found) <= 8
    assert sum(scene.question is not None for scene in found) >= 2
    assert len({scene.title for scene in found}) == len(found)


@pytest.mark.parametrize("name", NAMES)
def test_every_learner_can_run_and_every_step_is_there(name: str) -> None:
    for number, scene, stage in scenes(name):
        assert not [run for run in runs_of(stage.experiment) if isinstance(run, str)]
        shown, question = scene.show, scene.question
        wanted = [shown.step, None if question is None else question.play_to]
        for step in wanted:
            there = stage.run(shown.learner_index).steps
            assert not isinstance(step, int) or step <= there, (number, step)
            if isinstance(step, str) and step.startswith("pass"):
                assert int(step[5:]) * stage.run(shown.learner_index).steps_per_pass <= there


@pytest.mark.parametrize("name", NAMES)
def test_every_claim_is_true(name: str) -> None:
    wrong = []
    for number, scene, stage in scenes(name):
        for claim in claims_of(scene):
            checked = check_claim(claim, stage)
            if not checked.true:
                wrong.append(f"scene {number}: {checked.sentence}")
    assert not wrong


@pytest.mark.parametrize("name", NAMES)
def test_wrong_choices_are_wrong(name: str) -> None:
    for number, scene, stage in scenes(name):
        if isinstance(scene.question, ChoiceQuestion):
            true = [check_claim(claim, stage).true for claim in scene.question.claims]
            expected = [k == scene.question.right for k in range(len(true))]
            assert true == expected, (number, true)


@pytest.mark.parametrize("name", NAMES)
def test_every_question_has_an_answer_that_is_judged_right(name: str) -> None:
    for number, scene, stage in scenes(name):
        question, index = scene.question, scene.show.learner_index
        if question is None:
            continue
        t = step_of(scene.show.step, stage, index)
        answer = answer_of(question, stage, t, index)
        if isinstance(question, NumberQuestion) and question.measure is not None:
            found = measured(question.measure, stage)
            assert isinstance(found, int | float)
            assert abs(found - question.answer) <= precision(question.answer) + (
                0.6 if question.tolerance >= 1 else 1e-9
            ), (number, found)
        right = (answer.choice, answer.number, *answer.rows[:1], answer.line)
        given = [one for one in right if one is not None]
        if given:
            assert judge(question, given[0], answer).right, number
        else:  # a line between the classes: some line must do it
            assert stage.theory.separable


@pytest.mark.parametrize("name", NAMES)
def test_numbers_in_texts_are_claimed(name: str) -> None:
    known = set(_numbers(lesson(name)))
    missing = []
    for scene in lesson(name).scenes:
        for text in _texts(scene):
            for written in re.findall(r"(?<![\d.])[−-]?\d+\.\d+", text):
                number = float(written.replace("−", "-"))
                off = 0.5 * 10.0 ** -len(written.partition(".")[2]) + 1e-9
                # A probability may be written in percent.
                near = any(abs(k - number) <= off or abs(100 * k - number) <= off for k in known)
                if not near and written not in lesson(name).not_claims:
                    missing.append(f"{scene.title}: {written}")
    assert not missing


def _texts(scene: Scene) -> Iterator[str]:
    yield scene.text
    if scene.question is not None:
        yield from (scene.question.text, scene.question.explain)
    if isinstance(scene.question, ChoiceQuestion):
        yield scene.question.choices[scene.question.right]


def _numbers(found: Lesson) -> Iterator[float]:
    """All numbers of the settings, the answers and the claims that hold."""
    for scene in found.scenes:
        parts: list[object] = [scene.experiment, list(claims_of(scene))]
        if isinstance(scene.question, NumberQuestion):
            parts.append(scene.question.answer)
        yield from _inside(msgspec.to_builtins(parts))


def _inside(value: object) -> Iterator[float]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for one in value:
            yield from _inside(one)
    elif isinstance(value, str):
        yield from map(float, re.findall(r"\d+\.\d+", value))
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield float(value)


@pytest.mark.parametrize("name", NAMES)
def test_texts_have_no_markup_left_over(name: str) -> None:
    for scene in lesson(name).scenes:
        for text in _texts(scene):
            for block in blocks(text):
                for span in block.spans:
                    assert span.kind != "text" or not re.search(r"[*$`]|\\", span.text), span.text


@pytest.mark.parametrize("name", NAMES)
def test_formulas_can_be_typeset(name: str) -> None:
    typesetter = pytest.importorskip("ziamath")
    for scene in lesson(name).scenes:
        for text in _texts(scene):
            for formula in formulas(text):
                drawn = typesetter.Latex(formula).svg()
                assert drawn.startswith("<svg"), formula
