"""Damage: to bytes, numbers and tokens, and to the structure of JSON, TOML, codes and archives."""

from __future__ import annotations

import base64
import bz2
import gzip
import io
import json
import lzma
import random
import re
import tarfile
import warnings
import zipfile
import zlib
from collections.abc import Callable
from typing import Any

import msgspec

from core.share import PREFIX
from tests.fuzz.corpus import FOLDERS, Seed

Mutation = Callable[[bytes, random.Random], bytes]

NUMBERS = (
    *("0", "-0", "1", "-1", "2", "1e308", "-1e308", "1e309", "1e-310", "5e-324", "nan", "NaN"),
    *("inf", "-inf", "Infinity", "1,5", "1.234.567", "1_000", "0x10", "٣", "99999999999999999999"),
    *("2147483648", "-9223372036854775809", "9" * 400, "1" * 5_000, "1e" + "9" * 50),
    "1" + "0" * 999,
)
TOKENS = (
    *(b"\x00", b"\x00" * 64, b'"', b"'", b"\\", b"\r", b"\r\n", b"\n" * 40, b"\t", b";", b"|" * 30),
    *(b"[" * 25, b"[" * 3_000, b'{"a":' * 30, b"{" * 3_000, b"]}" * 30, b"," * 20_000),
    *(b"#", b"=1+1"),
    *(b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xed\xa0\x80", b"\xf0\x9f\x98\x80"),
    b"\xe2\x80\xae",
    *(b"__label__", b"__label__ ", b"label", b"text", b"<img src=x>"),
    *(b"x" * 10_000, b"a b " * 5_000),
    *(b"\\ud800", b"\\u0000", b'"format": "perceptarium", ', b"1:1 " * 500),
    b"a." * 2_000 + b"a = 1\n",
    *(b"[[scene]]\n", b"[a" + b".a" * 1_500 + b"]\n", b"x = [[[[[[[[]]]]]]]]\n", b"\x85", b"\x1a"),
)
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**63, 2**64, -(2**63), 10**30, 0.5, -0.5, 1e308, 1e-310),
    *("", "x", "x" * 10_000, "a\nb", "\u202eabc", "😀" * 50, "<b>&amp;", "\x00"),
    *("nan", "perceptron"),
    *([], {}, [[]], [1], ["a"], {"type": "points"}, {"type": "texts"}, {"name": "x" * 9_999}),
)
_NUMBER = re.compile(rb"[-+]?[0-9][0-9.]*")
_TOML_VALUE = re.compile(rb"^(\w+ = )(.+)$", re.M)
_PACKERS: dict[str, Callable[[bytes], bytes]] = {
    ".tar": bytes,
    ".tar.gz": gzip.compress,
    ".tar.bz2": bz2.compress,
    ".tar.xz": lzma.compress,
}


def mutated(seed: Seed, others: list[Seed], chance: random.Random) -> bytes:
    """The seed, damaged one to four times."""
    data = seed.data
    structured = _STRUCTURED.get(seed.target)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        if structured is not None and chance.random() < 0.5:
            data = structured(data, chance)
        elif chance.random() < 0.1:
            data = _spliced(data, chance.choice(others).data, chance)
        else:
            data = chance.choice(_BYTES)(data, chance)
    return data


# Bytes


def _flipped(data: bytes, chance: random.Random) -> bytes:
    found = bytearray(data)
    for _ in range(chance.choice((1, 1, 3, 20))):
        if found:
            found[chance.randrange(len(found))] ^= 1 << chance.randrange(8)
    return bytes(found)


def _cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _without(data: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(data) + 1)
    return data[:start] + data[start + chance.choice((1, 2, 8, 100)) :]


def _repeated(data: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(data) + 1)
    piece = data[start : start + chance.choice((1, 10, 200))]
    return data[:start] + piece * chance.choice((2, 3, 50)) + data[start:]


def _with_token(data: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(data) + 1)
    return data[:start] + chance.choice(TOKENS) + data[start + chance.choice((0, 0, 3)) :]


def _with_number(data: bytes, chance: random.Random) -> bytes:
    places = list(_NUMBER.finditer(data))
    if not places:
        return _with_token(data, chance)
    start, end = chance.choice(places).span()
    return data[:start] + chance.choice(NUMBERS).encode() + data[end:]


def _spliced(data: bytes, other: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(other) + 1)
    return _cut(data, chance) + other[start : start + chance.choice((10, 200, 5_000))]


_BYTES: tuple[Mutation, ...] = (
    *(_flipped, _flipped, _cut, _without, _repeated, _with_token, _with_number, _with_number),
)


# Structure


