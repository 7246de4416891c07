"""The exported web page in a real browser: its numbers, its hands, its looks, its manners."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from core.boundary import Box, region_segments
from core.experiment import (
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
from core.explain import explain_step
from core.generators import make_points
from core.learners.telling import NumberStyle
from core.measure import margins
from core.run import Run
from core.runs import points_data, runs_of
from core.text_words import heaviest
from core.texts.pulls import pulls, read_text
from gui.export.web_page import write_web_page
from tests.gui.export.browser import Browser, browser_path

pytestmark = pytest.mark.skipif(
    browser_path() is None, reason="no Chromium is installed to open the page with"
)

L = LearnerChoice
TEXTS = TextsData(
    texts=(
        "Not good, not GOOD at all",
        "a good film, a really good one",
        "bad bad plot",
        "good cast and a good plot 🦉 indeed",
        "the cast was bad, the plot worse",
        "ein guter Film?",
    ),
    labels=(0, 1, 0, 1, 0, 1),
    class_names=("worse", "better"),
)


def points(
    toy: str, learners: tuple[L, ...], features: str = "plain", classes: int = 2
) -> Experiment:
    return Experiment(
        data=points_data(make_points(toy, n=60, noise=0.4, seed=4, classes=classes)),
        features=FeatureMapChoice(features, components=12),
        learners=learners,
        split=Split(0.2, seed=1),
        stopping=Stopping(passes=4),
    )


EVERY_READOUT = L("perceptron", also=("averaged", "voted"))
EXPERIMENTS = {
    "plain": points("overlap", (EVERY_READOUT, L("mira", {"C": 0.1}), L("pegasos"), L("adaboost"))),
    "classes": points(
        "blobs",
        (EVERY_READOUT, L("logistic-regression", {"l2": 0.01}, also=("averaged",)),
         L("support-vector-machine"), L("gaussian-naive-bayes"), L("adaboost")),
        classes=4,
    ),
    "quadratic": points("circles", (L("logistic-regression"), EVERY_READOUT), "quadratic"),
    "waves": points("moons", (L("pegasos", also=("averaged",)),), "random-fourier"),
    "cubic in batches": replace(
        points("moons", (L("mira"), L("logistic-regression")), "cubic"), order=Order(batch=7)
    ),
    "no bias": replace(
        points("overlap", (EVERY_READOUT, L("gaussian-naive-bayes"))), bias=False
    ),
    "texts": Experiment(
        data=TEXTS,
        text_features=TextFeatures(longest=2, values="tf-idf"),
        learners=(L("naive-bayes"), EVERY_READOUT, L("logistic-regression")),
    ),
    "table": Experiment(
        data=TableData(
            values=((5.0, 0.0, 1001.0), (4.0, 2.0, 1000.0), (1.0, 0.5, 1002.0), (0.5, 0.0, 1000.5)),
            labels=(0, 1, 2, 2),
            column_names=("a", "b", "c"),
            class_names=("x", "y", "z"),
        ),
        learners=(L("perceptron"), L("gaussian-naive-bayes"), L("adaboost")),
    ),
}  # fmt: skip

REPORT = """
(() => {
  const list = (numbers) => Array.from(numbers);
  return player.experiment.learners.map((learner) => {
    const steps = [0, 1, 2, 7, Math.floor(learner.steps / 2), learner.steps]
      .filter((t) => t <= learner.steps);
    return steps.map((t) => ({
      t,
      weights: Object.fromEntries(learner.readouts.filter((r) => r !== "voted")
        .map((r) => [r, list(learner.recording.weights(t, r))])),
      scores: Object.fromEntries(learner.readouts
        .map((r) => [r, list(learner.recording.scores(t, r))])),
      figures: figuresOf(learner, t),
      changes: changesOf(learner, t),
      visited: list(learner.recording.visited(t)),
      mistakes: learner.mistakesUntil(t),
      sentence: learner.sentence(t),
    }));
  });
})()
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = browser_path()
    assert path is not None
    opened = Browser(path)
    yield opened
    opened.close()


def show(browser: Browser, folder: Path, experiment: Experiment, **how: Any) -> list[Run]:
    """Open the page of an experiment; returns its runs, played to the end."""
    path = folder / "page.html"
    write_web_page(path, experiment, title="A page")
    browser.open(path, **how)
    runs = [run for run in runs_of(experiment) if isinstance(run, Run)]
    return [run.play() for run in runs]


