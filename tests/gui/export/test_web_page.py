"""The exported web page as a file: what it holds, what it may do, and what it refuses."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import assets
from core.errors import PlainError
from core.experiment import Experiment, LearnerChoice, PointsData, TextsData
from core.explain import explain_step
from core.runs import runs_of
from core.what_if.watch import Cancelled
from gui.beginning import first_experiment
from gui.export import web_data, web_page
from gui.export.web_packing import (
    packed_flags,
    packed_numbers,
    packed_sentences,
    packed_wholes,
)
from gui.export.web_page import as_data, page_of, write_web_page

HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(2)</script>",
    "a&b<!-- \u2028\u2029 {{script}} \x00 \u202egnilkcart 🦉",
)


class Parts(HTMLParser):
    """The page as a browser's parser takes it apart."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, list[str]] = {"script": [], "style": [], "title": []}
        self._open: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag in self.inside:
            self.inside[tag].append("")
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1] == tag:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._open:
            self.inside[self._open[-1]][-1] += data

    @property
    def data(self) -> Any:
        return json.loads(self.inside["script"][0])

    @property
    def policy(self) -> dict[str, str]:
        content = next(
            a["content"] for tag, a in self.tags if a.get("http-equiv") == "Content-Security-Policy"
        )
        assert content is not None
        return dict(part.split(" ", 1) for part in content.split("; "))


def hostile_points() -> Experiment:
    return Experiment(
        data=PointsData(
            xy=((1.0, 2.0), (2.0, 1.0), (3.0, 4.0), (4.0, 2.0)),
            labels=(1, 0, 1, 2),
            class_names=HOSTILE,
            axis_names=("<b>x</b>", "&amp;"),
        ),
        learners=(LearnerChoice("perceptron"),),
    )


@pytest.fixture(scope="module")
def page() -> str:
    return page_of(first_experiment(), title="Two <b>clouds</b> & more")


def test_only_the_pages_own_script_and_style_may_run(page: str) -> None:
    parts = Parts(page)
    script, style = parts.inside["script"][1], parts.inside["style"][0]

    def hashed(text: str) -> str:
        return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

    assert parts.policy["default-src"] == "'none'"
    assert parts.policy["script-src"] == hashed(script)
    assert parts.policy["style-src"] == hashed(style)
    assert "unsafe" not in str(parts.policy)
    assert [a.get("type") for tag, a in parts.tags if tag == "script"] == ["application/json", None]


def test_nothing_is_fetched_and_nothing_stands_in_attributes(page: str) -> None:
    for tag, attributes in Parts(page).tags:
        assert not any(name.startswith("on") or name == "style" for name in attributes), tag
        for name in ("src", "href", "action", "srcset"):
            assert (attributes.get(name) or "data:").startswith("data:"), tag
    own = re.sub(r"http://www\.w3\.org/2000/svg", "", page)
    assert "http://" not in own
    assert "https://" not in own
    script = Parts(page).inside["script"][1]
    for risky in ("innerHTML", "insertAdjacentHTML", "eval(", "Function(", "document.write",
                  "fetch(", "XMLHttpRequest", "WebSocket", "import("):  # fmt: skip
        assert risky not in script


def test_hostile_names_stay_data() -> None:
    text = page_of(hostile_points(), title=HOSTILE[1])
    parts = Parts(text)
    # NUL is written as an escape, so that names come back whole.
    assert tuple(parts.data["classes"]) == HOSTILE
    assert parts.data["title"] == HOSTILE[1]
    assert parts.inside["title"] == [HOSTILE[1]]
    block = text[text.index('id="data">') :]
    block = block[len('id="data">') : block.index("</script>")]
    assert not set(block) & set("<>&\u2028\u2029")
    assert len(parts.inside["script"]) == 2
    assert not [tag for tag, _ in parts.tags if tag in ("img", "iframe", "object")]


@given(st.text() | st.text("\ud800\udbff<&>\u2028", min_size=1))
def test_any_text_comes_back_from_the_data_block(text: str) -> None:
    written = as_data({"name": text})
    written.encode()  # halves of characters included
    assert json.loads(written) == {"name": text}
    assert not set(written) & set("<>&\u2028\u2029")


@given(st.lists(st.text(st.sampled_from("ab 0.1−-,e5%=τ\n"), max_size=30), max_size=8))
def test_sentences_come_back_from_their_templates(sentences: list[str]) -> None:
    packed = packed_sentences(sentences)
    for sentence, (template, *numbers) in zip(sentences, packed["told"], strict=True):
        pieces = packed["templates"][template].split("\x01")
        assert len(pieces) == len(numbers) + 1
        filled = "".join(a + b for a, b in zip(pieces, [*numbers, ""], strict=True))
        assert filled == sentence


