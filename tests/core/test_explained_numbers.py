"""Every number of an explanation, read back from what is shown, against the oracles.

A shown number is right when it is the oracle's, rounded to the digits shown.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from core.boosting import BoostRecording
from core.experiment import Order
from core.explain import StepTold, VisitTold, explain_step
from core.learners.telling import NumberStyle
from core.run import Run
from tests.core.oracles import boosting, naive_bayes
from tests.core.oracles.dual_descent import dual_descent
from tests.core.oracles.joint import Oracle, Stepped, Vector, score
from tests.core.oracles.logistic import logistic, probabilities
from tests.core.oracles.mira import mira
from tests.core.oracles.pegasos import pegasos
from tests.core.oracles.perceptron import perceptron
from tests.core.test_learners_against_oracles import Task, steps_of, tasks, traced

THOUSANDTHS = st.integers(-3000, 3000).map(lambda k: k / 1000)
COUNTS = st.integers(0, 3).map(float)
STYLES = st.builds(NumberStyle, st.integers(2, 6), st.booleans())

few = settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])

NUMBER = r"\(?(-?\d+(?:\.\d+)?(?:\\cdot 10\^\{-?\d+\})?)\)?"


def read(shown: str) -> float:
    """A number as TeX shows it."""
    mantissa, _, power = shown.strip("()").partition(r"\cdot 10^{")
    return float(mantissa) * 10.0 ** int(power.rstrip("}") or 0)


def same(shown: str, expected: float, digits: int) -> bool:
    """Whether what is shown is the number, to the last digit of it."""
    unit = 10.0**-digits
    if r"\cdot 10" in shown:
        unit *= 10.0 ** int(shown.split("^{")[1].rstrip("})"))
    return abs(read(shown) - expected) <= 0.5 * unit * (1 + 1e-6) + 1e-9 * max(1.0, abs(expected))


def with_points(tex: str) -> str:
    return tex.replace("{,}", ".").replace(";", ",")


def check_all(tex: str, pattern: str, expected: list[float], digits: int) -> None:
    """The numbers that a pattern finds in a formula, in order, are these."""
    found = re.findall(pattern, with_points(tex))
    assert len(found) == len(expected), (tex, expected)
    for shown, value in zip(found, expected, strict=True):
        assert same(shown, value, digits), (tex, shown, value)


def last_number(tex: str) -> str:
    found = re.findall(rf"= {NUMBER}(?=$|,)", with_points(tex))
    return str(found[-1])


def vectors(tex: str) -> list[list[str]]:
    """The numbers of every bracketed vector in a formula."""
    found = re.findall(r"\(([^()]*,\\ [^()]*)\)", with_points(tex))
    return [vector.split(r",\ ") for vector in found]


@st.composite
def wide_tasks(draw: st.DrawFn) -> Task:
    """As from texts: more features than are written out, most of them zero."""
    elements = st.just(0.0) | st.just(0.0) | COUNTS
    classes = draw(st.sampled_from([2, 3]))
    return Task(
        draw(arrays(np.float64, (6, 9), elements=elements)),
        draw(st.lists(st.integers(0, classes - 1), min_size=6, max_size=6)),
        classes, True, True, Order("given", batch=draw(st.sampled_from([1, 1, 4]))),
    )  # fmt: skip


ANY_TASK = tasks(THOUSANDTHS) | wide_tasks()

Checked = Callable[[Task, VisitTold, int, Vector, dict[str, Any], NumberStyle], None]


def check_run(
    task: Task,
    learner: str,
    oracle: Callable[..., Oracle],
    style: NumberStyle,
    worked: Checked | None,
    **parameters: Any,
) -> None:
    extra = {"exact": task.order.batch == 1 and not wide(task)} if learner == "perceptron" else {}
    run = task.run(learner, **parameters)
    trace = traced(
        oracle(task.examples, task.labels, task.classes, steps_of(run), **parameters, **extra)
    )
    before = np.zeros(task.examples.shape[1] * (1 if task.classes == 2 else task.classes))
    for t, stepped in enumerate(trace[:6], 1):
        told = explain_step(run.at(t), style, most_changes=100, readout="averaged")
        assert told is not None
        check_weights(task, told, before, stepped.w, style)
        check_average(task, told, trace, t, style)
        for visit, seen in zip(told.visits, stepped.visits, strict=True):
            assert visit.mistake == seen.mistake
            check_visit(task, visit, before, style, run)
            if worked is not None:
                worked(task, visit, t, before, parameters, style)
        before = stepped.w


def wide(task: Task) -> bool:
    return task.examples.shape[1] > 6


def check_weights(
    task: Task, told: StepTold, before: Vector, after: Vector, style: NumberStyle
) -> None:
    """Before → after of each weight, and the sums that lead there."""
    heads = before.reshape(-1, task.examples.shape[1]), after.reshape(-1, task.examples.shape[1])
    names = [*(f"x{j}" for j in range(task.table.shape[1])), "bias"]
    for change in told.changes:
        head = "ABCDE".index(change.label) if change.label else 0
        place = head, names.index(change.feature)
        for shown, side in ((change.before, heads[0]), (change.after, heads[1])):
            assert same(style.tex(shown).replace("{,}", "."), side[place], style.digits)
    for line in told.results:
        name = re.match(r"w_\{\\text\{([A-E])\}\} =", line)
        if wide(task) or len(told.visits) > 3 or not (name or line.startswith("w =")):
            feature, *label = re.findall(r"\\text\{(\w+)\}", line)
            place = ("ABCDE".index(label[0]) if label else 0), names.index(feature)
            assert same(last_number(line), heads[1][place], style.digits), line
            check_sum(line, style)
            continue
        head = "ABCDE".index(name[1]) if name else 0
        if task.examples.shape[1] > 1:
            found = vectors(line)
            for shown, side in ((found[0], heads[0]), (found[-1], heads[1])):
                for number, value in zip(shown, side[head], strict=True):
                    assert same(number, value, style.digits), line


def check_sum(line: str, style: NumberStyle) -> None:
    """A line such as w = 0.50·1.00 + 0.25 = 0.75 adds up, as far as its digits go."""
    found = re.search(
        rf"\}} = (?:{NUMBER}\\cdot )?{NUMBER} \+ {NUMBER} = {NUMBER}$", with_points(line)
    )
    assert found, line
    if r"10^" in line:
        return
    kept, before, added, after = (1.0 if n is None else read(n) for n in found.groups())
    unit = 10.0**-style.digits
    assert abs(kept * before + added - after) <= unit * (2.0 + abs(before)), line


def check_average(
    task: Task, told: StepTold, trace: list[Stepped], t: int, style: NumberStyle
) -> None:
    assert told.readout is not None
    mean = sum(stepped.w for stepped in trace[:t]) / t
    table = mean.reshape(-1, task.examples.shape[1])
    names = [*(f"x{j}" for j in range(task.table.shape[1])), "bias"]
    for change in told.readout.changes:
        place = ("ABCDE".index(change.label) if change.label else 0), names.index(change.feature)
        assert same(style.tex(change.after).replace("{,}", "."), table[place], style.digits)
    feature, *label = re.findall(r"\\text\{(\w+)\}", told.readout.worked)
    place = ("ABCDE".index(label[0]) if label else 0), names.index(feature)
    assert same(last_number(told.readout.worked), table[place], style.digits)


def check_visit(task: Task, visit: VisitTold, w: Vector, style: NumberStyle, run: Run) -> None:
    """Scores, margin and loss, as shown, from the oracle's weights before the step."""
    assert visit.row is not None
    x, y, classes = task.examples[visit.row], task.labels[visit.row], task.classes
    scores = [score(w, x, k, classes) for k in range(classes)]
    margin = scores[y] - max(s for k, s in enumerate(scores) if k != y)
    for shown, value in zip((*visit.scores, visit.margin), (*scores, margin), strict=True):
        assert same(style.tex(shown).replace("{,}", "."), value, style.digits)
    if visit.score_worked:
        sums = [scores[1] - scores[0]] if classes == 2 else scores
        ends = rf"= {NUMBER}(?=$|,\\quad)"
        check_all(visit.score_worked, ends, sums, style.digits)
    loss = {
        "perceptron": max(0.0, -margin),
        "hinge": max(0.0, 1.0 - margin),
        "log": -math.log(max(probabilities(scores)[y], 1e-300)),
    }[run.learner.loss]
    assert same(last_number(visit.loss_worked), loss, style.digits), visit.loss_worked