def close_to(found: object, wanted: object) -> None:
    numbers = np.asarray(wanted, float)
    # Large terms that cancel leave the rounding error of the large ones.
    least = 1e-11 + 1e-15 * np.abs(numbers).max(initial=0.0)
    np.testing.assert_allclose(np.asarray(found, float), numbers, rtol=1e-9, atol=least)


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_numbers_are_those_of_the_engine(browser: Browser, tmp_path: Path, name: str) -> None:
    runs = show(browser, tmp_path, EXPERIMENTS[name])
    reports = browser.value(REPORT)
    assert len(reports) == len(runs)
    for run, report in zip(runs, reports, strict=True):
        for found in report:
            agree(run, found)
    assert only_the_page(browser)


def agree(run: Run, found: dict[str, Any]) -> None:
    moment = run.at(found["t"])
    for readout, weights in found["weights"].items():
        close_to(weights, moment.weights(readout).ravel())
    for readout, scores in found["scores"].items():
        close_to(scores, moment.scores(readout=readout).ravel())
    assert found["visited"] == moment.visited.tolist()
    assert found["mistakes"] == run.mistakes(moment.t)
    told = explain_step(moment, most_changes=8)
    if told is None:
        return
    assert found["sentence"].startswith(told.sentence)
    visit = next((v for v in told.visits if v.mistake), told.visits[0])
    if visit.row is not None:
        figures = found["figures"]
        assert (figures["example"], figures["gold"]) == (visit.row, visit.gold)
        assert figures["mistake"] == visit.mistake
        close_to([figures["margin"], figures["loss"]], [visit.margin, visit.loss])
        close_to([figures["size"], *figures["scores"]], [visit.size, *visit.scores])
        if visit.probabilities is not None:
            close_to(figures["probabilities"], visit.probabilities)
    # Of equal changes the last bit decides which comes first, so sizes are compared in order.
    close_to(
        [abs(c["after"] - c["before"]) for c in found["changes"]["changes"]],
        [abs(c.after - c.before) for c in told.changes],
    )
    names = run.dataset.class_names
    for change in found["changes"]["changes"]:
        where = engine_place(run, moment.t, change["feature"])
        head = 0 if change["label"] is None else change["label"]
        assert head < len(names)
        close_to(change["after"], told.after[where, head])


def engine_place(run: Run, t: int, shown: str) -> int:
    """Which weight is shown under this name."""
    known = run.recording.feature_names
    if shown in known[:t] or run.learner.name != "adaboost":
        # Far from zero, bell curves are measured from their mean, which is in the engine's name.
        plain = [re.sub(r"\((\w+) − .*?\)", r"\1", name) for name in known]
        return plain.index(shown)
    return t - 1  # the stump of this step; its threshold is written with other digits


def only_the_page(browser: Browser) -> bool:
    noise = browser.noise()
    assert len(noise) == 1, noise
    return noise[0].startswith("request: file:///")


def test_numbers_are_written_as_in_the_app(browser: Browser, tmp_path: Path) -> None:
    show(browser, tmp_path, EXPERIMENTS["table"])
    random = np.random.default_rng(0)
    spread = random.normal(size=300) * 10.0 ** random.integers(-9, 9, 300)
    halves = np.arange(-40, 40) / 16.0
    numbers = [*spread.tolist(), *halves.tolist(), 0.0, -0.0, 1e7, 9999999.9996, 5e-4, 4.9e-4]
    style = NumberStyle()
    found = browser.value(f"{json.dumps(numbers)}.map((x) => shown(x))")
    assert found == [style(number) for number in numbers]


def test_straight_borders_are_the_engines(browser: Browser, tmp_path: Path) -> None:
    show(browser, tmp_path, EXPERIMENTS["table"])
    random, box = np.random.default_rng(1), Box(-3.0, -2.0, 3.0, 2.0)
    for heads in (1, 3, 5, 8):
        weights = random.normal(size=(3, heads))
        found = browser.value(
            f"straightBorders({json.dumps(weights.ravel().tolist())}, {heads}, "
            "{x0: -3, y0: -2, x1: 3, y1: 2})"
        )
        wanted = [[*p, *q] for _, _, p, q in region_segments(weights, box)]
        close_to(found, wanted)


def test_curved_borders_lie_where_scores_tie(browser: Browser, tmp_path: Path) -> None:
    (run, *_) = show(browser, tmp_path, EXPERIMENTS["quadratic"])
    segments = np.array(
        browser.value(
            "player.stage.segments(player.learner, player.learner.steps, player.learner.readout)"
        )
    )
    assert len(segments) > 50
    from core.feature_maps import quadratic
    from core.rows import Rows

    ends = segments.reshape(-1, 2)
    scores = run.at(run.steps).scores(Rows.from_dense(quadratic().transform(ends)))
    gradient = np.abs(scores[:, 1] - scores[:, 0])
    everywhere = run.at(run.steps).scores()
    assert gradient.max() < 0.02 * np.abs(everywhere[:, 1] - everywhere[:, 0]).max()


