"""JSON from strangers: no NaN, no duplicate keys, not too deep, every number finite."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from core.errors import PlainError
from core.files.limits import DEEPEST_JSON, MOST_JSON_LISTS, MOST_JSON_TEXTS, MOST_KEYS
from core.files.wording import complaint, shown

T = TypeVar("T")

# A list of plain numbers or words; a simple string, maybe a key; or one sign of structure.
_TOKEN = re.compile(rb'\[[^\[\]{}"]*\]|"[^"\\]*"(\s*:)?|["\[\]{}]')
_COLON = re.compile(rb"\s*:")
_PIECE = 1_000_000  # bytes that are decoded at a time


@dataclass(frozen=True)
class Bounds:
    """How many parts JSON may have: few bytes make a list or a text, which takes fifty."""

    lists: int = MOST_JSON_LISTS  # and objects
    texts: int = MOST_JSON_TEXTS  # and keys


USUAL = Bounds()


def decode_json(
    data: bytes, name: str, wanted: type[T], line: int | None = None, bounds: Bounds = USUAL
) -> T:
    """The object, as the wanted type; `line` is where in the file the data stand, if on one."""
    if data.lstrip()[:1] not in (b"{", b""):
        near = shown(data.lstrip()[:40].decode(errors="replace"), 20)
        raise complaint(name, f"expected a JSON object, found “{near}”.", line)
    _check_structure(data, name, line, bounds)
    try:
        _check_utf8(data)
        return msgspec.json.decode(data, type=wanted)
    except UnicodeDecodeError as error:
        at = _line(data, error.start, line)
        raise complaint(name, "expected JSON in UTF-8, found other bytes.", at) from None
    except msgspec.ValidationError as error:
        raise complaint(name, in_plain_words(str(error)), line) from None
    except msgspec.DecodeError as error:
        raise _malformed(data, str(error), name, line) from None
    except RecursionError:
        raise _too_deep(name, line) from None


def _check_utf8(data: bytes) -> None:
    """Raise UnicodeDecodeError at the first wrong byte, without making one text of it all."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for start in range(0, len(data), _PIECE):
            decoder.decode(data[start : start + _PIECE])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        data.decode()  # says where


def _check_structure(data: bytes, name: str, line: int | None, bounds: Bounds) -> None:
    """Refuse depth, duplicate keys and far too many parts; malformed JSON is left for the decoder
    to refuse."""
    open_keys: list[set[str]] = []
    position = lists = texts = 0
    while token := _TOKEN.search(data, position):
        start, position = token.span()
        sign = data[start]
        if sign in b"{[":
            lists += 1
            if lists > bounds.lists:
                what = f"expected at most {bounds.lists:,} lists and objects."
                raise complaint(name, what, _line(data, start, line))
            if len(open_keys) == DEEPEST_JSON:
                raise _too_deep(name, _line(data, start, line))
            if position == start + 1:
                open_keys.append(set())
        elif sign in b"}]":
            if open_keys:
                open_keys.pop()
        else:
            texts += 1
            if texts > bounds.texts:
                what = f"expected at most {bounds.texts:,} texts and names."
                raise complaint(name, what, _line(data, start, line))
            is_key = token.group(1) is not None
            if position == start + 1:  # a string with escapes, or one that never ends
                position = _end_of_string(data, position)
                is_key = _COLON.match(data, position) is not None
            if is_key and open_keys:
                key = _key(data[start:position])
                if key in open_keys[-1]:
                    what = f"expected each key once, found “{shown(key)}” again."
                    raise complaint(name, what, _line(data, start, line))
                if len(open_keys[-1]) == MOST_KEYS:
                    what = f"expected at most {MOST_KEYS:,} keys."
                    raise complaint(name, what, _line(data, start, line))
                open_keys[-1].add(key)


def _key(token: bytes) -> str:
    """The key itself; one that is no proper string is left for the decoder to refuse."""
    key = token[1 : token.rindex(b'"')]
    if b"\\" in key:
        try:
            return msgspec.json.decode(b'"' + key + b'"', type=str)
        except (msgspec.DecodeError, UnicodeDecodeError):
            pass
    return key.decode(errors="replace")


def _end_of_string(data: bytes, position: int) -> int:
    """Where the string ends whose first byte is at the position; the end of the data if never."""
    while True:
        end = data.find(b'"', position)
        if end < 0:
            return len(data)
        before = end - 1
        while before >= position and data[before] == 0x5C:
            before -= 1
        if (end - before) % 2 == 1:
            return end + 1
        position = end + 1


def _line(data: bytes, position: int, line: int | None) -> int:
    return line if line is not None else data.count(b"\n", 0, position) + 1


def _too_deep(name: str, line: int | None) -> PlainError:
    return complaint(name, f"expected JSON at most {DEEPEST_JSON} levels deep.", line)


def _malformed(data: bytes, message: str, name: str, line: int | None) -> PlainError:
    at = re.search(r"\(byte (\d+)\)", message)
    if at is None:
        return complaint(name, "expected complete JSON, found the end of it too early.", line)
    position = int(at.group(1))
    near = shown(data[position : position + 40].decode(errors="replace"), 20)
    what = f"expected JSON, found “{near}”." if near else "expected JSON, found something else."
    return complaint(name, what, _line(data, position, line))


def in_plain_words(message: str) -> str:
    """“Expected `int`, got `str` - at `$.order.batch`” as a sentence of ours."""
    what, _, place = message.partition(" - at ")
    what = re.sub("`([^`]*)`", _kind_in_words, what).replace(", got", ", found")
    where = place.strip("`").removeprefix("$").replace("[...]", "").lstrip(".")
    what = what[:1].lower() + what[1:]
    return f"{shown(what, 100)} in “{shown(where, 60)}”." if where else f"{shown(what, 100)}."


def _kind_in_words(quoted: re.Match[str]) -> str:
    kinds = quoted.group(1).split(" | ")
    if not all(kind in _KINDS for kind in kinds):
        return f"“{quoted.group(1)}”"
    if "float" in kinds and "int" in kinds:
        kinds.remove("int")
    words = [_KINDS[kind] for kind in kinds]
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