def _changed(value: Any, chance: random.Random) -> Any:
    """The value with one of its parts, at any depth, made odd."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = chance.choice(list(value))
        way = chance.random()
        if way < 0.1:
            return {k: v for k, v in value.items() if k != key}
        if way < 0.15:
            return {**value, chance.choice(("", "x" * 5_000, "type", key + "\n")): value[key]}
        return {**value, key: _changed(value[key], chance)}
    if isinstance(value, list | tuple) and value and chance.random() < 0.85:
        place = chance.randrange(len(value))
        items = list(value)
        if chance.random() < 0.1:
            return items * chance.choice((0, 2, 300 if len(items) < 50 else 2))
        items[place] = _changed(items[place], chance)
        return items
    if chance.random() < 0.1:
        deep: Any = value
        for _ in range(chance.choice((3, 21, 600))):
            deep = [deep]
        return deep
    return chance.choice(ODD)


def _json(data: bytes, chance: random.Random) -> bytes:
    try:
        return json.dumps(_changed(json.loads(data), chance)).encode()
    except (ValueError, RecursionError):
        return _with_token(data, chance)


def _json_lines(data: bytes, chance: random.Random) -> bytes:
    lines = data.split(b"\n")
    place = chance.randrange(len(lines))
    lines[place] = _json(lines[place], chance) if lines[place].startswith(b"{") else lines[place]
    return b"\n".join(lines)


def _toml(data: bytes, chance: random.Random) -> bytes:
    places = list(_TOML_VALUE.finditer(data))
    if not places:
        return _with_token(data, chance)
    start, end = chance.choice(places).span(2)
    return data[:start] + _as_toml(chance.choice(ODD), chance).encode() + data[end:]


def _as_toml(value: Any, chance: random.Random) -> str:
    if chance.random() < 0.2:
        return chance.choice((*NUMBERS, "1979-05-27", "'''a\nb'''", "[[" * 9 + "1" + "]]" * 9))
    if value is None or isinstance(value, dict):
        return "{ a = 1, b = { c = 2 } }"
    return json.dumps(value)


def _code(data: bytes, chance: random.Random) -> bytes:
    """A proper code, with checksum and all, of a message that is not."""
    try:
        raw = base64.urlsafe_b64decode(data[len(PREFIX) :] + b"==")
        message = msgspec.msgpack.decode(zlib.decompress(raw[4:]))
        packed = msgspec.msgpack.encode(_changed(message, chance))
    except (ValueError, zlib.error, msgspec.MsgspecError, RecursionError, OverflowError):
        return _with_token(data, chance)
    if chance.random() < 0.2:
        packed = _flipped(packed, chance)
    whole = zlib.crc32(packed).to_bytes(4, "big") + zlib.compress(packed)
    return PREFIX.encode() + base64.urlsafe_b64encode(whole).rstrip(b"=")


def _name(chance: random.Random) -> str:
    return chance.choice(
        (
            *("../../etc/passwd", "/etc/passwd", "C:\\a", "a/../../b", "a\\..\\b", "", ".", "a//b"),
            *("x" * 5_000, "a/" * 400 + "b", "\u202efdp.exe", "😀/😀", "pos/<img>", "a\nb/c"),
        )
    )


def _zip(data: bytes, chance: random.Random) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in FOLDERS.items():
            odd = chance.random() < 0.3
            entry = zipfile.ZipInfo((_name(chance) or "x") if odd else name)
            if chance.random() < 0.1:
                entry.external_attr = chance.choice((0o120777, 0o020666, 0o010666)) << 16
            way = chance.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA))
            size = chance.choice((1, 1, 1, 50_000))
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # the same name again
                archive.writestr(entry, content * size, way)
    return file.getvalue()


def _tar(target: str) -> Mutation:
    def change(data: bytes, chance: random.Random) -> bytes:
        file = io.BytesIO()
        form = chance.choice((tarfile.GNU_FORMAT, tarfile.PAX_FORMAT))
        with tarfile.open(fileobj=file, mode="w:", format=form) as archive:
            for name, content in FOLDERS.items():
                entry = tarfile.TarInfo(_name(chance) if chance.random() < 0.3 else name)
                if chance.random() < 0.2:
                    entry.type = bytes([chance.choice(b"12346SLxg")])
                    entry.linkname = "/etc/passwd"
                entry.size = len(content.encode())
                archive.addfile(entry, io.BytesIO(content.encode()))
        plain = file.getvalue()
        if chance.random() < 0.5:
            plain = chance.choice(_BYTES)(plain, chance)
        if chance.random() < 0.1:
            plain += b"\x00" * chance.choice((1, 100_000, 5_000_000))
        return _PACKERS[target](plain)

    return change


_STRUCTURED: dict[str, Mutation] = {
    **dict.fromkeys((".perceptarium", "model"), _json),
    **dict.fromkeys((".jsonl", ".json"), _json_lines),
    **{target: _tar(target) for target in _PACKERS},
    ".zip": _zip,
    "lesson": _toml,
    "code": _code,
}
