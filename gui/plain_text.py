"""Text that came from a person or a file, made safe for the places where Qt reads more into it."""

from __future__ import annotations

import re
import sys

_KEY_NAMES = {
    "Right": "→",
    "Left": "←",
    "PgDown": "Page Down",
    "PgUp": "Page Up",
    "Del": "Delete",
    "Esc": "Escape",
    "-": "−",
}


LONGEST_TIP = 1_000  # characters

# What turns the writing around for all that follows; marks of single letters may stay.
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")


def short(text: str, longest: int = 40) -> str:
    """The text on one line, cut where it gets too long to read, and nothing behind it turned."""
    line = " ".join(_TURNING.sub("", text[: 4 * longest]).split())
    return line if len(line) <= longest else line[: longest - 1] + "…"


def menu_text(text: str) -> str:
    """For menus and buttons, where an & would underline the next letter."""
    return text.replace("&", "&&")


def tip_text(text: str) -> str:
    """For tips, where what looks like a tag would be taken for one."""
    text = _TURNING.sub("", text)
    if len(text) > LONGEST_TIP:
        text = text[: LONGEST_TIP - 1] + "…"
    if "<" not in text and "&" not in text:
        return text
    import html

    return f"<p>{html.escape(text).replace(chr(10), '<br>')}</p>"


def key_name(key: str) -> str:
    """A key as it is printed on the keyboard: “Ctrl+Shift+Z”, “→”, “Page Down”."""
    *modifiers, last = key.split("+") if not key.endswith("+") else [*key[:-2].split("+"), "+"]
    control = "⌘" if sys.platform == "darwin" else "Ctrl"
    named = [control if modifier == "Ctrl" else modifier for modifier in modifiers if modifier]
    return "+".join([*named, _KEY_NAMES.get(last, last)])


def key_names(keys: str) -> tuple[str, ...]:
    """The keys of a declared action; = is + without Shift, and need not be told."""
    return tuple(key_name(key) for key in keys.split() if not key.endswith("="))
