"""Share codes: what goes in comes out, and what does not belong in gets one sentence."""

from __future__ import annotations

import base64
import zlib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import PlainError
from core.experiment import (
    PARTS,
    Experiment,
    FeatureMapChoice,
    LearnerChoice,
    Order,
    PointsData,
    Split,
    Stopping,
    TableData,
    TextsData,
)
from core.generators import make_points
from core.runs import points_data
from core.share import LONGEST, PREFIX, looks_like_code, pack, read_code, share_code, unpack

LEARNERS = (LearnerChoice("perceptron", also=("averaged",)), LearnerChoice("mira", {"C": 0.25}))


def experiment(data: PointsData | TableData | TextsData) -> Experiment:
    return Experiment(
        data=data, learners=LEARNERS, order=Order("given", 7), split=Split(0.25, 3),
        stopping=Stopping(passes=9, patience=2), bias=False, position=41,
    )  # fmt: skip


def test_a_drawn_experiment_comes_back_and_the_code_is_short() -> None:
    before = experiment(points_data(make_points("blobs", 40, seed=3)))
    code = share_code(before)
    assert read_code(code) == before
    assert len(code) < 600


coordinates = st.one_of(
    st.floats(-1e6, 1e6).map(lambda x: round(x, 3)), st.floats(allow_nan=False, width=32)
).filter(lambda x: abs(x) < 1e30)


@given(
    st.lists(st.tuples(coordinates, coordinates, st.integers(0, 1)), max_size=30),
    st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=12),
)
def test_any_points_come_back_exactly(spots: list[tuple[float, float, int]], name: str) -> None:
    data = PointsData(
        tuple((x, y) for x, y, _ in spots), tuple(k for _, _, k in spots), ("A", name + "B")
    )
    assert read_code(share_code(experiment(data))).data == data


@given(st.lists(st.integers(-(2**70), 2**70), max_size=50))
def test_whole_numbers_are_packed_without_loss(numbers: list[int]) -> None:
    assert unpack(pack(numbers)) == numbers


def test_tables_features_and_short_texts_come_back() -> None:
    table = TableData(((1.0, 2.5, 3.0), (0.1, 0.2, 0.3)), (0, 1), ("a", "b", "c"), ("x", "y"))
    texts = TextsData(("good film", "dull & <b>grey</b>"), (1, 0), ("bad", "good"))
    for data in (table, texts):
        assert read_code(share_code(experiment(data))).data == data
    curved = msgspec.structs.replace(
        experiment(points_data(make_points("xor", 20))), features=FeatureMapChoice("quadratic")
    )
    assert read_code(share_code(curved)) == curved


@pytest.mark.parametrize("shown", [None, (), ("step",), PARTS])
def test_a_locked_view_travels_with_the_code(shown: tuple[str, ...] | None) -> None:
    data = points_data(make_points("blobs", 10, seed=3))
    before = msgspec.structs.replace(experiment(data), shown=shown)
    assert read_code(share_code(before)).shown == shown


def test_blanks_and_broken_lines_do_not_matter() -> None:
    before = experiment(points_data(make_points("moons", 30)))
    code = share_code(before)
    lines = "\n  ".join(code[k : k + 40] for k in range(0, len(code), 40))
    assert read_code(f"  {lines}\r\n") == before
    assert looks_like_code(lines)
    assert not looks_like_code("points.csv")


def test_too_much_for_a_code_is_said() -> None:
    words = " ".join(f"word{k * k}" for k in range(30_000))
    with pytest.raises(PlainError, match="save it as a file instead"):
        share_code(experiment(TextsData((words, "short"), (0, 1), ("a", "b"))))


def test_every_damaged_character_is_noticed() -> None:
    code = share_code(experiment(points_data(make_points("blobs", 12))))
    for place in range(len(PREFIX), len(code) - 2, 7):
        other = "A" if code[place] != "A" else "B"
        with pytest.raises(PlainError, match="share code"):
            read_code(code[:place] + other + code[place + 1 :])
    for length in range(0, len(code) - 1, 11):
        with pytest.raises(PlainError):
            read_code(code[:length])


def wrapped(message: bytes) -> str:
    raw = zlib.crc32(message).to_bytes(4, "big") + zlib.compress(message)
    return PREFIX + base64.urlsafe_b64encode(raw).decode().rstrip("=")


@given(st.binary(max_size=60))
def test_hostile_messages_get_one_sentence(message: bytes) -> None:
    with pytest.raises(PlainError):
        read_code(wrapped(message))


@pytest.mark.parametrize(
    "message",
    [
        {"experiment": {"data": {"type": "points", "labels": [5]}}, "packed": b"\x01\xff"},
        {"experiment": {"learners": [{"name": "no-such-learner"}]}},
        {"experiment": {"data": {"type": "points"}}, "packed": b"\xff" * 9, "decimals": 2},
        {"experiment": {"data": 5}, "packed": b"\x02\x80"},
        {"experiment": {}, "sample": "../../etc/passwd"},
        {"experiment": {"stopping": {"passes": -4}}},
        {"experiment": {"unknown": 1}},
    ],
)
def test_well_formed_nonsense_gets_one_sentence(message: dict[str, object]) -> None:
    with pytest.raises(PlainError) as problem:
        read_code(wrapped(msgspec.msgpack.encode(message)))
    assert "\n" not in str(problem.value)


def test_bombs_newer_versions_and_other_text_are_refused() -> None:
    with pytest.raises(PlainError, match="not a share code"):
        read_code(wrapped(b"\x00" * 30_000_000))
    with pytest.raises(PlainError, match="newer version"):
        read_code("PTM7abcdef")
    with pytest.raises(PlainError, match="longer"):
        read_code(PREFIX + "A" * (LONGEST + 1))
    for text in ("", "hello", "PTM1!!!!", "PTM1ünïcode", PREFIX):
        with pytest.raises(PlainError):
            read_code(text)


def test_a_short_code_cannot_stand_for_millions_of_points() -> None:
    packed = b"\x01" + b"\xff" * 1_900_000
    message = msgspec.msgpack.encode({"experiment": {"data": {"type": "points"}}, "packed": packed})
    squeezed = zlib.crc32(message).to_bytes(4, "big") + zlib.compress(message, 9)
    code = PREFIX + base64.urlsafe_b64encode(squeezed).decode()
    assert len(code) < LONGEST
    with pytest.raises(PlainError, match="not a share code"):
        read_code(code)
