"""`perceptarium learners`: everything it tells comes from the declarations."""

from __future__ import annotations

import json
import re

import pytest

from core.learners import BUILT_IN, plugins
from core.learners.declaration import Learner
from core.parameters import Choice, Real, Switch, Whole
from gui.main import main


def _shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["learners", *arguments]) == 0
    seen = capsys.readouterr()
    assert seen.err == ""
    return seen.out


def _unwrapped(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def test_the_list_names_every_learner(capsys: pytest.CaptureFixture[str]) -> None:
    shown = _shown(capsys)
    for learner in BUILT_IN:
        assert f"\n{learner.name}: {learner.title}" in "\n" + shown
    assert "mira: MIRA, read as last, averaged or voted\n" in shown
    assert "averaged-perceptron: perceptron read as averaged\n" in shown
    assert "Find the line with the widest street between the classes.\n" in shown
    assert "multiplier" not in shown, "only the first sentence of each idea"


@pytest.mark.parametrize("learner", BUILT_IN, ids=lambda learner: learner.name)
def test_a_description_tells_the_whole_card(
    capsys: pytest.CaptureFixture[str], learner: Learner
) -> None:
    shown = _shown(capsys, learner.name)
    assert learner.formula in shown, "TeX in one piece, to be copied"
    flat = _unwrapped(shown)
    card = learner.card
    for text in (
        learner.title, learner.idea, card.optimises, card.use_when, card.strengths,
        card.weaknesses, card.features, card.training, card.reference, ", ".join(learner.readouts),
    ):  # fmt: skip
        assert _unwrapped(text) in flat
    for parameter in learner.parameters:
        assert re.search(rf"^  {parameter.name} .*{re.escape(parameter.range)} ", shown, re.M)
        assert _unwrapped(parameter.help) in flat


@pytest.mark.parametrize("columns", ["60", "96", "140"])
def test_all_learners_can_be_compared(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    shown = _shown(capsys, "--compare")
    assert max(map(len, shown.splitlines())) <= int(columns)
    table = columns == "140"
    assert shown.startswith("Learner " if table else "Perceptron\n")
    words = {word for line in shown.split("\n") for word in line.split()}
    for learner in BUILT_IN:
        assert set(learner.title.split()) <= words
        assert set(learner.card.training.split()) <= words
    told = json.loads(_shown(capsys, "--compare", "--json"))
    assert [row["title"] for row in told] == [learner.title for learner in BUILT_IN]
    assert main(["learners", "mira", "--compare"]) == 2
    assert "leave the name out" in capsys.readouterr().err


def test_parameters_have_kind_range_and_default(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line.split("   ") for line in _shown(capsys, "pegasos").splitlines()]
    facts = [[cell.strip() for cell in line if cell.strip()] for line in lines]
    assert ["lam", "number", "1e-06 to 10, log scale", "default 0.01"] in facts
    assert ["projection", "switch", "on | off", "default off"] in facts


def test_a_narrow_terminal_is_respected(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    lines = _shown(capsys).splitlines()
    assert max(map(len, lines)) <= 72, "only heads, which stay in one piece, may be longer"
    assert all(len(line) <= 60 for line in lines if line.startswith("    "))


def test_a_menu_name_is_described(capsys: pytest.CaptureFixture[str]) -> None:
    assert _shown(capsys, "voted-perceptron").startswith("Perceptron (perceptron), read as voted\n")


def test_json_tells_the_declarations(capsys: pytest.CaptureFixture[str]) -> None:
    everyone = json.loads(_shown(capsys, "--json"))
    assert [one["name"] for one in everyone] == [learner.name for learner in BUILT_IN]
    for told, learner in zip(everyone, BUILT_IN, strict=True):
        assert json.loads(_shown(capsys, learner.name, "--json")) == told
        assert told["rule"]["tex"] == learner.formula
        for one, parameter in zip(told["parameters"], learner.parameters, strict=True):
            assert one["default"] == parameter.default
            if isinstance(parameter, Real | Whole):
                assert (one["low"], one["high"]) == (parameter.low, parameter.high)
            elif isinstance(parameter, Choice):
                assert one["options"] == list(parameter.options)
            else:
                assert isinstance(parameter, Switch)


def test_an_unknown_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learners", "mria"]) == 2
    seen = capsys.readouterr()
    assert seen.out == ""
    assert "did you mean “mira”? There are: perceptron, mira," in seen.err


def test_learners_of_other_packages_that_were_left_out_are_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sentence = "The entry “other” is not a learner declaration."
    monkeypatch.setattr("gui.commands.learners.refused", lambda: (sentence,))
    assert plugins.refused() != (sentence,)
    assert sentence in _shown(capsys)
