"""The experiment file: exact round trips, and one sentence for everything else."""

import json
import os
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
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
    TextFeatures,
    TextsData,
)
from core.files import experiment as files
from core.files.experiment import (
    decode_experiment,
    encode_experiment,
    load_experiment,
    save_experiment,
)
from core.parameters import Choice, Real

finite = st.floats(allow_nan=False, allow_infinity=False)
names = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=6)
seeds = st.integers(0, 2**31 - 1)

MIRA = SimpleNamespace(
    parameters=(
        Real("C", "C", 1.0, 0.001, 100.0, "How far one step may go."),
        Choice("variant", "Variant", "PA-I", ("hard", "PA-I"), "Which one."),
    ),
    readouts=("last", "averaged"),
)


def find(name: str) -> Any:
    if name != "mira":
        raise PlainError(f"There is no learner “{name}”.")
    return MIRA


@st.composite
def texts(draw: st.DrawFn) -> TextsData:
    words = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=30)
    written = tuple(draw(st.lists(words | words.map(lambda text: 40 * text), max_size=5)))
    classes = draw(st.lists(names, min_size=2, max_size=50))
    label = st.integers(0, len(classes) - 1)
    labels = draw(st.lists(label, min_size=len(written), max_size=len(written)))
    return TextsData(written, tuple(labels), tuple(classes))


@st.composite
def data(draw: st.DrawFn) -> PointsData | TableData:
    n = draw(st.integers(0, 5))
    points = draw(st.booleans())
    width = 2 if points else draw(st.integers(1, 4))
    classes = draw(st.lists(names, min_size=2, max_size=8))
    labels = draw(st.lists(st.integers(0, len(classes) - 1), min_size=n, max_size=n))
    row = st.tuples(*[finite] * width)
    rows = tuple(draw(st.lists(row, min_size=n, max_size=n)))
    titles = tuple(draw(st.lists(names, min_size=width, max_size=width)))
    if points:
        return PointsData(rows, tuple(labels), tuple(classes), (titles[0], titles[1]))
    return TableData(rows, tuple(labels), titles, tuple(classes))


learners = st.builds(
    LearnerChoice,
    name=st.just("mira"),
    parameters=st.fixed_dictionaries(
        {}, optional={"C": st.floats(0.001, 100) | st.just(1), "variant": st.just("hard")}
    ),
    readout=st.sampled_from(["last", "averaged"]),
    visible=st.booleans(),
)
n_grams = st.tuples(st.integers(1, 5), st.integers(1, 5)).map(sorted)
text_features = st.builds(
    lambda lengths, **rest: TextFeatures(shortest=lengths[0], longest=lengths[1], **rest),
    n_grams,
    unit=st.sampled_from(["words", "characters", "cues"]),
    values=st.sampled_from(["presence", "counts", "tf-idf"]),
    least_documents=st.integers(1, 100),
    most_features=st.none() | st.integers(1, 10_000),
    buckets=st.none() | st.integers(2, 2**22),
    **dict.fromkeys(
        ["lowercase", "stop_list", "negation", "position", "unit_length"], st.booleans()
    ),
)
experiments = st.builds(
    Experiment,
    data=data() | texts(),
    text_features=text_features,
    features=st.builds(
        FeatureMapChoice,
        name=st.sampled_from(["plain", "quadratic", "cubic", "random-fourier"]),
        components=st.integers(1, 50),
        gamma=st.floats(1e-3, 1e3),
        seed=seeds,
    ),
    bias=st.booleans(),
    learners=st.lists(learners, max_size=4).map(tuple),
    order=st.builds(
        Order, st.sampled_from(["given", "shuffled", "random"]), seeds, st.integers(1, 1000)
    ),
    split=st.builds(Split, st.floats(0, 1, exclude_max=True), seeds),
    stopping=st.builds(
        Stopping,
        st.integers(1, 10_000),
        st.booleans(),
        st.none() | st.floats(0, 1e6),
        st.none() | st.integers(1, 100),
    ),
    position=st.integers(0, 10**9),
    shown=st.none() | st.lists(st.sampled_from(PARTS), unique=True).map(tuple),
)


@settings(max_examples=150)
@given(experiments)
def test_an_experiment_reads_back_exactly(experiment: Experiment) -> None:
    encoded = encode_experiment(experiment, find)
    again = decode_experiment(encoded, "e.perceptarium", find)
    assert again == experiment
    assert encode_experiment(again, find) == encoded
    assert repr(again) == repr(experiment)  # tells -0.0 from 0.0 and 1 from 1.0


def test_a_moved_point_changes_one_line() -> None:
    before = Experiment(data=PointsData(((0.0, 1.0), (2.0, 3.0)), (0, 1)))
    after = Experiment(data=PointsData(((0.0, 1.0), (2.5, 3.0)), (0, 1)))
    pairs = zip(
        encode_experiment(before).splitlines(), encode_experiment(after).splitlines(), strict=True
    )
    assert [(a.strip(), b.strip()) for a, b in pairs if a != b] == [(b"[2.0, 3.0]", b"[2.5, 3.0]")]


