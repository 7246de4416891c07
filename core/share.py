"""The share code: an experiment as a short line of text, for a chat, a slide or a board.

`PTM1` stands for the version, then base64 of four check bytes and a compressed message. Settings
at their defaults are left out; points are packed as whole numbers of their last decimal. Texts
that travel with the program are named, not copied.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Sequence
from typing import Any

import msgspec

from core.errors import PlainError
from core.experiment import Data, Experiment, PointsData, TextsData
from core.files.experiment_checks import FindLearner, check_experiment
from core.files.limits import MOST_ROWS

PREFIX = "PTM1"
LONGEST = 60_000  # characters of a code
MOST_BYTES = 2_000_000  # of the message inside
MOST_DECIMALS = 9
WIDEST = 80  # bits of a coordinate
NO_CODE = "This is not a share code of Perceptarium, or it was not copied whole."

_NEWER = re.compile(r"PTM[0-9]+")


class _Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    experiment: dict[str, Any]
    decimals: int = 0
    packed: bytes = b""  # the coordinates of points, x and y in turn
    sample: str = ""  # the bundled texts that are the data


def share_code(experiment: Experiment) -> str:
    """The experiment as a code; PlainError when it holds too much for one."""
    check_experiment(experiment)
    content = _without_defaults(experiment, Experiment())
    sample, decimals, packed = "", 0, b""
    data = experiment.data
    if isinstance(data, PointsData):
        numbers = [number for spot in data.xy for number in spot]
        decimals = _decimals(numbers)
        whole = [round(number * 10**decimals) for number in numbers]
        if numbers and decimals <= MOST_DECIMALS and max(map(abs, whole)) < 2 ** (WIDEST - 1):
            packed = pack(whole)
            content.setdefault("data", {"type": "points"}).pop("xy", None)
    elif isinstance(data, TextsData) and (name := _sample_of(data)):
        sample = name
        content.pop("data", None)
    message = msgspec.msgpack.encode(_Message(content, decimals, packed, sample))
    squeezed = zlib.compress(message, 9)
    check = zlib.crc32(message).to_bytes(4, "big")
    code = PREFIX + base64.urlsafe_b64encode(check + squeezed).decode().rstrip("=")
    if len(code) > LONGEST:
        raise PlainError("There is too much data for a share code; save it as a file instead.")
    return code


def looks_like_code(text: str) -> bool:
    return _NEWER.match(text.strip()) is not None


def read_code(text: str, find_learner: FindLearner | None = None) -> Experiment:
    """The experiment of a code; blanks and line breaks in it do not matter."""
    code = "".join(text[: 2 * LONGEST].split())
    if not code.startswith(PREFIX):
        if _NEWER.match(code):
            raise PlainError("This code was made by a newer version of Perceptarium.")
        raise PlainError(NO_CODE)
    if len(code) > LONGEST:
        raise PlainError("This code is longer than a share code can be.")
    message = _decoded(code[len(PREFIX) :])
    experiment = _experiment(message)
    try:
        check_experiment(experiment, find_learner)
    except PlainError as error:
        raise PlainError(f"This share code cannot be used: {error}") from None
    return experiment


def _decoded(body: str) -> _Message:
    try:
        raw = base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
        decompressor = zlib.decompressobj()
        message = decompressor.decompress(raw[4:], MOST_BYTES)
    except (binascii.Error, ValueError, zlib.error):
        raise PlainError(NO_CODE) from None
    if not decompressor.eof or zlib.crc32(message).to_bytes(4, "big") != raw[:4]:
        raise PlainError(NO_CODE)
    try:
        return msgspec.msgpack.decode(message, type=_Message)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        raise PlainError(NO_CODE) from None


def _experiment(message: _Message) -> Experiment:
    content = dict(message.experiment)
    if message.sample:
        content["data"] = msgspec.to_builtins(_sample_data(message.sample))
    elif message.packed:
        data = content.get("data")
        if not 0 <= message.decimals <= MOST_DECIMALS or not isinstance(data, dict):
            raise PlainError(NO_CODE)
        numbers = unpack(message.packed)
        scaled = [number / 10**message.decimals for number in numbers]
        pairs = list(zip(scaled[::2], scaled[1::2], strict=False))
        content["data"] = {**data, "xy": pairs}
    try:
        return msgspec.convert(content, Experiment)
    except (msgspec.MsgspecError, RecursionError, TypeError):
        raise PlainError(NO_CODE) from None


def _without_defaults(value: msgspec.Struct, defaults: msgspec.Struct) -> dict[str, Any]:
    """The fields that differ from the defaults, as plain values."""
    kept: dict[str, Any] = {}
    for field in msgspec.structs.fields(value):
        mine, usual = getattr(value, field.name), getattr(defaults, field.name)
        if mine == usual:
            continue
        if isinstance(mine, msgspec.Struct) and type(mine) is type(usual):
            inner = _without_defaults(mine, usual)
            tag = mine.__struct_config__.tag
            kept[field.name] = {"type": tag, **inner} if tag else inner
        else:
            kept[field.name] = msgspec.to_builtins(mine)
    return kept


def _sample_of(data: Data) -> str:
    from core.samples import samples

    assert isinstance(data, TextsData)
    return next((sample.name for sample in samples() if sample.holds(data)), "")


def _sample_data(name: str) -> Data:
    from core.samples import samples

    for sample in samples():
        if sample.name == name:
            return sample.experiment().data
    raise PlainError("This code speaks of sample texts that are not here.")


def pack(numbers: Sequence[int]) -> bytes:
    """Whole numbers in as few bits each as the largest needs, which the first byte says."""
    unsigned = [2 * number if number >= 0 else -2 * number - 1 for number in numbers]
    width = max((number.bit_length() for number in unsigned), default=0) or 1
    bits = "".join(format(number, f"0{width}b") for number in unsigned)
    bits += "1" + "0" * (-(len(bits) + 1) % 8)  # so that the end can be found
    return bytes([width]) + int(bits, 2).to_bytes(len(bits) // 8, "big")


def unpack(packed: bytes) -> list[int]:
    width = packed[0]
    if 8 * len(packed) > 2 * MOST_ROWS * width + 16:  # a few bytes of code may stand for millions
        raise PlainError(NO_CODE)
    bits = "".join(format(byte, "08b") for byte in packed[1:]).rstrip("0")[:-1]
    if not 1 <= width <= WIDEST or len(bits) % width:
        raise PlainError(NO_CODE)
    unsigned = (int(bits[k : k + width], 2) for k in range(0, len(bits), width))
    return [-(number + 1) // 2 if number % 2 else number // 2 for number in unsigned]


def _decimals(numbers: Sequence[float]) -> int:
    """How many decimals it takes to write all of these exactly; more than MOST if none do."""
    decimals = 0
    for number in numbers:
        while decimals <= MOST_DECIMALS and round(number * 10**decimals) / 10**decimals != number:
            decimals += 1
    return decimals