def test_keys_and_buttons_move_through_time(browser: Browser, tmp_path: Path) -> None:
    run, *_ = show(browser, tmp_path, EXPERIMENTS["plain"])
    wrong = (np.flatnonzero(run.mistake_flags()) + 1).tolist()

    def step() -> int:
        return int(browser.value("player.t"))

    assert step() == 0
    presses = (
        ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", None), ("Home", 0),
        ("n", wrong[0]), ("n", wrong[1]), ("p", wrong[0]),
    )  # fmt: skip
    for key, wanted in presses:
        browser.press(key)
        assert step() == (browser.value("player.experiment.last") if wanted is None else wanted)
    for button, wanted in (("next", wrong[1]), ("previous", wrong[0]), ("forward", wrong[0] + 1),
                           ("back", wrong[0]), ("start", 0)):  # fmt: skip
        browser.click(f"#{button}")
        assert step() == wanted
    assert browser.text("#count-step") == "0"
    browser.press(" ")  # the keys mean time also after a click
    browser.wait_until("player.t >= 2")
    assert browser.value("document.getElementById('play').getAttribute('aria-label')") == "Pause"
    browser.press(" ")
    stood = step()
    browser.settle()
    assert step() == stood
    assert only_the_page(browser)


def test_the_slider_is_dragged_and_the_end_stops_it(browser: Browser, tmp_path: Path) -> None:
    show(browser, tmp_path, EXPERIMENTS["table"])
    browser.value("(() => { const s = document.getElementById('time'); s.value = s.max; "
                  "s.dispatchEvent(new Event('input')); })()")  # fmt: skip
    browser.settle()
    last = browser.value("player.experiment.last")
    assert browser.value("player.t") == last
    assert browser.value("document.getElementById('forward').disabled")
    browser.value("player.setSpeed(100)")
    browser.press(" ")  # at the end, playing begins anew
    browser.wait_until(f"!player.playing && player.t === {last}")


def test_choosing_a_learner_shows_its_step(browser: Browser, tmp_path: Path) -> None:
    runs = show(browser, tmp_path, EXPERIMENTS["classes"])
    browser.press("ArrowRight")
    for place, run in enumerate(runs):
        browser.click(f"#learners button:nth-child({place + 1})")
        told = explain_step(run.at(1))
        assert told is not None
        assert browser.text("#step-sentence").startswith(told.sentence)
        for change in told.changes[:1]:
            assert NumberStyle()(change.after) in browser.text("#step-changes")
    assert only_the_page(browser)


def test_words_and_reader_show_what_the_engine_finds(browser: Browser, tmp_path: Path) -> None:
    experiment = EXPERIMENTS["texts"]
    _, run, _ = show(browser, tmp_path, experiment)
    browser.click("#learners button:nth-child(2)")
    for _ in range(3):
        browser.press("ArrowRight")
    moment, names = run.at(3), run.dataset.feature_names
    for label in (0, 1):
        wanted = [weight for _, weight in heaviest(moment, "last", label, 6)]
        found = browser.value(
            f"heaviest(player.learner.recording.weights(3), 1, {len(names)}, {label}, 6)"
        )
        close_to([weight for _, weight in found], wanted)
    row = int(moment.visited[0])
    assert browser.text("#reader-text") == TEXTS.texts[row]
    assert browser.text("#reader-heading") == f"Text {row + 1}, visited"
    assert run.dataset.reading is not None
    for i, text in enumerate(TEXTS.texts):
        wanted_pulls = pulls(moment, read_text(run.dataset.reading, text)).per_word
        found = browser.value(
            f"pullsOf(player.experiment, player.learner, {i}, 3).map((p) => Array.from(p))"
        )
        close_to(found, wanted_pulls)
    assert browser.value("document.querySelectorAll('#reader-text .pulls').length") > 0


def test_mistakes_and_places_on_the_stage(browser: Browser, tmp_path: Path) -> None:
    experiment = replace(EXPERIMENTS["texts"], position=4)
    run, *_ = show(browser, tmp_path, experiment)
    moment = run.at(4)
    scores = moment.scores()
    close_to(
        browser.value("Array.from(player.stage.values(player.learner, 4))"),
        scores[:, 1] - scores[:, 0],
    )
    wrong = int((margins(scores, run.dataset.labels) <= 0).sum())
    assert f"gets {wrong} of those" in browser.value("document.getElementById('stage').ariaLabel")


HOSTILE = (
    "<img src=x onerror=document.title='broken'>",
    "</script><script>document.title='broken'</script>",
    "\u202etfel‮ 🦉 & <h1>",
)


def test_hostile_names_are_shown_as_text(browser: Browser, tmp_path: Path) -> None:
    spots = tuple((float(x), float(x * x % 7)) for x in range(9))
    data = PointsData(spots, (0, 1, 2) * 3, HOSTILE, ("<i>x</i>", "y"))
    learners = (L("perceptron"), L("adaboost"))
    show(browser, tmp_path, Experiment(data=data, learners=learners, position=3))
    chips = browser.value("Array.from(document.querySelectorAll('.chip'), (c) => c.title)")
    assert tuple(chips) == HOSTILE
    assert browser.value("document.querySelectorAll('img, h1 h1, script').length") == 2
    assert browser.value("document.title") == "A page"
    texts = TextsData(
        (f"{HOSTILE[0]} good", f"{HOSTILE[1]} bad", HOSTILE[2]), (0, 1, 0), HOSTILE[:2]
    )
    show(browser, tmp_path, Experiment(data=texts, learners=(L("perceptron"),), position=2))
    for place in range(1, 4):
        browser.press("ArrowRight")
        row = int(browser.value("player.learner.recording.visited(player.t)[0]"))
        assert browser.text("#reader-text") == texts.texts[row], place
    assert browser.value("document.querySelectorAll('img').length") == 0
    assert only_the_page(browser)


def test_a_script_in_the_data_could_not_run_if_it_got_out(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    write_web_page(path, EXPERIMENTS["table"])
    broken = path.read_text(encoding="utf-8").replace(
        "<header>", "<script>window.ran = 1</script><img src=x onerror='window.ran = 2'><header>"
    )
    path.write_text(broken, encoding="utf-8")
    browser.open(path)
    assert browser.value("window.ran") is None
    assert any("Content Security Policy" in line for line in browser.noise())
    with pytest.raises(AssertionError, match="TrustedHTML"):
        browser.value("document.body.innerHTML = '<b>hello</b>'")


@pytest.mark.parametrize("name", ["plain", "texts"])
def test_it_fits_a_phone_and_takes_a_finger(browser: Browser, tmp_path: Path, name: str) -> None:
    show(browser, tmp_path, EXPERIMENTS[name], width=390, height=844, phone=True)
    assert browser.value("document.documentElement.scrollWidth") <= 390
    # The buttons of time are in sight, large enough for a finger, and do what they say.
    for button in ("play", "forward", "next"):
        left, top, right, bottom = browser.value(
            f"(() => {{ const b = document.getElementById('{button}').getBoundingClientRect(); "
            "return [b.left, b.top, b.right, b.bottom]; })()"
        )
        assert left >= 0
        assert right <= 390
        assert bottom <= 844
        assert min(right - left, bottom - top) >= 40
    browser.tap("#forward")
    assert browser.value("player.t") == 1
    assert only_the_page(browser)


@pytest.mark.parametrize("name", ["plain", "texts"])
def test_everything_is_in_sight_on_a_laptop(browser: Browser, tmp_path: Path, name: str) -> None:
    show(browser, tmp_path, EXPERIMENTS[name], width=1280, height=800)
    height, width = browser.value(
        "[document.documentElement.scrollHeight, document.documentElement.scrollWidth]"
    )
    assert (width, height) == (1280, 800)
    covered = browser.value(
        "Array.from(document.querySelectorAll('canvas[id]')).filter((c) => c.offsetParent)"
        ".map((c) => [c.clientWidth, c.clientHeight])"
    )
    assert min(min(size) for size in covered) >= 38


def test_light_and_dark(browser: Browser, tmp_path: Path) -> None:
    from gui.palette import DARK, LIGHT

    ground = "getComputedStyle(document.body).backgroundColor"

    def rgb(colour: str) -> str:
        return f"rgb({', '.join(str(int(colour[k : k + 2], 16)) for k in (1, 3, 5))})"

    show(browser, tmp_path, EXPERIMENTS["plain"], dark=True)
    assert browser.value(ground) == rgb(DARK.ground)
    browser.click("#look")
    assert browser.value(ground) == rgb(LIGHT.ground)
    assert browser.value("player.look.colour('--class-0')") == LIGHT.classes[0]
    browser.click("#look")
    assert browser.value(ground) == rgb(DARK.ground)
    show(browser, tmp_path, EXPERIMENTS["plain"])
    assert browser.value(ground) == rgb(LIGHT.ground)


def test_controls_and_pictures_have_names(browser: Browser, tmp_path: Path) -> None:
    show(browser, tmp_path, replace(EXPERIMENTS["texts"], position=3))
    tree = browser.ask("Accessibility.getFullAXTree")["nodes"]
    named = [
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in tree
        if not node.get("ignored")
        and node["role"]["value"] in ("button", "slider", "combobox", "image", "img")
    ]
    assert len(named) >= 12
    assert all(name for _, name in named), named
    live = browser.value("document.getElementById('step-sentence').getAttribute('aria-live')")
    assert live == "polite"
    assert browser.value("document.getElementById('time').getAttribute('aria-valuetext')")