def test_saving_and_loading(tmp_path) -> None:
    path = tmp_path / "mine.perceptarium"
    experiment = Experiment(learners=(LearnerChoice("mira", {"C": 0.5}),), position=7)
    save_experiment(path, experiment, find)
    assert load_experiment(path, find) == experiment
    assert json.loads(path.read_text())["version"] == 2


def test_a_failed_save_leaves_the_old_file(tmp_path, monkeypatch) -> None:
    path = tmp_path / "mine.perceptarium"
    save_experiment(path, Experiment())
    old = path.read_bytes()
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(13, "Denied")))
    with pytest.raises(PlainError, match="Denied"):
        save_experiment(path, Experiment(position=3))
    assert path.read_bytes() == old
    assert os.listdir(tmp_path) == ["mine.perceptarium"]


GOOD = encode_experiment(
    Experiment(
        data=PointsData(((0.0, 1.0), (2.0, 3.0)), (0, 1)), learners=(LearnerChoice("mira"),)
    ),
    find,
).decode()


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"version": 2', '"version": 3', "newer version of Perceptarium"),
        ('"version": 2', '"version": 0', "no version 0"),
        ('"version": 2', '"version": "2"', "expected a whole number, found a text in “version”."),
        ('"version": 2', '"version": 2, "version": 2', "line 3: expected each key once"),
        ('"perceptarium"', '"other"', "expected an experiment of Perceptarium"),
        ('"batch": 1', '"batch": 0', "from 1 to 1000, not 0"),
        ('"batch": 1', '"batch": 1001', "from 1 to 1000, not 1001"),
        ('"batch": 1', '"batch": 1.5', "order.batch"),
        ('"batch": 1', '"batch": 1, "more": 1', "unknown field “more”"),
        ('"batch": 1', '"batch": ' + "[" * 100_000, "20 levels"),
        ('"shuffled"', '"sorted"', "order.kind"),
        ('"passes": 20', '"passes": 10001', "passes must be a whole number from 1 to 10000"),
        ('"fraction": 0.0', '"fraction": 1.0', "at least 0 and below 1"),
        ('"fraction": 0.0', '"fraction": NaN', "expected JSON"),
        ('"fraction": 0.0', '"fraction": 1e999', "out of range"),
        ('"position": 0', '"position": -1', "position must be"),
        ('"tolerance": null', '"tolerance": -1', "tolerance must not be negative"),
        ('"patience": null', '"patience": 0', "patience must be"),
        ('"labels": [0, 1]', '"labels": [0, 2]', "does not name one of the classes"),
        ('"labels": [0, 1]', '"labels": [0, -1]', "does not name one of the classes"),
        ('"labels": [0, 1]', '"labels": [0]', "2 rows of data but 1 labels"),
        ('"class_names": ["A", "B"]', '"class_names": ["A"]', "2 to 8 classes, not 1"),
        ("[2.0, 3.0]", "[2.0, 3.0, 4.0]", "data.xy[1]"),
        ('"plain"', '"curly"', "no feature map “curly”"),
        ('"seed": 0', '"seed": -1', "seed"),
        ('"mira"', '"oracle"', "There is no learner “oracle”"),
        ('"parameters": {}', '"parameters": {"C": 1000}', "C must be between"),
        ('"parameters": {}', '"parameters": {"D": 1}', "no parameter “D”"),
        ('"shown": null', '"shown": ["step", "cellar"]', "“cellar” is none"),
        ('"shown": null', '"shown": ["step", "step"]', "names “step” twice"),
        ('"shown": null', '"shown": "step"', "shown"),
        ('"last"', '"loudly"', "read out as last, averaged, not “loudly”"),
    ],
)
def test_a_wrong_file_is_refused_in_one_sentence(old: str, new: str, sentence: str) -> None:
    assert old in GOOD
    with pytest.raises(PlainError) as caught:
        decode_experiment(GOOD.replace(old, new, 1).encode(), "e.perceptarium", find)
    assert sentence in str(caught.value)
    assert str(caught.value).startswith("e.perceptarium")
    assert "\n" not in str(caught.value)


TEXTS = encode_experiment(
    Experiment(data=TextsData(("so good", "so bad"), (1, 0), ("neg", "pos"))), find
).decode()


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"labels": [1, 0]', '"labels": [1]', "2 texts but 1 labels"),
        ('"labels": [1, 0]', '"labels": [1, 2]', "does not name one of the classes"),
        ('["neg", "pos"]', '["neg"]', "2 to 50 classes, not 1"),
        ('["so good", "so bad"]', '["so good", 1]', "data.texts[1]"),
        ('"shortest": 1', '"shortest": 0', "n-grams are 1 to 5 long"),
        ('"shortest": 1', '"shortest": 2', "n-grams are 1 to 5 long"),
        ('"longest": 1', '"longest": 6', "n-grams are 1 to 5 long"),
        ('"least_documents": 1', '"least_documents": 0', "minimum number of texts must be"),
        ('"most_features": null', '"most_features": 0', "most frequent features must be"),
        ('"buckets": null', '"buckets": 1', "2 to 4,194,304 buckets, not 1"),
        ('"buckets": null', '"buckets": 4194305', "buckets, not 4,194,305"),
        ('"words"', '"letters"', "text_features.unit"),
        ('"presence"', '"loudness"', "text_features.values"),
    ],
)
def test_wrong_texts_are_refused_in_one_sentence(old: str, new: str, sentence: str) -> None:
    assert old in TEXTS
    with pytest.raises(PlainError) as caught:
        decode_experiment(TEXTS.replace(old, new, 1).encode(), "e.perceptarium", find)
    assert sentence in str(caught.value)
    assert str(caught.value).startswith("e.perceptarium")
    assert "\n" not in str(caught.value)


