"""Lessons: scenes that set the stage, ask, and reveal; every statement in them can be checked."""

from core.lessons.claims import Checked, check_claim
from core.lessons.document import (
    ChoiceQuestion,
    Claim,
    Lesson,
    LineQuestion,
    NumberQuestion,
    PointQuestion,
    Question,
    Scene,
    Show,
)
from core.lessons.markup import Block, Span, blocks
from core.lessons.played import Played, step_of
from core.lessons.questions import Answer, Verdict, answer_of, judge
from core.lessons.reading import LessonCard, bundled, card_of, decode_lesson, load_lesson
from core.lessons.staging import experiment_of, experiments_of

__all__ = [
    "Answer", "Block", "Checked", "ChoiceQuestion", "Claim", "Lesson", "LessonCard",
    "LineQuestion", "NumberQuestion", "Played", "PointQuestion", "Question", "Scene", "Show",
    "Span", "Verdict", "answer_of", "blocks", "bundled", "card_of", "check_claim",
    "decode_lesson", "experiment_of", "experiments_of", "judge", "load_lesson", "step_of",
]  # fmt: skip
