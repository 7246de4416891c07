"""Files made to take as much time and memory as they can, each nearly as large as is let in."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable
from typing import Any

import msgspec

from core.files.limits import MOST_BYTES
from core.share import PREFIX
from tests.fuzz.corpus import zipped

_LARGE = MOST_BYTES - 2_000
_LESSON = 480_000


def _much(piece: bytes, size: int = _LARGE) -> bytes:
    return piece * (size // len(piece))


def _experiment(data: bytes) -> bytes:
    return b'{"format":"perceptarium","version":1,"experiment":{' + data + b"}}"


def _points(data: bytes) -> bytes:
    return _experiment(b'"data":{"type":"points",' + data + b"}")


def _model(rest: bytes) -> bytes:
    head = (
        b'{"format":"perceptarium model","version":1,"class_names":["a","b"],"learner":"x",'
        b'"parameters":{},"readout":"last","probabilistic":false,"reading":{"choice":{}},'
    )
    return head + rest + b"}"


def _code(message: dict[str, Any]) -> bytes:
    packed = msgspec.msgpack.encode(message)
    whole = zlib.crc32(packed).to_bytes(4, "big") + zlib.compress(packed, 9)
    return PREFIX.encode() + base64.urlsafe_b64encode(whole).rstrip(b"=")


def _spellings(head: bytes, row: str) -> bytes:
    """A label in a hundred thousand spellings, which differ in what cannot be seen."""
    unseen = ("".join(chr(1 + (i >> 3 * k & 7)) for k in range(8)) for i in range(99_000))
    return head + b"".join(
        (row.replace("#", str(i)).replace("?", "ab"[i % 2] + own) + "\n").encode()
        for i, own in enumerate(unseen)
    )


def _points_packed(width: int) -> bytes:
    packed = bytes([width]) + b"\xff" * 1_900_000
    return _code({"experiment": {"data": {"type": "points"}}, "packed": packed})


# What it is, what opens it, and the file.
WORST: dict[str, tuple[str, Callable[[], bytes]]] = {
    "a code of millions of points": ("code", lambda: _points_packed(1)),
    "a code of millions of bits": ("code", lambda: _points_packed(80)),
    "labels in many spellings": (".csv", lambda: _spellings(b"x,label\n", "#,?")),
    "texts in many spellings": (".csv", lambda: _spellings(b"text,label\n", "a good film,?")),
    "commas": (".csv", lambda: _much(b",")),
    "quotation marks": (".csv", lambda: _much(b'"')),
    "torn quotations": (".tsv", lambda: _much(b'"a\t"b"c"d e f g h i j k l m n o\n')),
    "comments": (".txt", lambda: _much(b"#\n", 1_900_000)),
    "wide rows": (".csv", lambda: _much(b"1," * 5_000 + b"a\n" + b"1," * 5_000 + b"b\n")),
    "brackets": (".jsonl", lambda: b'{"label":' + _much(b"[")),
    "escapes": (".jsonl", lambda: b'{"label":' + _much(b'"\\')),
    "empty lists": (".jsonl", lambda: b'{"text":"a b c","label":"a","x":[' + _much(b"[],")),
    "spots": (".perceptarium", lambda: _points(b'"xy":[' + _much(b"[0,0],") + b"[0,0]]")),
    "labels": (".perceptarium", lambda: _points(b'"labels":[' + _much(b"300,") + b"0]")),
    "class names": (".perceptarium", lambda: _points(b'"class_names":[' + _much(b'"a",') + b'""]')),
    "unknown": (".perceptarium", lambda: _points(b'"z":[' + _much(b"[],") + b"0]")),
    "learners": (".perceptarium", lambda: _experiment(b'"learners":[' + _much(b'{"name":""},'))),
    "weights": ("model", lambda: _model(b'"weights":[' + _much(b"[0],", 98_000_000) + b"[0]]")),
    "words": ("model", lambda: _model(b'"feature_names":[' + _much(b'"ab",', 98_000_000) + b'""]')),
    "biases": ("model", lambda: _model(b'"bias":[' + _much(b"0.5,", 31_000_000) + b"0]")),
    "dotted keys": ("lesson", lambda: _much(b"a.", _LESSON) + b"a = 1\n"),
    "dotted numbers": ("lesson", lambda: _much(b"11.", _LESSON) + b"1 = 1\n"),
    "dotted heads": ("lesson", lambda: b"[" + _much(b"a.", _LESSON) + b"a]\n"),
    "many heads": (
        "lesson",
        lambda: b"".join(b"[a%d" % i + b".a" * 149 + b"]\n" for i in range(1_500)),
    ),
    "inline tables": ("lesson", lambda: b"a = " + _much(b"{a=", _LESSON)),
    "digits": ("lesson", lambda: b"a = " + _much(b"9", _LESSON)),
    "deep folders": (".zip", lambda: zipped({"a/" * 450 + str(i): "x" for i in range(10_000)})),
    "ends of a zip": (".zip", lambda: b"PK\x03\x04" + _much(b"PK\x05\x06")),
    "labels of fastText": (".txt", lambda: b"__label__a x\n" + _much(b"__label__")),
}