def test_what_only_code_can_get_wrong_about_texts_is_refused_too() -> None:
    for broken in (TextFeatures(unit="letters"), TextFeatures(values="loudness")):
        with pytest.raises(PlainError, match="must be"):
            encode_experiment(Experiment(text_features=broken))


def test_an_experiment_without_text_features_has_the_usual_ones() -> None:
    old = json.loads(TEXTS)
    del old["experiment"]["text_features"]
    loaded = decode_experiment(msgspec.json.encode(old), "e.perceptarium", find)
    assert loaded.text_features == TextFeatures()


def test_an_experiment_that_knows_of_no_locked_view_shows_everything() -> None:
    old = json.loads(GOOD)
    del old["experiment"]["shown"]
    loaded = decode_experiment(msgspec.json.encode(old), "e.perceptarium", find)
    assert loaded.shown is None
    assert all(map(loaded.shows, PARTS))
    nothing = msgspec.structs.replace(loaded, shown=())
    assert not any(map(nothing.shows, PARTS))


def test_texts_are_limited_in_number_and_size() -> None:
    many = TextsData(("a",) * 100_001, (0,) * 100_001, ("A", "B"))
    with pytest.raises(PlainError, match="100,000 texts at most, not 100,001"):
        encode_experiment(Experiment(data=many))
    large = TextsData(("é" * 11_000_000,), (0,), ("A", "B"))
    with pytest.raises(PlainError, match="take 20 MB at most, not 22 MB"):
        encode_experiment(Experiment(data=large))


def test_a_changed_text_changes_one_line() -> None:
    texts = [f"text number {i}\nwith <b>two</b> lines" for i in range(50)]
    before = Experiment(data=TextsData(tuple(texts), (0, 1) * 25, ("A", "B")))
    texts[7] = "another"
    after = Experiment(data=TextsData(tuple(texts), (0, 1) * 25, ("A", "B")))
    pairs = zip(
        encode_experiment(before).splitlines(), encode_experiment(after).splitlines(), strict=True
    )
    assert [b.strip() for a, b in pairs if a != b] == [b'"another",']


def test_more_than_four_learners_are_refused() -> None:
    with pytest.raises(PlainError, match="4 learners at most, not 5"):
        encode_experiment(Experiment(learners=(LearnerChoice("mira"),) * 5), find)


def test_numbers_that_are_not_finite_are_refused_wherever_they_stand() -> None:
    nan = float("nan")
    for broken in (
        Experiment(features=FeatureMapChoice(gamma=nan)),
        Experiment(split=Split(nan)),
        Experiment(stopping=Stopping(tolerance=nan)),
        Experiment(learners=(LearnerChoice("mira", {"C": nan}),)),
    ):
        with pytest.raises(PlainError):
            encode_experiment(broken, find)


def test_a_table_with_uneven_rows_is_refused() -> None:
    with pytest.raises(PlainError, match="Row 2 of the data has 1 numbers, not 2"):
        encode_experiment(
            Experiment(data=TableData(((1.0, 2.0), (3.0,)), (0, 1), ("a", "b"), ("A", "B")))
        )


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_what_could_not_be_loaded_is_not_saved(tmp_path, bad: float) -> None:
    with pytest.raises(PlainError, match="Row 1 of the data"):
        save_experiment(tmp_path / "e", Experiment(data=PointsData(((bad, 0.0),), (0,))))
    assert list(tmp_path.iterdir()) == []


def test_an_experiment_too_large_for_a_file_is_not_saved(monkeypatch) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 100)
    with pytest.raises(PlainError, match="would take"):
        encode_experiment(Experiment())
    with pytest.raises(PlainError, match="found more"):
        decode_experiment(GOOD.encode(), "e.perceptarium", find)


def test_every_truncation_is_refused() -> None:
    whole = GOOD.encode().rstrip()
    for end in range(len(whole)):
        with pytest.raises(PlainError):
            decode_experiment(whole[:end], "e.perceptarium", find)


def test_an_older_version_goes_through_the_migrations(monkeypatch) -> None:
    old = json.loads(GOOD)
    old["version"] = 0
    old["experiment"]["where"] = old["experiment"].pop("position") + 5

    def rename(content: dict[str, Any]) -> dict[str, Any]:
        return {**{k: v for k, v in content.items() if k != "where"}, "position": content["where"]}

    monkeypatch.setattr(files, "MIGRATIONS", {0: rename, 1: files.MIGRATIONS[1]})
    assert decode_experiment(msgspec.json.encode(old), "e.perceptarium", find).position == 5