# What is particular to each rule


def margin_of(task: Task, visit: VisitTold, w: Vector) -> float:
    assert visit.row is not None
    x, y = task.examples[visit.row], task.labels[visit.row]
    scores = [score(w, x, k, task.classes) for k in range(task.classes)]
    return scores[y] - max(s for k, s in enumerate(scores) if k != y)


def squared_norm(task: Task, visit: VisitTold) -> float:
    assert visit.row is not None
    x = task.examples[visit.row]
    return float(x @ x) * (1 if task.classes == 2 else 2)


def perceptron_worked(
    task: Task, visit: VisitTold, t: int, w: Vector, parameters: dict[str, Any], style: NumberStyle
) -> None:
    margin = margin_of(task, visit, w)
    check_all(visit.worked, rf"\\gamma = [^=]*= {NUMBER}", [margin], style.digits)
    if visit.mistake:
        assert style.tex(parameters["learning_rate"]) in visit.worked
    else:
        assert "nothing changes" in visit.sentence
        assert "no change" in visit.worked


def mira_worked(
    task: Task, visit: VisitTold, t: int, w: Vector, parameters: dict[str, Any], style: NumberStyle
) -> None:
    loss, norm = max(0.0, 1.0 - margin_of(task, visit, w)), squared_norm(task, visit)
    check_all(visit.worked, rf"\\ell = .*?\) = {NUMBER},\\quad", [loss], style.digits)
    C, variant = parameters["C"], parameters["variant"]
    full = loss / norm if norm else 0.0
    tau = {
        "hard": full,
        "PA-I": min(C, full),
        "PA-II": loss / (norm + 1 / (2 * C)) if norm else 0.0,
        "prediction-only": min(C, full) if visit.mistake else 0.0,
    }[variant]
    if visit.size == 0.0:
        assert "nothing changes" in visit.sentence
        assert tau == pytest.approx(0.0, abs=1e-9)
        return
    check_all(visit.worked, rf"\\tau = .* = {NUMBER},\\quad", [tau], style.digits)
    if variant in ("PA-I", "prediction-only") and abs(full - C) > 1e-9:
        assert (visit.cap == "C") == (full > C)