@given(st.lists(st.integers(0, 2**32 - 1), max_size=20), st.lists(st.booleans(), max_size=20))
def test_arrays_are_packed_bit_for_bit(wholes: list[int], flags: list[bool]) -> None:
    ((kind, text),) = packed_wholes(wholes).items()
    width = {"u8": 1, "u16": 2, "u32": 4}[kind]
    raw = base64.b64decode(text)
    found = [int.from_bytes(raw[k : k + width], "little") for k in range(0, len(raw), width)]
    assert found == wholes
    packed = packed_flags(flags)
    bits = int.from_bytes(base64.b64decode(packed["bits"]), "little")
    assert [bool(bits >> k & 1) for k in range(packed["count"])] == flags
    assert packed_numbers([0.1, 0.1]) == {"same": 0.1, "count": 2}


def test_a_page_is_small(page: str) -> None:
    bare = replace(first_experiment(), learners=(LearnerChoice("perceptron"),))
    player = len(page_of(bare, last=0))
    assert player < 130_000
    # 1,344 steps of two learners, each told in a sentence
    assert len(page) - player < 120_000


def test_every_step_is_told_as_the_app_tells_it(page: str) -> None:
    data = Parts(page).data
    for run, learner in zip(runs_of(first_experiment()), data["learners"], strict=True):
        assert not isinstance(run, str)
        run.play()
        assert len(learner["sentences"]["told"]) == run.steps + 1
        for t in range(1, run.steps + 1, 97):
            template, *numbers = learner["sentences"]["told"][t]
            pieces = learner["sentences"]["templates"][template].split("\x01")
            sentence = "".join(a + b for a, b in zip(pieces, [*numbers, ""], strict=True))
            told = explain_step(run.at(t))
            assert told is not None
            assert sentence.startswith(told.sentence)


def test_a_span_of_steps_can_be_chosen() -> None:
    data = Parts(page_of(first_experiment(), first=20, last=50)).data
    assert (data["first"], data["last"], data["position"]) == (20, 50, 20)
    assert [learner["steps"] for learner in data["learners"]] == [50, 50]
    assert len(data["learners"][0]["sentences"]["told"]) == 31


def test_a_long_run_is_thinned_with_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_data, "MOST_SHOWN", 100)
    data = Parts(page_of(first_experiment())).data
    raw = base64.b64decode(data["shown"]["u16"])
    shown = np.frombuffer(raw, "<u2").tolist()
    assert 50 < len(shown) <= 103
    assert shown == sorted(set(shown))
    assert (shown[0], shown[-1]) == (0, data["last"])
    assert any(str(len(shown)) in note for note in data["notes"])
    for learner in data["learners"]:
        assert len(learner["sentences"]["told"]) == sum(t <= learner["steps"] for t in shown)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda e: replace(e, learners=()), "no learner"),
        (lambda e: replace(e, data=PointsData()), "nothing to put on a web page"),
        (lambda e: replace(e, data=TextsData(("a",) * 2001, (0,) * 2001, ("x", "y"))), "2,000"),
        (lambda e: replace(e, data=PointsData(((0.0, 1.0),) * 10_001, (0,) * 10_001)), "10,000"),
    ],
)  # fmt: skip
def test_what_cannot_be_shown_is_said_in_a_sentence(
    change: Callable[[Experiment], Experiment], said: str
) -> None:
    with pytest.raises(PlainError, match=said):
        page_of(change(first_experiment()))


def test_a_page_cannot_begin_behind_the_end() -> None:
    with pytest.raises(PlainError, match="cannot begin at step 60"):
        page_of(first_experiment(), first=60, last=50)


def test_a_page_that_would_be_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_page, "MOST_BYTES", 100_000)
    with pytest.raises(PlainError, match="sensible"):
        page_of(first_experiment())


def test_writing_tells_how_far_it_is_and_can_be_cancelled(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    told: list[tuple[int, int]] = []
    write_web_page(path, first_experiment(), 0, 40, lambda done, all_: told.append((done, all_)))
    written = path.read_bytes()
    assert written.startswith(b"<!doctype html>")
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1]
    asked = iter([False] * 20)
    with pytest.raises(Cancelled):
        write_web_page(path, first_experiment(), cancelled=lambda: next(asked, True))
    assert path.read_bytes() == written


def test_every_module_of_the_player_is_in_the_page() -> None:
    there = {path.name for path in assets.path("web").glob("*.js")}
    assert there == set(web_page.SCRIPTS)
    assert "import " not in re.sub(r"//.*", "", web_page.player_script())
    assert not re.search(r"^export", web_page.player_script(), re.M)


def test_modules_import_only_what_comes_before_them() -> None:
    for place, name in enumerate(web_page.SCRIPTS):
        source = assets.path("web", name).read_text(encoding="utf-8")
        for names, module in re.findall(r"import \{ (.*) \} from \"./(.*)\";", source):
            assert web_page.SCRIPTS.index(module) < place, name
            given = assets.path("web", module).read_text(encoding="utf-8")
            for wanted in names.split(", "):
                assert re.search(rf"^export (const|function|class) {wanted}\b", given, re.M), wanted
