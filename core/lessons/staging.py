"""From a scene to its experiment: what the scene says, upon what the scene before said."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from core.dataset import number_labels
from core.errors import PlainError
from core.experiment import (
    Data,
    Experiment,
    FeatureMapChoice,
    LearnerChoice,
    Order,
    PointsData,
    Split,
    Stopping,
    TextFeatures,
    TextsData,
)
from core.lessons.document import Lesson, Scene, Setting
from core.points import DEFAULT_CLASS_NAMES

BEGINNING = Experiment(order=Order("given"), stopping=Stopping(passes=10))
_OF_TOYS = ("n", "noise", "balance", "seed", "classes")
_KINDS = ("toy", "points", "sample", "texts")


def experiments_of(lesson: Lesson) -> tuple[Experiment, ...]:
    """The experiment of every scene."""
    found: list[Experiment] = []
    for scene in lesson.scenes:
        found.append(experiment_of(scene, found[-1] if found else None))
    return tuple(found)


def experiment_of(scene: Scene, before: Experiment | None) -> Experiment:
    """The scene's experiment; what it leaves out is as in the one before, if there is one."""
    return changed(before or BEGINNING, scene.experiment)


def changed(experiment: Experiment, setting: Setting) -> Experiment:
    """The experiment with what the setting says."""
    data, text_features = _data(setting, experiment)
    return Experiment(
        data=data,
        features=_features(setting.features, experiment.features),
        text_features=setting.text_features or text_features,
        bias=experiment.bias if setting.bias is None else setting.bias,
        learners=_learners(setting, experiment),
        order=Order(setting.order) if isinstance(setting.order, str)
        else setting.order or experiment.order,
        split=_split(setting.split, experiment.split),
        stopping=setting.stopping or experiment.stopping,
    )  # fmt: skip


def _data(setting: Setting, before: Experiment) -> tuple[Data, TextFeatures]:
    given = [kind for kind in _KINDS if getattr(setting, kind) is not None]
    if len(given) > 1:
        raise PlainError(f"expected one kind of data, found {' and '.join(given)}.")
    if setting.toy is None:
        for name in _OF_TOYS:
            if getattr(setting, name) != getattr(Setting(), name):
                raise PlainError(f"“{name}” goes with a toy, and here is none.")
    if not given:
        return _renamed(before.data, setting), before.text_features
    if setting.sample is not None:
        return _sample(setting.sample)
    if setting.texts is not None:
        names = [label for label, _ in setting.texts]
        labels, class_names = number_labels(names, setting.class_names)
        texts = tuple(text for _, text in setting.texts)
        return TextsData(texts, tuple(labels.tolist()), class_names), before.text_features
    points = _toy(setting) if setting.points is None else _points(setting)
    return _renamed(points, setting), before.text_features


def _renamed(data: Data, setting: Setting) -> Data:
    if not isinstance(data, PointsData) or setting.axis_names is None:
        return data
    return replace(data, axis_names=setting.axis_names)


def _points(setting: Setting) -> PointsData:
    assert setting.points is not None
    names = [label for _, _, label in setting.points]
    usual = DEFAULT_CLASS_NAMES[: max(2, len(set(names)))]
    class_names = setting.class_names or (usual if set(names) <= set(usual) else None)
    labels, class_names = number_labels(names, class_names)
    xy = tuple((x, y) for x, y, _ in setting.points)
    return PointsData(xy, tuple(labels.tolist()), class_names)


def _toy(setting: Setting) -> PointsData:
    from core.generators import make_points
    from core.runs import points_data

    assert setting.toy is not None
    given = {name: getattr(setting, name) for name in _OF_TOYS}
    if given["n"] is None:
        given["n"] = 60
    data = points_data(make_points(setting.toy, **given))
    return replace(data, class_names=setting.class_names or data.class_names)


def _sample(name: str) -> tuple[Data, TextFeatures]:
    from core.samples import samples

    for sample in samples():
        if sample.name == name:
            return sample.experiment().data, sample.features
    known = ", ".join(sample.name for sample in samples())
    raise PlainError(f"there is no sample “{name}”; there are: {known}.")


def _features(given: str | FeatureMapChoice | None, before: FeatureMapChoice) -> FeatureMapChoice:
    if given is None:
        return before
    return FeatureMapChoice(given) if isinstance(given, str) else given


def _learners(setting: Setting, before: Experiment) -> tuple[LearnerChoice, ...]:
    if setting.learners is None:
        return before.learners
    return tuple(LearnerChoice(one) if isinstance(one, str) else one for one in setting.learners)


def _split(given: float | Split | None, before: Split) -> Split:
    if given is None:
        return before
    return given if isinstance(given, msgspec.Struct) else Split(float(given))