def logistic_worked(
    task: Task, visit: VisitTold, t: int, w: Vector, parameters: dict[str, Any], style: NumberStyle
) -> None:
    assert visit.row is not None
    x, y = task.examples[visit.row], task.labels[visit.row]
    shares = probabilities([score(w, x, k, task.classes) for k in range(task.classes)])
    if task.classes == 2:
        check_all(visit.worked, rf"\}} = {NUMBER},\\quad", [shares[y]], style.digits)
    else:
        check_all(visit.worked, rf"\([01] - {NUMBER}\)", shares, style.digits)
    decayed = {"constant": 1.0, "1/√t": math.sqrt(t), "1/t": float(t)}[parameters["decay"]]
    rate = parameters["learning_rate"] / decayed
    shown = rf"{style.tex(rate)}\cdot ("
    assert visit.worked.count(shown) == (1 if task.classes == 2 else task.classes)
    assert style(rate * math.fsum(p for k, p in enumerate(shares) if k != y))[:-1] in visit.sentence


def pegasos_worked(
    task: Task, visit: VisitTold, t: int, w: Vector, parameters: dict[str, Any], style: NumberStyle
) -> None:
    check_all(
        visit.worked, rf"\\gamma = [^=]*= {NUMBER} ", [margin_of(task, visit, w)], style.digits
    )
    assert (visit.size == 0.0) == (r"\ge 1" in visit.worked)
    if visit.size and visit.cap == "learning rate":
        rate = 1 / (parameters["lam"] * t)
        check_all(visit.worked, rf"\\cdot {t}\}} = {NUMBER}", [rate], style.digits)


