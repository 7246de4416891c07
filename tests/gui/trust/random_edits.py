"""Random edits of an experiment, each one that the window offers in some place."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from core.editing import (
    add_class,
    add_points,
    move_points,
    relabel_points,
    remove_class,
    remove_points,
    rename_class,
)
from core.errors import PlainError
from core.experiment import (
    Experiment,
    FeatureMapChoice,
    LearnerChoice,
    Order,
    OrderKind,
    PointsData,
    Split,
    Stopping,
    TableData,
    TextFeatures,
    TextsData,
)
from core.feature_maps import FEATURE_MAPS
from core.files.experiment_checks import HIGHEST_SEED
from core.generators import TOYS, make_points
from core.learners import all_learners, find
from core.parameters import Choice, Parameter, Switch, Value
from core.runs import points_data
from gui.beginning import with_data
from gui.panels import learner_edits

WORDS = (
    "good", "bad", "not", "very", "dull", "film", "song", "<b>bold</b>", "naïve", "übel", "&", "5",
    "…",
)  # fmt: skip
NAMES = ("spam", "ham", "<img src=x>", "a & b", "日本", "x" * 60, "name\u202erev", "🙂")

Edit = Callable[[Random, Experiment], Experiment]


def random_edit(chance: Random, experiment: Experiment) -> tuple[Experiment, str, str]:
    """The experiment after the edit, what it is called, and the key under which it merges."""
    while True:
        name, edit = chance.choice(EDITS)
        try:
            after = edit(chance, experiment)
        except PlainError:
            continue  # not here
        merge = chance.choice(("", "", f"drag {name}"))
        return after, name, merge


def a_spot(chance: Random) -> tuple[float, float]:
    if chance.random() < 0.02:
        far = chance.choice((1e6, -1e12, 1e-300))
        return far, chance.choice((0.0, far))
    return round(chance.uniform(-4, 4), 3), round(chance.uniform(-4, 4), 3)


def some_texts(chance: Random) -> TextsData:
    count = chance.randint(2, 20)
    texts = tuple(" ".join(chance.choices(WORDS, k=chance.randint(0, 12))) for _ in range(count))
    labels = tuple(chance.randrange(2) for _ in range(count))
    return TextsData(texts, labels, ("good", "bad"))


def a_table(chance: Random) -> TableData:
    columns, rows = chance.randint(1, 4), chance.randint(0, 25)
    values = tuple(tuple(chance.gauss(0, 1) for _ in range(columns)) for _ in range(rows))
    classes = chance.randint(2, 4)
    return TableData(
        values, tuple(chance.randrange(classes) for _ in range(rows)),
        tuple(f"column {k}" for k in range(columns)), NAMES[:classes],
    )  # fmt: skip


def _points(chance: Random, experiment: Experiment) -> Experiment:
    data = experiment.data
    if not isinstance(data, PointsData):
        raise PlainError("There are no points.")
    chosen = {i for i in range(len(data.xy)) if chance.random() < 0.1}
    label = chance.randrange(len(data.class_names))
    changes: tuple[Callable[[], PointsData], ...] = (
        lambda: add_points(data, [a_spot(chance) for _ in range(chance.randint(1, 4))], label),
        lambda: move_points(data, chosen, *a_spot(chance)),
        lambda: remove_points(data, chosen),
        lambda: relabel_points(data, chosen, label),
        lambda: add_class(data),
        lambda: rename_class(data, label, chance.choice(NAMES)),
        lambda: remove_class(data, label),
    )
    weights = (6, 3, 3, 2, 1, 1, 1)
    return replace(experiment, data=chance.choices(changes, weights)[0]())


def _toy(chance: Random, experiment: Experiment) -> Experiment:
    toy = chance.choice(TOYS)
    points = make_points(toy.name, n=chance.randint(0, 60), seed=chance.randrange(100))
    return with_data(experiment, points_data(points))


def _other_data(chance: Random, experiment: Experiment) -> Experiment:
    make = chance.choice((some_texts, some_texts, a_table))
    return with_data(experiment, make(chance))


def _features(chance: Random, experiment: Experiment) -> Experiment:
    kind = chance.choice(FEATURE_MAPS).name
    gamma = chance.choice((0.01, 0.5, 1.0, 7.5))
    choice = FeatureMapChoice(kind, chance.choice((10, 100)), gamma, chance.randrange(50))
    return replace(experiment, features=choice)


def _text_features(chance: Random, experiment: Experiment) -> Experiment:
    longest = chance.randint(1, 3)
    features = TextFeatures(
        unit=chance.choice(("words", "characters", "cues")),
        shortest=chance.randint(1, longest),
        longest=longest,
        values=chance.choice(("presence", "counts", "tf-idf")),
        lowercase=chance.random() < 0.5,
        least_documents=chance.randint(1, 3),
        most_features=chance.choice((None, 5, 50)),
        stop_list=chance.random() < 0.3,
        negation=chance.random() < 0.3,
        position=chance.random() < 0.3,
        unit_length=chance.random() < 0.3,
        buckets=chance.choice((None, None, 16)),
    )
    return replace(experiment, text_features=features)


def _order(chance: Random, experiment: Experiment) -> Experiment:
    kinds: tuple[OrderKind, ...] = ("given", "shuffled", "random")
    kind = chance.choice(kinds)
    order = Order(kind, chance.choice((0, 3, HIGHEST_SEED)), chance.choice((1, 1, 2, 16)))
    return replace(experiment, order=order)


def _split(chance: Random, experiment: Experiment) -> Experiment:
    split = Split(chance.choice((0.0, 0.2, 0.5, 0.9)), chance.randrange(9))
    return replace(experiment, split=split)


def _stopping(chance: Random, experiment: Experiment) -> Experiment:
    stopping = Stopping(
        passes=chance.choice((1, 3, 14, 30)),
        clean_pass=chance.random() < 0.7,
        tolerance=chance.choice((None, None, 0.01)),
        patience=chance.choice((None, None, 2)),
    )
    return replace(experiment, stopping=stopping)


def _bias(chance: Random, experiment: Experiment) -> Experiment:
    return replace(experiment, bias=not experiment.bias)


def _add_learner(chance: Random, experiment: Experiment) -> Experiment:
    if learner_edits.is_full(experiment):
        raise PlainError("There are four.")
    learners = experiment.learners
    choice = LearnerChoice(chance.choice(all_learners()).name)
    if learners and chance.random() < 0.3:
        choice = chance.choice(learners)
    return learner_edits.added(experiment, choice, chance.choice((None, 0)))


def _of_a_learner(chance: Random, experiment: Experiment) -> Experiment:
    if not experiment.learners:
        raise PlainError("There is none.")
    index = chance.randrange(len(experiment.learners))
    choice = experiment.learners[index]
    learner = find(choice.name)
    what = chance.choice(("remove", "readout", "visible", "parameter", "parameter", "move"))
    if what == "remove":
        return learner_edits.removed(experiment, index)
    if what == "move":
        return learner_edits.moved(experiment, index, chance.randrange(len(experiment.learners)))
    if what == "readout":
        readout, *also = chance.choice(learner_edits.ways_to_read(learner, choice.readouts))
        changed = replace(choice, readout=readout, also=tuple(also))
        return learner_edits.with_learner(experiment, index, changed)
    if what == "visible" or not learner.parameters:
        changed = replace(choice, visible=not choice.visible)
        return learner_edits.with_learner(experiment, index, changed)
    parameter = chance.choice(learner.parameters)
    value = a_value(chance, parameter)
    return learner_edits.with_parameter(experiment, index, parameter.name, value)


def a_value(chance: Random, parameter: Parameter) -> Value:
    """One that may be chosen, the ends of the range included."""
    if isinstance(parameter, Choice):
        return chance.choice(parameter.options)
    if isinstance(parameter, Switch):
        return chance.random() < 0.5
    low, high = parameter.low, parameter.high
    if isinstance(parameter.low, int) and parameter.decimals == 0:
        high = min(high, low + 60)  # more rounds would only take longer
    if chance.random() < 0.2:
        return parameter.check(chance.choice((low, high)))
    if parameter.log and low > 0:
        number = math.exp(chance.uniform(math.log(low), math.log(high)))
    else:
        number = chance.uniform(low, high)
    number = min(max(number, low), high)
    return parameter.check(round(number) if parameter.decimals == 0 else number)


EDITS: tuple[tuple[str, Edit], ...] = (
    *(("Change points", _points),) * 8,
    ("Make a toy set", _toy),
    ("Other data", _other_data),
    ("Change features", _features),
    ("Change text features", _text_features),
    ("Change the order", _order),
    ("Change how much is held out", _split),
    ("Change when it ends", _stopping),
    ("Switch the bias", _bias),
    *(("Add a learner", _add_learner),) * 2,
    *(("Change a learner", _of_a_learner),) * 4,
)
