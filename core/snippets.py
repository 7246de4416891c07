"""A run as a few lines of Python that make it again: with this engine, or with scikit-learn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from textwrap import indent

import msgspec

from core.errors import PlainError
from core.experiment import Experiment, LearnerChoice, PointsData, TextsData
from core.learners import find
from core.parameters import Value, settle

MOST_ITEMS = 5_000  # points, rows or texts that are written out
WIDTH = 96  # characters of a line


def engine_snippet(experiment: Experiment) -> str:
    """Python that makes the same runs with `core`, step for step."""
    _check_size(experiment)
    names = sorted({"Experiment", *_struct_names(experiment)})
    return f"""\
from core.experiment import {_imports(names)}
from core.learners import find
from core.runs import dataset_of, run_of

experiment = {_written(experiment)}

dataset = dataset_of(experiment)
for choice in experiment.learners:
    run = run_of(dataset, choice, experiment).play()
    print(f"{{find(choice.name).title}}: {{run.steps}} steps, {{run.mistakes()}} mistakes")
    if choice.readout != "voted":
        print(run.weights(run.steps, choice.readout))
"""


def scikit_learn_snippet(experiment: Experiment, learner: int) -> str:
    """Python for scikit-learn, where it has the learner's rule; PlainError where it has not."""
    _check_size(experiment)
    choice = experiment.learners[learner]
    data = experiment.data
    if isinstance(data, PointsData) and experiment.features.name != "plain":
        raise PlainError("The snippet for scikit-learn is for plain features only.")
    if isinstance(data, TextsData):
        raise PlainError("The snippet for scikit-learn is for points and tables only.")
    if choice.readout != "last":
        raise PlainError(f"scikit-learn has no {choice.readout} readout of this learner.")
    if experiment.order.batch > 1:
        raise PlainError("scikit-learn has no batches for this learner.")
    model = _model(choice, experiment, len(data.class_names))
    return _told(experiment, model)


def _told(experiment: Experiment, model: _Model) -> str:
    data = experiment.data
    assert not isinstance(data, TextsData)
    values = data.xy if isinstance(data, PointsData) else data.values
    bias = "\nX = np.hstack([X, np.ones((len(X), 1))])  # the bias is a feature like any other"
    held_out = _held_out(experiment)
    lines = [f"import numpy as np\n{model.imports}\n"]
    lines.append(f"X = np.array({_table(values)})")
    lines.append(f"y = np.array({_list(data.labels)})  # {_class_comment(data.class_names)}")
    if experiment.bias and model.takes_bias_column:
        lines.append(bias.strip("\n"))
    if held_out:
        lines.append(f"held_out = np.array({_list(held_out)})")
        lines.append("X, y = np.delete(X, held_out, axis=0), np.delete(y, held_out)")
    if model.visits and experiment.order.kind != "given":
        lines.append("# scikit-learn shuffles in its own way, so that the numbers differ a little.")
    lines.append(f"model = {model.call}")
    lines.append("model.fit(X, y)")
    lines.append('print("training accuracy", model.score(X, y))')
    if model.weights:
        lines.append(f"print({model.weights})")
    return "\n".join(lines) + "\n"


class _Model(msgspec.Struct, frozen=True):
    imports: str
    call: str
    weights: str = "model.coef_"
    takes_bias_column: bool = True
    visits: bool = True  # does the order of the examples matter?


def _model(choice: LearnerChoice, experiment: Experiment, classes: int) -> _Model:
    make = _MODELS.get(choice.name)
    if make is None:
        title = find(choice.name).title
        raise PlainError(f"scikit-learn has no learner with the rule of {title}.")
    if classes > 2 and choice.name in _PAIRS:
        title = find(choice.name).title
        raise PlainError(f"With more than two classes, scikit-learn's rule for {title} is another.")
    return make(settle(find(choice.name).parameters, choice.parameters), experiment)


def _online(call: str, experiment: Experiment, options: str) -> _Model:
    shuffle = "False" if experiment.order.kind == "given" else "True, random_state=0"
    common = f"max_iter={experiment.stopping.passes}, tol=None, fit_intercept=False"
    text = f"{call}(\n    {options},\n    {common},\n    shuffle={shuffle},\n)"
    return _Model(f"from sklearn.linear_model import {call}", text)


def _perceptron(values: Mapping[str, Value], experiment: Experiment) -> _Model:
    if values["ties"] != "a tie is a mistake":
        raise PlainError("scikit-learn counts a tie as a mistake; this perceptron does not.")
    return _online("Perceptron", experiment, f"eta0={values['learning_rate']}")


def _mira(values: Mapping[str, Value], experiment: Experiment) -> _Model:
    rules = {"PA-I": "pa1", "PA-II": "pa2"}
    if values["variant"] not in rules:
        raise PlainError(f"scikit-learn has no MIRA of the variant “{values['variant']}”.")
    rule = rules[str(values["variant"])]
    options = f'loss="hinge", penalty=None, learning_rate="{rule}", eta0={values["C"]}'
    return _online("SGDClassifier", experiment, options)