@few
@given(ANY_TASK, st.sampled_from([0.5, 1.0]), STYLES)
def test_perceptron(task: Task, rate: float, style: NumberStyle) -> None:
    check_run(
        task, "perceptron", perceptron, style, perceptron_worked, learning_rate=rate,
        ties="a tie is a mistake",
    )  # fmt: skip


@pytest.mark.parametrize("variant", ["hard", "PA-I", "PA-II", "prediction-only"])
@few
@given(task=ANY_TASK, C=st.sampled_from([0.01, 0.1, 1.0]), style=STYLES)
def test_mira(task: Task, C: float, style: NumberStyle, variant: str) -> None:
    check_run(task, "mira", mira, style, mira_worked, C=C, variant=variant)


@few
@given(ANY_TASK, st.sampled_from(["constant", "1/√t", "1/t"]), st.sampled_from([0.0, 0.3]), STYLES)
def test_logistic_regression(task: Task, decay: str, l2: float, style: NumberStyle) -> None:
    check_run(
        task, "logistic-regression", logistic, style, logistic_worked, learning_rate=0.5,
        decay=decay, l2=l2,
    )  # fmt: skip


@few
@given(ANY_TASK, st.sampled_from([0.1, 1.0]), STYLES)
def test_pegasos(task: Task, lam: float, style: NumberStyle) -> None:
    check_run(task, "pegasos", pegasos, style, pegasos_worked, lam=lam, projection=False)


@few
@given(tasks(THOUSANDTHS, batches=False), st.sampled_from([0.1, 1.0]), STYLES)
def test_pegasos_with_projection(task: Task, lam: float, style: NumberStyle) -> None:
    check_run(task, "pegasos", pegasos, style, pegasos_worked, lam=lam, projection=True)


@few
@given(ANY_TASK, st.sampled_from([0.1, 1.0]), STYLES)
def test_support_vector_machine(task: Task, C: float, style: NumberStyle) -> None:
    """Multipliers are read off the oracle's weights: each is what its example has added."""
    heads = 1 if task.classes == 2 else task.classes
    alphas = np.zeros((len(task.labels), heads))

    def worked(
        task: Task, visit: VisitTold, t: int, w: Vector, parameters: dict[str, Any],
        style: NumberStyle,
    ) -> None:  # fmt: skip
        assert visit.row is not None
        x, y = task.examples[visit.row], task.labels[visit.row]
        if not (x @ x):
            assert "nothing changes" in visit.sentence
            return
        shown = re.findall(
            rf"\\alpha(?:_\{{\\text\{{([A-E])\}}\}})? = \\min.*? = {NUMBER}",
            with_points(visit.worked),
        )
        assert shown
        rows = w.reshape(heads, -1)
        for name, number in shown:
            head = "ABCDE".index(name) if name else 0
            sign = 1.0 if y == (1 if heads == 1 else head) else -1.0
            best = alphas[visit.row, head] + (1 - sign * float(rows[head] @ x)) / float(x @ x)
            best = min(max(best, 0.0), C)
            assert same(number, best, style.digits), visit.worked
        for head in range(heads):
            sign = 1.0 if y == (1 if heads == 1 else head) else -1.0
            best = alphas[visit.row, head] + (1 - sign * float(rows[head] @ x)) / float(x @ x)
            change = min(max(best, 0.0), C) - alphas[visit.row, head]
            alphas[visit.row, head] += change / step_lengths[t - 1]

    step_lengths = [len(step) for step in steps_of(task.run("support-vector-machine", C=C))]
    check_run(task, "support-vector-machine", dual_descent, style, worked, C=C)


