"""An experiment as a web page of its own: one file, no network, with a player inside.

The page's own parts lie in assets/web and are put together here. Data go into it as JSON that is
never run: the page's Content-Security-Policy names the one script and the one style sheet by their
hashes, and allows nothing else.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import os
import re
import unicodedata

import assets
from core.errors import PlainError
from core.experiment import Experiment, TextsData
from core.what_if.watch import Asked, Progress, Watch, never, unheard
from gui.export.web_packing import Json
from gui.palette import DARK, LIGHT, Palette

# In the order in which they build on each other.
SCRIPTS = (
    "numbers.js",
    "packing.js",
    "features.js",
    "measure.js",
    "recordings.js",
    "tape.js",
    "counting.js",
    "boosting.js",
    "experiment.js",
    "borders.js",
    "stairs.js",
    "ink.js",
    "plane.js",
    "documents.js",
    "words.js",
    "reader.js",
    "curves.js",
    "step.js",
    "timeline.js",
    "player.js",
)
ICONS = (
    "start", "previous-mistake", "back", "play", "pause", "forward", "next-mistake", "end", "moon",
)  # fmt: skip
COLOURS = (
    "ground", "card", "border", "text", "muted", "accent", "accent_soft", "on_accent", "hover",
    "field", "track", "mistake", "stage", "grid",
)  # fmt: skip
MOST_BYTES = 30_000_000
_IN_MARKUP = re.compile("[<>&\u2028\u2029\ud800-\udfff]")
_MODULE_LINES = re.compile(r"^import .*;\n|^export (?=const|function|class)", re.M)


def write_web_page(
    path: str | os.PathLike[str],
    experiment: Experiment,
    first: int = 0,
    last: int | None = None,
    progress: Progress = unheard,
    cancelled: Asked = never,
    title: str | None = None,
) -> None:
    """Write the page; `core.what_if.Cancelled` is raised, and nothing written, when cancelled."""
    from core.files.atomic import write_atomically

    page = page_of(
        experiment, first=first, last=last, title=title, progress=progress, cancelled=cancelled
    )
    write_atomically(path, page.encode())


def page_of(
    experiment: Experiment,
    *,
    first: int = 0,
    last: int | None = None,
    title: str | None = None,
    progress: Progress = unheard,
    cancelled: Asked = never,
) -> str:
    """The page that shows steps `first` to `last` (by default all) of the experiment's runs."""
    from gui.export.web_data import page_data

    watch = Watch(1, progress, cancelled)
    data = page_data(experiment, first, last, title or _title(experiment), watch)
    page = page_around(data)
    if len(page.encode()) > MOST_BYTES:
        size, most = len(page.encode()) // 1_000_000, MOST_BYTES // 1_000_000
        raise PlainError(
            f"The web page would have {size} MB, and at most {most} MB are sensible: export "
            "fewer steps, or keep fewer texts."
        )
    watch.one_more()
    return page


def page_around(data: Json) -> str:
    """The player with these data in it."""
    script, style = player_script(), player_style()
    parts = {
        "policy": policy(script, style),
        "title": html.escape(_plain_line(data["title"])),
        "style": style,
        "script": script,
        "data": as_data(data),
    }
    parts |= {f"icon-{name}": _icon(name) for name in ICONS}
    return re.sub(r"\{\{([\w-]+)\}\}", lambda place: parts[place[1]], _asset("player.html"))


def player_script() -> str:
    """All modules as one script: what they import from each other is already there."""
    modules = (_MODULE_LINES.sub("", _asset(name)) for name in SCRIPTS)
    return '"use strict";\n\n' + "\n".join(modules)


def player_style() -> str:
    """The app's colours by name, light and dark, and the rules that use them."""
    light, dark = _colours(LIGHT), _colours(DARK)
    unless_light = ':root:not([data-look="light"])'
    return "\n".join(
        (
            f":root {{ {light} }}",
            f"@media (prefers-color-scheme: dark) {{ {unless_light} {{ {dark} }} }}",
            f':root[data-look="dark"] {{ {dark} }}',
            _asset("player.css"),
        )
    )


def _colours(palette: Palette) -> str:
    named = {name: getattr(palette, name) for name in COLOURS}
    named |= {f"class-{k}": colour for k, colour in enumerate(palette.classes)}
    named |= {f"learner-{k}": colour for k, colour in enumerate(palette.learners)}
    scheme = f"color-scheme: {palette.name};"
    return " ".join([scheme, *(f"--{k.replace('_', '-')}: {v};" for k, v in named.items())])


def policy(script: str, style: str) -> str:
    """Nothing but this script, this style sheet and the picture in the page itself."""
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {_hash_of(script)}",
            f"style-src {_hash_of(style)}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )
    )


def as_data(data: Json) -> str:
    """JSON without any sign that markup, or an old reader of scripts, could take for its own."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return _IN_MARKUP.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text)


def _hash_of(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
    return f"'sha256-{digest}'"


def _icon(name: str) -> str:
    drawing = assets.path("icons", f"{name}.svg").read_text(encoding="utf-8")
    return drawing.replace("<svg ", '<svg aria-hidden="true" ', 1).strip()


def _asset(name: str) -> str:
    return assets.path("web", name).read_text(encoding="utf-8")


def _plain_line(text: str) -> str:
    """Without controls and halves of characters, which no page may hold."""
    kept = (" " if unicodedata.category(sign) in ("Cc", "Cs") else sign for sign in text[:200])
    return " ".join("".join(kept).split()) or "Perceptarium"


def _title(experiment: Experiment) -> str:
    count = len(experiment.data.labels)
    noun = "texts" if isinstance(experiment.data, TextsData) else "examples"
    return f"Learning from {count:,} {noun}"