def _logistic(values: Mapping[str, Value], experiment: Experiment) -> _Model:
    rates = {"constant": '"constant"', "1/√t": '"invscaling", power_t=0.5',
             "1/t": '"invscaling", power_t=1.0'}  # fmt: skip
    penalty = f'penalty="l2", alpha={values["l2"]}' if values["l2"] else "penalty=None"
    options = (
        f'loss="log_loss", {penalty},\n    learning_rate={rates[str(values["decay"])]}, '
        f"eta0={values['learning_rate']}"
    )
    return _online("SGDClassifier", experiment, options)


def _machine(values: Mapping[str, Value], experiment: Experiment) -> _Model:
    call = (
        f'LinearSVC(loss="hinge", C={values["C"]}, tol=1e-9, max_iter=1_000_000, '
        "fit_intercept=False)"
    )
    return _Model("from sklearn.svm import LinearSVC", call, visits=False)


def _naive_bayes(values: Mapping[str, Value], experiment: Experiment) -> _Model:
    call, imports = f"MultinomialNB(alpha={values['alpha']})", "MultinomialNB"
    return _Model(f"from sklearn.naive_bayes import {imports}", call, "model.feature_log_prob_",
                  takes_bias_column=False, visits=False)  # fmt: skip


def _gaussian(values: Mapping[str, Value], experiment: Experiment) -> _Model:
    call = f"GaussianNB(var_smoothing={values['smoothing']})"
    return _Model("from sklearn.naive_bayes import GaussianNB", call, "model.theta_, model.var_",
                  takes_bias_column=False, visits=False)  # fmt: skip


_MODELS: Mapping[str, Callable[[Mapping[str, Value], Experiment], _Model]] = {
    "perceptron": _perceptron,
    "mira": _mira,
    "logistic-regression": _logistic,
    "support-vector-machine": _machine,
    "naive-bayes": _naive_bayes,
    "gaussian-naive-bayes": _gaussian,
}
_PAIRS = ("perceptron", "mira", "logistic-regression")  # one against the rest is another rule


# Writing


def _check_size(experiment: Experiment) -> None:
    if len(experiment.data.labels) > MOST_ITEMS:
        raise PlainError(
            f"A snippet writes out up to {MOST_ITEMS:,} examples; save the experiment instead."
        )


def _held_out(experiment: Experiment) -> list[int]:
    import numpy as np

    from core.runs import dataset_of

    held: list[int] = np.flatnonzero(dataset_of(experiment).held_out_rows).tolist()
    return held


def _struct_names(value: object) -> set[str]:
    """The classes that the written experiment names."""
    if isinstance(value, msgspec.Struct):
        inner = (getattr(value, f.name) for f in _kept(value))
        return {type(value).__name__}.union(*map(_struct_names, inner))
    if isinstance(value, tuple):
        return set().union(*map(_struct_names, value))
    return set()


def _kept(value: msgspec.Struct) -> list[msgspec.structs.FieldInfo]:
    """The fields that are not at their defaults; required ones always."""
    return [
        field
        for field in msgspec.structs.fields(value)
        if field.required or getattr(value, field.name) != field.default
    ]


def _written(value: object) -> str:
    """As Python that makes it: one field a line, defaults left out."""
    if isinstance(value, msgspec.Struct):
        fields = [f"{f.name}={_written(getattr(value, f.name))}," for f in _kept(value)]
        whole = f"{type(value).__name__}({' '.join(fields)[:-1]})"
        if len(whole) <= WIDTH - 20 and "\n" not in whole:
            return whole
        inside = indent("\n".join(fields), "    ")
        return f"{type(value).__name__}(\n{inside}\n)"
    if isinstance(value, tuple):
        parts = [_written(part) for part in value]
        whole = f"({', '.join(parts)}{',' * (len(parts) == 1)})"
        return whole if len(whole) <= WIDTH - 20 and "\n" not in whole else _lines(parts, "()")
    return repr(value)


def _table(rows: tuple[tuple[float, ...], ...]) -> str:
    return _lines([_list(row) for row in rows], "[]") if rows else "[]"


def _list(values: tuple[float, ...] | tuple[int, ...] | list[int]) -> str:
    whole = f"[{', '.join(map(repr, values))}]"
    return whole if len(whole) <= WIDTH else _lines([repr(value) for value in values], "[]")


def _lines(parts: list[str], brackets: str) -> str:
    """As many parts on a line as fit."""
    lines, line = [], ""
    for part in parts:
        if line and ("\n" in part or len(line) + len(part) + 2 > WIDTH - 4):
            lines.append(line)
            line = ""
        line = f"{line} {part}," if line else f"{part},"
    inside = indent("\n".join([*lines, line]), "    ")
    return f"{brackets[0]}\n{inside}\n{brackets[1]}"


def _imports(names: list[str]) -> str:
    whole = ", ".join(names)
    return whole if len(whole) <= WIDTH - 30 else f"(\n    {', '.join(names)},\n)"


def _class_comment(names: tuple[str, ...]) -> str:
    """Names from a file must not break out of the comment."""
    shown = (name.encode("unicode_escape").decode()[:40] for name in names)
    return ", ".join(f"{k}: {name}" for k, name in enumerate(shown))