@few
@given(tasks(COUNTS, batches=False), st.sampled_from([0.1, 1.0]), STYLES)
def test_multinomial_naive_bayes(task: Task, alpha: float, style: NumberStyle) -> None:
    run = task.run("naive-bayes", alpha=alpha)
    known = [j for j in range(task.table.shape[1]) if task.table[:, j].any()]
    visited = [row for step in steps_of(run) for row in step]
    for t in range(1, run.steps + 1):
        told = explain_step(run.at(t), style)
        assert told is not None
        (visit,) = told.visits
        y, rows = task.labels[visited[t - 1]], visited[:t]
        own = task.table[[row for row in rows if task.labels[row] == y]]
        worked = with_points(visit.worked)
        for name, shown in re.findall(
            rf"\\phi_\{{\\text\{{{'ABCDE'[y]}\}},\\text\{{(\w+)\}}\}} = .*?\}} = {NUMBER}", worked
        ):
            j = int(name[1:])
            expected = (own[:, j].sum() + alpha) / (own.sum() + alpha * max(len(known), 1))
            assert same(shown, expected, style.digits), worked
        if task.bias:
            share = math.exp(naive_bayes.log_prior([task.labels[row] for row in rows], y))
            assert same(last_number(worked), share, style.digits), worked


@few
@given(tasks(THOUSANDTHS, batches=False), STYLES)
def test_gaussian_naive_bayes(task: Task, style: NumberStyle) -> None:
    run = task.run("gaussian-naive-bayes", smoothing=0.01)
    floor = 0.01 * (naive_bayes.largest_variance(task.table) or 1.0)
    visited = [row for step in steps_of(run) for row in step]
    for t in range(1, run.steps + 1):
        told = explain_step(run.at(t), style)
        assert told is not None
        y = task.labels[visited[t - 1]]
        own = task.table[[row for row in visited[:t] if task.labels[row] == y]]
        worked = with_points(told.visits[0].worked)
        for sign, figure, extra in (("m", np.mean, 0.0), (r"\\sigma\^2", np.var, floor)):
            found = re.findall(
                rf"{sign}_\{{\\text\{{\w\}},\\text\{{(x\d)\}}\}} = .*?"
                rf"= {NUMBER}(?=$|,\\quad)", worked,
            )  # fmt: skip
            assert len(found) == min(task.table.shape[1], 2) or run.recording.model.origin.any()
            for name, shown in found:
                expected = float(figure(own[:, int(name[1:])])) + extra
                assert same(shown, expected, style.digits), worked


@few
@given(tasks(st.integers(-4, 4).map(lambda k: k / 2), batches=False), STYLES)
def test_adaboost(task: Task, style: NumberStyle) -> None:
    run = task.run("adaboost", rounds=5)
    assert isinstance(run.recording, BoostRecording)
    shares = np.full(len(task.labels), 1 / len(task.labels))
    for t, stump in enumerate(run.recording.stumps, 1):
        told = explain_step(run.at(t), style)
        assert told is not None
        (visit,) = told.visits
        values = task.table[:, stump.column] if stump.column >= 0 else np.zeros(len(shares))
        missed = np.where(values > stump.threshold, stump.high, stump.low) != task.labels
        error = math.fsum(shares[missed])
        alpha = boosting.say(max(error, 1e-10), task.classes)
        worked = with_points(visit.worked)
        check_all(worked, rf"\\varepsilon = {NUMBER},", [error], style.digits)
        check_all(worked, rf"\\right\) = {NUMBER}", [alpha], style.digits)
        shares = boosting.reweighed(shares, missed, alpha)


@few
@given(tasks(st.integers(-4, 4).map(lambda k: k / 2), batches=False), STYLES)
def test_the_vote_is_told_as_it_stands(task: Task, style: NumberStyle) -> None:
    run = task.run("perceptron")
    weights = [run.weights(t).tobytes() for t in range(run.steps + 1)]
    for t in range(1, run.steps + 1):
        told = explain_step(run.at(t), style, readout="voted")
        assert told is not None
        assert told.readout is not None
        stood = next((k for k in range(t) if weights[t - k - 1] != weights[t]), t)
        if any(visit.size for visit in told.visits) and task.examples[told.visits[0].row].any():
            assert told.readout.survived == stood + 1 == 1
        shares = run.at(t).scores(task.dataset.rows.take([told.visits[0].row]), "voted")[0]
        found = re.findall(
            rf"\\tfrac\{{(\d+)\}}\{{{t}\}} = {NUMBER}", with_points(told.readout.worked)
        )
        assert [int(votes) for votes, _ in found] == [round(float(s) * t) for s in shares]
        for (_, shown), share in zip(found, shares, strict=True):
            assert same(shown, float(share), style.digits)
