"""The format: what is accepted, what is refused and how that is said."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import assets
from core.errors import PlainError
from core.experiment import LearnerChoice, Order, PointsData, Split, Stopping, TextsData
from core.lessons import (
    ChoiceQuestion,
    Claim,
    Lesson,
    NumberQuestion,
    Played,
    Show,
    check_claim,
    decode_lesson,
    experiments_of,
    load_lesson,
    step_of,
)
from core.lessons.checks import claims_of
from core.lessons.document import Setting
from core.lessons.reading import card_of

HEAD = 'title = "T"\nabout = "A"\n'
SCENE = '[[scene]]\ntitle = "S"\ntext = "x"\n'
POINTS = '[scene.experiment]\npoints = [[1, 2, "B"], [2, 1, "A"]]\nlearners = ["perceptron"]\n'


def read(*parts: str) -> Any:
    return decode_lesson("".join(parts).encode(), "my.toml")


class TestTheDocumentedExample:
    text = re.findall(
        r"```toml\n(.*?)```", assets.path("lessons", "README.md").read_text("utf-8"), re.S
    )[0]

    def test_it_loads_and_its_claims_hold(self) -> None:
        lesson = decode_lesson(self.text.encode(), "README.md")
        for scene, experiment in zip(lesson.scenes, experiments_of(lesson), strict=True):
            assert all(check_claim(claim, experiment).true for claim in claims_of(scene))
        assert isinstance(lesson.scenes[0].question, NumberQuestion)

    def test_from_any_folder(self, tmp_path: Path) -> None:
        path = tmp_path / "a lesson.toml"
        path.write_bytes(b"\xef\xbb\xbf" + self.text.replace("\n", "\r\n").encode())
        assert load_lesson(path) == decode_lesson(self.text.encode(), "other")
        assert card_of(path).title == "Two points"


class TestWhatIsLeftOut:
    def test_stays_as_before(self) -> None:
        lesson = read(
            HEAD, SCENE, POINTS, 'order = { kind = "shuffled", seed = 3 }\nsplit = 0.5\n',
            SCENE, '[scene.experiment]\nlearners = [{ name = "mira", parameters = { C = 0.5 } }]\n',
            SCENE, '[scene.experiment]\nsample = "reviews"\nstopping = { passes = 3 }\n',
            SCENE, '[scene.experiment]\ntoy = "xor"\nseed = 2\n',
        )  # fmt: skip
        first, second, third, fourth = experiments_of(lesson)
        assert first.data == PointsData(((1.0, 2.0), (2.0, 1.0)), (1, 0))
        assert (first.order, first.split) == (Order("shuffled", 3), Split(0.5))
        assert second.learners == (LearnerChoice("mira", {"C": 0.5}),)
        assert (second.data, second.order, second.split) == (first.data, first.order, first.split)
        assert isinstance(third.data, TextsData)
        assert third.text_features.least_documents == 2  # as on the sample's card
        assert third.stopping == Stopping(passes=3)
        assert isinstance(fourth.data, PointsData)
        assert len(fourth.data.xy) == 60
        assert fourth.learners == second.learners

    def test_a_class_alone_is_one_of_two(self) -> None:
        lesson = read(HEAD, SCENE, '[scene.experiment]\npoints = [[1, 2, "B"]]\n')
        data = experiments_of(lesson)[0].data
        assert (data.class_names, data.labels) == (("A", "B"), (1,))

    def test_texts_by_hand(self) -> None:
        written = '[scene.experiment]\ntexts = [["good", "fine film"], ["bad", "dull film"]]\n'
        (experiment,) = experiments_of(read(HEAD, SCENE, written))
        assert experiment.data == TextsData(("fine film", "dull film"), (1, 0), ("bad", "good"))


BAD = {
    "": "my.toml: expected at least one [[scene]], found none.",
    "title = \n": "my.toml, line 1: this is not TOML: invalid value.",
    "title = \"T\"\n" + SCENE: "my.toml: object missing required field “about”.",
    HEAD + 'colour = "red"\n' + SCENE: "my.toml: object contains unknown field “colour”.",
    HEAD + SCENE + SCENE + 'txt = "y"\n': "my.toml, scene 2: object contains unknown field “txt”.",
    HEAD + "[[scene]]\ntitle = 3\ntext = \"x\"\n":
        "my.toml, scene 1: expected a text, found a whole number in “title”.",
    HEAD + SCENE + "[scene.experiment]\npoints = [[1, 2]]\n":
        "my.toml, scene 1: expected a list of length 3, found 2 in “experiment.points[0]”.",
    HEAD + SCENE + "[scene.experiment]\npoints = [[nan, 2, \"A\"]]\n":
        "my.toml: expected finite numbers, found nan or inf.",
    HEAD + SCENE + POINTS + 'toy = "xor"\n':
        "my.toml, scene 1: expected one kind of data, found toy and points.",
    HEAD + SCENE + "[scene.experiment]\nnoise = 0.5\n":
        "my.toml, scene 1: “noise” goes with a toy, and here is none.",
    HEAD + SCENE + '[scene.experiment]\nsample = "nowhere"\n': "there is no sample “nowhere”",
    HEAD + SCENE + '[scene.experiment]\ntoy = "cube"\n': "There is no toy data “cube”",
    HEAD + SCENE + '[scene.experiment]\nlearners = ["oracle"]\n': "oracle",
    HEAD + SCENE + POINTS + "stopping = { passes = 100000 }\n": "number of passes",
    HEAD + SCENE + '[scene.experiment]\ntoy = "xor"\nn = 2000\nstopping = { passes = 5000 }\n':
        "5,000 passes over 2,000 examples are more than a lesson can wait for.",
    HEAD + SCENE + POINTS + '[scene.show]\nstep = "later"\n': "found “later”.",
    HEAD + SCENE + POINTS + "[scene.show]\nlearner = 2\n":
        "my.toml, scene 1: there are 1 learners, and no number 2.",
    HEAD + SCENE + POINTS + '[scene.show]\nview = "documents"\n':
        "my.toml, scene 1: there is no view “documents” for points.",
    HEAD + SCENE + POINTS + '[scene.show]\nwhat_if = "sweep"\n': "go together.",
    HEAD + SCENE + '[scene.question]\nkind = "essay"\n':
        "invalid value 'essay' in “question.kind”.",
    HEAD + SCENE + '[scene.question]\nkind = "choice"\ntext = "?"\nexplain = "!"\n'
    'choices = ["a", "b"]\nanswer = 3\n': "the answer is choice 3, but there are 2.",
    HEAD + SCENE + POINTS + '[scene.question]\nkind = "point"\ntext = "?"\nexplain = "!"\n'
    "answer = 3\n": "there are 2 points, and no number 3.",
    HEAD + SCENE + '[scene.experiment]\nsample = "reviews"\n[scene.question]\nkind = "line"\n'
    'text = "?"\nexplain = "!"\n': "a question of kind “line” needs points, and here are texts.",
    HEAD + SCENE + 'claim = [{ kind = "luck", is = 1 }]\n': "there is no claim about “luck”",
    HEAD + SCENE + 'claim = [{ kind = "mistakes" }]\n': "claims nothing",
    HEAD + SCENE + 'claim = [{ kind = "mistakes", step = -1, is = 1 }]\n': "there is no step -1.",
    HEAD + SCENE.replace('"x"', '"a $formula"'): "a formula begins with $ and does not end.",
    HEAD + SCENE.replace('"x"', '"' + "x" * 6001 + '"'): "expected a text of length <= 6000",
    "a = " + "[" * 5000: "my.toml",
    "a = 1" + "0" * 5000 + "\n" + HEAD + SCENE: "my.toml",
    "x" * 600_000: "expected a lesson of at most 500 kB, found more.",
}  # fmt: skip


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
def test_what_is_wrong_is_said_in_a_sentence(text: str) -> None:
    with pytest.raises(PlainError) as caught:
        read(text)
    sentence = str(caught.value)
    assert BAD[text] in sentence
    assert "\n" not in sentence
    assert sentence.startswith("my.toml")
    assert sentence.endswith(".")


def test_bytes_that_are_no_text() -> None:
    with pytest.raises(PlainError, match=r"^my\.toml, line 2: expected text in UTF-8"):
        decode_lesson(b"title = 'a'\nabout = '\xff'", "my.toml")


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(PlainError, match=r"^none.toml: cannot be read"):
        load_lesson(tmp_path / "none.toml")


def lesson_or_sentence(data: bytes) -> tuple[Lesson | None, str]:
    try:
        return decode_lesson(data, "my.toml"), ""
    except PlainError as error:
        return None, str(error)


SEED = TestTheDocumentedExample.text.encode()


@given(st.data())
def test_damaged_lessons_are_refused_or_still_lessons(data: st.DataObject) -> None:
    """Bytes cut out, doubled or replaced: a lesson or one plain sentence, nothing else."""
    damaged = bytearray(SEED)
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(damaged) - 1))
        end = min(start + data.draw(st.integers(0, 30)), len(damaged))
        damaged[start:end] = data.draw(st.binary(max_size=6) | st.sampled_from([b"[", b"1e400"]))
    lesson, sentence = lesson_or_sentence(bytes(damaged))
    if lesson is None:
        assert sentence.startswith("my.toml")
        assert "\n" not in sentence
    else:
        assert len(experiments_of(lesson)) == len(lesson.scenes)


FIELDS = [
    field.encode_name for part in (Setting, Show, Claim, ChoiceQuestion, NumberQuestion)
    for field in msgspec.structs.fields(part)
]  # fmt: skip
WORDS = ["end", "xor", "perceptron", "choice", "mistakes", "plane", "given", "A"]
names = st.sampled_from(FIELDS) | st.text(max_size=6)
json_like = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4),
    max_leaves=12,
)
keys = st.sampled_from(["experiment", "show", "question", "claim", "title", "text", "other"])


@given(st.dictionaries(keys, json_like, max_size=4))
def test_any_value_in_any_place(scene: dict[str, Any]) -> None:
    """Scenes of arbitrary values, written as TOML's inline tables."""
    content = _toml({"title": "T", "about": "A", "scene": [{"title": "S", "text": "x", **scene}]})
    lesson, sentence = lesson_or_sentence(content.encode())
    assert sentence.startswith("my.toml") if lesson is None else lesson.title == "T"


def _toml(table: dict[str, Any]) -> str:
    return "".join(f"{_key(key)} = {_inline(value)}\n" for key, value in table.items())


def _key(key: str) -> str:
    return _inline(key)


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(k)} = {_inline(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    if isinstance(value, str):
        escaped = "".join(c if c.isalnum() else f"\\U{ord(c):08X}" for c in value)
        return f'"{escaped}"' if not re.search(r"\\U0000D[89A-F]", escaped) else '"half"'
    if value is None:
        return '"null"'
    return repr(value).lower() if isinstance(value, bool) else repr(value)


class TestSteps:
    played = Played(experiments_of(read(HEAD, SCENE, POINTS))[0])

    @pytest.mark.parametrize(
        ("step", "number"),
        [("start", 0), ("end", 4), (3, 3), (99, 4), ("pass 1", 2), ("pass 7", 4),
         ("first mistake", 1), ("last mistake", 2)],
    )  # fmt: skip
    def test_are_found(self, step: int | str, number: int) -> None:
        # (1, 2) is a B, then (2, 1) an A: two mistakes, and a clean pass.
        assert self.played.run().mistakes() == 2
        assert step_of(step, self.played) == number
