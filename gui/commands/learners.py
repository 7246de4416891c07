"""`perceptarium learners`: what there is to choose from, told from the declarations."""

from __future__ import annotations

import argparse
import json
import re
import shutil
import textwrap
from typing import Any

from core.errors import PlainError
from core.learners import READ_AS, all_learners, choose
from core.learners.comparison import HEADS, Compared, comparison
from core.learners.declaration import Learner
from core.learners.plugins import refused
from core.parameters import Choice, Parameter, Real, Switch, Whole
from gui.commands.formula_text import formula_text
from gui.commands.number_text import setting
from gui.commands.text_table import text_table

SUMMARY = "List the learners, compare them, or describe one: its idea, rule and parameters."

WIDEST = 96
WIDE_ENOUGH, WIDEST_TABLE = 125, 160  # columns of a terminal
SHARES = (0.12, 0.15, 0.17, 0.20, 0.14, 0.10, 0.12)  # of a line, for each column of the table
KEYS = ("title", "features", "training", "decoding", "loss", "goes_by", "probabilities")
KINDS: dict[type, str] = {
    Real: "number",
    Whole: "whole number",
    Choice: "choice",
    Switch: "switch",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", nargs="?", help="the learner to describe")
    parser.add_argument("--compare", action="store_true", help="all of them side by side")
    parser.add_argument("--json", action="store_true", help="tell it as JSON")


def run(arguments: argparse.Namespace) -> int:
    if arguments.compare:
        return _compare(arguments)
    if arguments.name is None:
        told: Any = [as_json(learner) for learner in all_learners()]
        text = None if arguments.json else listing()
    else:
        learner, _ = choose(arguments.name)
        told = as_json(learner)
        text = None if arguments.json else description(arguments.name)
    print(json.dumps(told, indent=2, allow_nan=False) if text is None else text)
    return 0


def _compare(arguments: argparse.Namespace) -> int:
    if arguments.name is not None:
        raise PlainError("“--compare” shows all learners; leave the name out.")
    rows = comparison(all_learners())
    if arguments.json:
        told = [dict(zip(KEYS, row.cells, strict=True)) for row in rows]
        print(json.dumps(told, indent=2, ensure_ascii=False))
    else:
        print(comparison_text(rows))
    return 0


def comparison_text(rows: tuple[Compared, ...]) -> str:
    """A table where the terminal is wide enough for one, else a block per learner."""
    room = shutil.get_terminal_size((WIDEST, 24)).columns
    if room >= WIDE_ENOUGH:
        return _comparison_table(rows, min(room, WIDEST_TABLE))
    width = max(map(len, HEADS)) + 3
    blocks = []
    for row in rows:
        facts = zip(HEADS[1:], row.cells[1:], strict=True)
        lines = [_wrapped(text, " " * (width + 2), f"  {head}") for head, text in facts]
        blocks.append("\n".join((row.title, *lines)))
    return "\n\n".join(blocks)


def _comparison_table(rows: tuple[Compared, ...], room: int) -> str:
    widths = [int(share * (room - 2 * len(HEADS))) for share in SHARES]
    blocks = []
    for cells in (HEADS, *(row.cells for row in rows)):
        columns = [
            textwrap.wrap(c, w, break_on_hyphens=False) for c, w in zip(cells, widths, strict=True)
        ]
        height = max(map(len, columns))
        lines = zip(*(column + [""] * (height - len(column)) for column in columns), strict=True)
        blocks.append(
            "\n".join(
                "  ".join(f"{c:<{w}}" for c, w in zip(line, widths, strict=True)).rstrip()
                for line in lines
            )
        )
    return "\n\n".join(blocks)


def listing() -> str:
    """Every learner with its title, readouts and the first sentence of its idea."""
    blocks = []
    for learner in all_learners():
        head = f"{learner.name}: {learner.title}"
        if len(learner.readouts) > 1:
            head += f", read as {_alternatives(learner.readouts)}"
        blocks.append(f"{head}\n{_wrapped(_first_sentence(learner.idea), '    ')}")
    aliases = [f"{name}: {learner} read as {how}" for name, (learner, how) in READ_AS.items()]
    blocks.append("\n".join(aliases))
    blocks += [_wrapped(sentence) for sentence in refused()]
    blocks.append("“perceptarium learners NAME” tells more about one.")
    return "\n\n".join(blocks)


def description(name: str) -> str:
    """All that a person wants to know before choosing it."""
    learner, readout = choose(name)
    card = learner.card
    heading = f"{learner.title} ({learner.name})"
    if name in READ_AS:
        heading += f", read as {readout}"
    parts = [
        ("Rule", formula_text(learner.formula)),
        ("Optimises", card.optimises),
        ("Use it when", card.use_when),
        ("Strengths", card.strengths),
        ("Weaknesses", card.weaknesses),
        ("Features", card.features),
        ("Training", card.training),
        ("Readouts", ", ".join(learner.readouts)),
        ("Reference", card.reference),
    ]
    width = max(len(title) for title, _ in parts) + 3
    lines = [_wrapped(text, " " * width, title) for title, text in parts]
    lines.insert(1, f"{'in TeX':<{width}}{learner.formula}")  # in one piece, to be copied
    return "\n\n".join((heading, _wrapped(learner.idea), "\n".join(lines), _parameters(learner)))


def as_json(learner: Learner) -> dict[str, Any]:
    card = learner.card
    return {
        "name": learner.name,
        "title": learner.title,
        "idea": learner.idea,
        "rule": {"text": formula_text(learner.formula), "tex": learner.formula},
        "optimises": card.optimises,
        "use_when": card.use_when,
        "strengths": card.strengths,
        "weaknesses": card.weaknesses,
        "features": card.features,
        "training": card.training,
        "reference": card.reference,
        "readouts": list(learner.readouts),
        "loss": learner.loss,
        "online": learner.online,
        "probabilistic": learner.probabilistic,
        "parameters": [_parameter_json(parameter) for parameter in learner.parameters],
    }


def _parameter_json(parameter: Parameter) -> dict[str, Any]:
    told: dict[str, Any] = {"name": parameter.name, "kind": KINDS[type(parameter)]}
    if isinstance(parameter, Real | Whole):
        told |= {"low": parameter.low, "high": parameter.high, "log": parameter.log}
    elif isinstance(parameter, Choice):
        told |= {"options": list(parameter.options)}
    return told | {"default": parameter.default, "help": parameter.help}


def _parameters(learner: Learner) -> str:
    if not learner.parameters:
        return "It has no parameters."
    lines = ["Parameters (--set NAME=VALUE):"]
    facts = text_table([_facts(parameter) for parameter in learner.parameters], "llll")
    for line, parameter in zip(facts.split("\n"), learner.parameters, strict=True):
        lines += [line, _wrapped(parameter.help, "      ")]
    return "\n".join(lines)


def _facts(parameter: Parameter) -> tuple[str, str, str, str]:
    default = f"default {setting(parameter.default)}"
    return parameter.name, KINDS[type(parameter)], parameter.range, default


def _first_sentence(text: str) -> str:
    found = re.match(r".*?[.!?](?=\s|$)", text, re.S)
    return found[0] if found else text


def _alternatives(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"


def _wrapped(text: str, indent: str = "", title: str = "") -> str:
    """The text within the terminal's width; a title stands in the first line's indent."""
    width = max(min(shutil.get_terminal_size((WIDEST, 24)).columns, WIDEST), 40)
    first = f"{title:<{len(indent)}}" if title else indent
    return textwrap.fill(
        text, width, initial_indent=first, subsequent_indent=indent, break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip
